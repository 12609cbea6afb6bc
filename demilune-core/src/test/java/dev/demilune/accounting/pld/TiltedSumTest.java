// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting.pld;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The composition of tilted masses against convolutions in sixty digits. */
class TiltedSumTest {

  private static final double SPACING = 0.25;

  private final LossSteps steps =
      new LossSteps(
          SPACING,
          List.of(
              kind(new GaussianLaw(0.9), 11),
              kind(new ResponseLaw(0.5, 3, 0), 5),
              kind(new SampledLaw(new GaussianLaw(1.5), 0.3), 2)));

  @Test
  void everyPointIsWithinItsBounds() {
    for (double tilt : new double[] {0, 1.5, 4}) {
      TiltedSteps tilted = TiltedSteps.of(steps, tilt);
      double deviation = Math.sqrt(steps.at(tilt).variance());
      TiltedSum sum = TiltedSum.of(tilted, deviation, -19, 1 << 12);
      long lowest = (long) tilted.lowestKnot();
      BigDecimal[] upper = convolve(tilted, true);
      BigDecimal[] lower = convolve(tilted, false);
      int wrongWithoutErrors = 0;
      double outside = 0;
      for (int i = 0; i < upper.length; i++) {
        long knot = lowest + i;
        if (knot < sum.first() || knot > sum.last()) {
          outside += upper[i].doubleValue();
          continue;
        }
        assertThat(new BigDecimal(sum.upperMass(knot))).isGreaterThanOrEqualTo(upper[i]);
        assertThat(new BigDecimal(sum.lowerMass(knot)))
            .isLessThanOrEqualTo(lower[i].add(new BigDecimal(sum.aliased())));
        BigDecimal plain = new BigDecimal(sum.upperMass(knot) - sum.pointError());
        wrongWithoutErrors += plain.compareTo(upper[i]) < 0 ? 1 : 0;
      }
      // The bounds are needed, and not a thousand times what is needed.
      assertThat(wrongWithoutErrors).isGreaterThan(5);
      assertThat(sum.pointError()).isLessThan(1e-13);
      assertThat(outside).isLessThan(sum.above() + sum.below()).isGreaterThan(1e-15);
    }
  }

  @Test
  void aWindowThatIsTooLongIsRefused() {
    TiltedSteps tilted = TiltedSteps.of(steps, 0);

    assertThat(TiltedSum.of(tilted, 3, -19, 16)).isNull();
  }

  private static LossSteps.Kind kind(LossLaw law, long times) {
    int[] knots = IntStream.rangeClosed(-25, 25).toArray();
    return new LossSteps.Kind(LossMasses.of(law, SPACING, 0, knots), times);
  }

  private static BigDecimal[] convolve(TiltedSteps steps, boolean ofUpper) {
    BigDecimal[] sum = {BigDecimal.ONE};
    for (TiltedSteps.Kind kind : steps.kinds()) {
      double[] masses = ofUpper ? kind.upper : kind.lower;
      for (long n = 0; n < kind.times; n++) {
        BigDecimal[] next = new BigDecimal[sum.length + masses.length - 1];
        Arrays.fill(next, BigDecimal.ZERO);
        for (int i = 0; i < sum.length; i++) {
          for (int k = 0; k < masses.length; k++) {
            BigDecimal product = sum[i].multiply(new BigDecimal(masses[k]), Exactly.DIGITS);
            next[i + k] = next[i + k].add(product, Exactly.DIGITS);
          }
        }
        sum = next;
      }
    }
    return sum;
  }
}
