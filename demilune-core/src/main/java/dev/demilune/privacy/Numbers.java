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
package dev.demilune.privacy;

import java.math.BigDecimal;
import java.util.Locale;

/** How numbers of a guarantee are printed: never rounded to a kinder value. */
final class Numbers {

  private Numbers() {}

  /**
   * The shortest decimal that reads back as the same double, without an exponent where that is
   * short.
   */
  static String decimal(double value) {
    BigDecimal exact = BigDecimal.valueOf(value).stripTrailingZeros();
    return Math.abs(exact.scale()) <= 12 ? exact.toPlainString() : Double.toString(value);
  }

  /**
   * One digit after the point where that is exact, all digits where it is not: 1.0e-06, 3.25e-07.
   */
  static String scientific(double value) {
    String oneDigit = String.format(Locale.ROOT, "%.1e", value);
    return Double.parseDouble(oneDigit) == value
        ? oneDigit
        : BigDecimal.valueOf(value).round(new java.math.MathContext(17)).toString();
  }
}
