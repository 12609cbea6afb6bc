// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.embed;

import dev.demilune.internal.Check;

/**
 * Rows with a constant coordinate: x' = (x, √c)/√(1 + c), of norm at most one like x, so that ⟨x',
 * y'⟩ = (⟨x, y⟩ + c)/(1 + c). Kernels of inner products get their offset from it.
 *
 * @param offset c
 */
record AugmentedRow(double offset) {

  private static final double LARGEST = 1e3;

  AugmentedRow {
    Check.notNegative("offset", offset);
    if (offset > LARGEST) {
      throw new IllegalArgumentException("offset must be at most 1000, got " + offset);
    }
  }

  /** Writes x' and fills the rest with zeros. */
  void write(double[] vector, double[] into) {
    double scale = 1 / Math.sqrt(1 + offset);
    for (int j = 0; j < vector.length; j++) {
      into[j] = scale * vector[j];
    }
    into[vector.length] = scale * Math.sqrt(offset);
    java.util.Arrays.fill(into, vector.length + 1, into.length, 0);
  }
}
