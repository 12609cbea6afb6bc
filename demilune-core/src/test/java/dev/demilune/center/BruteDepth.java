// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.center;

import dev.demilune.feasibility.Rational;
import java.util.ArrayList;
import java.util.List;

/**
 * Tukey depth by definition, for a handful of points: the least number of points on one side, over
 * one direction of every cell that the points and the axes cut the sphere of directions into. A
 * cell is found from a corner, moved a little towards another direction, and a little less towards
 * a third: signs are compared in that order.
 */
final class BruteDepth {

  private BruteDepth() {}

  static int depth(long[][] points, List<Rational> place) {
    int dimension = place.size();
    List<Rational[]> ways = new ArrayList<>();
    for (long[] point : points) {
      Rational[] way = new Rational[dimension];
      for (int i = 0; i < dimension; i++) {
        way[i] = Rational.of(point[i]).minus(place.get(i));
      }
      ways.add(way);
    }
    List<Rational[]> more = new ArrayList<>(ways);
    for (int i = 0; i < dimension; i++) {
      Rational[] axis = new Rational[dimension];
      for (int j = 0; j < dimension; j++) {
        axis[j] = Rational.of(i == j ? 1 : 0);
      }
      more.add(axis);
    }
    int least = points.length;
    for (Rational[][] directions : directions(more, dimension)) {
      for (int signs = 0; signs < 1 << directions.length; signs++) {
        int count = 0;
        for (Rational[] way : ways) {
          count += sign(way, directions, signs) >= 0 ? 1 : 0;
        }
        least = Math.min(least, count);
      }
    }
    return least;
  }

  private static List<Rational[][]> directions(List<Rational[]> ways, int dimension) {
    List<Rational[][]> all = new ArrayList<>();
    for (Rational[] way : ways) {
      if (dimension == 1) {
        all.add(new Rational[][] {{Rational.of(1)}});
      } else if (dimension == 2) {
        all.add(new Rational[][] {{way[1].negated(), way[0]}, way});
      } else {
        for (Rational[] other : ways) {
          Rational[] corner = cross(way, other);
          for (Rational[] third : ways) {
            if (times(corner, third).signum() == 0) {
              all.add(new Rational[][] {corner, cross(corner, third), third});
            }
          }
        }
      }
    }
    // A direction that is zero says nothing.
    all.removeIf(some -> times(some[0], some[0]).signum() == 0);
    all.removeIf(some -> some.length > 1 && times(some[1], some[1]).signum() == 0);
    return all;
  }

  private static int sign(Rational[] way, Rational[][] directions, int signs) {
    for (int i = 0; i < directions.length; i++) {
      int sign = times(way, directions[i]).signum();
      if (sign != 0) {
        return (signs >> i & 1) == 0 ? sign : -sign;
      }
    }
    return 0;
  }

  private static Rational times(Rational[] a, Rational[] b) {
    Rational sum = Rational.ZERO;
    for (int i = 0; i < a.length; i++) {
      sum = sum.plus(a[i].times(b[i]));
    }
    return sum;
  }

  private static Rational[] cross(Rational[] a, Rational[] b) {
    return new Rational[] {
      a[1].times(b[2]).minus(a[2].times(b[1])),
      a[2].times(b[0]).minus(a[0].times(b[2])),
      a[0].times(b[1]).minus(a[1].times(b[0]))
    };
  }
}
