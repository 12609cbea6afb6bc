// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.mechanism;

import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.random.Randomness;
import java.math.BigInteger;

/**
 * Finds a point where a function that rises and then falls is nearly largest, on domains whose size
 * may have a hundred thousand digits.
 *
 * <p>There are two implementations. {@link FlatSearch}, the exponential mechanism, has a loss of
 * about 2·ln(size)/ε, proportional to the number of digits of the size. {@link RecursiveSearch} has
 * a loss proportional to the logarithm of that number, and needs a δ and a public promise; its loss
 * on any size corresponds to about 200 bits with the other. {@link #best} picks the one with the
 * smaller proven loss; docs/grid.md has a table.
 *
 * <pre>{@code
 * QuasiConcave search = QuasiConcave.best(size, ValueShift.EITHER_WAY, 1.0, 1e-6, 0.05);
 * BigInteger point = search.choose(function, promise, randomness); // within search.loss()
 * PrivacyEvent event = search.event();
 * }</pre>
 */
public sealed interface QuasiConcave permits FlatSearch, RecursiveSearch {

  /** More levels never help: already the third does not pay for itself on any size in use. */
  int MOST_LEVELS = 4;

  /** Returns the number of points. */
  BigInteger size();

  /** Returns how a neighbor moves the values of the function. */
  ValueShift shift();

  /** Returns β, the probability with which the bound on the loss may fail. */
  double failureProbability();

  /**
   * Returns the loss: the value of the chosen point is at most this far below the promise, except
   * with the failure probability, if the function is quasi-concave and somewhere reaches the
   * promise. The loss does not depend on the rows.
   */
  long loss();

  /**
   * Chooses a point.
   *
   * @param function any function of the given size; its values move as the shift says
   * @param promise a public number that the function is believed to reach somewhere. Privacy does
   *     not depend on it, accuracy does: below the largest value the difference is lost, and above
   *     it nothing is claimed
   */
  BigInteger choose(StepFunction function, long promise, Randomness randomness);

  /** Returns the privacy event of one choice. */
  PrivacyEvent event();

  /**
   * Returns the search with the least loss, selected by public numbers alone.
   *
   * @param delta at least 0; with 0 it is always the exponential mechanism
   */
  static QuasiConcave best(
      BigInteger size, ValueShift shift, double epsilon, double delta, double failureProbability) {
    QuasiConcave best = new FlatSearch(size, shift, epsilon, failureProbability);
    // without a δ there is no stable choice
    for (int levels = 2; delta > 0 && levels <= MOST_LEVELS; levels++) {
      QuasiConcave other =
          RecursiveSearch.of(size, shift, epsilon, delta, failureProbability, levels);
      best = other.loss() < best.loss() ? other : best; // losses are public: no rows have been read
    }
    return best;
  }

  /** Checks the parameters that all searches share. */
  static void check(BigInteger size, double failureProbability) {
    if (size.signum() <= 0) {
      throw new IllegalArgumentException("size must be at least 1, got " + size);
    }
    if (!(failureProbability > 0 && failureProbability < 1)) {
      throw new IllegalArgumentException(
          "failureProbability must be between 0 and 1, got " + failureProbability);
    }
  }

  /** Checks that a function has as many points as the search. */
  static void checkSize(BigInteger size, StepFunction function) {
    if (!function.size().equals(size)) {
      throw new IllegalArgumentException("the function must have as many points as the search");
    }
  }
}
