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
package dev.demilune.testkit;

import org.apache.commons.numbers.gamma.Erfc;

/** The normal law of mean 0 and variance 1, accurate in both tails. */
public final class NormalLaw {

  private static final double ROOT_HALF = Math.sqrt(0.5);

  private NormalLaw() {}

  /** The probability of a value of at most x. */
  public static double cdf(double x) {
    return 0.5 * Erfc.value(-x * ROOT_HALF);
  }

  /** The probability of a value above x. */
  public static double survival(double x) {
    return cdf(-x);
  }

  /** The probability of the interval from low to high, without cancellation in the upper tail. */
  public static double between(double low, double high) {
    return low > 0 ? survival(low) - survival(high) : cdf(high) - cdf(low);
  }
}
