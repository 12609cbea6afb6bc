// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.kernel;

import dev.demilune.embed.ArcCosineFeatures;
import dev.demilune.embed.Kernel;
import dev.demilune.embed.PolynomialSketch;
import java.util.Optional;

/** The kernels to choose from: those of a distance, and those of an inner product. */
public enum KernelKind {
  GAUSSIAN(Kernel.GAUSSIAN),
  LAPLACIAN(Kernel.LAPLACIAN),
  MATERN_THREE_HALVES(Kernel.MATERN_THREE_HALVES),
  MATERN_FIVE_HALVES(Kernel.MATERN_FIVE_HALVES),
  /** See {@link PolynomialSketch}. */
  POLYNOMIAL(null),
  /** Steps; see {@link ArcCosineFeatures}. */
  ARC_COSINE_0(null),
  /** Ramps; see {@link ArcCosineFeatures}. */
  ARC_COSINE_1(null);

  private final Kernel radial;

  KernelKind(Kernel radial) {
    this.radial = radial;
  }

  /** Returns the kernel of the distance, if it is one. */
  public Optional<Kernel> radial() {
    return Optional.ofNullable(radial);
  }
}
