// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.additive;

/** The nearest values that do not decrease, by pooling neighbors (Ayer and others 1955). */
final class Isotonic {

  private Isotonic() {}

  /**
   * Returns them.
   *
   * @param weights of the values' squared distances, all above 0
   */
  static double[] increasing(double[] values, double[] weights) {
    int n = values.length;
    double[] means = new double[n];
    double[] sums = new double[n];
    int[] sizes = new int[n];
    int pools = 0;
    for (int i = 0; i < n; i++) {
      means[pools] = values[i];
      sums[pools] = weights[i];
      sizes[pools] = 1;
      pools++;
      while (pools > 1 && means[pools - 2] >= means[pools - 1]) {
        double sum = sums[pools - 2] + sums[pools - 1];
        means[pools - 2] =
            (means[pools - 2] * sums[pools - 2] + means[pools - 1] * sums[pools - 1]) / sum;
        sums[pools - 2] = sum;
        sizes[pools - 2] += sizes[pools - 1];
        pools--;
      }
    }
    double[] result = new double[n];
    int at = 0;
    for (int pool = 0; pool < pools; pool++) {
      for (int i = 0; i < sizes[pool]; i++) {
        result[at++] = means[pool];
      }
    }
    return result;
  }
}
