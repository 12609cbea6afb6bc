// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.gradient;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;

/** The standard losses, an honest one of one's own, and losses that break what they declare. */
final class Losses {

  private Losses() {}

  static MarginLoss own(String name, double lipschitz, double smoothness, DoubleUnaryOperator s) {
    return new MarginLoss() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public double slope(double margin) {
        return s.applyAsDouble(margin);
      }

      @Override
      public double lipschitz() {
        return lipschitz;
      }

      @Override
      public double smoothness() {
        return smoothness;
      }

      @Override
      public String toString() {
        return name;
      }
    };
  }

  /** A pseudo-Huber loss of the distance to the margin, which also pulls back from beyond it. */
  static final MarginLoss TWO_SIDED =
      own("two-sided", 1, 1, t -> (t - 1) / Math.sqrt(1 + (t - 1) * (t - 1)));

  /** Its absolute slope is a hundred times what it declares. */
  static final MarginLoss TOO_STEEP =
      own("too steep", 1, Double.POSITIVE_INFINITY, t -> t < 1 ? -100 : 100);

  /** It has a jump and says that it is smooth. */
  static final MarginLoss NOT_SMOOTH = own("not smooth", 1, 0.01, t -> t < 0.3 ? -1 : 1);

  /** Its slope falls: the more a row is at fault, the less it pulls. */
  static final MarginLoss CONCAVE = own("concave", 1, 1e9, t -> t < 0 ? 1 : -1);

  static final MarginLoss NOT_A_NUMBER =
      own(
          "not a number",
          1,
          Double.POSITIVE_INFINITY,
          t ->
              t < -0.5
                  ? Double.NEGATIVE_INFINITY
                  : t < 0.2 ? Double.NaN : Double.POSITIVE_INFINITY);

  /** Another number each time it is asked. */
  static MarginLoss moody() {
    SplittableRandom random = new SplittableRandom(5);
    return own("moody", 2, 3, t -> 5 * random.nextDouble() - 2.5);
  }

  static final List<MarginLoss> BROKEN =
      List.of(TOO_STEEP, NOT_SMOOTH, CONCAVE, NOT_A_NUMBER, moody());

  static final List<MarginLoss> ALL =
      List.of(
          StandardLoss.HINGE,
          StandardLoss.LOGISTIC,
          StandardLoss.SMOOTHED_HINGE,
          StandardLoss.SQUARED_HINGE,
          TWO_SIDED,
          TOO_STEEP,
          NOT_SMOOTH,
          CONCAVE,
          NOT_A_NUMBER);
}
