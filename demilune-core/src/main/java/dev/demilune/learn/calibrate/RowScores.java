// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.calibrate;

import dev.demilune.rows.BoundedDataset;
import java.io.Serializable;

/**
 * The scores that a released model gives to stored rows: a function of the model and of one row,
 * the same bits wherever the row is stored.
 */
public interface RowScores extends Serializable {

  /** Returns the number of classes. */
  int classes();

  /** Returns what scores the rows of a block; for one thread, so it may have working space. */
  Scorer on(BoundedDataset.Block block);

  /** Scores the rows of one block. */
  @FunctionalInterface
  interface Scorer {

    /** Writes one score per class; the largest wins. */
    void scores(int row, double[] into);
  }
}
