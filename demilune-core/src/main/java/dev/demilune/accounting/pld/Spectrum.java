// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting.pld;

import dev.demilune.accounting.numeric.Rounding;

/**
 * The transform of a sum of independent losses, two laws at once, with a bound on its error.
 *
 * <p>See {@link TiltedSum} for the proof. The upper law is the real part of the input and the lower
 * one the imaginary part; both being real, their transforms at a frequency are found from the
 * values there and at the opposite frequency. While factors are collected, a pair of opposite
 * positions holds the upper law's value at one and the lower law's at the other.
 */
final class Spectrum {

  private static final double U = Rounding.UNIT;

  /** Frequencies below e to this power are set to 0, and counted as error. */
  private static final double NOTHING = -100;

  private final int length;
  private double[] re;
  private double[] im;
  private boolean empty = true;

  /** Logarithm of the largest the factors left out at a frequency set to 0 can be. */
  private double inflation;

  /**
   * Logarithm of the product of the bounds on the factors; Σ T e/m. For one of each two positions.
   */
  private final double[] logarithms;

  private final double[] relativeErrors;

  /** The power last computed, real and imaginary part. */
  private double powerRe;

  private double powerIm;

  Spectrum(int length) {
    this.length = length;
    this.logarithms = new double[length];
    this.relativeErrors = new double[length];
  }

  /** Multiplies by the transform of a kind of step, to the power of its number of repetitions. */
  void multiply(TiltedSteps.Kind kind) {
    double[] x = new double[length];
    double[] y = new double[length];
    for (int k = 0; k < kind.knots.length; k++) {
      int position = kind.knots[k] & (length - 1); // modulo the length, a power of two
      x[position] += kind.upper[k];
      y[position] += kind.lower[k];
    }
    Fourier.forward(x, y); // two real laws in one complex transform
    double size = LossMasses.total(kind.upper) + LossMasses.total(kind.lower);
    // The second term is for the additions above and below.
    double error =
        Fourier.error(length) * size * Rounding.TRANSFORM_UP + (8 + kind.knots.length) * U * size;
    // |f| is at most the total mass; where that is above 1, a factor left out may enlarge.
    inflation += kind.times * Math.max(0, Math.log(LossMasses.total(kind.upper) + error));
    inflation += kind.times * Math.max(0, Math.log(LossMasses.total(kind.lower) + error));
    if (empty) {
      re = new double[length];
      im = new double[length];
    }
    for (int i = 0; i < length; i++) {
      int j = Fourier.opposite(i);
      if (i > j || logarithms[i] < NOTHING) {
        continue; // the pair is handled at its smaller position; a tiny product stays tiny
      }
      // A real law's transform at -f is the conjugate of that at f: separate the two laws.
      double upperRe = (x[i] + x[j]) / 2;
      double upperIm = i == j ? 0 : (y[i] - y[j]) / 2;
      double lowerRe = (y[i] + y[j]) / 2;
      double lowerIm = i == j ? 0 : (x[j] - x[i]) / 2;
      // One bound for both laws keeps one logarithm for each pair of frequencies.
      double larger =
          Math.max(upperRe * upperRe + upperIm * upperIm, lowerRe * lowerRe + lowerIm * lowerIm);
      double bound = Math.sqrt(larger) * (1 + 4 * U) + error; // m ≥ |f|, |F| of both laws
      logarithms[i] += kind.times * Math.log(bound); // ln Πm^T
      relativeErrors[i] += kind.times * (error / bound + 4 * U); // ΣTe/m, and products
      if (logarithms[i] < NOTHING) { // invert() sets it to 0 and counts it as error
        continue;
      }
      power(upperRe, upperIm, kind.times);
      double firstRe = powerRe;
      double firstIm = powerIm;
      power(lowerRe, lowerIm, kind.times);
      if (i == j) { // frequency 0 or N/2, where both transforms are real
        re[i] = empty ? firstRe : re[i] * firstRe;
        im[i] = empty ? powerRe : im[i] * powerRe;
      } else if (empty) {
        re[i] = firstRe;
        im[i] = firstIm;
        re[j] = powerRe;
        im[j] = powerIm;
      } else {
        double old = re[i];
        re[i] = old * firstRe - im[i] * firstIm;
        im[i] = old * firstIm + im[i] * firstRe;
        old = re[j];
        re[j] = old * powerRe - im[j] * powerIm;
        im[j] = old * powerIm + im[j] * powerRe;
      }
    }
    empty = false;
  }

  /** By repeated squaring: each of the factors brings in 3u at most, as they are equal, T 3u. */
  private void power(double x, double y, long exponent) {
    double baseRe = x;
    double baseIm = y;
    double resultRe = 1;
    double resultIm = 0;
    for (long rest = exponent; ; ) {
      if ((rest & 1) == 1) {
        double old = resultRe;
        resultRe = old * baseRe - resultIm * baseIm;
        resultIm = old * baseIm + resultIm * baseRe;
      }
      rest >>= 1; // about log₂ T squarings instead of T products
      if (rest == 0) {
        break;
      }
      double old = baseRe;
      baseRe = old * old - baseIm * baseIm;
      baseIm = 2 * old * baseIm;
    }
    powerRe = resultRe;
    powerIm = resultIm;
  }

  /**
   * Transforms back, leaving the upper law in {@link #re} and the lower in {@link #im}, and returns
   * a bound on the error of each of their values.
   */
  double invert() {
    double errors = 0; // Σ Πm^T ΣTe/m over all frequencies
    double absolutes = 0; // the sum of absolute inputs, for the inverse transform's own error
    for (int i = 0; i < length; i++) {
      int j = Fourier.opposite(i);
      if (i > j) {
        continue;
      }
      double factor = i == j ? 1 : 2; // frequencies in the pair
      double bound = Math.exp(logarithms[i]);
      if (logarithms[i] < NOTHING) {
        re[i] = 0;
        im[i] = 0;
        re[j] = 0;
        im[j] = 0;
        errors += factor * 2 * bound * Math.exp(inflation); // all that was set to 0, both laws
        continue;
      }
      // The bound's own rounding: its exponent is above -100, but may be a sum of large terms.
      double rounding = Rounding.SPECTRUM_UP + relativeErrors[i];
      errors += factor * bound * relativeErrors[i] * rounding;
      absolutes += factor * 2 * bound * rounding;
      if (i != j) { // upper + i lower, at both frequencies: the inverse gives both laws at once
        double upperRe = re[i];
        double upperIm = im[i];
        double lowerRe = re[j];
        double lowerIm = im[j];
        re[i] = upperRe - lowerIm;
        im[i] = upperIm + lowerRe;
        re[j] = upperRe + lowerIm;
        im[j] = lowerRe - upperIm;
      }
    }
    Fourier.inverse(re, im);
    double scale = 1.0 / length; // exact: the length is a power of two
    for (int i = 0; i < length; i++) {
      re[i] *= scale;
      im[i] *= scale;
    }
    // Divided by N: each value is a mean over the frequencies.
    return (errors + (Fourier.error(length) + 4 * U) * absolutes) * scale * Rounding.SPECTRUM_UP;
  }

  double[] re() {
    return re;
  }

  double[] im() {
    return im;
  }
}
