// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting.pld;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Every law of a privacy loss against sums over all outputs, in sixty digits. */
class LawsTest {

  /** One output and its two probabilities. */
  private record Output(BigDecimal p, BigDecimal q) {}

  private static final double[] THRESHOLDS = {
    0, 1e-9, 0.01, 0.099999, 0.1, 0.3, 0.5, 0.7, 1, 1.5, 2, 2.000001, 3, 5, 8, 20
  };

  @Test
  void discreteLaplaceIsItsSum() {
    for (double scale : new double[] {0.3, 1, 4.7}) {
      for (int sensitivity : new int[] {1, 2, 3, 10}) {
        List<Output> outputs = new ArrayList<>();
        int far = (int) (140 * scale) + sensitivity;
        for (int x = -far; x <= far + sensitivity; x++) {
          outputs.add(
              new Output(
                  Exactly.exp(Exactly.divide(BigDecimal.valueOf(-Math.abs(x)), Exactly.of(scale))),
                  Exactly.exp(
                      Exactly.divide(
                          BigDecimal.valueOf(-Math.abs(x - sensitivity)), Exactly.of(scale)))));
        }
        check(new DiscreteLaplaceLaw(scale, sensitivity), outputs, 1e-13);
      }
    }
  }

  @Test
  void discreteGaussianIsItsSum() {
    for (double sigma : new double[] {0.2, 0.7, 1, 3.3, 20}) {
      for (int sensitivity : new int[] {1, 2, 7}) {
        List<Output> outputs = new ArrayList<>();
        int far = (int) (17 * sigma) + 3;
        BigDecimal twice = Exactly.of(sigma).pow(2).multiply(BigDecimal.valueOf(2));
        for (int x = -far; x <= far + sensitivity; x++) {
          outputs.add(
              new Output(
                  Exactly.exp(Exactly.divide(BigDecimal.valueOf(-(long) x * x), twice)),
                  Exactly.exp(
                      Exactly.divide(
                          BigDecimal.valueOf(-(long) (x - sensitivity) * (x - sensitivity)),
                          twice))));
        }
        check(new DiscreteGaussianLaw(sigma, sensitivity), outputs, 1e-12);
      }
    }
  }

  /** Where σ is large the sum over integers is an integral to e^(-2π²σ²): the Gaussian's. */
  @Test
  void aWideDiscreteGaussianIsNearlyTheGaussian() {
    for (double sigma : new double[] {300, 5_000, 20_000}) {
      long sensitivity = Math.round(sigma / 2);
      DiscreteGaussianLaw law = new DiscreteGaussianLaw(sigma, sensitivity);
      for (double t : new double[] {0, 0.3, 1, 4}) {
        double gaussian = GaussianProfile.delta(sensitivity / sigma, t);
        // Sets end at integers: the best one is missed by half of one, at second order.
        assertThat(law.above(t).value() / gaussian)
            .isBetween(1 - 20 / sigma / sigma - 1e-9, 1.0001);
        assertThat(law.above(t).error() / gaussian).isLessThan(1e-9);
      }
    }
  }

  @Test
  void randomizedResponseIsItsSum() {
    for (double epsilon : new double[] {0.1, 1, 2, 20}) {
      for (int categories : new int[] {2, 3, 10}) {
        List<Output> outputs = new ArrayList<>();
        BigDecimal truthful = Exactly.exp(epsilon);
        outputs.add(new Output(truthful, BigDecimal.ONE));
        outputs.add(new Output(BigDecimal.ONE, truthful));
        for (int i = 2; i < categories; i++) {
          outputs.add(new Output(BigDecimal.ONE, BigDecimal.ONE));
        }
        check(new ResponseLaw(epsilon, categories, 0), outputs, 1e-13);
      }
    }
  }

  @Test
  void anApproximateStepIsTheWorstOfItsKind() {
    for (double epsilon : new double[] {0, 0.1, 2}) {
      for (double delta : new double[] {0, 1e-9, 0.3}) {
        BigDecimal rest = BigDecimal.ONE.subtract(Exactly.of(delta));
        BigDecimal truthful = Exactly.exp(epsilon);
        BigDecimal both = truthful.add(BigDecimal.ONE);
        BigDecimal high = Exactly.divide(rest.multiply(truthful), both);
        BigDecimal low = Exactly.divide(rest, both);
        List<Output> outputs =
            List.of(
                new Output(Exactly.of(delta), BigDecimal.ZERO),
                new Output(BigDecimal.ZERO, Exactly.of(delta)),
                new Output(high, low),
                new Output(low, high));
        check(new ResponseLaw(epsilon, 2, delta), outputs, 1e-13);
        assertThat(new ResponseLaw(epsilon, 2, delta).above(epsilon).value()).isEqualTo(delta);
      }
    }
  }

  /** The density of a real output, in cells so narrow that the sum is the integral to 1e-5. */
  @Test
  void laplaceIsItsIntegral() {
    for (double multiplier : new double[] {0.2, 1, 7}) {
      LaplaceLaw law = LaplaceLaw.of(multiplier);
      double cell = 1e-4;
      for (double t : new double[] {0, 0.05, 0.1, 0.5, 2}) {
        double sum = 0;
        for (double x = -40; x < 40 + 1 / multiplier; x += cell) {
          double p = Math.exp(-Math.abs(x)) / 2;
          double q = Math.exp(-Math.abs(x - 1 / multiplier)) / 2;
          sum += Math.max(0, p - Math.exp(t) * q) * cell;
        }
        assertThat(law.above(t).value()).isBetween(sum - 1e-4, sum + 1e-4);
      }
      checkShape(law);
      assertThat(law.above(1 / multiplier + 1e-9).upper()).isLessThan(1e-300);
    }
  }

  /** Two-point pairs with losses u and u - ε: none above the law, and the best one on it. */
  @Test
  void boundedRangeIsTheWorstOfTwoPoints() {
    for (double epsilon : new double[] {0.01, 0.5, 3}) {
      BoundedRangeLaw law = new BoundedRangeLaw(epsilon);
      for (double share = 0; share <= 1; share += 0.125) {
        double t = epsilon * share;
        double worst = 0;
        for (int i = 0; i <= 1000; i++) {
          double u = epsilon * i / 1000;
          double mass = Math.expm1(u - epsilon) / Math.expm1(-epsilon);
          worst = Math.max(worst, mass * -Math.expm1(t - u));
        }
        assertThat(law.above(t).value()).isGreaterThanOrEqualTo(worst * (1 - 1e-12));
        assertThat(law.above(t).value()).isLessThanOrEqualTo(worst * (1 + 1e-3) + 1e-18);
      }
      checkShape(law);
    }
  }

  @Test
  void thinningLeavesNothingWithTheRest() {
    double rate = 0.25;
    LossLaw inner = new ResponseLaw(1.5, 4, 0);
    BigDecimal truthful = Exactly.exp(1.5);
    List<Output> outputs = new ArrayList<>();
    outputs.add(new Output(truthful, BigDecimal.ONE));
    outputs.add(new Output(BigDecimal.ONE, truthful));
    outputs.add(new Output(BigDecimal.valueOf(2), BigDecimal.valueOf(2)));
    BigDecimal nothing =
        truthful.add(BigDecimal.valueOf(3)).multiply(Exactly.of((1 - rate) / rate));
    outputs.add(new Output(nothing, nothing));

    check(new ThinnedLaw(inner, rate), outputs, 1e-13);
  }

  /** All masses and both divergences, at both signs, within the errors that the law states. */
  private static void check(LossLaw law, List<Output> unscaled, double relative) {
    BigDecimal whole = unscaled.stream().map(Output::p).reduce(BigDecimal.ZERO, BigDecimal::add);
    Map<Double, BigDecimal> exponentials = new LinkedHashMap<>();
    for (double t : THRESHOLDS) {
      exponentials.put(t, Exactly.exp(t));
      exponentials.put(-t, Exactly.exp(-t)); // -0.0 is a key of its own
    }
    for (Map.Entry<Double, BigDecimal> entry : exponentials.entrySet()) {
      double t = entry.getKey();
      BigDecimal divergence = BigDecimal.ZERO;
      for (Output output : unscaled) {
        BigDecimal difference = output.p.subtract(output.q.multiply(entry.getValue()));
        boolean above = Double.compare(t, 0) >= 0;
        divergence =
            divergence.add((above ? difference : difference.negate()).max(BigDecimal.ZERO));
      }
      double exact = Exactly.divide(divergence, whole).doubleValue();
      Estimate estimate = Double.compare(t, 0) >= 0 ? law.above(t) : law.below(t);
      assertThat(estimate.value())
          .as("%s at %s", law, t)
          .isBetween(exact - estimate.error() - 1e-50, exact + estimate.error() + 1e-50);
      // And the error has teeth: it is not a license.
      assertThat(estimate.error()).isLessThan(relative * (exact + 1));
    }
    checkShape(law);
  }

  /** What holds for every law: tails fall, both laws have mass 1, masses and divergence agree. */
  private static void checkShape(LossLaw law) {
    assertThat(law.pAbove(0) + law.pUpTo(0)).isBetween(1 - 1e-12, 1 + 1e-12);
    assertThat(law.qAbove(0) + law.qUpTo(0)).isBetween(1 - 1e-12, 1 + 1e-12);
    double last = 1;
    for (double t : THRESHOLDS) {
      assertThat(law.pAbove(t)).isLessThanOrEqualTo(last);
      last = law.pAbove(t);
      double difference = law.pAbove(t) - law.qAbove(t);
      double tolerance = law.error(t) * 2 * (law.pAbove(t) + law.qAbove(t)) + 1e-300;
      assertThat(law.above(t).value())
          .as("%s at %s", law, t)
          .isBetween(difference - tolerance, difference + tolerance);
      double below = law.qUpTo(-t) - law.pUpTo(-t);
      double reached = law.error(-t) * 2 * (law.pUpTo(-t) + law.qUpTo(-t)) + 1e-300;
      assertThat(law.below(-t).value())
          .as("%s at %s", law, -t)
          .isBetween(below - reached, below + reached);
      if (t >= law.highest()) {
        assertThat(law.pAbove(t)).isEqualTo(law.atInfinity());
      }
    }
  }
}
