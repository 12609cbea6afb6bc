// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.audit;

import org.apache.commons.numbers.gamma.InverseErfc;

/** The inverse of the standard normal distribution function. */
final class NormalQuantile {

  private NormalQuantile() {}

  static double of(double probability) {
    return -Math.sqrt(2) * InverseErfc.value(2 * probability);
  }
}
