// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.testkit;

import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.accounting.StructureFold;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Whether an event pays for a list of releases: each must be one of its own, no oftener than it
 * says. A run may make fewer, such as one that stops by what it has released.
 *
 * <p>The fold takes from every bag of unpaid releases what an event pays for. There are several
 * bags, because one of several events may pay in several ways.
 */
final class ChargedReleases implements StructureFold<UnaryOperator<Set<Map<PrivacyEvent, Long>>>> {

  private ChargedReleases() {}

  /** Returns the releases that the event does not pay for, as few as can be. */
  static Map<PrivacyEvent, Long> unpaid(PrivacyEvent event, List<PrivacyEvent> releases) {
    Map<PrivacyEvent, Long> bag = new HashMap<>();
    releases.forEach(release -> singles(release, 1, bag));
    return event.fold(new ChargedReleases()).apply(Set.of(bag)).stream()
        .min((one, other) -> Long.compare(size(one), size(other)))
        .orElseThrow();
  }

  private static long size(Map<PrivacyEvent, Long> bag) {
    return bag.values().stream().mapToLong(Long::longValue).sum();
  }

  /** A mechanism's own event may be several: they are counted one by one. */
  private static void singles(PrivacyEvent event, long times, Map<PrivacyEvent, Long> bag) {
    long each = event instanceof PrivacyEvent.Repeated repeated ? repeated.times() : 1;
    if (event.parts().isEmpty()) {
      bag.merge(event, times, Long::sum);
    } else {
      event.parts().forEach(part -> singles(part, times * each, bag));
    }
  }

  @Override
  public UnaryOperator<Set<Map<PrivacyEvent, Long>>> release(PrivacyEvent paid) {
    return bags ->
        bags.stream()
            .map(
                bag ->
                    bag.keySet().stream()
                        .filter(release -> covers(paid, release))
                        .min((one, other) -> Boolean.compare(other.equals(paid), one.equals(paid)))
                        .map(release -> without(release, bag))
                        .orElse(bag))
            .collect(Collectors.toSet());
  }

  /** A pure step of which nothing more is known pays for any of its ε or less. */
  private static boolean covers(PrivacyEvent paid, PrivacyEvent release) {
    if (!(paid instanceof PrivacyEvent.Pure pure)) {
      return paid.equals(release);
    }
    return (release instanceof PrivacyEvent.Pure other && other.epsilon() <= pure.epsilon())
        || (release instanceof PrivacyEvent.ExponentialChoice choice
            && choice.epsilon() <= pure.epsilon())
        || (release instanceof PrivacyEvent.RandomizedResponse response
            && response.epsilon() <= pure.epsilon());
  }

  private static Map<PrivacyEvent, Long> without(
      PrivacyEvent release, Map<PrivacyEvent, Long> bag) {
    Map<PrivacyEvent, Long> left = new HashMap<>(bag);
    left.computeIfPresent(release, (same, times) -> times == 1 ? null : times - 1);
    return left;
  }

  @Override
  public UnaryOperator<Set<Map<PrivacyEvent, Long>>> repeated(PrivacyEvent.Repeated repeated) {
    return bags -> asOften(repeated.event(), repeated.times(), bags);
  }

  /** The number of runs is secret and may be any. */
  @Override
  public UnaryOperator<Set<Map<PrivacyEvent, Long>>> selection(PrivacyEvent.Selection selection) {
    return bags -> asOften(selection.event(), Long.MAX_VALUE, bags);
  }

  private Set<Map<PrivacyEvent, Long>> asOften(
      PrivacyEvent event, long times, Set<Map<PrivacyEvent, Long>> bags) {
    UnaryOperator<Set<Map<PrivacyEvent, Long>>> once = event.fold(this);
    Set<Map<PrivacyEvent, Long>> before = bags;
    Set<Map<PrivacyEvent, Long>> after = once.apply(bags);
    for (long i = 1; i < times && !after.equals(before); i++) {
      before = after;
      after = once.apply(after);
    }
    return after;
  }

  @Override
  public UnaryOperator<Set<Map<PrivacyEvent, Long>>> composed(PrivacyEvent.Composed composed) {
    return bags -> all(composed.events(), bags);
  }

  @Override
  public UnaryOperator<Set<Map<PrivacyEvent, Long>>> parallel(PrivacyEvent.Parallel parallel) {
    return bags -> all(parallel.events(), bags);
  }

  private Set<Map<PrivacyEvent, Long>> all(
      List<PrivacyEvent> events, Set<Map<PrivacyEvent, Long>> bags) {
    Set<Map<PrivacyEvent, Long>> left = bags;
    for (PrivacyEvent event : events) {
      left = event.fold(this).apply(left);
    }
    return left;
  }

  @Override
  public UnaryOperator<Set<Map<PrivacyEvent, Long>>> oneOf(PrivacyEvent.OneOf choice) {
    return bags ->
        choice.events().stream()
            .map(event -> event.fold(this).apply(bags))
            .flatMap(Set::stream)
            .collect(Collectors.toSet());
  }

  @Override
  public UnaryOperator<Set<Map<PrivacyEvent, Long>>> poissonSampled(
      PrivacyEvent.PoissonSampled sampled) {
    return sampled.event().fold(this);
  }

  @Override
  public UnaryOperator<Set<Map<PrivacyEvent, Long>>> sampledWithoutReplacement(
      PrivacyEvent.SampledWithoutReplacement sampled) {
    return sampled.event().fold(this);
  }
}
