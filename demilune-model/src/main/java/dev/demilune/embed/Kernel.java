// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.embed;

/**
 * Kernels of the Euclidean distance r between two rows and a width w.
 *
 * <p>Each is the characteristic function of a random frequency (Bochner 1932): a normal vector over
 * w, times a random factor. The factor is 1 for the Gaussian kernel, and √(2ν/χ²) with 2ν degrees
 * of freedom for the Matérn kernel of smoothness ν, whose frequencies follow a multivariate t law.
 */
public enum Kernel {
  /** exp(-r²/(2w²)). */
  GAUSSIAN(Double.POSITIVE_INFINITY),
  /** exp(-r/w) of the Euclidean, not the L1 distance; Matérn with ν = 1/2. */
  LAPLACIAN(0.5),
  /** Matérn with ν = 3/2: (1 + √3·r/w)·exp(-√3·r/w). */
  MATERN_THREE_HALVES(1.5),
  /** Matérn with ν = 5/2: (1 + √5·r/w + 5r²/(3w²))·exp(-√5·r/w). */
  MATERN_FIVE_HALVES(2.5);

  private final double smoothness;

  Kernel(double smoothness) {
    this.smoothness = smoothness;
  }

  /** Returns the kernel's value for two rows at this distance. */
  public double value(double distance, double width) {
    // infinite for the Gaussian, which does not use it
    double s = Math.sqrt(2 * smoothness) * distance / width;
    return switch (this) {
      // StrictMath: the same bits on every machine
      case GAUSSIAN -> StrictMath.exp(-distance * distance / (2 * width * width));
      case LAPLACIAN -> StrictMath.exp(-s);
      case MATERN_THREE_HALVES -> (1 + s) * StrictMath.exp(-s);
      case MATERN_FIVE_HALVES -> (1 + s + s * s / 3) * StrictMath.exp(-s);
    };
  }

  /** Draws the norm of a frequency for width one in this number of dimensions. */
  double radius(int dimensions, PublicDraw draw) {
    double squared = draw.chiSquare(dimensions);
    if (this != GAUSSIAN) {
      squared *= 2 * smoothness / draw.chiSquare(2 * smoothness); // the squared factor √(2ν/χ²)
    }
    return Math.sqrt(squared);
  }
}
