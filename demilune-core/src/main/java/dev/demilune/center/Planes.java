// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.center;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;

/**
 * The halfspaces that bound the sets of points of each depth.
 *
 * <p>The depth of a place x is the least number of points p with u·p ≥ u·x, over all directions u.
 * The set of depth k or more is R_k.
 *
 * <p><b>Claim.</b> R_k is the common part of the halfspaces u·x ≤ c that {@link #of} returns for k.
 *
 * <p><b>Proof.</b> Let c_k(u) be the k-th largest u·p. A place is of depth k or more exactly if at
 * least k points have u·p ≥ u·x for every u, that is, if u·x ≤ c_k(u) for every u. It remains to
 * find enough directions u. Cut the sphere of directions by the planes u·(p - q) = 0, for all
 * points p and q that differ, and by the coordinate planes. Take a part of the sphere, within one
 * orthant, where the k-th largest is attained by the same p, as large as it can be without passing
 * through a coordinate plane. On its border p changes places with another point, or a coordinate is
 * 0; so each of its corners is a direction u that is orthogonal to d - 1 independent vectors, each
 * a difference p - q or a unit vector, where d is the dimension, and where p is a k-th largest
 * still. A part within an orthant has corners, and every u of it is a sum of corners with
 * coefficients of at least 0: so u·(x - p) ≤ 0 follows from the same of the corners, which is what
 * the halfspaces at the corners say. The rows of k contain them: for each set of points and unit
 * vectors that determines a plane through the points, both halfspaces, with those k for which the
 * k-th largest lies on the plane, the number above being less than k and the number above and on it
 * at least k. ∎
 *
 * <p>There are about n^d/d! planes, and counting the points on their sides takes n steps for each.
 *
 * <p><b>Source.</b> Tukey (1975); for the planes through d points, Donoho and Gasko (1992), there
 * for points in general position.
 */
final class Planes {

  /** A plane u·x = c with the numbers of points on its sides. */
  @SuppressWarnings("ArrayRecordComponent") // made here, and never written to
  private record Plane(long[] normal, long right, int above, int below) {}

  private final int points;
  private final int mostOn;
  private final Plane[] byAbove;
  private final Plane[] byBelow;

  private Planes(int points, Plane[] byAbove, Plane[] byBelow) {
    this.points = points;
    this.byAbove = byAbove;
    this.byBelow = byBelow;
    this.mostOn =
        Arrays.stream(byAbove)
            .mapToInt(plane -> points - plane.above - plane.below)
            .max()
            .orElse(0);
  }

  /** Finds the planes of these points. */
  static Planes of(Points points) {
    Places places = Places.of(points);
    Plane[] planes =
        IntStream.range(0, places.size())
            .parallel()
            .mapToObj(places::through)
            .flatMap(List::stream)
            .toArray(Plane[]::new);
    Plane[] byBelow = planes.clone();
    Arrays.sort(planes, (one, other) -> Integer.compare(one.above, other.above));
    Arrays.sort(byBelow, (one, other) -> Integer.compare(one.below, other.below));
    return new Planes(points.size(), planes, byBelow);
  }

  /** The halfspaces of a level of at least 1: normals, and last right sides. */
  List<long[]> of(int level) {
    List<long[]> halfspaces = new ArrayList<>();
    for (int i = first(byAbove, Plane::above, level - mostOn); i < byAbove.length; i++) {
      Plane plane = byAbove[i];
      if (plane.above >= level) {
        break; // sorted: no later one has fewer above
      }
      if (points - plane.below >= level) {
        halfspaces.add(row(plane, 1));
      }
    }
    for (int i = first(byBelow, Plane::below, level - mostOn); i < byBelow.length; i++) {
      Plane plane = byBelow[i];
      if (plane.below >= level) {
        break;
      }
      if (points - plane.above >= level) {
        halfspaces.add(row(plane, -1));
      }
    }
    return halfspaces;
  }

  /** The first plane of a sorted list with at least so many points on a side. */
  private static int first(Plane[] sorted, ToIntFunction<Plane> side, int least) {
    int from = 0;
    int to = sorted.length;
    while (from < to) {
      int middle = (from + to) >>> 1;
      if (side.applyAsInt(sorted[middle]) < least) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return from;
  }

  private static long[] row(Plane plane, int sign) {
    int unknowns = plane.normal.length;
    long[] row = new long[unknowns + 1];
    for (int i = 0; i < unknowns; i++) {
      row[i] = sign * plane.normal[i];
    }
    row[unknowns] = sign * plane.right;
    return row;
  }

  /** Where points are, and how many are there. */
  @SuppressWarnings("ArrayRecordComponent") // made here, and never written to
  private record Places(long[][] at, int[] weights, int dimension) {

    static Places of(Points points) {
      long[][] sorted = points.sorted();
      long[][] at = new long[sorted.length][];
      int[] weights = new int[sorted.length];
      int count = 0;
      for (long[] point : sorted) {
        if (count == 0 || !Arrays.equals(at[count - 1], point)) {
          at[count++] = point;
        }
        weights[count - 1]++;
      }
      return new Places(
          Arrays.copyOf(at, count), Arrays.copyOf(weights, count), points.bounds().size());
    }

    int size() {
      return at.length;
    }

    /** The planes through a place, and through others after it or along axes. */
    List<Plane> through(int place) {
      List<long[]> normals = new ArrayList<>();
      if (dimension == 1) {
        normals.add(new long[] {1});
      } else {
        for (int first = place + 1; first < size() + dimension; first++) {
          if (dimension == 2) {
            long[] along = along(place, first);
            normals.add(new long[] {-along[1], along[0]});
          } else {
            for (int second = first + 1; second < size() + dimension; second++) {
              normals.add(cross(along(place, first), along(place, second)));
            }
          }
        }
      }
      List<Plane> planes = new ArrayList<>();
      for (long[] normal : normals) {
        if (Arrays.stream(normal).anyMatch(number -> number != 0)) {
          planes.add(counted(normal, place));
        }
      }
      return planes;
    }

    /** The way to another place, or, for numbers from the size on, a unit vector. */
    private long[] along(int place, int other) {
      long[] along = new long[dimension];
      if (other >= size()) {
        along[other - size()] = 1;
      } else {
        for (int i = 0; i < dimension; i++) {
          along[i] = at[other][i] - at[place][i];
        }
      }
      return along;
    }

    private static long[] cross(long[] a, long[] b) {
      return new long[] {
        a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]
      };
    }

    private Plane counted(long[] normal, int place) {
      long right = times(normal, at[place]);
      int above = 0;
      int below = 0;
      for (int other = 0; other < size(); other++) {
        long side = times(normal, at[other]);
        above += side > right ? weights[other] : 0;
        below += side < right ? weights[other] : 0;
      }
      return new Plane(normal, right, above, below);
    }

    private static long times(long[] normal, long[] point) {
      long sum = 0; // exact by the bounds that Center admits
      for (int i = 0; i < normal.length; i++) {
        sum += normal[i] * point[i];
      }
      return sum;
    }
  }
}
