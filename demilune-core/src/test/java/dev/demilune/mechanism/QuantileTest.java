// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.mechanism;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.privacy.Adjacency;
import dev.demilune.random.Randomness;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Scores worked out by hand, and the exact laws on every pair of neighbors of a small world. */
class QuantileTest {

  private static final int POINTS = 4;
  private static final int MOST_VALUES = 4;

  @Test
  void scoresAreDistancesFromTheRanksOfAPoint() {
    Quantile median = new Quantile(1, 1, 2, 0, Adjacency.REPLACE_ONE);
    // Five values, so rank 2.5, which the two values at point 2 (ranks 1 to 3) hold.
    assertThat(median.scores(new long[] {1, 0, 2, 2})).containsExactly(3, 3, 0, 1);
  }

  @Test
  void aShiftMovesTheRankAimedAt() {
    Quantile low = new Quantile(1, 1, 10, 3, Adjacency.ADD_OR_REMOVE_ONE);
    // Twenty values, so rank 2 + 3 = 5: of points with 1, 3, 8 and 8 values the third.
    assertThat(low.scores(new long[] {1, 3, 8, 8})).containsExactly(40, 10, 0, 70);
    assertThat(low.withRankShift(0).scores(new long[] {1, 3, 8, 8}))
        .containsExactly(10, 0, 20, 100);
  }

  /** All tables of at most four values, values missing included, and all their neighbors. */
  @ParameterizedTest
  @CsvSource({
    "ADD_OR_REMOVE_ONE, 1, 2, 0, 1",
    "ADD_OR_REMOVE_ONE, 1, 200, 1, 0.7",
    "ADD_OR_REMOVE_ONE, 1, 10, 2, 2",
    "ADD_OR_REMOVE_ONE, 9, 10, -1, 1",
    "REPLACE_ONE, 1, 2, 0, 1",
    "REPLACE_ONE, 1, 200, 1, 0.7",
    "REPLACE_ONE, 199, 200, -1, 2"
  })
  void noOutputIsMoreThanExpEpsilonTimesAsLikely(
      Adjacency adjacency, long numerator, long denominator, long shift, double epsilon) {
    Quantile quantile = new Quantile(epsilon, numerator, denominator, shift, adjacency);
    double worst = 0;
    for (long[] table : tables()) {
      double[] law = law(quantile, table);
      for (long[] neighbor : neighbors(table, adjacency)) {
        double[] other = law(quantile, neighbor);
        for (int i = 0; i < POINTS; i++) {
          worst = Math.max(worst, Math.abs(Math.log(law[i] / other[i])));
        }
      }
    }
    // Not above the claim, and not so far below that half the noise would pass.
    assertThat(worst).isLessThanOrEqualTo(epsilon + 1e-12).isGreaterThan(0.5 * epsilon);
  }

  @Test
  void theRankErrorIsKept() {
    Quantile quantile = new Quantile(0.5, 1, 2, 0, Adjacency.ADD_OR_REMOVE_ONE);
    long[] counts = new long[1001];
    Arrays.fill(counts, 10);
    long error = quantile.rankError(counts.length, 1e-9);
    assertThat(error).isEqualTo((long) Math.ceil(Math.log(1001 / 1e-9) / 0.5));
    Randomness randomness = Randomness.reproducible(5);
    for (int i = 0; i < 200; i++) {
      assertThat(Math.abs(quantile.choose(counts, randomness) * 10L - 5000)).isLessThan(error + 11);
    }
  }

  @Test
  void anEmptyColumnIsAColumnLikeOthers() {
    Quantile quantile = new Quantile(1, 1, 200, 7, Adjacency.ADD_OR_REMOVE_ONE);
    assertThat(quantile.scores(new long[3])).containsExactly(1400, 1400, 1400);
    assertThat(quantile.choose(new long[3], Randomness.reproducible(1))).isBetween(0, 2);
  }

  @Test
  void saysWhatItDid() {
    assertThat(new Quantile(0.25, 1, 200, 7, Adjacency.REPLACE_ONE).event())
        .isEqualTo(new PrivacyEvent.ExponentialChoice(0.25));
  }

  @Test
  void refusesWhatIsNoQuantile() {
    assertThatThrownBy(() -> new Quantile(1, 3, 2, 0, Adjacency.REPLACE_ONE))
        .hasMessage("numerator must be between 0 and 2, got 3");
    assertThatThrownBy(() -> new Quantile(0, 1, 2, 0, Adjacency.REPLACE_ONE))
        .hasMessage("epsilon must be finite and > 0, got 0.0");
  }

  private static double[] law(Quantile quantile, long[] table) {
    long range =
        quantile.adjacency() == Adjacency.ADD_OR_REMOVE_ONE
            ? 2 * Math.max(quantile.numerator(), quantile.denominator() - quantile.numerator())
            : 2 * quantile.denominator();
    double[] law =
        Arrays.stream(quantile.scores(table))
            .mapToDouble(score -> Math.exp(-quantile.epsilon() * score / range))
            .toArray();
    double sum = Arrays.stream(law).sum();
    return Arrays.stream(law).map(weight -> weight / sum).toArray();
  }

  private static List<long[]> tables() {
    List<long[]> tables = new ArrayList<>();
    for (int code = 0; code < Math.pow(MOST_VALUES + 1, POINTS); code++) {
      long[] counts = new long[POINTS];
      int rest = code;
      for (int g = 0; g < POINTS; g++, rest /= MOST_VALUES + 1) {
        counts[g] = rest % (MOST_VALUES + 1);
      }
      if (Arrays.stream(counts).sum() <= MOST_VALUES) {
        tables.add(counts);
      }
    }
    return tables;
  }

  /** A replaced row may lose its value or get one: then the counts are those of an addition. */
  private static List<long[]> neighbors(long[] table, Adjacency adjacency) {
    List<long[]> all = new ArrayList<>();
    for (int added = 0; added < POINTS; added++) {
      long[] larger = table.clone();
      larger[added]++;
      all.add(larger);
      for (int removed = 0; adjacency == Adjacency.REPLACE_ONE && removed < POINTS; removed++) {
        if (table[removed] > 0) {
          long[] replaced = larger.clone();
          replaced[removed]--;
          all.add(replaced);
        }
      }
    }
    return all;
  }
}
