// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import dev.demilune.data.Table;
import dev.demilune.model.LinearClassifier;
import dev.demilune.random.Randomness;
import dev.demilune.schema.Schema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A halfspace with few mistakes on the training rows of two classes, found by trying random changes
 * of the normal, each with its best threshold: what a private one is compared with.
 */
final class BestHalfspace {

  private static final int TRIALS = 400;
  private static final double[] LENGTHS = {0.3, 0.1, 0.03, 0.01};

  private final double[] normal;
  private final double threshold;

  private BestHalfspace(double[] normal, double threshold) {
    this.normal = normal;
    this.threshold = threshold;
  }

  /** Returns the best that was found, beginning with a given one; always the same. */
  static BestHalfspace near(LinearClassifier start, PublicData data) {
    Rows rows = Rows.of(data.schema(), data.train().get());
    double[] normal = new double[data.schema().features()];
    Arrays.setAll(normal, j -> start.weight(1, j) - start.weight(0, j));
    Threshold best = rows.threshold(normal);
    Randomness randomness = Randomness.reproducible(1).stream("normals");
    for (int trial = 0; trial < TRIALS; trial++) {
      double[] changed = normal.clone();
      double length = LENGTHS[trial % LENGTHS.length] * Math.sqrt(dot(normal, normal));
      for (int j = 0; j < changed.length; j++) {
        changed[j] += length * (randomness.nextBits(40) * 0x1p-39 - 1);
      }
      Threshold other = rows.threshold(changed);
      if (other.mistakes < best.mistakes) {
        best = other;
        normal = changed;
      }
    }
    return new BestHalfspace(normal, best.at);
  }

  /** Returns the part of the test rows that are on their side, in percent. */
  double accuracy(PublicData data) {
    Rows rows = Rows.of(data.schema(), data.test().get());
    long right =
        rows.positive.stream().filter(row -> dot(row, normal) > threshold).count()
            + rows.negative.stream().filter(row -> dot(row, normal) <= threshold).count();
    return 100.0 * right / (rows.positive.size() + rows.negative.size());
  }

  private record Threshold(double at, int mistakes) {}

  private record Rows(List<double[]> positive, List<double[]> negative) {

    static Rows of(Schema schema, Table table) {
      Rows rows = new Rows(new ArrayList<>(), new ArrayList<>());
      EncodedRows.forEach(
          schema,
          table,
          row ->
              (row.label() == 1 ? rows.positive : rows.negative)
                  .add(EncodedRows.dense(row, schema.features())));
      return rows;
    }

    /** Returns the threshold with fewest mistakes, at a score of the negative rows or below all. */
    Threshold threshold(double[] normal) {
      double[] above = positive.stream().mapToDouble(row -> dot(row, normal)).sorted().toArray();
      double[] below = negative.stream().mapToDouble(row -> dot(row, normal)).sorted().toArray();
      Threshold best = new Threshold(Double.NEGATIVE_INFINITY, below.length);
      int wrong = 0; // positive rows at the threshold or below it
      for (int i = 0; i < below.length; i++) {
        while (wrong < above.length && above[wrong] <= below[i]) {
          wrong++;
        }
        int mistakes = wrong + below.length - 1 - i;
        if (mistakes < best.mistakes) {
          best = new Threshold(below[i], mistakes);
        }
      }
      return best;
    }
  }

  private static double dot(double[] one, double[] other) {
    double sum = 0;
    for (int j = 0; j < one.length; j++) {
      sum += one[j] * other[j];
    }
    return sum;
  }
}
