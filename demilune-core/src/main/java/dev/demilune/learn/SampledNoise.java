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

import dev.demilune.accounting.Calibration;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.privacy.ApproximateDp;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.DoubleFunction;

/**
 * Remembers the last calibrations of sampled steps: a plan is asked for before a fit, and the fit
 * plans again.
 */
final class SampledNoise {

  private static final int REMEMBERED = 64;

  private static final Map<Question, Double> ANSWERS =
      new LinkedHashMap<>(REMEMBERED, 0.75f, /* accessOrder= */ true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Question, Double> eldest) {
          return size() > REMEMBERED;
        }
      };

  /** Two questions are the same if target and event with noise one are. */
  private record Question(ApproximateDp target, PrivacyEvent atNoiseOne) {}

  private SampledNoise() {}

  /** Returns the smallest noise with which the event meets the target, rounded up. */
  static double smallest(ApproximateDp target, DoubleFunction<PrivacyEvent> event) {
    Question question = new Question(target, event.apply(1));
    synchronized (ANSWERS) {
      return ANSWERS.computeIfAbsent(question, q -> Calibration.smallestNoise(target, event));
    }
  }
}
