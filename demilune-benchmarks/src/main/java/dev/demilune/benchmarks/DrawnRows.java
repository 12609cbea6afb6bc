// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import dev.demilune.data.VectorTable;
import dev.demilune.privacy.Adjacency;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.RowBound;
import dev.demilune.schema.Schema;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/** Rows of two classes from a seed, as a data set with 20,000 rows to test on. */
final class DrawnRows {

  private static final int TEST_ROWS = 20_000;

  private DrawnRows() {}

  /** Returns rows and the rule that labels them. */
  static PublicData of(
      int rows,
      RowBound bound,
      Function<SplittableRandom, double[]> draw,
      ToIntFunction<double[]> label) {
    double[][] all = new double[rows + TEST_ROWS][];
    int[] labels = new int[all.length];
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < all.length; i++) {
      all[i] = draw.apply(random);
      labels[i] = label.applyAsInt(all[i]);
    }
    Schema schema =
        Schema.vectors(all[0].length, LabelSet.numbered(2))
            .adjacency(Adjacency.ADD_OR_REMOVE_ONE)
            .rows(bound)
            .expectedRows(rows)
            .build();
    return new PublicData(
        schema, () -> part(all, labels, 0, rows), () -> part(all, labels, rows, all.length));
  }

  private static VectorTable part(double[][] rows, int[] labels, int from, int to) {
    return VectorTable.of(
        java.util.Arrays.copyOfRange(rows, from, to),
        java.util.Arrays.copyOfRange(labels, from, to));
  }
}
