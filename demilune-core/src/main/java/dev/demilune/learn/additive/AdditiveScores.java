// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.additive;

import dev.demilune.learn.PartScores;
import dev.demilune.learn.calibrate.RowScores;
import dev.demilune.rows.BoundedDataset;

/** The scores that an additive model gives to stored rows, for a calibration. */
record AdditiveScores(PartScores scores) implements RowScores {

  @Override
  public int classes() {
    return scores.classes();
  }

  @Override
  public Scorer on(BoundedDataset.Block block) {
    return scores.on(block)::scores;
  }
}
