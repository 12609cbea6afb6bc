// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.feasibility;

import dev.demilune.budget.Allowance;
import dev.demilune.feasibility.Constraints.Bounds;
import dev.demilune.internal.Check;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.Certificate;
import dev.demilune.privacy.Guarantee;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * Halfspaces of labeled points with integer coordinates, learned without a margin: a halfspace is a
 * point of another space, on which every labeled point is a constraint, and {@link DeepPoint} finds
 * one that satisfies nearly all of them.
 *
 * <p><b>Claim.</b> With the constraints of {@link #constraints}, on the unknowns (a, w): a
 * constraint that holds means that a·x ≥ w classifies its point correctly; if some halfspace
 * classifies all points correctly, all constraints can hold together; and one person is one
 * constraint.
 *
 * <p><b>Proof.</b> A positive point x becomes x·a - w ≥ 0, which says that a·x ≥ w. A negative one
 * becomes -x·a + w ≥ 1, which says that a·x ≤ w - 1 &lt; w. If a·x ≥ w for all positive points and
 * a·x &lt; w for all negative ones, of which there are finitely many, multiply a and w by a number
 * that makes the difference at least 1 for all of the latter. ∎
 *
 * <p>So privacy and errors are those of DeepPoint with one unknown more than there are features.
 * The column of w is bounded by 1 and so are right sides, which keeps the sets of fractions small:
 * for one feature a·x ≥ w has a = p/q with p ≤ 2 and q ≤ 2X, and w is a whole number over q.
 *
 * <p><b>Source.</b> LearnHalfSpace of Kaplan, Mansour, Stemmer and Tsfadia (2020). We depart from
 * it in the right sides of negative points, where it has 0: then all constraints hold at a = 0, w =
 * 0, whatever the labels are, and nothing is learned. With 1 there is also no need for points in
 * general position.
 *
 * @param largest the largest absolute value of each coordinate of a point: declared, not computed
 *     from the rows
 */
public record GridHalfspace(List<Long> largest) {

  public GridHalfspace {
    largest = List.copyOf(largest);
    Check.atLeastOne("features", largest.size());
    largest.forEach(one -> Check.between("largest", one, 1, Long.MAX_VALUE));
  }

  /** Returns the halfspaces of points whose coordinates are all at most {@code largest}. */
  public GridHalfspace(int features, long largest) {
    this(Collections.nCopies(Check.atLeastOne("features", features), largest));
  }

  /** Returns the number of coordinates of a point. */
  public int features() {
    return largest.size();
  }

  /** A learned halfspace with its certificate. */
  public record Learned(Halfspace halfspace, Certificate certificate) {}

  /** Returns the public bounds of the constraints. */
  public Bounds bounds() {
    long[] columns = new long[features() + 1];
    Arrays.setAll(columns, j -> j < features() ? largest.get(j) : 1); // w has the coefficient ±1
    return Bounds.of(columns, 1);
  }

  /** Returns the search for a halfspace, with default settings. */
  public DeepPoint search(Adjacency adjacency) {
    return DeepPoint.of(bounds(), adjacency);
  }

  /** Returns a constraint for every point; see the claim. */
  public Constraints constraints(long[][] points, boolean[] positive) {
    return constraints(points, positive, 1);
  }

  /**
   * Returns the constraints as published, all of which hold at the origin: to demonstrate this, not
   * for learning.
   */
  public Constraints publishedConstraints(long[][] points, boolean[] positive) {
    return constraints(points, positive, 0);
  }

  private Constraints constraints(long[][] points, boolean[] positive, long ofNegative) {
    if (points.length != positive.length) {
      throw new IllegalArgumentException("there must be as many labels as points");
    }
    long[][] normals = new long[points.length][];
    long[] right = new long[points.length];
    for (int i = 0; i < points.length; i++) {
      Check.between("coordinates of a point", points[i].length, features(), features());
      int sign = positive[i] ? 1 : -1;
      normals[i] = new long[features() + 1];
      for (int j = 0; j < features(); j++) {
        normals[i][j] = sign * points[i][j]; // no overflow: Constraints refuses the least long
      }
      normals[i][features()] = -sign;
      // 1 for negative points, or a = 0, w = 0 satisfies all
      right[i] = positive[i] ? 0 : ofNegative;
    }
    return Constraints.of(normals, right, bounds());
  }

  /**
   * Learns a halfspace.
   *
   * @param plan of {@link #search}, or of one with other settings
   * @param allowance charged for the plan, or for its guarantee
   */
  public Learned learn(
      long[][] points, boolean[] positive, DeepPointPlan plan, Allowance allowance) {
    PrivatePoint point = plan.run(constraints(points, positive), allowance);
    return new Learned(halfspace(point.coordinates()), point.certificate());
  }

  /** Returns the halfspace that a point of the other space represents. */
  public Halfspace halfspace(List<Rational> point) {
    Check.between("coordinates", point.size(), features() + 1, features() + 1);
    return new Halfspace(point.subList(0, features()), point.get(features()));
  }

  /**
   * Returns a number of points that is enough for at most a share {@code error} of them to be
   * misclassified, with probability 0.95, if some halfspace classifies all of them correctly.
   */
  public long rowsFor(Adjacency adjacency, Guarantee guarantee, double error) {
    return search(adjacency).rowsFor(guarantee, error);
  }

  /**
   * Returns the number of points that the published analysis requires for the same: it asks for
   * half of the error on its constraints.
   */
  public double publishedRowsFor(Adjacency adjacency, Guarantee guarantee, double error) {
    return search(adjacency).publishedRowsFor(guarantee, error / 2);
  }
}
