// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.feasibility;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ConvexDepthTest {

  /**
   * Why the published list is not that of the convex depth: from the second coordinate on, the
   * depth's hull may begin where no two borders, and no border and the slice, meet.
   */
  @Test
  void beginsAtNoSliceVertexInTheCounterexample() {
    Constraints constraints =
        Instances.of(
            new long[][] {{-3, 0}, {3, 3}, {0, -1}, {-4, 4}, {-4, 4}, {-1, 1}, {-1, 3}},
            new long[] {-3, 3, -3, -4, -1, -1, 0});
    List<Rational> fixed = List.of(Rational.of(-7, 2));
    Rational start = Rational.of(-72, 19);

    assertThat(ConvexDepth.of(constraints, 4).low(fixed, 5)).contains(start);
    LineDepth slice = LineDepth.of(constraints, fixed);
    assertThat(slice.thresholds()).doesNotContain(start);
    // The slice envelope begins later, at a slice vertex, and is another function.
    Rational vertex =
        SliceLevels.of(constraints, fixed, Rational.of(-4), Rational.of(4)).low(5).orElseThrow();
    assertThat(vertex).isGreaterThan(start);
    assertThat(slice.thresholds()).contains(vertex);
  }

  /** Membership in the hull by triangles of deep points, which is Carathéodory's theorem. */
  @Test
  void isTheLargestLevelWhoseHullHasThePoint() {
    SplittableRandom random = new SplittableRandom(3);
    for (int i = 0; i < 15; i++) {
      Constraints constraints = Instances.SMALL.next(random, random.nextInt(1, 5), 2);
      ConvexDepth convex = ConvexDepth.of(constraints, 5);
      for (int j = 0; j < 3; j++) {
        List<Rational> point = Instances.coordinates(random, 2);
        assertThat(convex.at(point)).isEqualTo(byTriangles(constraints, 5, point));
      }
    }
  }

  private static int byTriangles(Constraints constraints, long box, List<Rational> point) {
    List<List<Rational>> corners = new ArrayList<>();
    for (List<Rational> candidate : BruteForce.points(withBox(constraints, box), List.of())) {
      if (candidate.stream().allMatch(x -> x.compareTo(Rational.of(box)) <= 0)
          && candidate.stream().allMatch(x -> x.compareTo(Rational.of(-box)) >= 0)) {
        corners.add(candidate);
      }
    }
    int best = 0;
    for (List<Rational> a : corners) {
      for (List<Rational> b : corners) {
        for (List<Rational> c : corners) {
          if (turn(a, b, point) >= 0
              && turn(b, c, point) >= 0
              && turn(c, a, point) >= 0
              && (turn(a, b, c) > 0 || isBetween(a, b, point))) {
            best = Math.max(best, least(constraints, a, b, turn(a, b, c) > 0 ? c : a));
          }
        }
      }
    }
    return best;
  }

  private static Constraints withBox(Constraints constraints, long box) {
    int rows = constraints.size();
    long[][] normals = new long[rows + 4][];
    long[] rightSides = new long[rows + 4];
    for (int row = 0; row < rows; row++) {
      normals[row] = new long[] {constraints.coefficient(row, 0), constraints.coefficient(row, 1)};
      rightSides[row] = constraints.rightSide(row);
    }
    long[][] faces = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    for (int face = 0; face < 4; face++) {
      normals[rows + face] = faces[face];
      rightSides[rows + face] = -box;
    }
    return Instances.of(normals, rightSides);
  }

  private static int turn(List<Rational> a, List<Rational> b, List<Rational> c) {
    Rational left = b.get(0).minus(a.get(0)).times(c.get(1).minus(a.get(1)));
    Rational right = b.get(1).minus(a.get(1)).times(c.get(0).minus(a.get(0)));
    return left.compareTo(right);
  }

  private static boolean isBetween(List<Rational> a, List<Rational> b, List<Rational> point) {
    boolean between = turn(a, b, point) == 0 && (!a.equals(b) || a.equals(point));
    for (int j = 0; j < 2; j++) {
      Rational x = point.get(j);
      between &= x.minus(a.get(j)).signum() * b.get(j).minus(x).signum() >= 0;
    }
    return between;
  }

  private static int least(
      Constraints constraints, List<Rational> a, List<Rational> b, List<Rational> c) {
    return Math.min(
        BruteForce.depth(constraints, a),
        Math.min(BruteForce.depth(constraints, b), BruteForce.depth(constraints, c)));
  }

  @Test
  void isAtLeastTheDepthAndKeepsToCaratheodorysBound() {
    SplittableRandom random = new SplittableRandom(4);
    for (int i = 0; i < 45; i++) {
      int unknowns = 1 + i % 3;
      Constraints constraints = Instances.SMALL.next(random, 4, unknowns);
      List<Rational> point = Instances.coordinates(random, unknowns);
      int convex = ConvexDepth.of(constraints, 5).at(point);
      int depth = constraints.depth(point);
      assertThat(convex).isGreaterThanOrEqualTo(depth);
      assertThat(depth)
          .isGreaterThanOrEqualTo((unknowns + 1) * convex - unknowns * constraints.size());
    }
  }

  @Test
  void isNowhereBelowTheSliceEnvelopeOfTheLastCoordinate() {
    SplittableRandom random = new SplittableRandom(5);
    int above = 0;
    for (int i = 0; i < 60; i++) {
      Constraints constraints = Instances.SMALL.next(random, 5, 2);
      List<Rational> point = Instances.coordinates(random, 2);
      int slice =
          SliceLevels.of(constraints, point.subList(0, 1), Rational.of(-5), Rational.of(5))
              .value(point.get(1));
      int convex = ConvexDepth.of(constraints, 5).at(point);
      assertThat(convex).isGreaterThanOrEqualTo(slice);
      above += convex > slice ? 1 : 0;
    }
    assertThat(above).isPositive();
  }

  @Test
  void refusesMoreThanSmallCases() {
    Constraints many = Instances.TINY.next(new SplittableRandom(1), 200, 3);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ConvexDepth.of(many, 2))
        .withMessage("the convex depth is for fewer constraints");
  }
}
