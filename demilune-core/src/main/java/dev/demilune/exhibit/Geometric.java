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
package dev.demilune.exhibit;

import dev.demilune.random.BernoulliExp;
import dev.demilune.random.Randomness;
import java.math.BigDecimal;
import java.math.BigInteger;

/** Numbers 0, 1, 2, ... of which each is e^-x times as likely as the one before; exact. */
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
