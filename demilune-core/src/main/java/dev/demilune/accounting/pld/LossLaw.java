// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting.pld;

/**
 * One direction of a dominating pair (P, Q) of a step, by the law of its privacy loss L = ln dP/dQ.
 *
 * <p>For every neighboring pair of datasets (in this direction) the step's outputs are no easier to
 * distinguish than P and Q: their hockey-stick divergence is at most P(L &gt; t) - e^t Q(L &gt; t)
 * at every real t, negative ones included. That is what composition needs.
 *
 * <p>The methods named "above" are asked for t ≥ 0 only, those named "up to" or "below" for t ≤ 0
 * only. Q's masses are multiplied by e^t, so that nothing overflows where losses are in the
 * hundreds. An atom at t itself may be counted above or below, but on the same side in all masses;
 * {@link #above} and {@link #below} do not depend on it.
 *
 * <p>Everything is a floating-point number with a stated error: the accountant turns each into an
 * upper or a lower bound as it needs. The masses may be those of an event {L &gt; t'} with t' so
 * close to t that the errors of {@code above} and {@code below} cover e^t Q(L &gt; t) |t' - t|.
 */
public interface LossLaw {

  /** P(L &gt; t), an infinite loss included. */
  double pAbove(double t);

  /** e^t Q(L &gt; t); at most P(L &gt; t). */
  double qAbove(double t);

  /** P(L ≤ t). */
  double pUpTo(double t);

  /** e^t Q(L ≤ t), a loss of minus infinity included; at least P(L ≤ t). */
  double qUpTo(double t);

  /** Bound on the relative error of each of the masses at t. */
  double error(double t);

  /** P(L = ∞), or a number below it. */
  double atInfinity();

  /**
   * Whether an infinite loss may have a probability above 0, even one below every double. Laws
   * whose {@link #atInfinity} is only a lower bound override it.
   */
  default boolean canBeInfinite() {
    return atInfinity() > 0;
  }

  /** The lowest loss that can occur, or any number below it; may be minus infinity. */
  double lowest();

  /** The highest finite loss that can occur, or any number above it; may be infinity. */
  double highest();

  /**
   * A positive number of which all finite losses are whole multiples, or 0 if there is none or none
   * is known. A hint that makes the answer exact; without it, or if it is wrong, answers are still
   * bounds.
   */
  default double lattice() {
    return 0;
  }

  /** P(L &gt; t) - e^t Q(L &gt; t), the hockey-stick divergence. */
  default Estimate above(double t) {
    return Estimate.difference(pAbove(t), qAbove(t), error(t));
  }

  /** e^t Q(L ≤ t) - P(L ≤ t), which is the divergence less its least possible value 1 - e^t. */
  default Estimate below(double t) {
    return Estimate.difference(qUpTo(t), pUpTo(t), error(t));
  }
}
