// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.center;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.Accountant;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.budget.Allowance;
import dev.demilune.budget.Ledger;
import dev.demilune.feasibility.PrivatePoint;
import dev.demilune.feasibility.Rational;
import dev.demilune.mechanism.FlatSearch;
import dev.demilune.mechanism.QuasiConcave;
import dev.demilune.mechanism.StepFunction;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.PureDp;
import dev.demilune.random.Randomness;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class CenterTest {

  private static final List<Long> UNIT = List.of(1L, 1L);

  private final SplittableRandom random = new SplittableRandom(3);

  /** The whole law of the center on a domain of nine cells, on neighboring tables. */
  @Test
  void noCenterIsMoreLikelyByMoreThanTheGuarantee() {
    double worstReplaced = 0;
    double worstAdded = 0;
    for (int i = 0; i < 60; i++) {
      long[][] all = rows(random.nextInt(2, 8), 2, 1);
      long[][] one = Arrays.copyOf(all, all.length - 1);
      long[][] other = Arrays.copyOfRange(all, 1, all.length);
      worstReplaced = Math.max(worstReplaced, loss(one, other, Adjacency.REPLACE_ONE));
      worstAdded = Math.max(worstAdded, loss(all, one, Adjacency.ADD_OR_REMOVE_ONE));
    }
    assertThat(worstReplaced).isBetween(0.5, 1.0); // a sensitivity of two would be seen
    assertThat(worstAdded).isBetween(0.5, 1.0);
  }

  private static double loss(long[][] one, long[][] other, Adjacency adjacency) {
    CenterPlan plan = Center.of(UNIT, adjacency).expecting(6).plan(PureDp.of(1));
    Map<List<Rational>, Double> first = law(one, plan);
    Map<List<Rational>, Double> second = law(other, plan);
    return first.keySet().stream()
        .mapToDouble(place -> Math.abs(Math.log(first.get(place) / second.get(place))))
        .max()
        .orElseThrow();
  }

  private static Map<List<Rational>, Double> law(long[][] rows, CenterPlan plan) {
    TukeyDepth depth = TukeyDepth.of(Points.of(rows, UNIT), 1);
    Map<List<Rational>, Double> law = new HashMap<>();
    double[] first = choices(depth.slice(List.of()), plan.searches().get(0));
    for (int i = 0; i < first.length; i++) {
      BigInteger cell = BigInteger.valueOf(i);
      double[] second = choices(depth.slice(List.of(cell)), plan.searches().get(1));
      for (int j = 0; j < second.length; j++) {
        law.put(List.of(Rational.of(i - 1), Rational.of(j - 1)), first[i] * second[j]);
      }
    }
    return law;
  }

  private static double[] choices(StepFunction slice, QuasiConcave search) {
    FlatSearch flat = (FlatSearch) search;
    double[] weights = new double[slice.size().intValueExact()];
    Arrays.setAll(
        weights,
        i ->
            Math.exp(flat.epsilon() / flat.shift().range() * slice.valueAt(BigInteger.valueOf(i))));
    double sum = Arrays.stream(weights).sum();
    return Arrays.stream(weights).map(weight -> weight / sum).toArray();
  }

  /** Observed against computed: 8 degrees of freedom, beyond 44 once in about 2 million. */
  @Test
  void theLawIsTheOneComputed() {
    long[][] rows = {{-1, -1}, {1, 0}, {1, 1}, {0, 1}, {1, 1}, {0, 0}};
    CenterPlan plan = Center.of(UNIT, Adjacency.ADD_OR_REMOVE_ONE).expecting(6).plan(PureDp.of(2));
    Map<List<Rational>, Double> law = law(rows, plan);
    Map<List<Rational>, Integer> seen = new HashMap<>();
    int draws = 3_000;
    Points points = Points.of(rows, UNIT);
    for (int i = 0; i < draws; i++) {
      seen.merge(plan.choose(points, Randomness.reproducible(i)), 1, Integer::sum);
    }
    double chiSquare = 0;
    for (Map.Entry<List<Rational>, Double> place : law.entrySet()) {
      double expected = draws * place.getValue();
      chiSquare += Math.pow(seen.getOrDefault(place.getKey(), 0) - expected, 2) / expected;
    }
    assertThat(chiSquare).isLessThan(44);
  }

  @ParameterizedTest
  @EnumSource(names = {"ADD_OR_REMOVE_ONE", "REPLACE_ONE"})
  void theEventCostsWhatWasAskedForAndNoMore(Adjacency adjacency) {
    Center center = Center.of(List.of(100L, 100L, 50L), adjacency).expecting(100);
    CenterPlan all = center.plan(PureDp.of(0.7));
    assertThat(all.isForAllRows()).isTrue();
    assertThat(Accountant.best(all.charged()).epsilon(0)).isBetween(0.69999, 0.7);
    assertThat(all.deficit())
        .isEqualTo(all.searches().stream().mapToLong(QuasiConcave::loss).sum());
    CenterPlan sampled = center.expecting(10_000).plan(PureDp.of(0.7));
    assertThat(sampled.drawnRows()).isEqualTo(200);
    assertThat(sampled.epsilonOnSample()).isBetween(3.93, 3.95); // ln(1 + (e^0.7 - 1)·50)
    assertThat(sampled.charged())
        .isInstanceOf(
            adjacency == Adjacency.REPLACE_ONE
                ? PrivacyEvent.SampledWithoutReplacement.class
                : PrivacyEvent.PoissonSampled.class);
    assertThat(Accountant.best(sampled.charged()).epsilon(0)).isBetween(0.69999, 0.7);
    assertThat(center.plan(ApproximateDp.of(0.7, 1e-6)).expectation())
        .contains("coordinates are chosen among 201, 201, 101 cells")
        .contains("the largest is 25 of the 100 points or more");
  }

  @Test
  void thePageHasTheNumbersOfThePlan() throws IOException {
    String page = Files.readString(Path.of("../docs/grid.md")).replaceAll("\\s+", " ");
    Center plane = Center.of(List.of(1000L, 1000L), Adjacency.ADD_OR_REMOVE_ONE).expecting(1_000);
    Center space = Center.of(List.of(100L, 100L, 100L), Adjacency.ADD_OR_REMOVE_ONE).expecting(99);
    assertThat(page)
        .contains(
            "at most "
                + plane.plan(PureDp.of(1)).deficit()
                + " points below the largest, and "
                + plane.rowsFor(PureDp.of(1))
                + " points are enough")
        .contains(
            "in space "
                + space.plan(PureDp.of(1)).deficit()
                + ", and "
                + space.rowsFor(PureDp.of(1))
                + " points");
  }

  /** With a budget so large that only a mistake can make it fail. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void theBoxContainsADeepestPlace(int dimension) {
    for (int run = 0; run < 5; run++) {
      long[][] rows = rows(15, dimension, 20);
      List<Long> bounds = Collections.nCopies(dimension, 20L);
      Points points = Points.of(rows, bounds);
      CenterPlan plan = Center.of(bounds, Adjacency.REPLACE_ONE).plan(PureDp.of(1_000));
      List<Rational> center = plan.choose(points, Randomness.reproducible(run));
      TukeyDepth depth = TukeyDepth.of(points, 1);
      List<BigInteger> cells = new ArrayList<>();
      center.forEach(x -> cells.add(x.floor().add(BigInteger.valueOf(20))));
      long top = top(depth.slice(List.of()));
      assertThat(depth.slice(cells.subList(0, dimension - 1)).valueAt(cells.get(dimension - 1)))
          .isEqualTo(top);
    }
  }

  private static long top(StepFunction slice) {
    long top = 0;
    for (int piece = 0; piece < slice.pieces(); piece++) {
      top = Math.max(top, slice.value(piece));
    }
    return top;
  }

  /** A fifth of the points far away in one corner: the center stays with the others. */
  @Test
  void aFewPointsFarAwayMoveItLittle() {
    long[][] rows = rows(300, 2, 50);
    for (int i = 0; i < 60; i++) {
      rows[i] = new long[] {1000, 1000};
    }
    List<Long> bounds = List.of(1000L, 1000L);
    Center settings = Center.of(bounds, Adjacency.ADD_OR_REMOVE_ONE).expecting(300);
    for (long seed = 1; seed <= 3; seed++) {
      try (Ledger ledger =
          Ledger.inMemory(
              "points", settings.adjacency(), PureDp.of(2), Randomness.reproducible(seed))) {
        CenterPlan plan = settings.plan(PureDp.of(2));
        Allowance allowance = ledger.spend("a center", plan);
        PrivatePoint center = plan.run(Points.of(rows, bounds), allowance);
        assertThat(center.coordinates())
            .allMatch(x -> x.compareTo(Rational.of(-50)) > 0 && x.compareTo(Rational.of(50)) < 0);
        assertThat(center.certificate().learner()).isEqualTo("center");
        assertThat(center.certificate().guarantee().epsilon()).isBetween(1.999, 2.0);
      }
    }
  }

  @Test
  void refusesWhatCannotWork() {
    List<Long> four = List.of(1L, 1L, 1L, 1L);
    assertThatThrownBy(() -> Center.of(four, Adjacency.REPLACE_ONE))
        .isInstanceOf(DemiluneException.class)
        .hasMessageContaining("one to 3 coordinates can be done, and there are 4");
    assertThatThrownBy(() -> Center.of(UNIT, Adjacency.REPLACE_LABEL))
        .isInstanceOf(DemiluneException.class)
        .hasMessageContaining("points have no labels");
    assertThatThrownBy(() -> Center.of(UNIT, Adjacency.ADD_OR_REMOVE_ONE).plan(PureDp.of(1)))
        .isInstanceOf(DemiluneException.class)
        .hasMessageContaining("the number of points is private");
    Center center = Center.of(UNIT, Adjacency.REPLACE_ONE);
    assertThatThrownBy(() -> center.expecting(9_000).sampling(5_000).plan(PureDp.of(1)))
        .isInstanceOf(DemiluneException.class)
        .hasMessageContaining("sample at most 4000");
    assertThatThrownBy(() -> Points.of(new long[][] {{0, 0}, {0, 2}}, UNIT))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("point 1 is beyond the declared bounds");
    // Public, and known once the points are read: refused before the allowance is used.
    CenterPlan plan = center.plan(PureDp.of(1));
    try (Ledger ledger =
        Ledger.inMemory("p", Adjacency.REPLACE_ONE, PureDp.of(1), Randomness.reproducible(1))) {
      Allowance allowance = ledger.spend("a center", plan);
      assertThatThrownBy(() -> plan.run(Points.of(new long[4_001][2], UNIT), allowance))
          .isInstanceOf(DemiluneException.class)
          .hasMessageContaining("sample at most 4000");
    }
  }

  private long[][] rows(int count, int dimension, int bound) {
    long[][] rows = new long[count][dimension];
    for (long[] row : rows) {
      Arrays.setAll(row, i -> random.nextInt(-bound, bound + 1));
    }
    return rows;
  }
}
