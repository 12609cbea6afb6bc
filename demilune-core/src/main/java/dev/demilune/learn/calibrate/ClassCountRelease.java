// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.calibrate;

import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.mechanism.NoisyIntegerSum;
import dev.demilune.privacy.Adjacency;
import dev.demilune.random.Randomness;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.rows.Shares;
import dev.demilune.rows.VectorSum;
import java.util.Arrays;
import java.util.BitSet;

/**
 * The number of rows of every class, with Gaussian noise.
 *
 * <p><b>Claim.</b> The release is (1/z)-Gaussian DP for the adjacency, z being the noise
 * multiplier.
 *
 * <p><b>Proof.</b> A row adds one to the count of its class and nothing to the others. A row that
 * is added or removed moves the counts by a unit vector, Δ² = 1; one that is replaced, or whose
 * label is, by e_i - e_j at most, Δ² = 2: what {@link Adjacency#contributionsChanged} returns.
 * {@link NoisyIntegerSum} with this Δ² has the claimed cost. The rows of a person add their shares,
 * together at most the {@link Shares} of one, and no vector of counts with this sum is longer. ∎
 *
 * <p><b>Sampling.</b> Rounded Gaussian noise on exact integer counts.
 *
 * @param noise of every count
 */
public record ClassCountRelease(NoisyIntegerSum noise) {

  private static final double VISIBLE = 3; // standard deviations: one in 741 by noise alone

  /** Returns the release with this noise multiplier. */
  public static ClassCountRelease of(Adjacency adjacency, double noiseMultiplier) {
    long shares = Shares.of(adjacency);
    return new ClassCountRelease(
        NoisyIntegerSum.of(
            adjacency.contributionsChanged() * shares * shares, noiseMultiplier)); // Δ², not Δ
  }

  /** Returns the privacy event of one call of {@link #of}. */
  public PrivacyEvent.GaussianSum event() {
    return noise.event();
  }

  /**
   * Counts and releases. A class that does not stand out of the noise gets the count of the rarest
   * class that does, so that noise alone gives no class more weight than that; all counts are at
   * least one.
   */
  public double[] of(BoundedDataset rows, Randomness randomness) {
    int shares = Shares.of(rows.adjacency());
    long[] counts = rows.fold(new ByLabel(rows.classes(), shares));
    noise.release(counts, randomness);
    return standingOut(wholes(counts, shares), noise.noiseStandardDeviation() / shares);
  }

  /** The same with the noise off: for comparison on data that are public. */
  public static double[] withoutPrivacy(BoundedDataset rows) {
    int shares = Shares.of(rows.adjacency());
    long[] counts = rows.fold(new ByLabel(rows.classes(), shares));
    return standingOut(wholes(counts, shares), /* deviation= */ 0);
  }

  private static double[] wholes(long[] counts, int shares) {
    return Arrays.stream(counts).mapToDouble(count -> (double) count / shares).toArray();
  }

  /** Counts below three standard deviations of their noise become the smallest of the others. */
  static double[] standingOut(double[] counts, double deviation) {
    double least = Math.max(1, VISIBLE * deviation);
    double rarest = Arrays.stream(counts).filter(count -> count >= least).min().orElse(1);
    return Arrays.stream(counts).map(count -> count >= least ? count : rarest).toArray();
  }

  private record ByLabel(int classes, int shares) implements VectorSum {
    @Override
    public boolean rowsShare() {
      return true;
    }

    @Override
    public int size() {
      return classes;
    }

    @Override
    public void add(long[] counts, BoundedDataset.Block block, BitSet rows) {
      for (int row = rows.nextSetBit(0); row >= 0; row = rows.nextSetBit(row + 1)) {
        counts[block.label(row)] += block.shares(row, shares);
      }
    }
  }
}
