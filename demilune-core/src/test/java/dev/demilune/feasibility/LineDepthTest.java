// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.feasibility;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LineDepthTest {

  @ParameterizedTest
  @EnumSource(Instances.class)
  void isTheDepthAtBetweenAndBeyondTheThresholds(Instances kind) {
    SplittableRandom random = new SplittableRandom(31);
    for (int i = 0; i < 150; i++) {
      int unknowns = 1 + i % 3;
      Constraints constraints = kind.next(random, random.nextInt(1, 12), unknowns);
      List<Rational> fixed = Instances.coordinates(random, unknowns - 1);
      LineDepth line = LineDepth.of(constraints, fixed);
      assertThat(line.thresholds()).isSorted().doesNotHaveDuplicates();
      int running = line.leftmost();
      int best = running;
      for (Rational t : places(line.thresholds())) {
        int threshold = line.thresholds().indexOf(t);
        running += threshold < 0 ? 0 : line.rise(threshold);
        List<Rational> point = new ArrayList<>(fixed);
        point.add(t);
        int depth = BruteForce.depth(constraints, point);
        assertThat(line.depth(t)).isEqualTo(depth);
        assertThat(running).isEqualTo(depth);
        best = Math.max(best, depth);
        running -= threshold < 0 ? 0 : line.fall(threshold);
      }
      assertThat(line.best()).isEqualTo(best);
    }
  }

  /** A place before all thresholds, the thresholds, places between them, and one after. */
  private static List<Rational> places(List<Rational> thresholds) {
    List<Rational> places = new ArrayList<>();
    if (thresholds.isEmpty()) {
      return List.of(Rational.ZERO);
    }
    places.add(thresholds.get(0).minus(Rational.of(1)));
    for (int i = 0; i < thresholds.size(); i++) {
      places.add(thresholds.get(i));
      places.add(
          i + 1 < thresholds.size()
              ? thresholds.get(i).plus(thresholds.get(i + 1)).times(Rational.of(1, 2))
              : thresholds.get(i).plus(Rational.of(1)));
    }
    return places;
  }

  @Test
  void refusesMoreThanOneFreeCoordinate() {
    Constraints constraints = Instances.of(new long[][] {{1, 1}}, new long[] {0});
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LineDepth.of(constraints, List.of()))
        .withMessage("all coordinates but the last must be fixed");
  }
}
