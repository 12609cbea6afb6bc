// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.data.synthetic;

import dev.demilune.internal.Check;
import dev.demilune.internal.Vectors;

/**
 * One of many distributions that a pure ε-DP learner cannot distinguish with few rows.
 *
 * <p>A codeword w is a sign vector over √d; two of them differ in at least {@link #DISTANCE} of
 * their coordinates. A row is uniform on the sphere, conditioned on having the margin to the
 * halfspace of w, and w labels it. {@code member} is the index of the codeword among {@code
 * members}.
 *
 * <p>Hard for: pure ε-DP learners. Where margin·√d is small, as in the theorem's dimension (there
 * it is below 0.04), the distributions' sets of good classifiers are disjoint; from about 0.8 on
 * they are not, and the instance proves nothing. If they are disjoint, there are K members and n ≤
 * ln(9(K - 1))/ε rows, then on some member the error is above 0.1 with probability above 0.1.
 *
 * <p><b>Source.</b> Nguyen, Ullman and Zakynthinou (2020), Theorem 12. We depart from it: codewords
 * differ in 0.15 of their coordinates and not in a tenth, for which its proof fails (two halfspaces
 * at an angle θ disagree on a fraction θ/π; they do not agree on it), and rows are on the sphere.
 */
public final class PackingInstance extends HardInstance {

  /** The least fraction of coordinates in which two codewords differ. */
  public static final double DISTANCE = 0.15;

  // Beyond it nearly all rows are rejected.
  private static final double MOST_STANDARD_DEVIATIONS = 3;
  // Of the order of the share of the sphere that has the margin: (1 - margin²)^((features - 1)/2).
  private static final double LEAST_SHARE = 1e-4;

  private final int members;
  private final int member;

  /**
   * Creates rows of one member.
   *
   * @param features 0 for the theorem's number, 1/(1000·margin²)
   * @param member counted from 0
   */
  public PackingInstance(double margin, int features, int members, int member) {
    super(features == 0 ? theoremFeatures(margin) : features, checkMargin(margin, 0.999));
    Check.between("features", features(), 2, 1_000_000);
    Check.atLeastOne("members", members);
    Check.between("member", member, 0, members - 1L);
    if (margin * Math.sqrt(features()) > MOST_STANDARD_DEVIATIONS) {
      throw new IllegalArgumentException(
          "margin must be at most 3/√features, or hardly a row of the sphere has it: use at most "
              + MOST_STANDARD_DEVIATIONS / Math.sqrt(features()));
    }
    if ((features() - 1) / 2.0 * Math.log1p(-margin * margin) < Math.log(LEAST_SHARE)) {
      throw new IllegalArgumentException(
          "hardly a row of the sphere has a margin of "
              + margin
              + " in "
              + features()
              + " features: use a smaller margin or fewer features");
    }
    this.members = members;
    this.member = member;
  }

  private static int theoremFeatures(double margin) {
    double most = Math.floor(1 / (1000 * checkMargin(margin, 0.999) * margin) * (1 + 1e-9));
    if (most < 2) {
      throw new IllegalArgumentException(
          "margin must be at most 0.0223 for the theorem to leave two features, 1/(1000 margin²),"
              + " got "
              + margin
              + ": use a smaller margin, or say how many features");
    }
    return (int) Math.min(most, 1_000_000);
  }

  @Override
  Rows start(Draws draws) {
    double[] w = SignCode.draw(features(), members, DISTANCE, draws)[member];
    return into -> {
      double along;
      do {
        draws.unit(into);
        along = Vectors.dot(w, into);
        // rejection: exactly the conditional law
      } while (Math.abs(along) < margin());
      return along < 0 ? -1 : 1;
    };
  }
}
