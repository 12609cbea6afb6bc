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

  private Adjacencies() {}

  /**
   * Refuses an event whose samples do not agree.
   *
   * @throws DemiluneException naming two adjacencies that do not go together
   */
  static void check(PrivacyEvent event) {
    Set<Adjacency> seen = EnumSet.noneOf(Adjacency.class);
    boolean fixedSize = collect(event, seen);
    if (seen.size() > 1) {
      Adjacency[] two = seen.toArray(new Adjacency[0]);
      throw new DemiluneException(
          "the event has Poisson samples for "
              + two[0].phrase()
              + " and for "
              + two[1].phrase()
              + ": give all of them one adjacency");
    }
    if (fixedSize && seen.contains(Adjacency.ADD_OR_REMOVE_ONE)) {
      throw new DemiluneException(
          "the event has Poisson samples for adding or removing one row and a sample of fixed size,"
              + " whose neighbours have equally many rows: give the Poisson samples the adjacency"
              + " replace-one");
    }
  }

  /** Adds the adjacencies of Poisson samples; returns whether there is a sample of fixed size. */
  private static boolean collect(PrivacyEvent event, Set<Adjacency> seen) {
    if (event instanceof PoissonSampled sampled) {
      seen.add(sampled.adjacency());
      return collect(sampled.event(), seen);
    }
    if (event instanceof SampledWithoutReplacement sampled) {
      collect(sampled.event(), seen);
      return true;
    }
    if (event instanceof Repeated repeated) {
      return collect(repeated.event(), seen);
    }
    if (event instanceof Selection selection) {
      return collect(selection.event(), seen);
    }
    boolean fixedSize = false;
    if (event instanceof Composed composed) {
      for (PrivacyEvent part : composed.events()) {
        fixedSize |= collect(part, seen);
      }
    } else if (event instanceof Parallel parallel) {
      for (PrivacyEvent part : parallel.events()) {
        fixedSize |= collect(part, seen);
      }
    }
    return fixedSize;
  }
}
