/*
 * Copyright 2026 The Demilune Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
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
import java.util.Set;

/** What the samples of an event say about neighbours; one event has one answer. */
final class Adjacencies {

  /** The number of rows that an event works on, where it is not that of a sample of fixed size. */
  private static final long ALL = 0;

  private static final long RANDOM = -1;

  private Adjacencies() {}

  /**
   * Refuses an event whose samples do not agree.
   *
   * @throws DemiluneException naming two adjacencies that do not go together, or a sample of fixed
   *     size of rows whose number is not fixed
   */
  static void check(PrivacyEvent event) {
    Set<Adjacency> seen = EnumSet.noneOf(Adjacency.class);
    boolean fixedSize = collect(event, seen, ALL);
    if (seen.size() > 1) {
      Adjacency[] two = seen.toArray(new Adjacency[0]);
      throw new DemiluneException(
          "the event has Poisson samples for "
              + two[0].phrase()
              + " and for "
              + two[1].phrase()
              + ": give all of them one adjacency");
    }
    if (fixedSize && !seen.isEmpty() && !seen.contains(Adjacency.REPLACE_ONE)) {
      throw new DemiluneException(
          "the event has Poisson samples for "
              + seen.iterator().next().phrase()
              + " and a sample of fixed size, which is priced for replacing one row only: give the"
              + " Poisson samples the adjacency replace-one, or use them throughout");
    }
  }

  /** Adds the adjacencies of Poisson samples; returns whether there is a sample of fixed size. */
  private static boolean collect(PrivacyEvent event, Set<Adjacency> seen, long rows) {
    if (event instanceof PoissonSampled sampled) {
      seen.add(sampled.adjacency());
      return collect(sampled.event(), seen, RANDOM);
    }
    if (event instanceof SampledWithoutReplacement sampled) {
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
      collect(sampled.event(), seen, sampled.batch());
      return true;
    }
    if (event instanceof Repeated repeated) {
      return collect(repeated.event(), seen, rows);
    }
    if (event instanceof Selection selection) {
      return collect(selection.event(), seen, rows);
    }
    boolean fixedSize = false;
    if (event instanceof Composed composed) {
      for (PrivacyEvent part : composed.events()) {
        fixedSize |= collect(part, seen, rows);
      }
    } else if (event instanceof OneOf choice) {
      for (PrivacyEvent part : choice.events()) {
        fixedSize |= collect(part, seen, rows);
      }
    } else if (event instanceof Parallel parallel) {
      for (PrivacyEvent part : parallel.events()) {
        fixedSize |= collect(part, seen, rows == ALL ? ALL : RANDOM);
      }
    }
    return fixedSize;
  }
}
