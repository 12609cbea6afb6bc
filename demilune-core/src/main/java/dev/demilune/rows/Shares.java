// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.rows;

import dev.demilune.privacy.Adjacency;

/**
 * The parts into which what a person counts is divided, so that her rows share it in integers.
 *
 * <p><b>Claim.</b> The shares of all rows of a person sum to at most {@link #of}, and a row of a
 * table whose unit is a row has one share of one. So if a row of s shares adds a vector of length
 * at most s·B to a sum, then a person moves it by at most {@link #of}·B.
 *
 * <p><b>Proof.</b> Each of the m rows of a person has floor({@value #PERSON}/m) shares; m of them
 * are at most {@value #PERSON}. The second sentence is the triangle inequality. ∎
 *
 * <p>{@value #PERSON} is a multiple of all numbers up to 12; above, at most m in {@value #PERSON}
 * of a person is lost to rounding.
 */
public final class Shares {

  private static final int PERSON = 27_720;

  private Shares() {}

  /** Returns how many shares the rows of a unit have together, at most: 1 if a row is the unit. */
  public static int of(Adjacency adjacency) {
    return adjacency.isOfPersons() ? PERSON : 1;
  }

  /** Returns the shares of one of so many rows of a person; 1 if a row is the unit. */
  static int ofRow(int of, int peers) {
    return of / peers; // rounds down: the sum stays within the whole
  }

  /** Turns sums of shares, after their noise, into numbers of persons: post-processing. */
  public static void toWholes(long[] noisy, int shares) {
    if (shares > 1) {
      for (int i = 0; i < noisy.length; i++) {
        noisy[i] = Math.floorDiv(noisy[i] + shares / 2, shares); // to the nearest
      }
    }
  }
}
