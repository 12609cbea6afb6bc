// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.demilune.accounting.Accountant;
import dev.demilune.accounting.GaussianCalibration;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.budget.Allowance;
import dev.demilune.budget.Ledger;
import dev.demilune.learn.Learner;
import dev.demilune.learn.LearnerDescription;
import dev.demilune.learn.Plan;
import dev.demilune.learn.PrivateFit;
import dev.demilune.learn.Progress;
import dev.demilune.learn.Shape;
import dev.demilune.learn.TrainingPlan;
import dev.demilune.learn.UnprotectedFit;
import dev.demilune.learn.gradient.BatchPerceptron;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Guarantee;
import dev.demilune.random.Randomness;
import dev.demilune.rows.BoundedDataset;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Learners with one fault each: the laws find it. */
@Tag("slow")
class FaultyLearnersTest {

  @Test
  void tooLittleNoiseIsRefutedByTheAudit() {
    Learner greedy =
        new Faulty() {
          @Override
          PrivateFit fit(BoundedDataset data, Guarantee guarantee, Randomness randomness) {
            ApproximateDp claimed = (ApproximateDp) guarantee;
            double halfTheNoise = 0.5 / GaussianCalibration.mu(claimed);
            double more =
                Accountant.best(new PrivacyEvent.GaussianSum(halfTheNoise))
                    .epsilon(claimed.delta());
            return super.fit(data, ApproximateDp.of(more, claimed.delta()), randomness);
          }
        };

    assertThat(broken(LearnerLaws.of(greedy).audits()))
        .contains("an audit cannot refute the guarantee");
  }

  /** Steps on all rows, with the noise and at the price of steps on every other row. */
  @Test
  void forgettingToSampleIsRefutedByTheAudit() {
    Learner forgetful =
        new Faulty() {
          @Override
          BatchPerceptron sound() {
            return super.sound().with("rounds", "5").with("rate", "0.5");
          }

          @Override
          PrivateFit fit(BoundedDataset data, Guarantee guarantee, Randomness randomness) {
            PrivacyEvent priced = planned(sound(), Shape.of(data), guarantee).charged();
            double delta = ((ApproximateDp) guarantee).delta();
            double more = Accountant.best(priced.fold(new WithoutSamples())).epsilon(delta);
            ApproximateDp needed = ApproximateDp.of(more, delta);
            return run(sound().with("rate", "1"), data, needed, randomness);
          }
        };

    assertThat(broken(LearnerLaws.of(forgetful).audits()))
        .contains("an audit cannot refute the guarantee");
  }

  /** The event as if all its samples were all rows. */
  private static final class WithoutSamples implements EventMap {

    @Override
    public PrivacyEvent release(PrivacyEvent release) {
      return release;
    }

    @Override
    public PrivacyEvent poissonSampled(PrivacyEvent.PoissonSampled sampled) {
      return sampled.event();
    }
  }

  @Test
  void noNoiseAtAllIsSeen() {
    Learner open =
        new Faulty() {
          @Override
          PrivateFit fit(BoundedDataset data, Guarantee guarantee, Randomness randomness) {
            PrivateFit fit = super.fit(data, guarantee, randomness);
            return new PrivateFit(
                sound().fitWithoutPrivacy(data).model(), fit.certificate(), fit.plan());
          }
        };

    assertThat(broken(LearnerLaws.of(open).quick()))
        .containsExactly("two allowances never share their noise", ReplayLaws.NAME);
  }

  @Test
  void stepsThatDependOnTheRowsAreSeen() {
    Learner hasty =
        new Faulty() {
          @Override
          public PrivateFit fit(BoundedDataset data, Allowance allowance, Progress progress) {
            Learner chosen = data.blocks() == 0 ? sound().with("rounds", "1") : sound();
            return chosen.fit(data, allowance, progress);
          }
        };

    assertThat(broken(LearnerLaws.of(hasty).quick()))
        .containsExactly("where the row count is private, it does not change the steps");
  }

  @Test
  void anAllowanceThatIsNotUsedUpIsSeen() {
    Learner thrifty =
        new Faulty() {
          @Override
          public PrivateFit fit(BoundedDataset data, Allowance allowance, Progress progress) {
            return fit(data, allowance.guarantee(), Randomness.reproducible(1));
          }
        };

    assertThat(broken(LearnerLaws.of(thrifty).quick()))
        .contains("an allowance works once", "two allowances never share their noise");
  }

  @Test
  void anExceptionThatARowCausesIsSeen() {
    Learner fragile =
        new Faulty() {
          @Override
          public PrivateFit fit(BoundedDataset data, Allowance allowance, Progress progress) {
            for (int row = 0; data.blocks() > 0 && row < data.block(0).rows(); row++) {
              if (data.block(0).squaredNorm(row) == 0) {
                throw new ArithmeticException("division by zero");
              }
            }
            return sound().fit(data, allowance, progress);
          }
        };

    assertThat(broken(LearnerLaws.of(fragile).quick()))
        .contains(
            "hostile vectors change neither steps nor control flow",
            "one row, equal rows and zero rows give a finite model");
  }

  private static List<String> broken(List<Law> laws) {
    return laws.stream().filter(law -> !holds(law)).map(Law::name).toList();
  }

  private static boolean holds(Law law) {
    try {
      law.check().run();
      return true;
    } catch (AssertionError | RuntimeException e) {
      return false;
    }
  }

  /** A sound learner, for faults to be put in. */
  private abstract static class Faulty implements Learner {

    private final Map<List<Object>, TrainingPlan> plans = new ConcurrentHashMap<>();

    BatchPerceptron sound() {
      return BatchPerceptron.withDefaults();
    }

    /** Fits for a guarantee that may be another than the one that was charged. */
    PrivateFit fit(BoundedDataset data, Guarantee guarantee, Randomness randomness) {
      return run(sound(), data, guarantee, randomness);
    }

    PrivateFit run(
        BatchPerceptron learner, BoundedDataset data, Guarantee guarantee, Randomness randomness) {
      try (Ledger ledger = Ledger.inMemory("inner", data.adjacency(), guarantee, randomness)) {
        return planned(learner, Shape.of(data), guarantee)
            .run(data, ledger.spend("inner", guarantee));
      }
    }

    /** Plans once for thousands of fits. */
    TrainingPlan planned(BatchPerceptron learner, Shape shape, Guarantee guarantee) {
      return plans.computeIfAbsent(
          List.of(learner, shape, guarantee), asked -> learner.plan(shape, guarantee).orThrow());
    }

    @Override
    public PrivateFit fit(BoundedDataset data, Allowance allowance, Progress progress) {
      Guarantee charged = allowance.guarantee();
      PrivateFit honest = planned(sound(), Shape.of(data), charged).run(data, allowance, progress);
      Randomness randomness =
          Randomness.reproducible(Double.doubleToLongBits(honest.model().linear().weight(1, 0)));
      return new PrivateFit(
          fit(data, charged, randomness).model(), honest.certificate(), honest.plan());
    }

    @Override
    public LearnerDescription description() {
      return sound().description();
    }

    @Override
    public Map<String, String> settings() {
      return sound().settings();
    }

    @Override
    public Learner with(String key, String value) {
      return sound().with(key, value);
    }

    @Override
    public Plan plan(Shape shape, Guarantee guarantee) {
      return sound().plan(shape, guarantee);
    }

    @Override
    public UnprotectedFit fitWithoutPrivacy(BoundedDataset data) {
      return sound().fitWithoutPrivacy(data);
    }
  }
}
