// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.gradient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class SlopeTableTest {

  private static final double MARGIN = 0.3;

  private static SlopeTable table(MarginLoss loss, double smoothness) {
    return new SlopeTable(DeclaredLoss.of(loss), MARGIN, smoothness);
  }

  /** The losses themselves, as their Javadoc has them. */
  private static double value(StandardLoss loss, double t) {
    double lack = Math.max(0, 1 - t);
    return switch (loss) {
      case HINGE -> lack;
      case LOGISTIC -> Math.log1p(Math.exp(-t));
      case SMOOTHED_HINGE -> t <= 0 ? 0.5 - t : lack * lack / 2;
      case SQUARED_HINGE -> t <= -1 ? -4 * t : lack * lack;
    };
  }

  /** min_u φ(u/ρ) + (u - t)²/(2κ), by ternary search: the function is convex. */
  private static double envelope(StandardLoss loss, double kappa, double t) {
    if (kappa == 0) {
      return value(loss, t / MARGIN);
    }
    DoubleUnaryOperator inner = u -> value(loss, u / MARGIN) + (u - t) * (u - t) / (2 * kappa);
    double low = t - 50;
    double high = t + 50;
    for (int i = 0; i < 200; i++) {
      double third = (high - low) / 3;
      if (inner.applyAsDouble(low + third) < inner.applyAsDouble(high - third)) {
        high -= third;
      } else {
        low += third;
      }
    }
    return inner.applyAsDouble((low + high) / 2);
  }

  @ParameterizedTest
  @EnumSource(StandardLoss.class)
  void theSlopeIsThatOfTheEnvelope(StandardLoss loss) {
    for (double smoothness : new double[] {2, 7, 60}) {
      SlopeTable table = table(loss, smoothness);
      double kappa = Math.max(0, 1 / smoothness - MARGIN * MARGIN / loss.smoothness());
      for (double t = -1; t <= 1; t += 0.0437) {
        double difference =
            (envelope(loss, kappa, t + 1e-4) - envelope(loss, kappa, t - 1e-4)) / 2e-4;
        assertThat(table.slope(t))
            .as("%s at %s", smoothness, t)
            .isCloseTo(difference, within(0.01));
      }
    }
  }

  /** A loss that is smooth enough is not smoothed: at its points the table has its own slopes. */
  @Test
  void aSmoothLossStaysAsItIs() {
    SlopeTable logistic = table(StandardLoss.LOGISTIC, 0.25 / (MARGIN * MARGIN));
    SlopeTable squared = table(StandardLoss.SQUARED_HINGE, 2 / (MARGIN * MARGIN));

    assertThat(logistic.slope(0)).isEqualTo(-0.5 / MARGIN);
    assertThat(logistic.slope(-0.5)).isEqualTo(-1 / (1 + Math.exp(-0.5 / MARGIN)) / MARGIN);
    assertThat(squared.slope(0)).isCloseTo(-2 / MARGIN, within(1e-12));
    assertThat(squared.slope(-1)).isEqualTo(-4 / MARGIN);
    assertThat(squared.slope(1)).isZero();
  }

  /** The table of the hinge and its closed form are the same up to the cells of the table. */
  @Test
  void theTableOfTheHingeIsItsClosedForm() {
    SlopeTable table = table(StandardLoss.HINGE, 5);
    HingeLink closed = new HingeLink(MARGIN, 5, 2);
    double[] slope = new double[1];
    for (double t = -1; t <= 1; t += 0.013) {
      closed.gradient(1, new double[] {t}, slope);
      assertThat(table.slope(t)).isCloseTo(slope[0], within(1e-3));
    }
  }

  static Stream<MarginLoss> losses() {
    return Stream.concat(Losses.ALL.stream(), Losses.BROKEN.stream()).distinct();
  }

  /**
   * On which privacy rests, for losses that keep their promises and for those that do not: as the
   * clip, the running maximum and the limit on the rise are dropped one by one, this fails.
   */
  @ParameterizedTest
  @MethodSource("losses")
  void slopesAreMonotoneBoundedAndLipschitzWhateverTheLossReturns(MarginLoss loss) {
    SplittableRandom random = new SplittableRandom(6);
    for (int trial = 0; trial < 20; trial++) {
      double margin = Math.exp(-7 * random.nextDouble());
      double smoothness = Math.exp(12 * random.nextDouble() - 2);
      SlopeTable table = new SlopeTable(DeclaredLoss.of(loss), margin, smoothness);
      double most = loss.lipschitz() / margin;
      for (int pair = 0; pair < 500; pair++) {
        double a = 6 * random.nextDouble() - 3;
        double apart = Math.exp(-18 * random.nextDouble());
        double first = table.slope(a);
        double second = table.slope(a + apart);
        assertThat(first).isBetween(-most, most);
        double rounding = 1e-12 * most;
        assertThat(second - first).isBetween(-rounding, smoothness * apart * (1 + 1e-6) + rounding);
      }
    }
  }

  @Test
  void ownConstantsThatAreNoneAreRefused() {
    for (double lipschitz : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY, 1e7}) {
      assertThatThrownBy(() -> DeclaredLoss.of(Losses.own("own", lipschitz, 1, t -> 0)))
          .hasMessageStartingWith("lipschitz must");
    }
    for (double smoothness : new double[] {0, -1, Double.NaN}) {
      assertThatThrownBy(() -> DeclaredLoss.of(Losses.own("own", 1, smoothness, t -> 0)))
          .hasMessageStartingWith("smoothness must");
    }
  }
}
