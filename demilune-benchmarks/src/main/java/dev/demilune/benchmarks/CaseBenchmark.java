// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import dev.demilune.data.VectorTable;
import dev.demilune.learn.Learner;
import dev.demilune.learn.Shape;
import dev.demilune.model.Classifier;
import dev.demilune.privacy.PureDp;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.RowBound;
import dev.demilune.schema.Schema;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Learners of pure privacy, case by case: what an earlier revision did and what is done now.
 *
 * <p>What the earlier revision did is a resource, {@code cases-before.csv}. It was measured by that
 * revision's command line on the files that {@link #main} writes: for each case {@code train} with
 * the seeds 1, 2 and 3, and {@code evaluate} on the fresh rows.
 */
public final class CaseBenchmark {

  private static final int FRESH = 10_000;
  private static final int FITS = 3;
  private static final String BEFORE = "cases-before.csv";

  private CaseBenchmark() {}

  /** Writes the rows of all cases, as LIBSVM files, into the folder named. */
  public static void main(String[] arguments) throws IOException {
    Path folder = Files.createDirectories(Path.of(arguments[0]));
    List<String> list = new ArrayList<>();
    for (Case one : Case.all()) {
      String name = one.features() + "-" + one.rows();
      Cube cube = new Cube(one.features(), one.rows());
      Files.writeString(folder.resolve(name + ".train"), cube.libsvm(0, one.rows()));
      Files.writeString(folder.resolve(name + ".fresh"), cube.libsvm(one.rows(), FRESH));
      list.add(name + "," + String.join(",", one.key()));
    }
    Files.write(folder.resolve("cases.csv"), list);
  }

  static List<String> markdown() throws IOException {
    List<String> lines = new ArrayList<>();
    Before before = before();
    lines.add(
        String.format(
            Locale.ROOT,
            "Learners of pure privacy (δ = 0) at revision %s and now. Rows are uniform in a cube,"
                + " the border goes through a random point of its inner half, at a random angle,"
                + " without a margin; d features and a threshold. Errors in per cent on %,d fresh"
                + " rows, mean of %d fits with fixed seeds on one draw of rows, so differences of"
                + " a factor of two say little. Where rows are added or removed their number is"
                + " declared. `sample` is set so that a case takes seconds; for 3 and 4 features it"
                + " was raised to 70 and 35 after a first look. Before is measured by the command"
                + " line, now by the library, so that seeds need not give the same noise."
                + " `net-choice` and"
                + " `sphere-choice` are made for rows with a margin, which these have not.",
            before.revision(),
            FRESH,
            FITS));
    lines.addAll(Markdown.table("| n | d | ε | adjacency | learner | before | now |"));
    for (Case one : Case.all()) {
      lines.add(
          Markdown.row(
              String.format(Locale.ROOT, "%,d", one.rows()),
              Integer.toString(one.features()),
              one.key().get(4),
              one.key().get(5),
              "`" + one.learner() + "`" + (one.setting().isEmpty() ? "" : ", " + one.setting()),
              before.results().get(one.key()),
              now(one)));
    }
    return lines;
  }

  private static String now(Case one) {
    Cube cube = new Cube(one.features(), one.rows());
    BoundedDataset rows = cube.training(one);
    PureDp guarantee = PureDp.of(one.epsilon());
    Learner learner = one.configured();
    if (!learner.plan(Shape.of(rows), guarantee).runnable()) {
      return "refused";
    }
    double error =
        IntStream.rangeClosed(1, FITS)
            .mapToDouble(seed -> cube.error(SeededRuns.fit(learner, rows, guarantee, seed)))
            .average()
            .orElseThrow();
    return String.format(Locale.ROOT, "%.2f", error);
  }

  /**
   * What an earlier revision did.
   *
   * @param results by the case's key: an error in per cent, or that it was refused and why
   */
  record Before(String revision, Map<List<String>, String> results) {}

  /** Reads the resource: a line that names the revision, the names of columns, the cases. */
  static Before before() throws IOException {
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(
                CaseBenchmark.class.getResourceAsStream(BEFORE), StandardCharsets.UTF_8))) {
      String revision = reader.readLine().replaceFirst("^# measured at ", "");
      reader.readLine(); // the names of the columns
      Map<List<String>, String> results = new LinkedHashMap<>();
      for (String line : reader.lines().toList()) {
        List<String> cells = List.of(line.split(",", -1));
        int last = cells.size() - 1;
        if (results.put(cells.subList(0, last), cells.get(last)) != null) {
          throw new IllegalStateException("twice in " + BEFORE + ": " + line);
        }
      }
      return new Before(revision, results);
    }
  }

  /** Rows uniform in a cube within the unit ball, and a border without a margin. */
  private static final class Cube {

    private final int rows;
    private final double[][] points;
    private final int[] labels;

    Cube(int features, int rows) {
      this.rows = rows;
      SplittableRandom random = new SplittableRandom(7_919L * rows + features);
      double half = 1 / Math.sqrt(features);
      double[] normal = new double[features];
      double threshold = 0;
      for (int j = 0; j < features; j++) {
        normal[j] = random.nextGaussian();
        threshold += normal[j] * half * (random.nextDouble() - 0.5);
      }
      points = new double[rows + FRESH][features];
      labels = new int[points.length];
      for (int i = 0; i < points.length; i++) {
        double score = -threshold;
        for (int j = 0; j < features; j++) {
          points[i][j] = half * (2 * random.nextDouble() - 1);
          score += normal[j] * points[i][j];
        }
        labels[i] = score > 0 ? 1 : 0;
      }
    }

    BoundedDataset training(Case one) {
      return BoundedDataset.of(
          Schema.vectors(one.features(), LabelSet.numbered(2))
              .adjacency(one.adjacency())
              .rows(RowBound.clip(1))
              .expectedRows(rows)
              .build(),
          VectorTable.of(Arrays.copyOf(points, rows), Arrays.copyOf(labels, rows)));
    }

    /** Returns the per cent of fresh rows that a model gets wrong. */
    double error(Classifier model) {
      int wrong = 0;
      for (int i = rows; i < points.length; i++) {
        wrong += model.predict(points[i]) == labels[i] ? 0 : 1;
      }
      return 100.0 * wrong / FRESH;
    }

    String libsvm(int from, int count) {
      StringBuilder text = new StringBuilder();
      for (int i = from; i < from + count; i++) {
        text.append(labels[i] == 1 ? "+1" : "-1");
        for (int j = 0; j < points[i].length; j++) {
          text.append(' ').append(j + 1).append(':').append(points[i][j]);
        }
        text.append('\n');
      }
      return text.toString();
    }
  }
}
