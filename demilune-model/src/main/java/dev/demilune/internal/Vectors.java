// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.internal;

/** Arithmetic of vectors in doubles. */
public final class Vectors {

  private Vectors() {}

  /** Returns the dot product, added up from the first entry on. */
  public static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int j = 0; j < a.length; j++) {
      sum += a[j] * b[j]; // in a fixed order: the same bits on every machine
    }
    return sum;
  }
}
