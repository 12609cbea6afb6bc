// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.mechanism;

import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.random.Randomness;
import java.math.BigInteger;

/**
 * Finds a point where a function that rises and then falls is nearly largest, among as many points
 * as a number of a hundred thousand digits can count.
 *
 * <p>There are two ways. {@link FlatSearch}, the exponential mechanism, loses in proportion to the
 * digits of the size: 2·ln(size)/ε. {@link RecursiveSearch} loses in proportion to the digits of
 * the number of digits, and needs a δ and a public promise; what it loses on any size at all is
 * worth some 200 bits of the other. {@link #best} takes the one that loses less, by the numbers
 * that both can promise; docs/grid.md has a table.
 *
 * <pre>{@code
 * QuasiConcave search = QuasiConcave.best(size, ValueShift.EITHER_WAY, 1.0, 1e-6, 0.05);
 * BigInteger point = search.choose(function, promise, randomness); // within search.loss()
 * PrivacyEvent event = search.event();
 * }</pre>
 */
public sealed interface QuasiConcave permits FlatSearch, RecursiveSearch {

  /** More levels than this never win: the third already pays for itself on no size in use. */
  int MOST_LEVELS = 4;

  /** Returns the number of points. */
  BigInteger size();

  /** Returns what a neighbour does to the values of the function. */
  ValueShift shift();

  /** Returns β, with which the promise about the loss may fail. */
  double failureProbability();

  /**
   * Returns how far below the promise the value of the chosen point is at most, but for the failure
   * probability, if the function is quasi-concave and somewhere reaches the promise. It does not
   * depend on the rows.
   */
  long loss();

  /**
   * Chooses a point.
   *
   * @param function any function of the given size; its values move as the shift says
   * @param promise a public number that the function is believed to reach somewhere. Privacy does
   *     not depend on it, accuracy does: below the largest value it gives away the difference, and
   *     above it nothing is promised
   */
  BigInteger choose(StepFunction function, long promise, Randomness randomness);

  /** Returns what one choice does, for the accountant. */
  PrivacyEvent event();

  /**
   * Returns the search that loses least, decided by public numbers alone.
   *
   * @param delta at least 0; with 0 it is always the exponential mechanism
   */
  static QuasiConcave best(
      BigInteger size, ValueShift shift, double epsilon, double delta, double failureProbability) {
    QuasiConcave best = new FlatSearch(size, shift, epsilon, failureProbability);
    for (int levels = 2; delta > 0 && levels <= MOST_LEVELS; levels++) {
      QuasiConcave other =
          RecursiveSearch.of(size, shift, epsilon, delta, failureProbability, levels);
      best = other.loss() < best.loss() ? other : best;
    }
    return best;
  }

  /** Checks what all searches have in common. */
  static void check(BigInteger size, double failureProbability) {
    if (size.signum() <= 0) {
      throw new IllegalArgumentException("size must be at least 1, got " + size);
    }
    if (!(failureProbability > 0 && failureProbability < 1)) {
      throw new IllegalArgumentException(
          "failureProbability must be between 0 and 1, got " + failureProbability);
    }
  }

  /** Checks that a function has as many points as a search. */
  static void checkSize(BigInteger size, StepFunction function) {
    if (!function.size().equals(size)) {
      throw new IllegalArgumentException("the function must have as many points as the search");
    }
  }
}
