// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.PrivacyEvent.Composed;
import dev.demilune.accounting.PrivacyEvent.DiscreteGaussianSum;
import dev.demilune.accounting.PrivacyEvent.GaussianSum;
import dev.demilune.accounting.PrivacyEvent.Laplace;
import dev.demilune.accounting.PrivacyEvent.PoissonSampled;
import dev.demilune.accounting.PrivacyEvent.Pure;
import dev.demilune.accounting.PrivacyEvent.Repeated;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.DoubleFunction;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;

class CalibrationTest {

  private static final List<ApproximateDp> TARGETS =
      List.of(
          ApproximateDp.of(1, 1e-6),
          ApproximateDp.of(0.01, 1e-30),
          ApproximateDp.of(8, 1e-5),
          ApproximateDp.of(300, 1e-3));

  @Test
  void theNoiseFoundMeetsTheTargetAndALittleLessDoesNot() {
    for (ApproximateDp target : TARGETS) {
      for (DoubleFunction<PrivacyEvent> event :
          List.<DoubleFunction<PrivacyEvent>>of(
              GaussianSum::new,
              z -> new Repeated(new GaussianSum(z), 10_000),
              DiscreteGaussianSum::new,
              z -> Composed.of(new DiscreteGaussianSum(z), new Pure(target.epsilon() / 4)))) {
        AtomicInteger priced = new AtomicInteger();

        double noise =
            Calibration.smallestNoise(
                target,
                z -> {
                  priced.incrementAndGet();
                  return event.apply(z);
                });

        assertThat(price(event.apply(noise), target)).isLessThanOrEqualTo(target.epsilon());
        assertThat(price(event.apply(noise * (1 - 2e-6)), target)).isGreaterThan(target.epsilon());
        assertThat(priced.get()).as("%s", event.apply(noise)).isLessThan(20);
      }
    }
  }

  @Test
  void agreesWithTheExactGaussianInverse() {
    for (ApproximateDp target : TARGETS) {
      double exact = GaussianCalibration.noiseMultiplier(target, 100);

      double noise = Calibration.smallestNoise(target, z -> new Repeated(new GaussianSum(z), 100));

      assertThat(noise / exact).isBetween(1 - 1e-9, 1 + 2e-6);
    }
  }

  @Test
  void oneMoreStepIsTooMany() {
    for (ApproximateDp target : TARGETS) {
      for (LongFunction<PrivacyEvent> event :
          List.<LongFunction<PrivacyEvent>>of(
              steps -> new Repeated(new GaussianSum(2_000), steps),
              steps -> new Repeated(new DiscreteGaussianSum(2_000), steps))) {
        long steps = Calibration.mostSteps(target, event);

        assertThat(price(event.apply(steps), target)).isLessThanOrEqualTo(target.epsilon());
        assertThat(price(event.apply(steps + 1), target)).isGreaterThan(target.epsilon());
      }
    }
  }

  /** Prices on grids are upper ends of intervals 0.1 % wide: a little less noise is too little. */
  @Test
  void sampledAndMixedStepsAreCalibratedToTheirIntervals() {
    ApproximateDp target = ApproximateDp.of(1, 1e-5);
    for (DoubleFunction<PrivacyEvent> event :
        List.<DoubleFunction<PrivacyEvent>>of(
            z -> new Repeated(sampled(0.05, z), 200),
            z -> Composed.of(new Repeated(sampled(0.2, z), 30), new GaussianSum(10 * z)),
            z -> Composed.of(new Repeated(new Laplace(z), 20), new GaussianSum(6)))) {
      double noise = Calibration.smallestNoise(target, event);

      assertThat(price(event.apply(noise), target)).isLessThanOrEqualTo(1);
      assertThat(price(event.apply(noise * 0.998), target)).isGreaterThan(1);
    }
    long steps = Calibration.mostSteps(target, count -> new Repeated(sampled(0.05, 2), count));
    assertThat(price(new Repeated(sampled(0.05, 2), steps), target)).isLessThanOrEqualTo(1);
    assertThat(price(new Repeated(sampled(0.05, 2), steps + 1 + steps / 250), target))
        .isGreaterThan(1);
    double rate = Calibration.largestRate(target, q -> new Repeated(sampled(q, 2), 100));
    assertThat(price(new Repeated(sampled(rate, 2), 100), target)).isLessThanOrEqualTo(1);
    assertThat(price(new Repeated(sampled(rate * 1.002, 2), 100), target)).isGreaterThan(1);
  }

  private static PrivacyEvent sampled(double rate, double noise) {
    return new PoissonSampled(rate, Adjacency.ADD_OR_REMOVE_ONE, new GaussianSum(noise));
  }

  @Test
  void theEndsAreReturnedWhereEverythingPasses() {
    ApproximateDp generous = ApproximateDp.of(100, 0.5);

    assertThat(Calibration.mostSteps(generous, steps -> new GaussianSum(1))).isEqualTo(1L << 40);
    assertThat(Calibration.smallestNoise(generous, z -> new GaussianSum(1)))
        .isBetween(0.000999999, 0.001000001);
    assertThat(Calibration.largestRate(generous, rate -> new GaussianSum(1))).isEqualTo(1);
  }

  @Test
  void theRateFoundMeetsTheTargetAndALittleMoreDoesNot() {
    ApproximateDp target = ApproximateDp.of(0.3, 1e-6);
    // Any event that is the dearer the larger its rate will do.
    DoubleFunction<PrivacyEvent> event = rate -> new GaussianSum(3 / rate);

    double rate = Calibration.largestRate(target, event);

    assertThat(price(event.apply(rate), target)).isLessThanOrEqualTo(0.3);
    assertThat(price(event.apply(rate * (1 + 2e-6)), target)).isGreaterThan(0.3);
  }

  @Test
  void whatCannotBeMetIsRefusedWithTheReason() {
    ApproximateDp target = ApproximateDp.of(1, 1e-6);

    assertThatThrownBy(() -> Calibration.mostSteps(target, steps -> new Pure(2.0 * steps)))
        .isInstanceOf(DemiluneException.class)
        .hasMessageStartingWith("not even one step meets ε = 1, δ = 1.0e-06: the cheapest event");
    assertThatThrownBy(() -> Calibration.smallestNoise(target, z -> new Pure(2)))
        .isInstanceOf(DemiluneException.class)
        .hasMessageStartingWith("no noise up to 1e12 meets");
    assertThatThrownBy(() -> Calibration.largestRate(target, rate -> new GaussianSum(1e-9)))
        .isInstanceOf(DemiluneException.class)
        .hasMessageContaining("which protects nobody");
  }

  private static double price(PrivacyEvent event, ApproximateDp target) {
    return Accountant.best(event).epsilon(target.delta());
  }
}
