// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.choice;

/** A public stream of candidates, to be read once. */
public interface Cover {

  int dimension();

  /** How many candidates there are, or at most: for progress and plans. */
  double size();

  /** Fills a block with the next candidates; fewer than fit, or none, at the end. */
  void fill(CandidateBlock block);
}
