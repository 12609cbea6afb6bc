// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.learn.Learner;
import dev.demilune.learn.TrainingRun;
import dev.demilune.learn.auto.Learners;
import dev.demilune.mechanism.NoisyIntegerSum;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.Guarantee;
import dev.demilune.random.DiscreteLaplace;
import dev.demilune.rows.BoundedDataset;
import java.math.BigInteger;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** One fault at a time in a sound learner: the law of replay finds each. */
class ReplayFaultsTest {

  private static void replay(Learner learner) {
    new ReplayLaws(new Subject(learner)).laws().forEach(law -> law.check().run());
  }

  private static void assertCaught(Learner learner, String message) {
    assertThatThrownBy(() -> replay(learner))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining(message);
  }

  @Test
  void aSoundLearnerIsNotAccused() {
    assertThatCode(() -> replay(new SteppingLearner())).doesNotThrowAnyException();
  }

  @Test
  void everyLearnerIsReplayed() {
    for (Learner learner : Learners.all()) {
      assertThat(LearnerLaws.described(learner))
          .as(learner.name())
          .extracting(Law::name)
          .contains(ReplayLaws.NAME);
    }
  }

  @Test
  void aRowThatIsNotClippedIsSeen() {
    assertCaught(
        new SteppingLearner() {
          @Override
          double pull(double margin) {
            return Math.max(0, 1 - margin);
          }
        },
        "by more than it declares: a squared length of");
  }

  @Test
  void aStopThatDependsOnRowsIsSeen() {
    assertCaught(
        new SteppingLearner() {
          @Override
          boolean stops(BoundedDataset rows, double[] weights) {
            int wrong = 0;
            for (int b = 0; b < rows.blocks(); b++) {
              BoundedDataset.Block block = rows.block(b);
              for (int row = 0; row < block.rows(); row++) {
                wrong += score(block, row, weights) > 0 == (block.label(row) == 1) ? 0 : 1;
              }
            }
            return 3L * wrong < rows.privateSize();
          }
        },
        "neighboring table");
  }

  /** The noisy count is bought, and left out of the event. */
  @Test
  void aForgottenCountIsSeen() {
    assertCaught(
        new SteppingLearner() {
          @Override
          PrivacyEvent event(Adjacency adjacency, Guarantee guarantee) {
            return new PrivacyEvent.Repeated(stepNoise(adjacency, guarantee).event(), STEPS);
          }
        },
        "not paid for: {Gaussian sum");
  }

  @Test
  void aRowCountReadFromTheTableIsSeen() {
    assertCaught(
        new SteppingLearner() {
          @Override
          double count(BoundedDataset rows, Guarantee guarantee, TrainingRun run) {
            return Math.max(1, rows.privateSize());
          }
        },
        "something else is published");
  }

  @Test
  void aLoggedValueIsSeen() {
    assertCaught(
        new SteppingLearner() {
          @Override
          void look(long[] exact, NoisyIntegerSum noise, TrainingRun run) {
            System.getLogger("stepping").log(System.Logger.Level.DEBUG, Arrays.toString(exact));
          }
        },
        "something else is published on a neighboring table: 'stepping ");
  }

  @Test
  void aPrintedValueIsSeen() {
    assertCaught(
        new SteppingLearner() {
          @Override
          void look(long[] exact, NoisyIntegerSum noise, TrainingRun run) {
            System.out.println(Arrays.stream(exact).sum());
          }
        },
        "something else is published");
  }

  @Test
  void noiseOfAnotherScaleIsSeen() {
    assertCaught(
        new SteppingLearner() {
          @Override
          NoisyIntegerSum drawnNoise(NoisyIntegerSum declared) {
            return new NoisyIntegerSum(
                declared.sensitivitySquared(), declared.noiseMultiplier() / 2);
          }
        },
        "not paid for: {Gaussian sum");
  }

  /** Enough noise for the event, by a sensitivity that is too small. */
  @Test
  void aSensitivityThatIsTooSmallIsSeen() {
    assertCaught(
        new SteppingLearner() {
          @Override
          NoisyIntegerSum drawnNoise(NoisyIntegerSum declared) {
            return new NoisyIntegerSum(
                declared.sensitivitySquared().divide(BigInteger.valueOf(4)),
                declared.noiseMultiplier());
          }
        },
        "by more than it declares");
  }

  @Test
  void aSecondLookIsSeen() {
    assertCaught(
        new SteppingLearner() {
          @Override
          void look(long[] exact, NoisyIntegerSum noise, TrainingRun run) {
            noise.release(exact, run.randomness().stream("once more"));
          }
        },
        "not paid for: {Gaussian sum");
  }

  /** Noise that no mechanism drew is no output that could be frozen: the model gives it away. */
  @Test
  void noiseBesideTheMechanismsIsSeen() {
    assertCaught(
        new SteppingLearner() {
          @Override
          double count(BoundedDataset rows, Guarantee guarantee, TrainingRun run) {
            return rows.privateSize()
                + 1_000
                + DiscreteLaplace.of(10, 1).sample(run.randomness().stream("row count"));
          }
        },
        "something else is published");
  }

  @Test
  void aMechanismThatCannotBeComparedIsRefused() {
    assertCaught(
        new SteppingLearner() {
          @Override
          double count(BoundedDataset rows, Guarantee guarantee, TrainingRun run) {
            return run.randomness().release("my own", rows::privateSize, own -> 20.0);
          }
        },
        "cannot compare what java.lang.String holds");
  }

  @Test
  void aLearnerThatReleasesNothingIsNotCovered() {
    assertThatThrownBy(() -> Replay.of(1, randomness -> "a public text").paidBy(event()))
        .hasMessageContaining("nothing is covered");
    assertThat(Replay.of(1, randomness -> "a public text").releases()).isZero();
  }

  private static PrivacyEvent event() {
    return new PrivacyEvent.GaussianSum(1);
  }
}
