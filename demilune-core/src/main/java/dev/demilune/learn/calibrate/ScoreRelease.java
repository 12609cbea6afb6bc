// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.calibrate;

import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.mechanism.NoisyIntegerSum;
import dev.demilune.model.ScoreCells;
import dev.demilune.privacy.Adjacency;
import dev.demilune.random.Randomness;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.rows.Shares;
import dev.demilune.rows.VectorSum;
import java.util.BitSet;

/**
 * Counts rows by class and by the cell of their score under a model, and releases the counts with
 * Gaussian noise.
 *
 * <p><b>Claim.</b> The release is (1/z)-Gaussian DP for the adjacency, where z is the noise
 * multiplier, whatever model scores the rows, as long as it was released before or is public.
 *
 * <p><b>Proof.</b> The model and the cells are fixed before the release. Which count a row belongs
 * to is then a function of this row alone, by arithmetic that does not depend on where the row is
 * stored, and the row adds one to exactly this count. A row that is added or removed moves the
 * vector of counts by a unit vector: Δ² = 1. A row that is replaced, or whose label is, takes one
 * from one count and adds one to another, or to the same: by e_i - e_j, so Δ² ≤ 2. This is what
 * {@link Adjacency#contributionsChanged} returns. Counts are exact integers below 2^46, and {@link
 * NoisyIntegerSum} with this Δ² has the claimed cost. What {@link NoisyScores} makes of the noisy
 * counts is post-processing. Where the unit is a person, each of her rows adds its share to one
 * count, and together at most the {@link Shares} of one: a vector of at most that length. ∎
 *
 * <p><b>Sampling.</b> Rounded Gaussian noise on exact integer counts.
 *
 * <p><b>Relies on.</b> One row per person, or a column that names the person; a model that holds
 * nothing that was not paid for.
 *
 * <p><b>Source.</b> Histograms with noise: Dwork, McSherry, Nissim and Smith (2006). Calibration
 * from noisy histograms of scores: Platt (1999), for exact ones.
 *
 * @param noise of every count
 */
public record ScoreRelease(NoisyIntegerSum noise) {

  /** Returns the release with this noise multiplier. */
  public static ScoreRelease of(Adjacency adjacency, double noiseMultiplier) {
    long shares = Shares.of(adjacency);
    return new ScoreRelease(
        NoisyIntegerSum.of(
            adjacency.contributionsChanged() * shares * shares, noiseMultiplier)); // Δ², not Δ
  }

  /** Returns the privacy event of one call of {@link #of}. */
  public PrivacyEvent.GaussianSum event() {
    return noise.event();
  }

  /**
   * Counts and releases.
   *
   * @param scores of a model that was paid for
   * @param randomness a stream of this release only
   */
  public NoisyScores of(
      BoundedDataset rows, RowScores scores, ScoreCells cells, Randomness randomness) {
    int shares = Shares.of(rows.adjacency());
    long[] counts = rows.fold(new ScoreCount(scores, cells, shares));
    noise.release(counts, randomness);
    Shares.toWholes(counts, shares);
    return new NoisyScores(
        scores.classes(), cells, counts, noise.noiseStandardDeviation() / shares);
  }

  /** The same with the noise off: for comparison on data that are public. */
  public static NoisyScores withoutPrivacy(
      BoundedDataset rows, RowScores scores, ScoreCells cells) {
    int shares = Shares.of(rows.adjacency());
    long[] counts = rows.fold(new ScoreCount(scores, cells, shares));
    Shares.toWholes(counts, shares);
    return new NoisyScores(scores.classes(), cells, counts, /* deviation= */ 0);
  }

  /**
   * The exact counts. Two classes: by class and by the difference of the scores. More: by class, by
   * whether the row is classified correctly, and by the log odds of the winner against all others
   * that the softmax of the scores gives.
   */
  record ScoreCount(RowScores scores, ScoreCells cells, int shares) implements VectorSum {

    @Override
    public boolean rowsShare() {
      return true;
    }

    @Override
    public int size() {
      return NoisyScores.groups(scores.classes()) * cells.count();
    }

    @Override
    public void add(long[] counts, BoundedDataset.Block block, BitSet rows) {
      RowScores.Scorer scorer = scores.on(block);
      double[] of = new double[scores.classes()];
      for (int row = rows.nextSetBit(0); row >= 0; row = rows.nextSetBit(row + 1)) {
        scorer.scores(row, of);
        // one count, by one, or by the row's share of one: the step of the proof
        counts[place(block.label(row), of)] += block.shares(row, shares);
      }
    }

    private int place(int label, double[] of) {
      if (of.length == 2) {
        return label * cells.count() + cells.of(of[1] - of[0]);
      }
      int winner = 0;
      for (int k = 1; k < of.length; k++) {
        if (of[k] > of[winner]) {
          winner = k;
        }
      }
      int group = 2 * label + (winner == label ? 1 : 0);
      return group * cells.count() + cells.of(logOdds(winner, of));
    }

    /** s_w - ln Σ_{k≠w} exp(s_k): at least minus the logarithm of the number of rivals. */
    private static double logOdds(int winner, double[] of) {
      double rivals = 0;
      for (int k = 0; k < of.length; k++) {
        if (k != winner) {
          // StrictMath: the same bits on every machine. None is above one.
          rivals += StrictMath.exp(of[k] - of[winner]);
        }
      }
      return -StrictMath.log(rivals);
    }
  }
}
