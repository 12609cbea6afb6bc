// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.mechanism;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.function.Function;
import java.util.function.LongToDoubleFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Searches on five points: all functions of a few values, all their neighbors and all outputs.
 * These are laws and not draws; {@link SearchLawTest} shows that draws follow them.
 */
@Tag("slow")
class SearchPrivacyTest {

  private static final int POINTS = 5;
  private static final long PROMISE = 5;
  private static final double ROUNDING = 1e-12;

  /** Parts of ε for the three steps. */
  @ParameterizedTest
  @CsvSource({
    "0.5, 1.0, 0.5, 0.05, EITHER_WAY",
    "0.01, 1.0, 0.01, 0.1, EITHER_WAY",
    "1.0, 0.01, 0.01, 0.001, EITHER_WAY",
    "0.01, 0.01, 1.0, 0.001, EITHER_WAY",
    "0.5, 1.0, 0.5, 0.05, ONE_WAY",
    "0.01, 1.0, 1.0, 0.1, ONE_WAY"
  })
  void noNeighborsDifferByMoreThanPromised(
      double inner, double middle, double last, double delta, ValueShift shift) {
    RecursiveSearch search = search(inner, middle, last, delta, shift);
    double excess =
        worstDelta(values -> SearchLaw.of(search, values, PROMISE), inner + middle + last, shift);
    assertThat(excess).isLessThanOrEqualTo(delta + ROUNDING);
    if (last == 1 && shift == ValueShift.EITHER_WAY) { // and much less would not do
      assertThat(worstDelta(values -> SearchLaw.of(search, values, PROMISE), 0.7, shift))
          .isGreaterThan(delta);
    }
  }

  @ParameterizedTest
  @EnumSource(ValueShift.class)
  void theFlatSearchIsPureAndHasNoSlack(ValueShift shift) {
    FlatSearch search = new FlatSearch(BigInteger.valueOf(POINTS), shift, 0.7, 0.1);
    assertThat(worstDelta(values -> SearchLaw.of(search, values, 0), 0.7, shift))
        .isLessThanOrEqualTo(ROUNDING);
    assertThat(worstDelta(values -> SearchLaw.of(search, values, 0), 0.5, shift)).isPositive();
  }

  /** Three candidates, all scores from 0 to 9, all neighbors, all answers. */
  @ParameterizedTest
  @CsvSource({"1, 0.05, 2", "0.3, 0.01, 2", "3, 0.001, 2", "1, 0.05, 1", "2.5, 0.01, 1"})
  void stableChoicesKeepTheirPromise(double epsilon, double delta, int range) {
    StableChoice stable = new StableChoice(epsilon, delta, range);
    assertThat(worstStable(gap -> SearchLaw.released(stable, gap), epsilon, range))
        .isLessThanOrEqualTo(delta + ROUNDING)
        .isGreaterThan(0.2 * delta);
    // Noise of scale 1/ε on a gap that moves by two: the fault of programs in use.
    double threshold = Math.ceil(Math.log(1 / delta) / epsilon);
    double fault =
        worstStable(
            gap -> SearchLaw.atLeast((long) threshold - gap, range * epsilon / 2), epsilon, range);
    assertThat(fault).isGreaterThan(1.2 * delta);
  }

  private static double worstStable(LongToDoubleFunction released, double epsilon, int range) {
    double factor = Math.exp(epsilon);
    double worst = 0;
    for (int code = 0; code < 1000; code++) {
      double[] law = answers(code % 10, code / 10 % 10, code / 100, released);
      for (int move = 0; move < 27; move++) {
        int first = move % 3 - 1;
        int second = move / 3 % 3 - 1;
        int third = move / 9 - 1;
        if (range == 1 && Math.min(first, Math.min(second, third)) < 0) {
          continue;
        }
        double[] other =
            answers(code % 10 + first, code / 10 % 10 + second, code / 100 + third, released);
        double forth = 0;
        double back = 0;
        for (int i = 0; i < law.length; i++) {
          forth += Math.max(0, law[i] - factor * other[i]);
          back += Math.max(0, other[i] - factor * law[i]);
        }
        worst = Math.max(worst, Math.max(forth, back));
      }
    }
    return worst;
  }

  /** The probabilities of the three candidates and of none. */
  private static double[] answers(
      long first, long second, long third, LongToDoubleFunction released) {
    long[] scores = {first, second, third};
    int best = first >= second && first >= third ? 0 : second >= third ? 1 : 2;
    double found =
        released.applyAsDouble(
            scores[best] - Math.max(scores[(best + 1) % 3], scores[(best + 2) % 3]));
    double[] law = new double[4];
    law[best] = found;
    law[3] = 1 - found;
    return law;
  }

  /** Two spikes among 64 points: the stable choice counts, and its noise must be there. */
  @Test
  void spikesThatOvertakeEachOtherAreHidden() {
    RecursiveSearch search =
        new RecursiveSearch(
            BigInteger.valueOf(64),
            ValueShift.EITHER_WAY,
            new FlatSearch(BigInteger.valueOf(7), ValueShift.EITHER_WAY, 0.01, 0.9),
            new StableChoice(0.1, 0.1, 2),
            0.01,
            0.9,
            0);
    // So that the heights of the spikes are around x, and all widths are likely.
    long promise = search.inner().loss() + search.stable().gapNeeded(0.9) + 1;
    assertThat(worstSpikes(values -> SearchLaw.of(search, values, promise), 0.12))
        .isLessThanOrEqualTo(0.1);
    assertThat(
            worstSpikes(
                values -> SearchLaw.of(search, values, promise, gap -> gap >= 2 ? 1 : 0), 0.12))
        .isGreaterThan(0.12);
  }

  private static double worstSpikes(Function<long[], double[]> law, double epsilon) {
    double worst = 0;
    for (int place = 1; place < 64; place += 6) {
      for (long height = 1; height < 40; height += 3) {
        double[] left = law.apply(spikes(height + 1, place, height - 1));
        double[] right = law.apply(spikes(height, place, height));
        double excess = 0;
        for (int i = 0; i < left.length; i++) {
          excess += Math.max(0, left[i] - Math.exp(epsilon) * right[i]);
        }
        worst = Math.max(worst, excess);
      }
    }
    return worst;
  }

  private static long[] spikes(long atZero, int place, long there) {
    long[] values = new long[64];
    values[0] = atZero;
    values[place] = there;
    return values;
  }

  private static RecursiveSearch search(
      double inner, double middle, double last, double delta, ValueShift shift) {
    return new RecursiveSearch(
        BigInteger.valueOf(POINTS),
        shift,
        new FlatSearch(BigInteger.valueOf(3), ValueShift.EITHER_WAY, inner, 0.9),
        new StableChoice(middle, delta, shift.range()),
        last,
        0.9,
        0);
  }

  /** The largest Σ max(0, P - e^ε·Q) over all pairs of neighbors with values near 0, ..., 3. */
  private static double worstDelta(
      Function<long[], double[]> law, double epsilon, ValueShift shift) {
    int codes = (int) Math.pow(6, POINTS);
    double[][] laws = new double[codes][];
    for (int code = 0; code < codes; code++) {
      laws[code] = law.apply(values(code));
    }
    double factor = Math.exp(epsilon);
    double worst = 0;
    for (int code = 0; code < codes; code++) {
      for (int move = 0; move < (int) Math.pow(3, POINTS); move++) {
        int other = moved(code, move, shift);
        if (other < 0) {
          continue;
        }
        double forth = 0;
        double back = 0;
        for (int i = 0; i < POINTS; i++) {
          forth += Math.max(0, laws[code][i] - factor * laws[other][i]);
          back += Math.max(0, laws[other][i] - factor * laws[code][i]);
        }
        worst = Math.max(worst, Math.max(forth, back));
      }
    }
    return worst;
  }

  /** Digits of base 6 are values. */
  private static long[] values(int code) {
    long[] values = new long[POINTS];
    for (int i = 0; i < POINTS; i++) {
      values[i] = code / (int) Math.pow(6, i) % 6;
    }
    return values;
  }

  /** The code of a neighbor, or -1 if this is none. */
  private static int moved(int code, int move, ValueShift shift) {
    int other = 0;
    for (int i = POINTS - 1; i >= 0; i--) {
      int by = move / (int) Math.pow(3, i) % 3 - 1;
      int value = code / (int) Math.pow(6, i) % 6 + by;
      if (value < 0 || value > 5 || (by < 0 && shift == ValueShift.ONE_WAY)) {
        return -1;
      }
      other = other * 6 + value;
    }
    return other;
  }
}
