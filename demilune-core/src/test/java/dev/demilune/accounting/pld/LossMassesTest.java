// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting.pld;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The curves of the masses are on either side of the law's, between the knots as at them. */
class LossMassesTest {

  static List<LossLaw> laws() {
    LossLaw removed = new SampledLaw(new GaussianLaw(1.3), 0.2);
    return List.of(
        new GaussianLaw(0.7),
        new GaussianLaw(3),
        removed,
        new MirroredLaw(removed),
        new ReplacedGaussianLaw(0.9, 0.3),
        LaplaceLaw.of(1.7),
        new DiscreteLaplaceLaw(2.3, 3),
        new DiscreteGaussianLaw(1.9, 2),
        new ResponseLaw(0.8, 4, 0),
        new ResponseLaw(0.8, 2, 1e-3),
        new BoundedRangeLaw(1.1),
        new WithoutReplacementLaw(new GaussianLaw(1), 0.1),
        new ThinnedLaw(LaplaceLaw.of(0.9), 0.2));
  }

  @ParameterizedTest
  @MethodSource("laws")
  void theCurvesOfTheMassesEncloseTheLaws(LossLaw law) {
    for (double spacing : new double[] {0.3, 0.05}) {
      for (double offset : new double[] {0, 0.25, -0.4375}) {
        LossMasses masses = LossMasses.of(law, spacing, offset, knots(spacing));
        double widest = 0;
        for (double t = -6; t <= 6; t += 0.0137) {
          double truth = truth(law, t);
          double upper = upper(masses, spacing, t);
          double lower = lower(masses, spacing, t);

          assertThat(upper).as("upper at %s", t).isGreaterThanOrEqualTo(truth - 1e-14);
          assertThat(lower).as("lower at %s", t).isLessThanOrEqualTo(truth + 1e-14);
          widest = Math.max(widest, upper - lower);
        }
        assertThat(widest).isLessThan(spacing);
      }
    }
  }

  /** The distance of the two curves is what makes intervals wide: for smooth laws, a square. */
  @ParameterizedTest
  @MethodSource("laws")
  void theCurvesOfSmoothLawsApproachEachOtherAsTheSquare(LossLaw law) {
    if (law.highest() < Double.POSITIVE_INFINITY
        || law instanceof DiscreteGaussianLaw
        || law instanceof WithoutReplacementLaw) {
      return;
    }
    double coarse = distance(law, 0.1);
    double fine = distance(law, 0.05);

    assertThat(coarse / fine).isBetween(3.0, 5.5);
  }

  /** Were the lower masses meant for a grid twice as wide, or the upper for one half, it shows. */
  @ParameterizedTest
  @MethodSource("laws")
  void aWrongSpacingWouldBeSeen(LossLaw law) {
    double spacing = 0.05;
    LossMasses masses = LossMasses.of(law, spacing, 0, knots(spacing));
    boolean lowerAbove = false;
    boolean upperBelow = false;
    for (double t = 0; t <= 6; t += 0.0137) {
      lowerAbove |= lower(masses, 2 * spacing, t) > truth(law, t) + 1e-14;
      upperBelow |= upper(masses, spacing / 2, t) < truth(law, t) - 1e-14;
    }
    assertThat(lowerAbove).isTrue();
    assertThat(upperBelow).isTrue();
  }

  private static double distance(LossLaw law, double spacing) {
    LossMasses masses = LossMasses.of(law, spacing, 0, knots(spacing));
    double sum = 0;
    for (double t = 0.2; t <= 1; t += 0.0137) {
      sum += upper(masses, spacing, t) - lower(masses, spacing, t);
    }
    return sum;
  }

  private static int[] knots(double spacing) {
    int most = (int) (30 / spacing);
    return IntStream.rangeClosed(-most, most).toArray();
  }

  private static double truth(LossLaw law, double t) {
    return t >= 0 ? law.above(t).value() : law.below(t).value() - Math.expm1(t);
  }

  private static double upper(LossMasses masses, double spacing, double t) {
    return curve(masses, masses.upper, masses.infiniteUpper, spacing * (1 + 0x1p-44), t);
  }

  private static double lower(LossMasses masses, double spacing, double t) {
    return curve(masses, masses.lower, masses.infiniteLower, spacing * (1 - 0x1p-44), t);
  }

  private static double curve(
      LossMasses loss, double[] masses, double infinite, double spacing, double t) {
    double sum = infinite;
    for (int i = masses.length - 1; i >= 0; i--) {
      double point = (loss.knots[i] + loss.offset) * spacing;
      sum += point > t ? -masses[i] * Math.expm1(t - point) : 0;
    }
    return sum;
  }
}
