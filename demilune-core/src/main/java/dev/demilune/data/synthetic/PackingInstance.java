// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.data.synthetic;

import dev.demilune.internal.Check;
import dev.demilune.internal.Vectors;

/**
 * One of many distributions between which a learner of pure ε cannot decide with few rows.
 *
 * <p>A codeword w is a sign vector over √d; two of them differ in at least {@link #DISTANCE} of
 * their coordinates. A row is uniform on the sphere, given that it keeps the margin from the
 * half-space of w, and is labelled by it. Which of the {@code members} codewords it is, {@code
 * member} says.
 *
 * <p>Hard for: learners of pure ε. Where margin·√d is small, as in the theorem's dimension (it is
 * below 0.04 there), the distributions' good classifiers are disjoint sets; from about 0.8 on they
 * are not, and the instance shows no more than a packing that is not one. Disjoint, with K members
 * and n ≤ ln(9(K - 1))/ε rows, some member is learned to an error above 0.1 with probability above
 * 0.1.
 *
 * <p><b>Source.</b> Nguyen, Ullman and Zakynthinou (2020), Theorem 12. We depart from it: codewords
 * differ in 0.15 of their coordinates and not in a tenth, for which its proof does not go through
 * (two half-spaces at an angle θ disagree on a share θ/π, and not agree), and rows are on the
 * sphere.
 */
public final class PackingInstance extends HardInstance {

  /** In which share of their coordinates codewords differ at least. */
  public static final double DISTANCE = 0.15;

  private static final double MOST_STANDARD_DEVIATIONS = 3; // else nearly all rows are rejected

  private final int members;
  private final int member;

  /**
   * Rows of one member.
   *
   * @param features 0 for the theorem's, 1/(1000·margin²)
   * @param member from 0 on
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
      } while (Math.abs(along) < margin());
      return along < 0 ? -1 : 1;
    };
  }
}
