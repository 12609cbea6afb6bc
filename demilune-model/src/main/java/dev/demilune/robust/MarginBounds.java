// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.robust;

import dev.demilune.embed.FourierFeatures;
import dev.demilune.model.LinearClassifier;

/**
 * Bounds on the change of one class's margin over another on random Fourier features; see the proof
 * of {@link EmbeddedRadius}.
 *
 * @param slope L: the margin changes by at most this per unit of the unit ball
 * @param reach Σ A_i: the margin differs from the difference of biases by at most this
 */
record MarginBounds(double slope, double reach) {

  static MarginBounds of(LinearClassifier linear, FourierFeatures features, int a, int b) {
    int m = features.frequencies();
    double slope = 0;
    double reach = 0;
    for (int start = 0; start < m; start += features.blockSize()) {
      double squares = 0;
      for (int i = start; i < Math.min(m, start + features.blockSize()); i++) {
        double cosine = linear.weight(a, 2 * i) - linear.weight(b, 2 * i);
        double sine = linear.weight(a, 2 * i + 1) - linear.weight(b, 2 * i + 1);
        double amplitude = Math.hypot(cosine, sine) / Math.sqrt(m); // A_i
        double steep = features.radius(i) * amplitude;
        squares += steep * steep; // r_i²A_i²: within a block slopes add as squares
        reach += amplitude;
      }
      slope += Math.sqrt(squares); // blocks are not orthogonal to each other: they add
    }
    double raise = 1 + (2.0 * m + 64) * GreatCircle.UNIT; // rounds up: sums of positives
    // Squares lost to underflow change a slope by less than 1e-140.
    return new MarginBounds(slope * raise + 1e-140, reach * raise);
  }

  /** Returns whether squares of slopes neither underflow nor overflow. */
  boolean ordinary() {
    return slope > 1e-100 && slope < 1e100;
  }
}
