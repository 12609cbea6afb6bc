// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.mechanism;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.demilune.random.ExponentialRace;
import dev.demilune.random.Randomness;
import dev.demilune.random.UniformInteger;
import dev.demilune.testkit.Seeds;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Private choices against their laws. Every assertion: one false alarm in a million runs. */
@Tag("slow")
class PrivateChoiceLawTest {

  private static final double FALSE_ALARM = 1e-6;

  private final long seed = Seeds.seed();
  private final Randomness randomness = Seeds.randomness("PrivateChoiceLawTest");

  /** Scores in the given width below 10^9, so that ε/2 of the widest is between 1 and 50. */
  @ParameterizedTest
  @CsvSource({
    "1e-6, 1000000000, 1000, 60000",
    "1e-6, 10000000, 1000, 60000",
    "0.001, 10000, 300, 60000",
    "0.5, 30, 40, 60000",
    "1, 10, 1000, 60000",
    "100, 2, 1000, 60000"
  })
  void exponentialHasItsLaw(double epsilon, long width, int candidates, int draws) {
    long[] scores = new long[candidates];
    for (int i = 0; i < candidates; i++) {
      scores[i] = 1_000_000_000 - UniformInteger.below(width, randomness);
    }
    long[] counts = new long[candidates];
    long[] doubled = new long[candidates];
    Exponential right = Exponential.of(epsilon);
    for (int i = 0; i < draws; i++) {
      counts[right.choose(scores, randomness)]++;
    }
    double[] law = Probabilities.exponential(epsilon, 2, scores);
    assertThat(Probabilities.pValue(counts, draws, law))
        .as("seed %d", seed)
        .isGreaterThan(FALSE_ALARM);
    if (epsilon == 100) {
      return; // with ε/2 or ε, all but the best are as good as impossible
    }
    // And the half forgotten, the commonest fault of all, would be seen.
    Exponential wrong = Exponential.ofMonotone(epsilon);
    for (int i = 0; i < draws / 4; i++) {
      doubled[wrong.choose(scores, randomness)]++;
    }
    assertThat(Probabilities.pValue(doubled, draws / 4, law))
        .as("seed %d", seed)
        .isLessThan(FALSE_ALARM);
  }

  @Test
  void aDistinctBestIsFoundAsOftenAsItShould() {
    long[] scores = new long[100];
    Arrays.fill(scores, 10);
    scores[42] = 0;
    double[] law = Probabilities.exponential(1, 2, scores);
    assertThat(law[42]).isCloseTo(0.5999, within(1e-4));
    assertThat(
            Probabilities.pValue(() -> Exponential.of(1).choose(scores, randomness), 100_000, law))
        .as("seed %d", seed)
        .isGreaterThan(FALSE_ALARM);
  }

  /** Sizes that make up for scores: every group is likely, though no member of the first is. */
  @Test
  void groupsCountAsTheirMembers() {
    BigInteger[] sizes = {
      BigInteger.TWO.pow(70), BigInteger.valueOf(300_000), BigInteger.ONE, BigInteger.TEN
    };
    long[] scores = {72, 0, -25, -20};
    double[] weights = new double[4];
    for (int i = 0; i < 4; i++) {
      weights[i] = sizes[i].doubleValue() * Math.exp(-0.5 * scores[i]);
    }
    double sum = Arrays.stream(weights).sum();
    double[] law = Arrays.stream(weights).map(weight -> weight / sum).toArray();
    assertThat(Arrays.stream(law)).allMatch(probability -> probability > 0.05);
    double p =
        Probabilities.pValue(
            () -> {
              ExponentialRace race = Exponential.of(1).race(randomness);
              for (int i = 0; i < 4; i++) {
                race.enter(scores[i], sizes[i]);
              }
              return (int) race.winner();
            },
            100_000,
            law);
    assertThat(p).as("seed %d", seed).isGreaterThan(FALSE_ALARM);
  }

  @Test
  void generalizedExponentialHasItsLaw() {
    long[] scores = {0, 0, 0};
    double penalty = 2 * Math.log(30);
    double rare = Math.exp(-0.5 * penalty * 99 / 101);
    double[] law = {1 / (2 + rare), 1 / (2 + rare), rare / (2 + rare)};
    assertThat(law[2]).isCloseTo(0.0175, within(1e-4));
    GeneralizedExponential right = GeneralizedExponential.of(1, 0.1, 1, 1, 100);
    assertThat(Probabilities.pValue(() -> right.choose(scores, randomness), 60_000, law))
        .as("seed %d", seed)
        .isGreaterThan(FALSE_ALARM);
    // Plain exponential choice among equal scores would not know the third from the others.
    assertThat(
            Probabilities.pValue(() -> Exponential.of(1).choose(scores, randomness), 60_000, law))
        .as("seed %d", seed)
        .isLessThan(FALSE_ALARM);
  }

  /** Ten million candidates, every one with a score of its own, of which none is kept. */
  @Test
  void choosesAmongTenMillionStreamedCandidates() {
    long count = 10_000_000;
    long chosen = Exponential.of(1).choose(LongStream.range(0, count).iterator(), randomness);
    assertThat(chosen).isLessThan(60); // beyond with a probability of e^-30
    long uniform =
        Exponential.of(1e-6)
            .choose(LongStream.generate(() -> 7).limit(count).iterator(), randomness);
    assertThat(uniform).isBetween(10L, count); // below with a probability of 10^-6
  }
}
