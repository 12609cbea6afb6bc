// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.audit;

import dev.demilune.data.VectorTable;
import dev.demilune.model.Classifier;
import dev.demilune.privacy.Adjacency;
import dev.demilune.random.Randomness;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.EncodedRow;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.Schema;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A table of many canaries, each alone on its own axis, and a fair coin for each that says whether
 * it is there, or which of its two forms.
 *
 * <p>A coin changes one row, so a fit is private in every coin. Canaries are ranked by their
 * scores, a function of the model alone; the highest are guessed to be there and the lowest not to.
 *
 * @param adjacency what a coin changes
 * @param canaries as many as features
 */
record CanaryGame(Adjacency adjacency, int canaries) {

  // Declared where it may be: weights that are divided by so many rows stay near zero.
  private static final long DECLARED_FOR_EACH = 100;

  boolean[] coins(Randomness randomness) {
    boolean[] coins = new boolean[canaries];
    for (int i = 0; i < canaries; i++) {
      coins[i] = randomness.nextBits(1) == 1;
    }
    return coins;
  }

  BoundedDataset table(boolean[] coins) {
    Schema schema =
        Schema.vectors(canaries, LabelSet.numbered(2))
            .adjacency(adjacency)
            .intercept(0)
            .expectedRows(DECLARED_FOR_EACH * canaries)
            .build();
    List<double[]> rows = new ArrayList<>();
    List<Integer> labels = new ArrayList<>();
    for (int i = 0; i < canaries; i++) {
      if (coins[i] || !adjacency.addsOrRemoves()) {
        double[] row = new double[i + 1]; // what is not listed is zero
        row[i] = coins[i] || adjacency == Adjacency.REPLACE_LABEL ? 1 : -1;
        rows.add(row);
        labels.add(coins[i] || adjacency != Adjacency.REPLACE_LABEL ? 1 : 0);
      }
    }
    return BoundedDataset.of(
        schema,
        VectorTable.of(
            rows.toArray(double[][]::new), labels.stream().mapToInt(label -> label).toArray()));
  }

  /** Returns the coins in the order of the canaries' scores, the highest first. */
  boolean[] ranked(Classifier model, boolean[] coins) {
    double[] scores = new double[canaries];
    double[] into = new double[2];
    EncodedRow row = new EncodedRow();
    for (int i = 0; i < canaries; i++) {
      row.start(1);
      row.add(i, 1);
      model.scores(row, into);
      scores[i] = into[1] - into[0];
    }
    int[] order =
        IntStream.range(0, canaries)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> -scores[i]))
            .mapToInt(i -> i)
            .toArray();
    boolean[] ranked = new boolean[canaries];
    for (int i = 0; i < canaries; i++) {
      ranked[i] = coins[order[i]];
    }
    return ranked;
  }

  /** Guesses that half of them, the highest, are there, and as many of the lowest not. */
  OneRun guesses(boolean[] ranked, int guesses) {
    int half = guesses / 2;
    int right = 0;
    for (int i = 0; i < half; i++) {
      right += (ranked[i] ? 1 : 0) + (ranked[canaries - 1 - i] ? 0 : 1);
    }
    return new OneRun(canaries, 2 * half, right);
  }
}
