// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.budget;

import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.accounting.SequenceFold;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Holds the parts of a fit against the event that is certified for the whole. */
final class PartEvents {

  private PartEvents() {}

  /**
   * Refuses an event in which a part, two kinds of parts, or all parts together have no room.
   *
   * @throws IllegalStateException if there is a part too many
   */
  static void check(String purpose, PrivacyEvent whole, List<PrivacyEvent> parts) {
    Set<PrivacyEvent> kinds = new HashSet<>(parts);
    for (PrivacyEvent part : kinds) {
      for (PrivacyEvent other : kinds) { // itself, too
        Set<PrivacyEvent> both = new HashSet<>(List.of(part, other));
        long often = parts.stream().filter(both::contains).count();
        if (often > room(whole, both)) {
          throw tooMany(purpose, whole, part);
        }
      }
    }
    if (parts.size() > room(whole, kinds)) {
      throw tooMany(purpose, whole, parts.get(parts.size() - 1));
    }
  }

  private static IllegalStateException tooMany(
      String purpose, PrivacyEvent whole, PrivacyEvent part) {
    return new IllegalStateException(
        "the allowance for '"
            + purpose
            + "' cannot certify "
            + whole
            + ", which leaves out a part that was done: "
            + part);
  }

  /** How many of these an event has room for. */
  private static double room(PrivacyEvent event, Collection<PrivacyEvent> parts) {
    return new Room(parts).in(event);
  }

  private record Room(Collection<PrivacyEvent> parts) implements SequenceFold<Double> {

    private double in(PrivacyEvent event) {
      return parts.contains(event) ? 1 : event.fold(this);
    }

    /** What is done on some of the rows has no room for what is done on all. */
    @Override
    public Double release(PrivacyEvent release) {
      return 0.0;
    }

    @Override
    public Double repeated(PrivacyEvent.Repeated repeated) {
      return repeated.times() * in(repeated.event());
    }

    @Override
    public Double composed(PrivacyEvent.Composed composed) {
      return composed.events().stream().mapToDouble(this::in).sum();
    }

    /** A selection has room for any number of its runs. */
    @Override
    public Double selection(PrivacyEvent.Selection selection) {
      return in(selection.event()) > 0 ? Double.POSITIVE_INFINITY : 0;
    }

    @Override
    public Double oneOf(PrivacyEvent.OneOf choice) {
      return choice.events().stream().mapToDouble(this::in).max().orElse(0);
    }
  }
}
