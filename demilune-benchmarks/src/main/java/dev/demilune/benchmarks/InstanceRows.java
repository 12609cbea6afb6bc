// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import dev.demilune.data.VectorTable;
import dev.demilune.model.Classifier;
import dev.demilune.privacy.Adjacency;
import dev.demilune.random.Randomness;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.Schema;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.function.LongSupplier;

/** Rows that a command {@code generate} writes, to train on and fresh ones of the same draw. */
final class InstanceRows {

  /** Writes so many rows as LIBSVM lines. */
  interface Generator {
    void write(Appendable to, long rows, LongSupplier uniformBits) throws IOException;
  }

  private final int training;
  private final double[][] points;
  private final int[] labels;

  InstanceRows(Generator generator, int features, int training, int fresh, long seed) {
    this.training = training;
    points = new double[training + fresh][features];
    labels = new int[training + fresh];
    StringBuilder text = new StringBuilder();
    try {
      generator.write(text, points.length, Randomness.reproducible(seed)::nextLong);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    int row = 0;
    for (String line : text.toString().lines().toList()) {
      parse(line, row++);
    }
  }

  private void parse(String line, int row) {
    String[] cells = line.split(" ", -1);
    labels[row] = cells[0].equals("+1") ? 1 : 0;
    for (int i = 1; i < cells.length; i++) {
      int colon = cells[i].indexOf(':');
      points[row][Integer.parseInt(cells[i].substring(0, colon)) - 1] =
          Double.parseDouble(cells[i].substring(colon + 1));
    }
  }

  /** Returns the rows to train on; their number is declared. */
  BoundedDataset training(Adjacency adjacency) {
    return BoundedDataset.of(
        Schema.vectors(points[0].length, LabelSet.numbered(2))
            .adjacency(adjacency)
            .expectedRows(training)
            .build(),
        VectorTable.of(Arrays.copyOf(points, training), Arrays.copyOf(labels, training)));
  }

  /** Returns the share of fresh rows that a model gets wrong. */
  double error(Classifier model) {
    int wrong = 0;
    for (int i = training; i < points.length; i++) {
      wrong += model.predict(points[i]) == labels[i] ? 0 : 1;
    }
    return (double) wrong / (points.length - training);
  }
}
