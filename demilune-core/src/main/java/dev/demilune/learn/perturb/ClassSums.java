// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.perturb;

import dev.demilune.DemiluneException;
import dev.demilune.learn.Shape;
import dev.demilune.mechanism.L2Laplace;
import dev.demilune.mechanism.NoisyIntegerSum;
import dev.demilune.mechanism.NoisySum;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.Guarantee;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.rows.CenteredLengths;
import dev.demilune.rows.Shares;
import dev.demilune.rows.VectorSum;
import java.util.BitSet;

/**
 * The exact sum of the rows of each class, with a constant beside each row that counts them.
 *
 * <p>Entry j·K + k belongs to feature j and class k; the last K entries are {@link #CONSTANT} times
 * the number of rows of each class.
 *
 * <p><b>Claim.</b> With the noise of {@link #noise} the release meets the guarantee.
 *
 * <p><b>Proof.</b> A row (x, c) of class y adds a vector of length at most L to column y and
 * nothing to the others: L² is the first square not below GRID_RADIUS² + c², and |x| ≤ GRID_RADIUS
 * ({@link BoundedDataset}). If one row is there or not, one column moves by L. If a row is
 * replaced, the lengths by which columns move sum to at most 2L, and the whole matrix moves by at
 * most 2L; if its label is replaced, two columns move by L each and the matrix by √2·L. These are
 * the sensitivities of {@link L2Laplace} and of {@link NoisyIntegerSum}. Where the unit is a
 * person, each of her rows adds its share of such a vector to one column; the lengths by which
 * columns move sum to at most L times the {@link Shares} of one, and the matrix moves by no more. ∎
 */
final class ClassSums {

  /** What counts a row, in grid units: √(1 + 0.3²) makes the noise 4 % larger. */
  static final int CONSTANT = 9_600;

  // Rounded up in integers: errs on the safe side.
  private static final long LONGEST =
      CenteredLengths.ceilSqrt(
          (long) BoundedDataset.GRID_RADIUS * BoundedDataset.GRID_RADIUS
              + (long) CONSTANT * CONSTANT);

  private ClassSums() {}

  /** Returns the exact sums, which are private. */
  static long[] of(BoundedDataset data) {
    return data.fold(new SumByClass(data.features(), data.classes(), Shares.of(data.adjacency())));
  }

  private record SumByClass(int features, int classes, int shares) implements VectorSum {
    @Override
    public boolean rowsShare() {
      return true;
    }

    @Override
    public int size() {
      return (features + 1) * classes;
    }

    @Override
    public void add(long[] sums, BoundedDataset.Block block, BitSet rows) {
      for (int row = rows.nextSetBit(0); row >= 0; row = rows.nextSetBit(row + 1)) {
        int label = block.label(row);
        // Cannot overflow: fewer than 2^31 rows, entries and shares below 2^15.
        long own = block.shares(row, shares);
        block.addTo(row, own, sums, classes, label);
        sums[features * classes + label] += own * CONSTANT;
      }
    }
  }

  /**
   * Returns the noise that meets a guarantee.
   *
   * @throws DemiluneException if it cannot be drawn
   */
  static NoisySum noise(Adjacency adjacency, int classes, Guarantee guarantee) {
    // The three cases of the proof; a replaced label moves two columns at right angles.
    int changed = adjacency.contributionsChanged();
    long longest = LONGEST * Shares.of(adjacency);
    long squared =
        adjacency == Adjacency.REPLACE_LABEL
            ? 2 * longest * longest
            : changed * longest * changed * longest; // below 2^62
    return VectorNoise.ofMatrix(longest * changed, squared, classes, guarantee);
  }

  /** Returns the standard deviation of the noise of one entry, in units of a row of length one. */
  static double deviation(NoisySum noise, int features, int classes, Adjacency adjacency) {
    return noise.noiseStandardDeviation((features + 1) * classes)
        / BoundedDataset.GRID_RADIUS
        / Shares.of(adjacency);
  }

  /** Returns how long the noise of one class's sum is, in rows of length one. */
  static double noiseLength(NoisySum noise, int features, Shape shape) {
    return deviation(noise, features, shape.classes(), shape.adjacency()) * Math.sqrt(features);
  }
}
