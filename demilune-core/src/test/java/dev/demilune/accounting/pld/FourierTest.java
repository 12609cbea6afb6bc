// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting.pld;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.MathContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FourierTest {

  private static final MathContext DIGITS = new MathContext(40);
  private static final BigDecimal PI =
      new BigDecimal("3.14159265358979323846264338327950288419717");

  /** Against sums in forty digits: within the bound, and the bound not more than 100 times off. */
  @ParameterizedTest
  @ValueSource(ints = {2, 8, 64, 512})
  void isWithinItsErrorOfTheExactTransform(int length) {
    double[] re = new double[length];
    double[] im = new double[length];
    double sum = 0;
    for (int i = 0; i < length; i++) {
      re[i] = Math.exp(-3.0 * i / length) * (1 + (i * 7919 % 13));
      im[i] = (i * 104729 % 17) - 8.3;
      sum += Math.hypot(re[i], im[i]);
    }
    double[] x = re.clone();
    double[] y = im.clone();
    Fourier.forward(x, y);

    double worst = 0;
    BigDecimal[] cosines = new BigDecimal[length];
    BigDecimal[] sines = new BigDecimal[length];
    for (int i = 0; i < length; i++) {
      BigDecimal angle =
          PI.multiply(BigDecimal.valueOf(-2.0 * i)).divide(BigDecimal.valueOf(length), DIGITS);
      cosines[i] = series(angle, 0);
      sines[i] = series(angle, 1);
    }
    int step = Math.max(1, length / 64);
    for (int position = 0; position < length; position += step) {
      int frequency = mirrored(position, length);
      BigDecimal real = BigDecimal.ZERO;
      BigDecimal imaginary = BigDecimal.ZERO;
      for (int i = 0; i < length; i++) {
        int turn = (int) ((long) i * frequency % length);
        BigDecimal a = new BigDecimal(re[i]);
        BigDecimal b = new BigDecimal(im[i]);
        real = real.add(a.multiply(cosines[turn]).subtract(b.multiply(sines[turn])), DIGITS);
        imaginary = imaginary.add(a.multiply(sines[turn]).add(b.multiply(cosines[turn])), DIGITS);
      }
      worst =
          Math.max(
              worst,
              Math.hypot(
                  real.subtract(new BigDecimal(x[position])).doubleValue(),
                  imaginary.subtract(new BigDecimal(y[position])).doubleValue()));
    }
    assertThat(worst).isLessThan(Fourier.error(length) * sum);
    if (length >= 64) {
      assertThat(worst).isGreaterThan(Fourier.error(length) * sum / 1000);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 16, 4096, 1 << 17})
  void theInverseUndoesIt(int length) {
    double[] re = new double[length];
    double[] im = new double[length];
    double sum = 0;
    for (int i = 0; i < length; i++) {
      re[i] = Math.sin(i) + 1;
      im[i] = 1.0 / (1 + i);
      sum += Math.hypot(re[i], im[i]);
    }
    double[] x = re.clone();
    double[] y = im.clone();
    Fourier.forward(x, y);
    Fourier.inverse(x, y);
    // Each frequency is at most the sum, and each is off by the error of the sum.
    double bound = 3 * Fourier.error(length) * sum;
    for (int i = 0; i < length; i++) {
      assertThat(Math.hypot(x[i] / length - re[i], y[i] / length - im[i])).isLessThan(bound);
    }
  }

  @Test
  void oppositePositionsHoldOppositeFrequencies() {
    int length = 64;
    for (int position = 0; position < length; position++) {
      int frequency = mirrored(position, length);
      int opposite = mirrored(Fourier.opposite(position), length);

      assertThat((frequency + opposite) % length).isZero();
    }
  }

  private static int mirrored(int position, int length) {
    return length == 1
        ? 0
        : Integer.reverse(position) >>> (Integer.numberOfLeadingZeros(length) + 1);
  }

  /** Cosine (0) or sine (1) by Taylor's series, after halving the angle would be overdoing it. */
  private static BigDecimal series(BigDecimal angle, int first) {
    BigDecimal term = first == 0 ? BigDecimal.ONE : angle;
    BigDecimal sum = term;
    BigDecimal square = angle.multiply(angle, DIGITS).negate();
    for (int k = first + 1; k < 80; k += 2) {
      term = term.multiply(square, DIGITS).divide(BigDecimal.valueOf((long) k * (k + 1)), DIGITS);
      sum = sum.add(term, DIGITS);
    }
    return sum;
  }
}
