// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.feasibility;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.Accountant;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.budget.Allowance;
import dev.demilune.budget.Ledger;
import dev.demilune.feasibility.Constraints.Bounds;
import dev.demilune.mechanism.FlatSearch;
import dev.demilune.mechanism.QuasiConcave;
import dev.demilune.mechanism.RecursiveSearch;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Guarantee;
import dev.demilune.privacy.PureDp;
import dev.demilune.random.Randomness;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class DeepPointTest {

  private static final Guarantee ONE = ApproximateDp.of(1, 1e-6);

  private static DeepPoint search(Adjacency adjacency, long... columns) {
    return DeepPoint.of(Bounds.of(columns, 10), adjacency);
  }

  /** Losses count once in one and two unknowns, and twice but for the last in three. */
  @Test
  void deficitsAreThoseOfTheProof() {
    for (int unknowns = 1; unknowns <= 4; unknowns++) {
      long[] columns = new long[unknowns];
      Arrays.fill(columns, 10);
      DeepPointPlan plan = search(Adjacency.REPLACE_ONE, columns).expecting(100).plan(ONE);
      List<Long> l = plan.searches().stream().map(QuasiConcave::loss).toList();
      assertThat(plan.searches()).allMatch(FlatSearch.class::isInstance);
      long expected =
          switch (unknowns) {
            case 1 -> l.get(0);
            case 2 -> l.get(0) + l.get(1);
            case 3 -> 2 * (l.get(0) + l.get(1)) + l.get(2);
            default -> 2 * (2 * (l.get(0) + l.get(1)) + l.get(2)) + l.get(3);
          };
      assertThat(plan.deficit()).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Adjacency.class,
      names = "ADD_OR_REMOVE_PERSON",
      mode = EnumSource.Mode.EXCLUDE)
  void theEventCostsWhatWasAskedForAndNoMore(Adjacency adjacency) {
    for (Guarantee guarantee : List.of(PureDp.of(0.7), ApproximateDp.of(0.7, 1e-6))) {
      PrivacyEvent all = search(adjacency, 100, 100).expecting(500).plan(guarantee).charged();
      assertThat(all).isInstanceOf(PrivacyEvent.Composed.class);
      assertThat(Accountant.best(all).epsilon(0)).isBetween(0.69999, 0.7);
      if (adjacency == Adjacency.REPLACE_LABEL) {
        continue;
      }
      DeepPointPlan sampled =
          search(adjacency, 100, 100).expecting(100_000).sampling(2_000).plan(guarantee);
      assertThat(sampled.isForAllRows()).isFalse();
      assertThat(sampled.charged())
          .isInstanceOf(
              adjacency == Adjacency.REPLACE_ONE
                  ? PrivacyEvent.SampledWithoutReplacement.class
                  : PrivacyEvent.PoissonSampled.class);
      assertThat(Accountant.best(sampled.charged()).epsilon(0)).isBetween(0.69999, 0.7);
      // ln(1 + (e^0.7 - 1)·50) = 3.94
      assertThat(sampled.epsilonOnSample()).isBetween(3.93, 3.95);
    }
  }

  /** Where the number of points is astronomical, and a δ is there, the recursion loses less. */
  @Test
  void takesTheSearchThatLosesLess() {
    long huge = Long.MAX_VALUE;
    DeepPoint search = DeepPoint.of(Bounds.of(new long[] {huge, huge, huge}, huge), REPLACED);
    DeepPointPlan plan = search.expecting(200).plan(ApproximateDp.of(1, 1e-6));
    assertThat(plan.searches().get(0)).isInstanceOf(RecursiveSearch.class);
    assertThat(Accountant.best(plan.charged()).epsilon(1e-6)).isLessThanOrEqualTo(1);
    assertThat(search.expecting(200).plan(PureDp.of(1)).searches())
        .allMatch(FlatSearch.class::isInstance);
    assertThat(plan.deficit()).isLessThan(search.expecting(200).plan(PureDp.of(1)).deficit());
    Constraints constraints =
        Constraints.of(new long[][] {{1, 2, 3}}, new long[] {4}, search.bounds());
    assertThat(plan.choose(constraints, Randomness.reproducible(1))).hasSize(3);
  }

  private static final Adjacency REPLACED = Adjacency.REPLACE_ONE;

  /** With a budget so large that only a mistake can make it fail. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void satisfiesEverythingThatCanBeSatisfied(int unknowns) {
    Random random = new Random(unknowns);
    for (int run = 0; run < 12; run++) {
      long[] hidden = random.longs(unknowns, -3, 4).toArray();
      Constraints constraints = aroundHidden(hidden, 30, random);
      DeepPoint search = DeepPoint.of(constraints.bounds(), Adjacency.ADD_OR_REMOVE_ONE);
      List<Rational> point =
          search.plan(PureDp.of(1_000)).choose(constraints, Randomness.reproducible(run));
      assertThat(constraints.depth(point)).isEqualTo(30);
      assertThat(constraints.depth(DeepPoint.withoutPrivacy(constraints))).isEqualTo(30);
    }
  }

  /** Constraints that a hidden point satisfies, most of them without slack. */
  private static Constraints aroundHidden(long[] hidden, int rows, Random random) {
    long[] columns = new long[hidden.length];
    Arrays.fill(columns, 9);
    long[][] normals = new long[rows][];
    long[] right = new long[rows];
    for (int i = 0; i < rows; i++) {
      normals[i] = random.longs(hidden.length, -9, 10).toArray();
      for (int j = 0; j < hidden.length; j++) {
        right[i] += normals[i][j] * hidden[j];
      }
      right[i] -= random.nextInt(3) == 0 ? 1 : 0;
    }
    return Constraints.of(normals, right, Bounds.of(columns, 100));
  }

  @Test
  void anInfeasibleSystemIsAnsweredLikeAnyOther() {
    Bounds bounds = Bounds.of(new long[] {1, 1}, 1);
    Constraints impossible =
        Constraints.of(
            new long[][] {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {0, 0}},
            new long[] {1, 1, 1, 1, 1},
            bounds);
    Constraints none = Constraints.of(new long[0][], new long[0], bounds);
    for (Constraints constraints : List.of(impossible, none)) {
      List<Rational> point =
          DeepPoint.of(bounds, Adjacency.ADD_OR_REMOVE_ONE)
              .plan(PureDp.of(1))
              .choose(constraints, Randomness.reproducible(3));
      assertThat(point).hasSize(2);
    }
  }

  @Test
  void aCertificateSaysWhatWasDone() {
    Constraints constraints = aroundHidden(new long[] {1, 2}, 400, new Random(1));
    DeepPoint search = DeepPoint.of(constraints.bounds(), REPLACED).sampling(100);
    Ledger ledger = Ledger.inMemory("test", REPLACED, PureDp.of(3), Randomness.reproducible(1));
    // Only the guarantee was charged, so the plan is for the true number of rows.
    DeepPointPlan read = search.planForRead(400, PureDp.of(1));
    PrivatePoint point = read.run(constraints, ledger.spend("a point", PureDp.of(1)));
    assertThat(point.certificate().event())
        .isEqualTo(search.expecting(400).plan(PureDp.of(1)).charged().toString())
        .contains("100 of 400 rows");
    assertThat(point.certificate().toString()).contains("expectedRows not declared");

    DeepPointPlan planned = search.expecting(300).plan(PureDp.of(1));
    assertThat(planned.run(constraints, ledger.spend("another", planned)).certificate().event())
        .contains("100 of 300 rows");
    Allowance third = ledger.spend("a third", planned);
    assertThatThrownBy(() -> read.run(constraints, third))
        .isInstanceOf(DemiluneException.class)
        .hasMessageContaining("was charged for another plan");
    third.use(planned, REPLACED); // nothing was drawn from it
  }

  @Test
  void aPlanWithoutANumberOfRowsRefusesTooMany() {
    Bounds bounds = Bounds.of(new long[] {9, 9, 9}, 9);
    DeepPointPlan plan = DeepPoint.of(bounds, REPLACED).plan(PureDp.of(1));
    Constraints many = Constraints.of(new long[1 << 17][3], new long[1 << 17], bounds);
    Ledger ledger = Ledger.inMemory("test", REPLACED, PureDp.of(1), Randomness.reproducible(1));
    Allowance allowance = ledger.spend("a point", plan);
    assertThatThrownBy(() -> plan.run(many, allowance))
        .isInstanceOf(DemiluneException.class)
        .hasMessageContaining(" hours: sample at most ");
    allowance.use(plan, REPLACED); // nothing was drawn from it
    DeepPoint ofPrivateSize = DeepPoint.of(bounds, Adjacency.ADD_OR_REMOVE_ONE);
    assertThatThrownBy(() -> ofPrivateSize.planForRead(10, PureDp.of(1)))
        .isInstanceOf(DemiluneException.class)
        .hasMessageStartingWith("the number of rows is private");
  }

  @Test
  void whatCannotBeDoneIsRefusedWithTheReason() {
    assertThatThrownBy(() -> search(REPLACED, 1, 1, 1, 1, 1, 1))
        .isInstanceOf(DemiluneException.class)
        .hasMessageStartingWith("at most 5 variables can be done, and there are 6: the work goes");
    assertThatThrownBy(
            () ->
                search(REPLACED, 9, 9, 9)
                    .expecting(1_000_000)
                    .sampling(DeepPoint.ALL_ROWS)
                    .plan(ONE))
        .isInstanceOf(DemiluneException.class)
        .hasMessageStartingWith("exact work on 1000000 rows and 3 variables takes about ")
        .hasMessageContaining(" hours: sample at most ");
    assertThatThrownBy(
            () -> search(Adjacency.REPLACE_LABEL, 9, 9, 9).expecting(1_000_000).plan(ONE))
        .isInstanceOf(DemiluneException.class)
        .hasMessageContaining("for replaced labels samples save nothing, so bring at most ");
    assertThatThrownBy(() -> search(REPLACED, 9).expecting(3).plan(PureDp.of(0.01)))
        .isInstanceOf(DemiluneException.class)
        .hasMessage(
            "with ε = 0.0100 all points are as good as one another, whatever 3 rows say: ask for an"
                + " ε of at least 0.0333, or bring 3.3 times the rows");
  }

  @Test
  void samplesAreDrawnWithoutReplacementOrRowByRow() {
    int runs = 4_000;
    int[] fixed = new int[12];
    int[] poisson = new int[12];
    int drawn = 0;
    for (int run = 0; run < runs; run++) {
      Randomness randomness = Randomness.reproducible(run);
      int[] rows = new RowSample(12, 3, REPLACED).draw(12, randomness);
      assertThat(rows).hasSize(3).doesNotHaveDuplicates();
      for (int row : rows) {
        fixed[row]++;
      }
      for (int row : new RowSample(12, 3, Adjacency.ADD_OR_REMOVE_ONE).draw(12, randomness)) {
        poisson[row]++;
        drawn++;
      }
    }
    // Other rows than were planned for: never a larger share, never more.
    RowSample planned = new RowSample(12, 3, REPLACED);
    assertThat(planned.draw(24, Randomness.reproducible(1))).hasSize(3);
    assertThat(planned.draw(7, Randomness.reproducible(1))).hasSize(1);
    // 1,000 expected, standard deviation 27.4: six of them, about 5e-8 of false alarms for 24
    // counts
    assertThat(IntStream.of(fixed)).allMatch(count -> Math.abs(count - 1_000) <= 165);
    assertThat(IntStream.of(poisson)).allMatch(count -> Math.abs(count - 1_000) <= 165);
    assertThat(drawn).isBetween(11_400, 12_600);
  }
}
