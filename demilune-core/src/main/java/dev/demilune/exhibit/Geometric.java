// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.exhibit;

import dev.demilune.random.BernoulliExp;
import dev.demilune.random.Randomness;
import java.math.BigDecimal;
import java.math.BigInteger;

/** The geometric law on 0, 1, 2, ... with ratio e^-x, sampled exactly. */
record Geometric(BigInteger numerator, BigInteger denominator) {

  static Geometric of(double x) {
    BigDecimal exact = new BigDecimal(x);
    BigInteger unit = BigInteger.TEN.pow(Math.max(0, exact.scale()));
    BigInteger numerator = exact.multiply(new BigDecimal(unit)).toBigIntegerExact();
    BigInteger common = numerator.gcd(unit);
    return new Geometric(numerator.divide(common), unit.divide(common));
  }

  long draw(Randomness randomness) {
    long number = 0;
    while (BernoulliExp.draw(numerator, denominator, randomness)) {
      number++;
    }
    return number;
  }
}
