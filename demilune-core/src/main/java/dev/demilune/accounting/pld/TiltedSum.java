// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting.pld;

/**
 * The sum of tilted losses on a window of the grid, as one upper and one lower law.
 *
 * <p><b>Tilt.</b> Masses are multiplied by e^(λg - κ) before they are transformed and divided by it
 * afterwards, where λ is such that the sum's tilted mean is near the ε of interest. Errors of the
 * transform are errors of the tilted law, and so stay small beside δ however small δ is.
 *
 * <p><b>Claim.</b> At every knot of the window {@link #upperMass} is at least what the upper tilted
 * masses compose to. {@link #lowerMass} is at most what the lower ones compose to, plus what was
 * outside the window and has been added here; that is at most {@link #aliased} in all.
 *
 * <p><b>Proof.</b> The tilted masses are exact numbers, see {@link TiltedSteps}. Their N-point
 * transform turns sums into products, modulo N: mass outside the window is added to points inside.
 * Let f be the true transform of a kind of step that is done T times, F the computed one and e the
 * error of the transform ({@link Fourier}), and m = |F| + e ≥ |f|. Then |Πf^T - ΠF^T| ≤ Πm^T ΣTe/m,
 * by exchanging factors one at a time; products in floating point add 4u per factor. A frequency at
 * which Πm^T is below e^-100 is set to 0 and the bound counted as error. The sum of these over all
 * frequencies, divided by N, bounds the error at each point; the inverse transform adds its own. ∎
 *
 * <p><b>Source.</b> Transforms of privacy losses: Koskela, Jälkö and Honkela, AISTATS 2020; Gopi,
 * Lee and Wutschitz, NeurIPS 2021. The tilt is Esscher's.
 */
final class TiltedSum {

  private final TiltedSteps steps;
  private final TailBounds tails;
  private final long first;
  private final int length;
  private final double[] upper;
  private final double[] lower;
  private final double pointError;

  private TiltedSum(TiltedSteps steps, TailBounds tails, long first, int length) {
    this.steps = steps;
    this.tails = tails;
    this.first = first;
    this.length = length;
    Spectrum spectrum = new Spectrum(length);
    for (TiltedSteps.Kind kind : steps.kinds()) {
      spectrum.multiply(kind);
    }
    this.pointError = spectrum.invert();
    this.upper = spectrum.re();
    this.lower = spectrum.im();
  }

  /**
   * Composes, or returns null if the window would be longer than allowed.
   *
   * @param deviation about the standard deviation of the tilted sum
   * @param outside logarithm of the tilted mass that may be outside the window, on each side
   * @param longest a power of two
   */
  static TiltedSum of(TiltedSteps steps, double deviation, double outside, int longest) {
    TailBounds tails = TailBounds.of(steps, deviation, outside);
    double offset = steps.offset();
    // One knot more on each side, for the roundings of the quotient and of the offset.
    double low = Math.floor(tails.low() / steps.spacing() - offset) - 1;
    double high = Math.ceil(tails.high() / steps.spacing() - offset) + 1;
    double lowest = steps.lowestKnot();
    double highest = steps.highestKnot();
    if (low <= lowest && high >= highest) { // no mass outside, whatever Chernoff says
      tails = TailBounds.NOTHING; // the window holds all sums there are
      low = lowest;
      high = highest;
    } else {
      // No sum is beyond the extreme knots: a shorter window holds as much.
      low = Math.max(low, lowest);
      high = Math.min(high, highest);
    }
    // Written so that NaN fails too. Knots above 2^50 could round to their neighbors.
    if (!(high - low < longest && Math.max(-low, high) < 0x1p50)) {
      return null;
    }
    // A power of two above high - low, so that no two knots of the window share a position.
    int length = 2 * Integer.highestOneBit(Math.max(1, (int) (high - low)));
    return new TiltedSum(steps, tails, (long) low, length);
  }

  TiltedSteps steps() {
    return steps;
  }

  /** The lowest knot of the window. */
  long first() {
    return first;
  }

  /** The highest knot of the window. */
  long last() {
    return first + length - 1;
  }

  double upperMass(long knot) {
    return Math.max(0, upper[position(knot)] + pointError); // rounded up
  }

  double lowerMass(long knot) {
    return Math.max(
        0,
        lower[position(knot)] - pointError); // rounded down; what aliasing added is counted apart
  }

  /** What the two masses were raised and lowered by. */
  double pointError() {
    return pointError;
  }

  /** Bound on the upper law's mass above the window. */
  double above() {
    return tails.upperAbove();
  }

  /** Bound on the upper law's mass below the window. */
  double below() {
    return tails.upperBelow();
  }

  /** Bound on the lower law's mass outside the window. */
  double aliased() {
    return tails.lowerOutside();
  }

  private int position(long knot) {
    return (int) (knot & (length - 1)); // modulo the length, a power of two
  }
}
