// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.mechanism;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.random.Randomness;
import dev.demilune.random.UniformInteger;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class GeneralizedExponentialTest {

  private static final double UNIT = 0x1p-30;

  @Test
  void scoresAsThePaperDoes() {
    GeneralizedExponential choice = GeneralizedExponential.of(1, 0.1, 1, 1, 100);
    assertThat(choice.penaltyPerSensitivity()).isCloseTo(2 * Math.log(30), within(1e-5));
    long[] relative = choice.relative(new long[] {0, 0, 0});
    assertThat(relative[0]).isZero();
    assertThat(relative[1]).isZero();
    // (t·100 - t·1)/101
    assertThat(relative[2] * UNIT).isCloseTo(2 * Math.log(30) * 99 / 101, within(1e-5));
  }

  /**
   * Neighbors at the limit of what the sensitivities allow; a range one unit smaller would fail.
   */
  @Test
  void noNeighborMovesAScoreByMoreThanOne() {
    Randomness randomness = Randomness.reproducible(31);
    long worst = 0;
    for (int trial = 0; trial < 3000; trial++) {
      long[] sensitivities = new long[4];
      long[] scores = new long[4];
      long[] neighbor = new long[4];
      for (int i = 0; i < 4; i++) {
        sensitivities[i] = 1 + UniformInteger.below(trial % 2 == 0 ? 5 : 100_000, randomness);
        scores[i] = UniformInteger.below(1_000_000, randomness);
        neighbor[i] = scores[i] + (randomness.nextLong() < 0 ? -1 : 1) * sensitivities[i];
      }
      GeneralizedExponential choice = GeneralizedExponential.of(0.3, 0.05, sensitivities);
      long[] before = choice.relative(scores);
      long[] after = choice.relative(neighbor);
      for (int i = 0; i < 4; i++) {
        worst = Math.max(worst, Math.abs(before[i] - after[i]));
      }
    }
    assertThat(worst).isEqualTo(1L << 30);
  }

  @Test
  void hugeScoresAreCappedAndNothingOverflows() {
    GeneralizedExponential choice = GeneralizedExponential.of(1, 0.1, 1, Long.MAX_VALUE, 3);
    long[] relative = choice.relative(new long[] {Long.MAX_VALUE, 0, Long.MIN_VALUE});
    assertThat(Arrays.stream(relative)).allMatch(score -> score >= 0 && score <= 1L << 61);
    assertThat(choice.choose(new long[] {Long.MAX_VALUE, 0, Long.MIN_VALUE}, Randomness.secure()))
        .isEqualTo(2);
  }

  @Test
  void itsEventIsAChoiceOfItsEpsilon() {
    assertThat(GeneralizedExponential.of(0.7, 0.1, 2, 3).event())
        .isEqualTo(new PrivacyEvent.ExponentialChoice(0.7));
    assertThat(new Exponential(0.3, 5).event()).isEqualTo(new PrivacyEvent.ExponentialChoice(0.3));
  }

  @Test
  void refusesWhatIsNoChoice() {
    assertThatThrownBy(() -> GeneralizedExponential.of(1, 0.1))
        .hasMessage("number of candidates must be at least 1, got 0");
    assertThatThrownBy(() -> GeneralizedExponential.of(1, 1.0, 1, 2))
        .hasMessage("failureProbability must be between 0 and 1, got 1.0");
    assertThatThrownBy(() -> GeneralizedExponential.of(1, 0.1, 0, 2))
        .hasMessageContaining("sensitivity must be between 1");
    assertThatThrownBy(
            () -> GeneralizedExponential.of(1, 0.1, 2, 2).choose(new long[1], Randomness.secure()))
        .hasMessage("scores must be as many as sensitivities, 2, got 1");
    assertThatThrownBy(() -> Exponential.of(0)).hasMessageContaining("epsilon must be finite");
    assertThatThrownBy(() -> new Exponential(1, 0)).hasMessageContaining("scoreRange");
  }
}
