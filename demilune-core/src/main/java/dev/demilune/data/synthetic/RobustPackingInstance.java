// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.data.synthetic;

import dev.demilune.internal.Check;

/**
 * One of many pairs of points that a robust pure ε-DP learner cannot distinguish with few rows, for
 * every margin.
 *
 * <p>A row is 1.01γw with label 1 or -1.01γw with label -1, where w is one of several sign vectors
 * over √d with pairwise inner products of at most {@link #MOST_OVERLAP}.
 *
 * <p>Hard for: pure ε-DP learners whose predictions must not change within 0.9γ. A classifier that
 * is robust on one member is not robust on another: the midpoint of 1.01γw and -1.01γw' is within
 * 0.9γ of both. So with K members, which can be exponentially many in the features, n ≤ ln(9(K -
 * 1))/ε rows are too few; without robustness this is easy.
 *
 * <p><b>Source.</b> Ghazi, Kumar, Manurangsi and Nguyen (2021), Theorem 2. We depart from it: inner
 * products up to 0.588 instead of 0.01, which suffices for the argument.
 */
public final class RobustPackingInstance extends HardInstance {

  /** Above this, 1.01·|w + w'|/2 exceeds 0.9. */
  public static final double MOST_OVERLAP = 0.588;

  private final int members;
  private final int member;

  /** Creates rows of one member, counted from 0. */
  public RobustPackingInstance(int features, double margin, int members, int member) {
    super((int) Check.between("features", features, 2, 1_000_000), checkMargin(margin, 0.99));
    Check.atLeastOne("members", members);
    Check.between("member", member, 0, members - 1L);
    this.members = members;
    this.member = member;
  }

  @Override
  Rows start(Draws draws) {
    // Differing in a share x of the signs means an inner product of 1 - 2x.
    double[] w = SignCode.draw(features(), members, (1 - MOST_OVERLAP) / 2, draws)[member];
    return into -> {
      int label = draws.sign();
      for (int j = 0; j < into.length; j++) {
        into[j] = label * 1.01 * margin() * w[j];
      }
      return label;
    };
  }
}
