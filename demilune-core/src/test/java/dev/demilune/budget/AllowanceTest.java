// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonParser;
import dev.demilune.DemiluneException;
import dev.demilune.accounting.Accountant;
import dev.demilune.accounting.EventJson;
import dev.demilune.accounting.GaussianCalibration;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.accounting.PrivacyEvent.GaussianSum;
import dev.demilune.accounting.PrivacyEvent.Parallel;
import dev.demilune.accounting.PrivacyEvent.PoissonSampled;
import dev.demilune.accounting.PrivacyEvent.Pure;
import dev.demilune.accounting.PrivacyEvent.RandomizedResponse;
import dev.demilune.accounting.PrivacyEvent.Repeated;
import dev.demilune.accounting.PrivacyEvent.SampledWithoutReplacement;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Certificate;
import dev.demilune.privacy.Guarantee;
import dev.demilune.privacy.PureDp;
import dev.demilune.random.Randomness;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AllowanceTest {

  private static Allowance allowance(Guarantee guarantee) {
    return Ledger.inMemory("customers", Adjacency.REPLACE_ONE, guarantee, Randomness.secure())
        .spend("churn model", guarantee);
  }

  private static Certificate certify(Allowance allowance, PrivacyEvent event) {
    return allowance.certify("noisy-descent", Map.of("steps", "50"), event, "a declared count");
  }

  @Test
  void refusesASecondUse() {
    Allowance allowance = allowance(PureDp.of(1));
    allowance.use(Adjacency.REPLACE_ONE);

    assertThatThrownBy(() -> allowance.use(Adjacency.REPLACE_ONE))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "the allowance for 'churn model' refuses a second use: spend again for a second fit");
  }

  @Test
  void certifiesThePriceOfTheEvent() {
    ApproximateDp charged = ApproximateDp.of(1, 1e-6);
    PrivacyEvent event =
        new Repeated(new GaussianSum(GaussianCalibration.noiseMultiplier(charged, 50)), 50);
    Allowance allowance = allowance(charged);
    allowance.use(Adjacency.REPLACE_ONE);

    Certificate certificate = certify(allowance, event);

    assertThat(certificate.guarantee()).isEqualTo(charged); // 0.99999999999 rounded up
    assertThat(certificate.adjacency()).isEqualTo(Adjacency.REPLACE_ONE);
    assertThat(certificate.charged()).isEqualTo(charged);
    assertThat(certificate.isPrivate()).isTrue();
    assertThat(certificate.accountant()).isEqualTo("exact Gaussian DP");
    assertThat(certificate.ledger()).isEqualTo("customers");
    assertThat(certificate.purpose()).isEqualTo("churn model");
    assertThat(certificate.reliesOn()).contains("a declared count").hasSize(3);
    assertThat(EventJson.read(JsonParser.parseString(certificate.eventJson()))).isEqualTo(event);
    assertThat(Certificate.fromJson(certificate.toJson())).isEqualTo(certificate);
  }

  @Test
  void promisesLessEpsilonWhenTheEventCostsLess() {
    Allowance allowance = allowance(ApproximateDp.of(2, 1e-6));
    allowance.use(Adjacency.REPLACE_ONE);

    ApproximateDp promised = (ApproximateDp) certify(allowance, new GaussianSum(10)).guarantee();

    double price = Accountant.best(new GaussianSum(10)).epsilon(1e-6);
    assertThat(promised.epsilon()).isBetween(price, price * (1 + 1e-8));
    assertThat(promised.delta()).isEqualTo(1e-6);
  }

  @Test
  void pureEventsGetAPureCertificate() {
    Allowance pure = allowance(PureDp.of(1));
    pure.use(Adjacency.REPLACE_ONE);
    Allowance approximate = allowance(ApproximateDp.of(1, 1e-6));
    approximate.use(Adjacency.REPLACE_ONE);

    assertThat(certify(pure, new Repeated(new Pure(0.125), 8)).guarantee()).isEqualTo(PureDp.of(1));
    assertThat(certify(approximate, new Pure(0.3)).guarantee()).isEqualTo(PureDp.of(0.3));
  }

  @Test
  void refusesToCertifyMoreThanWasCharged() {
    Allowance allowance = allowance(ApproximateDp.of(1, 1e-6));
    allowance.use(Adjacency.REPLACE_ONE);
    Allowance pure = allowance(PureDp.of(1));
    pure.use(Adjacency.REPLACE_ONE);

    assertThatThrownBy(() -> certify(allowance, new GaussianSum(4.2)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("where ε = 1, δ = 1.0e-06 was charged")
        .hasMessageContaining("the learner is calibrated wrongly");
    assertThatThrownBy(() -> certify(pure, new GaussianSum(1e6)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("costs ε = Infinity where ε = 1 was charged");
  }

  @Test
  void anAllowanceForOneEventCertifiesNoOther() {
    ApproximateDp charged = ApproximateDp.of(1, 1e-6);
    PrivacyEvent event = new GaussianSum(10);
    Ledger ledger =
        Ledger.inMemory("customers", Adjacency.REPLACE_ONE, charged, Randomness.secure());
    Allowance allowance = ledger.spend("churn model", charged, event);
    allowance.use(Adjacency.REPLACE_ONE);

    assertThat(allowance.event()).contains(event);
    assertThat(EventJson.read(JsonParser.parseString(certify(allowance, event).eventJson())))
        .isEqualTo(event);
    // Cheaper as well, but not what the ledger will compose with the rest.
    assertThatThrownBy(() -> certify(allowance, new GaussianSum(11)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "the allowance for 'churn model' was charged for Gaussian sum, noise multiplier 10.0"
                + " and cannot certify a fit that did Gaussian sum, noise multiplier 11.0");
  }

  /** Sampling saves less, or nothing, where other neighbors count. */
  @Test
  void refusesToCertifyAnEventOfAnotherAdjacency() {
    PrivacyEvent poisson =
        new PoissonSampled(0.01, Adjacency.ADD_OR_REMOVE_ONE, new GaussianSum(10));
    PrivacyEvent fixed = new SampledWithoutReplacement(1, 100, new RandomizedResponse(1, 2));
    PrivacyEvent parallel = Parallel.of(new Pure(0.1), new Pure(0.1));

    assertThatThrownBy(() -> certify(used(Adjacency.REPLACE_ONE), poisson))
        .isInstanceOf(DemiluneException.class)
        .hasMessage(
            "the event of 'churn model' samples rows for ADD_OR_REMOVE_ONE and the ledger counts"
                + " for REPLACE_ONE: give both the same adjacency");
    for (Adjacency other : List.of(Adjacency.ADD_OR_REMOVE_ONE, Adjacency.REPLACE_LABEL)) {
      assertThatThrownBy(() -> certify(used(other), fixed))
          .isInstanceOf(DemiluneException.class)
          .hasMessage(
              "the event of 'churn model' samples a fixed number of rows, which is priced for"
                  + " REPLACE_ONE only, and the ledger counts for "
                  + other
                  + ": use Poisson sampling");
    }
    assertThatThrownBy(() -> certify(used(Adjacency.REPLACE_ONE), parallel))
        .isInstanceOf(DemiluneException.class)
        .hasMessageContaining("where a replaced row may move to another part");
    assertThat(certify(used(Adjacency.REPLACE_ONE), fixed).isPrivate()).isTrue();
    assertThat(certify(used(Adjacency.ADD_OR_REMOVE_ONE), parallel).isPrivate()).isTrue();
  }

  private static Allowance used(Adjacency adjacency) {
    ApproximateDp charged = ApproximateDp.of(1, 1e-6);
    Allowance allowance =
        Ledger.inMemory("customers", adjacency, charged, Randomness.secure())
            .spend("churn model", charged);
    allowance.use(adjacency);
    return allowance;
  }

  @Test
  void refusesToCertifyAFitThatDidNotUseIt() {
    assertThatThrownBy(() -> certify(allowance(PureDp.of(1)), new Pure(1)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("cannot certify a fit that did not use it");
  }

  @Test
  void seededFitsAreStampedNotPrivate() {
    Allowance allowance =
        Ledger.inMemory("x", Adjacency.REPLACE_ONE, PureDp.of(1), Randomness.reproducible(42))
            .spend("y", PureDp.of(1));
    allowance.use(Adjacency.REPLACE_ONE);

    Certificate certificate = certify(allowance, new Pure(1));

    assertThat(certificate.isPrivate()).isFalse();
    assertThat(certificate.toString()).startsWith("NOT PRIVATE: seeded");
  }

  /** Every calibrated event must be certifiable, whatever the numbers; fixed seed. */
  @Test
  void neverTurnsACalibratedFitAway() {
    Randomness randomness = Randomness.reproducible(5);
    for (int i = 0; i < 300; i++) {
      double epsilon = Math.exp((double) randomness.nextBits(53) * 0x1p-53 * 12 - 8);
      double delta = Math.exp(-(double) randomness.nextBits(53) * 0x1p-53 * 40 - 1);
      long times = 1 + randomness.nextBits(9);
      ApproximateDp charged = ApproximateDp.of(epsilon, delta);
      Allowance allowance = allowance(charged);
      allowance.use(Adjacency.REPLACE_ONE);
      PrivacyEvent sum = new GaussianSum(GaussianCalibration.noiseMultiplier(charged, 1 + times));
      PrivacyEvent event = PrivacyEvent.Composed.of(sum, new Repeated(sum, times));

      ApproximateDp promised = (ApproximateDp) certify(allowance, event).guarantee();

      assertThat(promised.epsilon())
          .isLessThanOrEqualTo(epsilon)
          .isGreaterThan(epsilon * 0.9999999);
    }
  }
}
