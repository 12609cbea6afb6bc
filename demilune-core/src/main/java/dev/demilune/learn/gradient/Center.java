// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.gradient;

import dev.demilune.rows.BoundedDataset;
import dev.demilune.rows.RowSums;
import dev.demilune.rows.Shares;
import dev.demilune.rows.VectorSum;
import java.util.BitSet;

/**
 * The point that rows are centered on: a noisy mean, shrunk toward zero where it is mostly noise.
 *
 * <p>The sum of all rows is exact, and the part of one row, or of all rows of a person, in it has
 * length at most {@link BoundedDataset#GRID_RADIUS} times the {@link Shares} of one. What happens
 * after the noise (division by a public or bought count, shrinking, projection on the unit ball,
 * rounding to the grid) is post-processing.
 *
 * <p>Shrinking is the positive-part rule of James and Stein (1961): with noise of variance s² in
 * each of d coordinates, the noisy mean x is multiplied by max(0, 1 - d s²/|x|²). It takes the
 * place of a yes-or-no rule for centering: a mean that is all noise becomes zero by itself.
 */
public final class Center {

  private Center() {}

  /** Returns the exact sum of all rows times their shares, in grid units; it is private. */
  public static long[] rowSum(BoundedDataset data) {
    return data.fold(new RowSum(data.features(), Shares.of(data.adjacency())));
  }

  private record RowSum(int size, int shares) implements VectorSum {
    @Override
    public boolean rowsShare() {
      return true;
    }

    @Override
    public void add(long[] sum, BoundedDataset.Block block, BitSet rows) {
      // Cannot overflow: fewer than 2^31 rows of at most GRID_RADIUS in a coordinate, and fewer
      // than 2^15 shares of each.
      RowSums sums = new RowSums(sum, /* outputs= */ 1);
      long[] ofRows = new long[block.rowsAtOnce()];
      block.forSome(
          rows,
          (some, count) -> {
            for (int i = 0; i < count; i++) {
              ofRows[i] = block.shares(some[i], shares);
            }
            block.addTo(some, count, ofRows, sums);
          });
      sums.finish();
    }
  }

  /**
   * Returns the center on the grid.
   *
   * @param noisySum the sum of all rows after its noise
   * @param rows how many rows it is divided by, times the {@link Shares} of one
   * @param noise the standard deviation of the noise in each coordinate of the sum
   */
  public static int[] of(long[] noisySum, double rows, double noise) {
    // From here on the rows are out of sight: floating point can cost accuracy, not privacy.
    double squared = 0;
    for (long sum : noisySum) {
      squared += (sum / rows) * (sum / rows);
    }
    double spread = noise / rows; // of one coordinate of the mean
    // Without noise nothing is shrunk; a sum of zero has no direction to keep.
    double kept = squared > 0 ? Math.max(0, 1 - noisySum.length * spread * spread / squared) : 0;
    // The true mean lies in the ball, so a longer estimate is brought back into it.
    double length = kept * Math.sqrt(squared);
    double factor = kept * Math.min(1, BoundedDataset.GRID_RADIUS / Math.max(length, 1)) / rows;
    int[] center = new int[noisySum.length];
    for (int j = 0; j < center.length; j++) {
      // May leave the ball by half a grid unit per coordinate: no sensitivity relies on the center.
      center[j] = (int) Math.rint(noisySum[j] * factor);
    }
    return center;
  }

  /** Returns |m|² for a center on the grid, in units of the ball's radius. */
  public static double squaredLength(int[] center) {
    double squares = 0;
    for (int m : center) {
      squares += (double) m * m;
    }
    return squares / ((double) BoundedDataset.GRID_RADIUS * BoundedDataset.GRID_RADIUS);
  }
}
