// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting.pld;

import java.math.BigDecimal;
import java.math.MathContext;

/** Exponentials to forty digits, for brute force in tests. */
final class Exactly {

  static final MathContext DIGITS = new MathContext(60);

  private Exactly() {}

  static BigDecimal of(double x) {
    return new BigDecimal(x);
  }

  static BigDecimal divide(BigDecimal a, BigDecimal b) {
    return a.divide(b, DIGITS);
  }

  /** e^x by its series at x/2^k, squared k times. */
  static BigDecimal exp(BigDecimal x) {
    int halvings = 0;
    BigDecimal small = x;
    while (small.abs().compareTo(BigDecimal.valueOf(0.01)) > 0) {
      small = small.divide(BigDecimal.valueOf(2), DIGITS);
      halvings++;
    }
    BigDecimal term = BigDecimal.ONE;
    BigDecimal sum = BigDecimal.ONE;
    for (int i = 1; i < 30; i++) {
      term = term.multiply(small, DIGITS).divide(BigDecimal.valueOf(i), DIGITS);
      sum = sum.add(term, DIGITS);
    }
    for (int i = 0; i < halvings; i++) {
      sum = sum.multiply(sum, DIGITS);
    }
    return sum;
  }

  static BigDecimal exp(double x) {
    return exp(of(x));
  }
}
