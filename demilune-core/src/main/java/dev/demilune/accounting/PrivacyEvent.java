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

import dev.demilune.internal.Check;
import java.util.List;

/**
 * What a mechanism did, as a value that an accountant can price.
 *
 * <p>Learners build events from the same local variables that drew the noise, so that a certificate
 * cannot drift from the code. Sensitivities are already divided out: a noise multiplier is a
 * standard deviation over an L2 sensitivity, under the adjacency that the surrounding certificate
 * names.
 */
public sealed interface PrivacyEvent {

  /** How deeply events may be nested; deeper ones are refused, so no event can exhaust a stack. */
  int DEEPEST = 64;

  /** Returns 1 for a single step, and one more than the deepest part for the others. */
  default int depth() {
    return 1;
  }

  /**
   * One release of a vector through the Gaussian mechanism (rounded Gaussian on integers included).
   */
  record GaussianSum(double noiseMultiplier) implements PrivacyEvent {
    public GaussianSum {
      Check.positive("noiseMultiplier", noiseMultiplier);
    }

    @Override
    public String toString() {
      return "Gaussian sum, noise multiplier " + noiseMultiplier;
    }
  }

  /** One release of an integer vector with discrete Gaussian noise. */
  record DiscreteGaussianSum(double noiseMultiplier) implements PrivacyEvent {
    public DiscreteGaussianSum {
      Check.positive("noiseMultiplier", noiseMultiplier);
    }

    @Override
    public String toString() {
      return "discrete Gaussian sum, noise multiplier " + noiseMultiplier;
    }
  }

  /** Any ε-differentially private step, of which nothing more is known. */
  record Pure(double epsilon) implements PrivacyEvent {
    public Pure {
      Check.positive("epsilon", epsilon);
    }

    @Override
    public String toString() {
      return "pure step, ε = " + epsilon;
    }
  }

  /**
   * The same event a number of times, each with fresh noise, each allowed to depend on earlier
   * outputs.
   */
  record Repeated(PrivacyEvent event, long times) implements PrivacyEvent {
    public Repeated {
      Check.between("times", times, 1, Long.MAX_VALUE);
      Check.between("depth of events", event.depth() + 1L, 2, DEEPEST);
    }

    @Override
    public int depth() {
      return event.depth() + 1;
    }

    @Override
    public String toString() {
      return times + " × (" + event + ")";
    }
  }

  /** Several events on the same rows, each allowed to depend on the outputs of those before. */
  record Composed(List<PrivacyEvent> events) implements PrivacyEvent {
    public Composed {
      events = List.copyOf(events);
      if (events.isEmpty()) {
        throw new IllegalArgumentException("a composition needs at least one event");
      }
      Check.between("depth of events", depthOf(events), 2, DEEPEST);
    }

    @Override
    public int depth() {
      return depthOf(events);
    }

    private static int depthOf(List<PrivacyEvent> events) {
      return 1 + events.stream().mapToInt(PrivacyEvent::depth).max().orElse(0);
    }

    /** Returns the composition of the events. */
    public static Composed of(PrivacyEvent... events) {
      return new Composed(List.of(events));
    }

    @Override
    public String toString() {
      return String.join(" + ", events.stream().map(Object::toString).toList());
    }
  }
}
