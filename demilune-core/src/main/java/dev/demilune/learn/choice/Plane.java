// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.choice;

import java.util.Arrays;

/**
 * A plane through the origin, by two orthogonal vectors of the length {@link
 * CandidateBlock#RADIUS}, rounded to integers: made of released vectors only.
 *
 * <p>Where two vectors span no plane, the second one is zero: what is chosen then is one of two
 * sides.
 */
@SuppressWarnings("ArrayRecordComponent") // nobody changes the arrays
record Plane(int[] first, int[] second) {

  private static final double PARALLEL = 1e-9;

  static Plane of(double[] one, double[] other) {
    return new Plane(rounded(one), rounded(across(other, one)));
  }

  /** Returns the part of a vector that is orthogonal to another one, or zero if it is none. */
  static double[] across(double[] some, double[] to) {
    double squares = product(to, to);
    double[] rest = some.clone();
    // Twice: what rounding leaves of the first time is gone after the second.
    for (int time = 0; time < 2 && squares > 0; time++) {
      double along = product(rest, to) / squares;
      for (int j = 0; j < rest.length; j++) {
        rest[j] -= along * to[j];
      }
    }
    boolean parallel = product(rest, rest) <= PARALLEL * PARALLEL * product(some, some);
    return parallel ? new double[some.length] : rest;
  }

  /** Returns the vector of a point of the plane, brought to the same length and rounded. */
  int[] at(int[] point) {
    double[] vector = new double[first.length];
    for (int j = 0; j < vector.length; j++) {
      vector[j] = (double) point[0] * first[j] + (double) point[1] * second[j];
    }
    return rounded(vector);
  }

  private static int[] rounded(double[] vector) {
    double squares = product(vector, vector);
    double factor = squares > 0 ? CandidateBlock.RADIUS / Math.sqrt(squares) : 0;
    return Arrays.stream(vector).mapToInt(value -> (int) Math.rint(value * factor)).toArray();
  }

  private static double product(double[] one, double[] other) {
    double sum = 0;
    for (int j = 0; j < one.length; j++) {
      sum += one[j] * other[j];
    }
    return sum;
  }
}
