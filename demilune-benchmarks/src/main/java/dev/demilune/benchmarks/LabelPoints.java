// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import dev.demilune.data.VectorTable;
import dev.demilune.learn.Learner;
import dev.demilune.learn.label.LabelPrivate;
import dev.demilune.model.Classifier;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.PureDp;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.RowBound;
import dev.demilune.schema.Schema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Label privacy on normal rows that a halfspace through zero divides.
 *
 * @param length that hardly a row exceeds
 * @param skewed whether feature j is divided by j, while the halfspace has equal shares of all
 */
record LabelPoints(int rows, int features, double length, boolean skewed) {

  private static final int FRESH = 2_000;

  static List<String> markdown() {
    List<String> lines = new ArrayList<>();
    lines.add(
        "`label-private` on normal rows, halfspaces through zero, no label wrong; ε = 1, δ = 0."
            + " Median error on fresh rows and, in brackets, the mean, in per cent: over 41 seeds"
            + " for two features, "
            + SeededRuns.SEEDS
            + " otherwise. Skewed: feature j is divided by j, and the halfspace has equal shares of"
            + " all before.");
    lines.addAll(
        Markdown.table(
            "| rows | features | length | `auto` | `likelihood` | `response` | `cover` |"));
    lines.add(new LabelPoints(200, 2, 0.8, false).row());
    lines.add(new LabelPoints(200, 2, 0.02, false).row());
    lines.add(new LabelPoints(3_000, 10, 0.8, false).row());
    lines.add(new LabelPoints(3_000, 10, 0.02, false).row());
    lines.add(new LabelPoints(12_000, 10, 0.8, false).row());
    lines.add(new LabelPoints(3_000, 10, 0.8, true).row());
    return lines;
  }

  private String row() {
    return Markdown.row(
        String.format(Locale.ROOT, "%,d", rows),
        Integer.toString(features),
        length + (skewed ? ", skewed" : ""),
        errors("auto"),
        errors("likelihood"),
        errors("response"),
        errors("cover"));
  }

  private String errors(String method) {
    Learner learner = LabelPrivate.withDefaults().with("method", method);
    double[] errors = new double[features == 2 ? 41 : SeededRuns.SEEDS];
    Arrays.setAll(errors, seed -> error(learner, seed));
    Arrays.sort(errors);
    return String.format(
        Locale.ROOT,
        "%.2f (%.2f)",
        errors[errors.length / 2],
        Arrays.stream(errors).average().orElseThrow());
  }

  private double error(Learner learner, int seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] direction = random.doubles(features, -1, 1).toArray();
    double[][] points = new double[rows + FRESH][features];
    int[] labels = new int[points.length];
    for (int i = 0; i < points.length; i++) {
      double score = 0;
      for (int j = 0; j < features; j++) {
        double entry = random.nextGaussian();
        score += entry * direction[j];
        // Typical rows have a third of the length.
        points[i][j] = entry * length / 3 / Math.sqrt(features) / (skewed ? j + 1 : 1);
      }
      labels[i] = score > 0 ? 1 : 0;
    }
    Schema schema =
        Schema.vectors(features, LabelSet.numbered(2))
            .adjacency(Adjacency.REPLACE_LABEL)
            .rows(RowBound.clip(1))
            .expectedRows(rows)
            .build();
    BoundedDataset training =
        BoundedDataset.of(
            schema, VectorTable.of(Arrays.copyOf(points, rows), Arrays.copyOf(labels, rows)));
    Classifier model = SeededRuns.fit(learner, training, PureDp.of(1), seed);
    int wrong = 0;
    for (int i = rows; i < points.length; i++) {
      wrong += model.predict(points[i]) == labels[i] ? 0 : 1;
    }
    return 100.0 * wrong / FRESH;
  }
}
