// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExponentialRaceTest {

  @ParameterizedTest
  @CsvSource({
    "1e-6, 2, 1000000000",
    "1e-6, 3, 1000",
    "0.1, 2, 50",
    "1, 2, 3",
    "100, 1, 1000000000",
    "100, 7, 4"
  })
  void doublesDecideAsIntegersDo(double epsilon, long divisor, long largest) {
    Randomness scores = Randomness.reproducible(91);
    Randomness some = Randomness.reproducible(92);
    Randomness same = Randomness.reproducible(92);
    for (int i = 0; i < 30; i++) {
      ExponentialRace fast = ExponentialRace.of(epsilon, divisor, some);
      ExponentialRace slow = ExponentialRace.decidingExactly(epsilon, divisor, same);
      for (int k = 0; k < 20; k++) {
        long score = UniformInteger.below(largest, scores) - largest / 2;
        if (k % 3 == 0) {
          BigInteger copies = BigInteger.valueOf(1 + scores.nextBits(k + 1)).pow(k + 1);
          assertThat(fast.enter(score, copies)).isEqualTo(slow.enter(score, copies));
        } else {
          assertThat(fast.enter(score)).isEqualTo(slow.enter(score));
        }
      }
      assertThat(fast.winner()).isEqualTo(slow.winner());
    }
    assertThat(some.nextLong()).as("words used").isEqualTo(same.nextLong());
  }

  /**
   * Words chosen so that the two times agree to some units of 2^-53, where double precision without
   * margins is often wrong (tried: with both margins zero this fails at once).
   */
  @Test
  void decidesTimesThatNearlyAgreeAsIntegersDo() {
    Randomness choice = Randomness.reproducible(93);
    int firsts = 0;
    for (int i = 0; i < 1500; i++) {
      long gap = i % 7;
      // The second has the better score by the gap; its U is that of an equal time.
      double u = 0.05 + 0.9 * choice.nextBits(53) * 0x1p-53;
      double equal = -Math.expm1(Math.log1p(-u) * Math.exp(-0.25 * gap));
      long first = new java.math.BigDecimal(u * 0x1p64).toBigInteger().longValue();
      long second =
          new java.math.BigDecimal(equal * 0x1p64).toBigInteger().longValue()
              + (i % 41 - 20) * 512L;
      // The second pair of scores is so large that a·score itself has no such precision.
      long base = i % 2 == 0 ? 0 : 1_000_000_000_000L;
      Randomness some = ChosenWords.beginningWith(first, second);
      Randomness same = ChosenWords.beginningWith(first, second);
      ExponentialRace fast = ExponentialRace.of(0.5, 2, some);
      ExponentialRace slow = ExponentialRace.decidingExactly(0.5, 2, same);
      fast.enter(base);
      slow.enter(base);
      boolean leads = fast.enter(base + gap);
      assertThat(leads).as("pair %d", i).isEqualTo(slow.enter(base + gap));
      assertThat(some.nextLong()).as("words used").isEqualTo(same.nextLong());
      firsts += leads ? 1 : 0;
    }
    assertThat(firsts).as("edges met from both sides").isBetween(300, 1200);
  }

  /** Near the ends of the line the bits that are not drawn yet count most. */
  @Test
  void bitsNotDrawnYetDecideAsIntegersDoForSmallAndLargeWords() {
    int firsts = 0;
    int pairs = 0;
    long[] ends = {0, -1};
    for (int shift = 20; shift <= 46; shift++) {
      for (long word : new long[] {1L << shift, -1 - (1L << shift)}) {
        for (double gap : new double[] {0.25, 0.5, 0.9}) {
          for (long mine : ends) {
            for (long other : ends) {
              double epsilon = Math.scalb(gap, -shift);
              Randomness some = ChosenWords.beginningWith(word, word, mine, other);
              Randomness same = ChosenWords.beginningWith(word, word, mine, other);
              ExponentialRace fast = ExponentialRace.of(epsilon, 1, some);
              ExponentialRace slow = ExponentialRace.decidingExactly(epsilon, 1, same);
              fast.enter(1);
              slow.enter(1);
              boolean leads = fast.enter(0);
              assertThat(leads)
                  .as("word %d, gap %s, bits %d and %d", word, gap, mine, other)
                  .isEqualTo(slow.enter(0));
              firsts += leads ? 1 : 0;
              pairs++;
            }
          }
        }
      }
    }
    assertThat(firsts).as("both outcomes were met").isBetween(pairs / 10, pairs * 9 / 10);
  }

  @Test
  void drawsMoreBitsWhenTheFirstOnesTie() {
    Randomness words = ChosenWords.beginningWith(5L, 5L, 1L, 2L);
    ExponentialRace race = ExponentialRace.of(1, 2, words);
    race.enter(3);
    // The newcomer's next word is 1, the leader's 2: the newcomer's time is smaller.
    assertThat(race.enter(3)).isTrue();
    Randomness others = ChosenWords.beginningWith(5L, 5L, 2L, 1L);
    race = ExponentialRace.of(1, 2, others);
    race.enter(3);
    assertThat(race.enter(3)).isFalse();
  }

  @Test
  void wordsAtBothEndsOfTheLineAreDecidedToo() {
    for (long extreme : new long[] {0, 1, -1, -2, 1L << 19, Long.MIN_VALUE}) {
      for (long other : new long[] {0, 1, -1, 1L << 40, Long.MIN_VALUE}) {
        for (long score : new long[] {-1_000_000_000, -1, 0, 1, 1_000_000_000}) {
          ExponentialRace fast =
              ExponentialRace.of(100, 2, ChosenWords.beginningWith(extreme, other, 7, 9));
          ExponentialRace slow =
              ExponentialRace.decidingExactly(
                  100, 2, ChosenWords.beginningWith(extreme, other, 7, 9));
          fast.enter(0);
          slow.enter(0);
          assertThat(fast.enter(score)).isEqualTo(slow.enter(score));
        }
      }
    }
  }

  @Test
  void refusesWhatIsNoRace() {
    Randomness randomness = Randomness.reproducible(94);
    ExponentialRace race = ExponentialRace.of(1, 2, randomness);
    assertThatThrownBy(race::winner).hasMessage("a race without entrants has no winner");
    assertThatThrownBy(() -> race.enter(Long.MAX_VALUE)).hasMessage("a score is beyond ±2^61");
    assertThatThrownBy(() -> race.enter(0, BigInteger.ZERO))
        .hasMessage("copies must be at least 1, got 0");
    assertThatThrownBy(() -> ExponentialRace.of(1e-40, 1, randomness))
        .hasMessageContaining("must be between 1e-30 and 1e30");
    assertThatThrownBy(() -> ExponentialRace.of(Double.NaN, 1, randomness))
        .hasMessage("epsilon must be finite and > 0, got NaN");
  }
}
