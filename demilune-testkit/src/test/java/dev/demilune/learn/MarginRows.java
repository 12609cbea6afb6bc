// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn;

import dev.demilune.budget.Ledger;
import dev.demilune.data.VectorTable;
import dev.demilune.model.Classifier;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.Guarantee;
import dev.demilune.random.Randomness;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.Schema;
import dev.demilune.testkit.Generator;

/** Rows of known difficulty, by which learners are compared. */
public final class MarginRows {

  private final int classes;
  private final double[][] rows;
  private final int[] labels;

  private MarginRows(int classes, double[][] rows, int[] labels) {
    this.classes = classes;
    this.rows = rows;
    this.labels = labels;
  }

  /**
   * Two classes of margin at least γ: x = y c w + √(1 - c²) u, with c uniform in [γ, 2γ] and u a
   * random unit vector orthogonal to w, which is the first axis.
   */
  public static MarginRows twoClasses(int features, double gamma, int count, Generator generator) {
    MarginRows made = new MarginRows(2, new double[count][], new int[count]);
    for (int i = 0; i < count; i++) {
      made.labels[i] = generator.integer(0, 1);
      double c = generator.number(gamma, 2 * gamma);
      made.rows[i] = mixed(features, 1, 0, made.labels[i] == 1 ? c : -c, generator);
    }
    return made;
  }

  /** As many classes as wished: class y leans by c in [γ, 2γ] toward axis y and to no other. */
  static MarginRows manyClasses(
      int classes, int features, double gamma, int count, Generator generator) {
    MarginRows made = new MarginRows(classes, new double[count][], new int[count]);
    for (int i = 0; i < count; i++) {
      made.labels[i] = generator.integer(0, classes - 1);
      double c = generator.number(gamma, 2 * gamma);
      made.rows[i] = mixed(features, classes, made.labels[i], c, generator);
    }
    return made;
  }

  private static double[] mixed(
      int features, int reserved, int axis, double lean, Generator generator) {
    double[] rest = generator.vector(features - reserved, Math.sqrt(1 - lean * lean));
    double[] row = new double[features];
    System.arraycopy(rest, 0, row, reserved, rest.length);
    row[axis] = lean;
    return row;
  }

  /**
   * The hard instance: row τ e_i has label τ s_i, so every coordinate must be learned by itself.
   */
  public static MarginRows hard(boolean[] signs, int count, Generator generator) {
    MarginRows made = new MarginRows(2, new double[count][signs.length], new int[count]);
    for (int i = 0; i < count; i++) {
      int axis = generator.integer(0, signs.length - 1);
      boolean positive = generator.integer(0, 1) == 1;
      made.rows[i][axis] = positive ? 1 : -1;
      made.labels[i] = positive == signs[axis] ? 1 : 0;
    }
    return made;
  }

  BoundedDataset bound(Adjacency adjacency) {
    Schema schema =
        Schema.vectors(rows[0].length, LabelSet.numbered(classes))
            .adjacency(adjacency)
            .expectedRows(rows.length)
            .build();
    return BoundedDataset.of(schema, VectorTable.of(rows, labels));
  }

  public Classifier fit(Learner learner, Adjacency adjacency, Guarantee guarantee, long seed) {
    try (Ledger ledger =
        Ledger.inMemory("rows", adjacency, guarantee, Randomness.reproducible(seed))) {
      return learner.fit(bound(adjacency), ledger.spend("utility", guarantee)).model();
    }
  }

  /** Returns the share of these rows that the model gets wrong. */
  public double error(Classifier model) {
    int wrong = 0;
    for (int i = 0; i < rows.length; i++) {
      wrong += model.predict(rows[i]) == labels[i] ? 0 : 1;
    }
    return (double) wrong / rows.length;
  }
}
