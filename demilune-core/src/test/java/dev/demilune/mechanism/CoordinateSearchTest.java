// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.mechanism;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.demilune.accounting.Accountant;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.mechanism.CoordinateSearch.Axis;
import dev.demilune.random.Randomness;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CoordinateSearchTest {

  private static final BigInteger TEN = BigInteger.TEN;

  /**
   * A peak of some height and width in each coordinate; the second's place is that of the first.
   */
  private record Peaks(BigInteger size, BigInteger secondSize, long height)
      implements SlicedFunction {

    @Override
    public int coordinates() {
      return 2;
    }

    @Override
    public BigInteger size(List<BigInteger> chosen) {
      return chosen.isEmpty() ? size : secondSize;
    }

    @Override
    public StepFunction slice(List<BigInteger> chosen) {
      BigInteger top = chosen.isEmpty() ? size.shiftRight(1) : chosen.get(0).min(secondSize);
      return StepFunction.builder(size(chosen))
          .add(top, height)
          .add(top.add(BigInteger.valueOf(3)), -height)
          .build();
    }
  }

  @Test
  void anyFunctionIsSearchedByItsSlices() {
    List<Axis> axes =
        List.of(Axis.of(TEN, ValueShift.ONE_WAY), Axis.of(TEN, ValueShift.EITHER_WAY));
    CoordinateSearch search = CoordinateSearch.of(axes, 0, 40, 0, 0.05);
    for (long seed = 1; seed <= 20; seed++) {
      List<BigInteger> point =
          search.choose(new Peaks(TEN, TEN, 100), 100, Randomness.reproducible(seed));
      int first = point.get(0).intValueExact();
      assertThat(first).isBetween(5, 7);
      assertThat(point.get(1).intValueExact()).isBetween(first, Math.min(9, first + 2));
    }
  }

  @Test
  void lossesAddUpOrGrowAsTheAxesSay() {
    Axis plain = Axis.of(BigInteger.TWO.pow(40), ValueShift.ONE_WAY);
    Axis doubling = new Axis(plain.size(), plain.shift(), 2, 2);
    CoordinateSearch sums = CoordinateSearch.of(List.of(plain, plain, plain), 0, 1, 0, 0.05);
    assertThat(sums.deficit())
        .isEqualTo(sums.searches().stream().mapToLong(QuasiConcave::loss).sum());
    CoordinateSearch grows = CoordinateSearch.of(List.of(plain, doubling, plain), 3, 1, 0, 0.05);
    long first = 3 + grows.searches().get(0).loss();
    assertThat(grows.deficit(1)).isEqualTo(first);
    assertThat(grows.deficit())
        .isEqualTo(2 * (first + grows.searches().get(1).loss()) + grows.searches().get(2).loss());
    assertThat(grows.deficit(0)).isEqualTo(3);
  }

  /** Values that move either way count twice, and what counts more gets more. */
  @Test
  void theBudgetIsDividedByWhatALossIsWorth() {
    BigInteger size = BigInteger.TWO.pow(30);
    Axis either = new Axis(size, ValueShift.EITHER_WAY, 2, 2);
    Axis one = Axis.of(size, ValueShift.ONE_WAY);
    CoordinateSearch search = CoordinateSearch.of(List.of(either, one), 0, 1, 0, 0.05);
    double first = ((FlatSearch) search.searches().get(0)).epsilon();
    double second = ((FlatSearch) search.searches().get(1)).epsilon();
    assertThat(first / second).isBetween(1.9999, 2.0001); // the root of two times two
    assertThat(first + second).isBetween(0.999999, 1.0);
    assertThat(search.event())
        .isEqualTo(
            PrivacyEvent.Composed.of(
                new PrivacyEvent.ExponentialChoice(first),
                new PrivacyEvent.ExponentialChoice(second)));
    assertThat(Accountant.best(search.event()).epsilon(0)).isBetween(0.9999, 1.0);
  }

  /** Where the size has hundreds of bits and a δ is there, log* of it pays. */
  @Test
  void eachCoordinateHasTheSearchThatLosesLess() {
    Axis huge = Axis.of(BigInteger.TWO.pow(2000), ValueShift.EITHER_WAY);
    Axis small = Axis.of(TEN, ValueShift.EITHER_WAY);
    CoordinateSearch search = CoordinateSearch.of(List.of(huge, small), 0, 4, 1e-6, 0.05);
    assertThat(search.searches().get(0)).isInstanceOf(RecursiveSearch.class);
    assertThat(search.searches().get(1)).isInstanceOf(FlatSearch.class);
    assertThat(CoordinateSearch.of(List.of(huge, small), 0, 4, 0, 0.05).searches())
        .allMatch(FlatSearch.class::isInstance);
    assertThat(Accountant.best(search.event()).epsilon(1e-6)).isLessThanOrEqualTo(4);
    // A domain smaller than the largest one: numbers beyond it mean its last element.
    List<BigInteger> point =
        search.choose(new Peaks(TEN, TEN, 5_000), 5_000, Randomness.reproducible(3));
    assertThat(point).allMatch(number -> number.compareTo(TEN) < 0 && number.signum() >= 0);
  }

  @Test
  void refusesSearchesOfOtherAxes() {
    Axis axis = Axis.of(TEN, ValueShift.ONE_WAY);
    List<QuasiConcave> searches = new ArrayList<>();
    searches.add(new FlatSearch(TEN, ValueShift.EITHER_WAY, 1, 0.05));
    assertThatThrownBy(() -> new CoordinateSearch(List.of(axis), searches, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("each search must have the size and shift of its axis");
    StepFunction function = StepFunction.builder(TEN).build();
    assertThatThrownBy(() -> function.extendedTo(BigInteger.ONE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a function is extended to no fewer points than it has");
  }
}
