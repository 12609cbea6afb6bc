// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.exhibit;

import dev.demilune.internal.Dyadic;
import dev.demilune.random.BernoulliExp;
import dev.demilune.random.Randomness;
import java.math.BigInteger;

/** The geometric law on 0, 1, 2, ... with ratio e^-x, sampled exactly. */
record Geometric(BigInteger numerator, BigInteger denominator) {

  static Geometric of(double x) {
    Dyadic exact = Dyadic.of(x);
    return new Geometric(exact.numerator(), exact.denominator());
  }

  long draw(Randomness randomness) {
    long number = 0;
    while (BernoulliExp.draw(numerator, denominator, randomness)) {
      number++;
    }
    return number;
  }
}
