// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.internal;

/**
 * Isotonic regression: the sequence that never falls and is nearest to a given one in weighted
 * squares, by pooling adjacent violators (Ayer and others 1955).
 */
public final class Isotonic {

  private Isotonic() {}

  /** Returns the fitted sequence. */
  public static double[] increasing(double[] values, double[] weights) {
    double[] means = new double[values.length]; // of the pools so far
    double[] sums = new double[values.length]; // of the pools' weights
    int[] sizes = new int[values.length];
    int pools = 0;
    for (int i = 0; i < values.length; i++) {
      means[pools] = values[i];
      sums[pools] = Math.max(weights[i], 1e-12); // points without rows follow their neighbors
      sizes[pools++] = 1;
      while (pools > 1 && means[pools - 2] > means[pools - 1]) {
        double sum = sums[pools - 2] + sums[pools - 1];
        means[pools - 2] =
            (means[pools - 2] * sums[pools - 2] + means[pools - 1] * sums[pools - 1]) / sum;
        sums[pools - 2] = sum;
        sizes[pools - 2] += sizes[pools - 1];
        pools--;
      }
    }
    double[] fitted = new double[values.length];
    for (int pool = 0, at = 0; pool < pools; pool++) {
      for (int i = 0; i < sizes[pool]; i++) {
        fitted[at++] = means[pool];
      }
    }
    return fitted;
  }
}
