// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.gradient;

import dev.demilune.learn.calibrate.ClassCountRelease;
import dev.demilune.learn.calibrate.ClassWeights;
import dev.demilune.rows.Batch;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.rows.Shares;
import java.util.Optional;
import java.util.function.Function;

/** The noise off: every sum as it is. Nothing trained with it may be called private. */
final class ExactReleases implements GradientReleases {

  private final BoundedDataset data;
  private final boolean centered;
  private final ClassWeights weights;

  ExactReleases(BoundedDataset data, boolean centered) {
    this(data, centered, ClassWeights.OFF);
  }

  ExactReleases(BoundedDataset data, boolean centered, ClassWeights weights) {
    this.data = data;
    this.centered = centered;
    this.weights = weights;
  }

  @Override
  public Optional<double[]> factors() {
    return weights.isOn()
        ? Optional.of(weights.factors(ClassCountRelease.withoutPrivacy(data)))
        : Optional.empty();
  }

  @Override
  public double rows() {
    return Math.max(1, data.privateSize()); // the true number: nothing here is protected
  }

  @Override
  public int[] centre() {
    return centered
        ? Center.of(Center.rowSum(data), rows() * Shares.of(data.adjacency()), 0)
        : new int[data.features()];
  }

  @Override
  public long contribution() {
    return CenteredSum.FINEST;
  }

  @Override
  public double rowsPerStep() {
    return rows();
  }

  @Override
  public long[] release(int step, Function<Batch, long[]> sum) {
    return sum.apply(Batch.ALL); // what a sample would be on average; nothing is added
  }
}
