// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.auto;

import dev.demilune.learn.Learner;
import dev.demilune.learn.Shape;
import dev.demilune.privacy.Guarantee;
import java.util.Optional;

/**
 * A learner that {@link Auto} may choose, and when.
 *
 * @param rule why this learner, if it is the one for such a problem
 */
record Candidate(Learner learner, Rule rule) {

  /** Looks at public quantities alone. */
  interface Rule {
    Optional<String> reason(Shape shape, Guarantee guarantee);
  }

  Candidate with(String key, String value) {
    return new Candidate(learner.with(key, value), rule);
  }
}
