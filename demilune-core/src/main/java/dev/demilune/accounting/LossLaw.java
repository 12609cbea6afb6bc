/*
 * Copyright 2026 The Demilune Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package dev.demilune.accounting;

/**
 * One direction of a dominating pair (P, Q) of a step, by the law of its privacy loss L = ln dP/dQ.
 *
 * <p>For every neighbouring pair of datasets (in this direction) the step's outputs are no easier
 * to tell apart than P and Q: their hockey-stick divergence is at most {@code above(t)} = P(L &gt;
 * t) - e^t Q(L &gt; t) at every real t, negative ones included. That is what composition needs.
 *
 * <p>Q's masses are multiplied by e^t, so that nothing overflows where losses are in the hundreds.
 * An atom at t itself may be counted above or below, but on the same side in all four masses; the
 * values {@code above} and {@code below} do not depend on it.
 *
 * <p>Everything is a floating-point number with a stated error: the accountant turns each into an
 * upper or a lower bound as it needs.
 */
interface LossLaw {

  /** P(L &gt; t), an infinite loss included. */
  double pAbove(double t);

  /** e^t Q(L &gt; t); at most P(L &gt; t). */
  double qAbove(double t);

  /** P(L ≤ t). */
  double pUpTo(double t);

  /** e^t Q(L ≤ t), at least P(L ≤ t); asked for t ≤ 0 only. */
  double qUpTo(double t);

  /** Bound on the relative error of each of the four masses at t. */
  double error(double t);

  /** P(L = ∞), rounded to nearest or below: a part of it may be left out, but none added. */
  double atInfinity();

  /** Lowest loss that can occur, or any number below it; may be minus infinity. */
  double lowest();

  /** Highest finite loss that can occur, or any number above it; may be infinity. */
  double highest();

  /**
   * A positive number of which all finite losses are whole multiples, or 0 if there is none or none
   * is known. A hint that makes the answer exact; answers are bounds whatever it says.
   */
  default double lattice() {
    return 0;
  }

  /** P(L &gt; t) - e^t Q(L &gt; t), the hockey-stick divergence; asked for t ≥ 0 only. */
  default double above(double t) {
    return Math.max(0, pAbove(t) - qAbove(t));
  }

  /** Bound on the absolute error of {@link #above}. */
  default double aboveError(double t) {
    return (error(t) + 0x1p-52) * (pAbove(t) + qAbove(t)) + Double.MIN_NORMAL;
  }

  /**
   * e^t Q(L ≤ t) - P(L ≤ t), which is the divergence less its least possible value 1 - e^t; asked
   * for t ≤ 0 only.
   */
  default double below(double t) {
    return Math.max(0, qUpTo(t) - pUpTo(t));
  }

  /** Bound on the absolute error of {@link #below}. */
  default double belowError(double t) {
    return (error(t) + 0x1p-52) * (pUpTo(t) + qUpTo(t)) + Double.MIN_NORMAL;
  }
}
