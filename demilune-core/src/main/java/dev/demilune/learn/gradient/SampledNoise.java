// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.gradient;

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
