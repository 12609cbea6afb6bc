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
 * When {@link Auto} takes which learner.
 *
 * <p>Rules see public quantities alone. Their constants were chosen on parts of training rows; see
 * docs/decisions.
 */
final class AutoRules {

  private static final int KERNEL_FROM_FEATURES = 200;
  private static final double LARGE_SIGNAL = 5_000;

  private AutoRules() {}

  /**
   * Where {@link KernelChoice} takes features, and rows are more like pictures than like tables.
   */
  static Optional<String> kernelPays(Shape shape, Guarantee guarantee) {
    KernelChoice choice = KernelChoice.of(KernelMargin.withDefaults(), shape, guarantee);
    return choice.embedded() && shape.features() >= KERNEL_FROM_FEATURES
        ? Optional.of(
            "random features of " + shape.features() + " inputs pay where " + choice.reason())
        : Optional.empty();
  }

  /** With so little noise what counts is to find the minimum, not to get near it in few steps. */
  static Optional<String> manyRowsOfTwoClasses(Shape shape, Guarantee guarantee) {
    double signal = Signal.of(shape, guarantee);
    return shape.classes() == 2 && shape.features() < KERNEL_FROM_FEATURES && signal >= LARGE_SIGNAL
        ? Optional.of(
            "with two classes it did best where rows and budget are plenty, and "
                + Signal.describe(signal))
        : Optional.empty();
  }

  /** The last candidate: always. */
  static Optional<String> anything(Shape shape, Guarantee guarantee) {
    double signal = Signal.of(shape, guarantee);
    return Optional.of(
        signal == 0
            ? "the number of rows is not known beforehand, and it does well at most sizes"
            : "it did best at most sizes, and " + Signal.describe(signal));
  }
}
