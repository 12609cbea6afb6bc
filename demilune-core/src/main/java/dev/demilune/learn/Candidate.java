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
package dev.demilune.learn;

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
