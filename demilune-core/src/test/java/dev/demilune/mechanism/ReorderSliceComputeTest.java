// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.mechanism;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.random.Randomness;
import dev.demilune.random.UniformInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReorderSliceComputeTest {

  private static final int ROUNDS = 5;

  /**
   * Exact laws of five rounds on up to seven rows, each of them removed: no pair of neighbors is
   * further apart than the guarantee says.
   */
  @ParameterizedTest
  @CsvSource({
    "0, 0.5, 0.3, 0.1",
    "1, 0.5, 0.3, 0.01",
    "1, 1.0, 0.5, 0.02",
    "1, 0.2, 1.0, 0.002",
    "2, 0.1, 0.2, 0.0001"
  })
  void noNeighborsDifferByMoreThanTheGuarantee(
      long rows, double size, double epsilon, double slack) {
    ReorderSliceCompute slices = new ReorderSliceCompute(rows, size, epsilon, 0);
    PrivacyEvent.Approximate claim = slices.guarantee(slack);
    assertThat(worstDelta(slices, claim.epsilon())).isLessThanOrEqualTo(claim.delta() + 1e-12);
  }

  /** Slices of a fixed size let a difference live on: the same claim would be refuted. */
  @Test
  void sizesWithoutNoiseWouldBeRefuted() {
    PrivacyEvent.Approximate claim = new ReorderSliceCompute(1, 0.1, 1, 0).guarantee(0.01);
    assertThat(worstDelta(new ReorderSliceCompute(1, 0.1, 1, 0), claim.epsilon()))
        .isLessThanOrEqualTo(claim.delta());
    assertThat(worstDelta(new ReorderSliceCompute(1, 50, 1, 0), claim.epsilon()))
        .isGreaterThan(5 * claim.delta());
  }

  /** η by its closed form: with A = (e^c - 1)/(1 - ρ) and n terms, (1 + A)(1 - ρ^n) - A(1 - ρ)n. */
  @Test
  void theProbabilityOfSwappingIsThatOfTheFormula() {
    ReorderSliceCompute slices = new ReorderSliceCompute(1, 0.01, 0.1, 0);
    for (double cost : new double[] {0.005, 0.02, 0.3}) {
      double rho = Math.exp(-0.01);
      double a = Math.expm1(cost) / (1 - rho);
      double terms = Math.floor(Math.log1p(1 / a) / 0.01) + 1;
      double expected = (1 + a) * (1 - Math.pow(rho, terms)) - a * (1 - rho) * terms;
      assertThat(slices.unresolved(cost)).isCloseTo(expected, within(1e-8));
    }
    // Small s: 1 - a·ln(1 + 1/a) for c = a·s.
    assertThat(new ReorderSliceCompute(1, 1e-4, 0.1, 0).unresolved(2e-4))
        .isCloseTo(1 - 2 * Math.log(1.5), within(1e-3));
  }

  @Test
  void smallerSizeNoiseBuysFewerSwaps() {
    double[] sizes = {0.1, 0.01, 0.001, 0.0001};
    int[] breakEven = {16, 6, 3, 2};
    for (int i = 0; i < sizes.length; i++) {
      ReorderSliceCompute slices = new ReorderSliceCompute(100, sizes[i], 0.1, 1e-9);
      assertThat(slices.breakEven(1e-6)).as("s = %s", sizes[i]).isEqualTo(breakEven[i]);
      assertThat(slices.fixedSizes(breakEven[i]).epsilon())
          .isGreaterThan(slices.guarantee(1e-6).epsilon());
      assertThat(slices.fixedSizes(breakEven[i] - 1).epsilon())
          .isLessThanOrEqualTo(slices.guarantee(1e-6).epsilon());
    }
  }

  @Test
  void slicesAreCutInTheOrderOfTheRoundAndNeverTwice() {
    Randomness randomness = Randomness.reproducible(3).stream("slices");
    List<Integer> rows = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      rows.add((i * 37) % 100);
    }
    List<Integer> seen = new ArrayList<>();
    new ReorderSliceCompute(3, 0.5, 1, 0)
        .run(
            rows,
            30,
            (List<Integer> outputs) ->
                outputs.size() % 2 == 0
                    ? Comparator.<Integer>naturalOrder()
                    : Comparator.reverseOrder(),
            (slice, outputs) -> {
              assertThat(slice)
                  .isSortedAccordingTo(
                      outputs.size() % 2 == 0
                          ? Comparator.naturalOrder()
                          : Comparator.reverseOrder());
              seen.addAll(slice);
              return slice.size();
            },
            randomness);
    assertThat(seen).hasSize(100).doesNotHaveDuplicates(); // rows ran out, and nothing failed
  }

  @Test
  void saysWhatIsWrong() {
    assertThatThrownBy(() -> new ReorderSliceCompute(1, 5, 0.1, 0).guarantee(1e-300))
        .hasMessageStartingWith("no guarantee is known for this slack: use a smaller sizeEpsilon");
    assertThatThrownBy(() -> new ReorderSliceCompute(1, 1, 0.1, 1))
        .hasMessage("delta must be at least 0 and below 1, got 1.0");
  }

  private static double worstDelta(ReorderSliceCompute slices, double epsilon) {
    Randomness randomness = Randomness.reproducible(11).stream("tables");
    double factor = Math.exp(epsilon);
    double worst = 0;
    for (int trial = 0; trial < 12; trial++) {
      List<Integer> table = new ArrayList<>();
      int count = 3 + trial % 5;
      boolean alternating = trial % 2 == 0; // odd and even in turn, and always in this order
      for (int i = 0; i < count; i++) {
        long half = alternating ? i : UniformInteger.below(100, randomness);
        table.add((int) half * 8 + i); // all different
      }
      double[] larger = law(slices, table, alternating);
      for (Integer row : table) {
        List<Integer> others = new ArrayList<>(table);
        others.remove(row);
        double[] smaller = law(slices, others, alternating);
        double forth = 0;
        double back = 0;
        for (int i = 0; i < larger.length; i++) {
          forth += Math.max(0, larger[i] - factor * smaller[i]);
          back += Math.max(0, smaller[i] - factor * larger[i]);
        }
        worst = Math.max(worst, Math.max(forth, back));
      }
    }
    return worst;
  }

  /** The law of the outputs, bits, where a slice answers the parity of its odd rows, randomly. */
  private static double[] law(ReorderSliceCompute slices, List<Integer> table, boolean inOrder) {
    double[] law = new double[1 << ROUNDS];
    law(slices, table, inOrder, 0, 0, 1, law);
    return law;
  }

  private static void law(
      ReorderSliceCompute slices,
      List<Integer> left,
      boolean inOrder,
      int round,
      int outputs,
      double probability,
      double[] law) {
    if (round == ROUNDS) {
      law[outputs] += probability;
      return;
    }
    List<Integer> sorted = new ArrayList<>(left);
    // By a mixture of the bits that the outputs choose: a new order every time.
    int twist = outputs * 40503 + round * 7919;
    sorted.sort(Comparator.comparingInt(row -> inOrder ? row : (row * 2654435 ^ twist * 97) >>> 3));
    double rho = Math.exp(-slices.sizeEpsilon());
    double truth = 1 / (1 + Math.exp(-slices.epsilon()));
    int first = (int) Math.min(sorted.size(), slices.sliceRows());
    double tail = 1;
    for (int cut = first; cut <= sorted.size(); cut++) {
      boolean last = cut == sorted.size();
      double mass = last ? tail : (1 - rho) * tail;
      tail *= rho;
      int parity = sorted.subList(0, cut).stream().mapToInt(row -> row / 8 & 1).sum() & 1;
      List<Integer> rest = sorted.subList(cut, sorted.size());
      for (int bit = 0; bit < 2; bit++) {
        double answer = bit == parity ? truth : 1 - truth;
        law(slices, rest, inOrder, round + 1, 2 * outputs + bit, probability * mass * answer, law);
      }
    }
  }
}
