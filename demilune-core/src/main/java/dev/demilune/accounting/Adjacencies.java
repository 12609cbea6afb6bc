// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.PrivacyEvent.Composed;
import dev.demilune.accounting.PrivacyEvent.OneOf;
import dev.demilune.accounting.PrivacyEvent.Parallel;
import dev.demilune.accounting.PrivacyEvent.PoissonSampled;
import dev.demilune.accounting.PrivacyEvent.Repeated;
import dev.demilune.accounting.PrivacyEvent.SampledWithoutReplacement;
import dev.demilune.accounting.PrivacyEvent.Selection;
import dev.demilune.privacy.Adjacency;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Collects the adjacencies of an event's samples, which must agree. */
final class Adjacencies {

  /** The number of rows that an event works on, where it is not that of a sample of fixed size. */
  private static final long ALL = 0;

  private static final long RANDOM = -1;

  private final Set<Adjacency> seen = EnumSet.noneOf(Adjacency.class);
  private boolean fixedSize;
  private boolean parallel;

  private Adjacencies() {}

  /**
   * Refuses an event whose samples do not agree.
   *
   * @throws DemiluneException naming two incompatible adjacencies, or a sample of fixed size of
   *     rows whose number is not fixed
   */
  static void check(PrivacyEvent event) {
    new Adjacencies().collect(event, ALL).check();
  }

  private void check() {
    if (seen.size() > 1) {
      Adjacency[] two = seen.toArray(new Adjacency[0]);
      throw new DemiluneException(
          "the event has Poisson samples for "
              + two[0].phrase()
              + " and for "
              + two[1].phrase()
              + ": give all of them one adjacency");
    }
    // The theorem for fixed sizes lets the row take the place of any other: whole rows only.
    if (fixedSize && !seen.isEmpty() && !seen.contains(Adjacency.REPLACE_ONE)) {
      throw new DemiluneException(
          "the event has Poisson samples for "
              + seen.iterator().next().phrase()
              + " and a sample of fixed size, which is priced for replacing one row only: give the"
              + " Poisson samples the adjacency replace-one, or use them throughout");
    }
    if (parallel && (fixedSize || seen.contains(Adjacency.REPLACE_ONE))) {
      throw new DemiluneException(
          "the event has parallel parts and a sample for replacing one row, which may move from one"
              + " part to another: compose the parts instead");
    }
    if (parallel && seen.contains(Adjacency.ADD_OR_REMOVE_PERSON)) {
      throw new DemiluneException(
          "the event has parallel parts and a sample of persons, who may have rows in several"
              + " parts: compose the parts instead");
    }
  }

  /** Collects the adjacencies of an event on this number of rows. */
  private Adjacencies collect(PrivacyEvent event, long rows) {
    return event.fold(new OnRows(rows));
  }

  private Adjacencies collect(List<PrivacyEvent> events, long rows) {
    events.forEach(event -> collect(event, rows));
    return this;
  }

  private final class OnRows implements StructureFold<Adjacencies> {

    private final long rows;

    private OnRows(long rows) {
      this.rows = rows;
    }

    @Override
    public Adjacencies release(PrivacyEvent release) {
      return Adjacencies.this;
    }

    @Override
    public Adjacencies poissonSampled(PoissonSampled sampled) {
      seen.add(sampled.adjacency()); // compared at the end, when all samples are known
      return collect(sampled.event(), RANDOM); // the size of a Poisson sample is secret
    }

    @Override
    public Adjacencies sampledWithoutReplacement(SampledWithoutReplacement sampled) {
      if (rows == RANDOM) {
        throw new DemiluneException(
            "the event has a sample of fixed size of rows whose number is random, that of a Poisson"
                + " sample or of a part: use Poisson samples for both");
      }
      if (rows != ALL && rows != sampled.rows()) {
        throw new DemiluneException(
            "the event draws from "
                + sampled.rows()
                + " rows inside a sample of "
                + rows
                + ": give the inner sample as many rows as the outer one draws");
      }
      fixedSize = true;
      return collect(sampled.event(), sampled.batch());
    }

    @Override
    public Adjacencies repeated(Repeated repeated) {
      return collect(repeated.event(), rows);
    }

    @Override
    public Adjacencies composed(Composed composed) {
      return collect(composed.events(), rows);
    }

    @Override
    public Adjacencies selection(Selection selection) {
      return collect(selection.event(), rows);
    }

    @Override
    public Adjacencies oneOf(OneOf choice) {
      return collect(choice.events(), rows);
    }

    @Override
    public Adjacencies parallel(Parallel parts) {
      parallel = true;
      // how many of a sample's rows a part gets is random
      return collect(parts.events(), rows == ALL ? ALL : RANDOM);
    }
  }
}
