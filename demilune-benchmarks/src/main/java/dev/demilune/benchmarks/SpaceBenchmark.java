// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import dev.demilune.data.CsvFormat;
import dev.demilune.data.CsvReader;
import dev.demilune.data.Table;
import dev.demilune.data.VectorTable;
import dev.demilune.data.synthetic.StripInstance;
import dev.demilune.model.Classifier;
import dev.demilune.privacy.Adjacency;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.EncodedRow;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.RowBound;
import dev.demilune.schema.RowEncoder;
import dev.demilune.schema.Schema;
import dev.demilune.schema.SchemaBuilder;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Learners without a margin beyond the plane: three and four features, large integers, and more.
 */
final class SpaceBenchmark {

  private static final int DRAWS = 5;
  private static final int STRIP_DRAWS = 3;
  private static final int FRESH = 10_000;

  private SpaceBenchmark() {}

  static List<String> markdown() {
    List<String> lines = new ArrayList<>();
    lines.addAll(thresholds());
    lines.add("");
    lines.addAll(integers());
    lines.add("");
    lines.addAll(strips());
    return lines;
  }

  /** A cell of the first table. */
  private record Cube(int features, int rows) {}

  private static List<String> thresholds() {
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            Locale.ROOT,
            "Three and four features with a threshold: rows uniform in a cube, the border through a"
                + " random point of its inner half, at a random angle. Errors in per cent on %,d"
                + " fresh rows, median of %d draws and in brackets the largest; ε = 1, rows added"
                + " or removed and declared, δ = 1e-6 for `noisy-descent` and 0 for the others.",
            FRESH,
            DRAWS));
    List<Cube> cubes =
        List.of(
            new Cube(3, 300),
            new Cube(3, 3_000),
            new Cube(3, 30_000),
            new Cube(4, 3_000),
            new Cube(4, 30_000));
    List<String> head = new ArrayList<>(List.of("| learner"));
    cubes.forEach(
        cube ->
            head.add(
                String.format(Locale.ROOT, "%d features, %,d rows", cube.features, cube.rows)));
    lines.addAll(Markdown.table(String.join(" | ", head) + " |"));
    for (LearnerLine line :
        List.of(
            LearnerLine.pure("grid-halfspace", "sample=70"),
            LearnerLine.pure("grid-halfspace", "sample=35"),
            LearnerLine.pure("net-choice"),
            LearnerLine.approximate(1e-6, "noisy-descent"))) {
      List<String> cells = new ArrayList<>(List.of(line.title()));
      for (Cube cube : cubes) {
        // Seventy rows and five unknowns would be half a minute for each draw.
        boolean slow = cube.features == 4 && line.settings().contains("sample=70");
        cells.add(slow ? "" : median(draw -> cubeError(line, cube, draw)));
      }
      lines.add(Markdown.row(cells.toArray(String[]::new)));
    }
    return lines;
  }

  private interface Measured {
    double error(int draw);
  }

  private static String median(Measured measured) {
    double[] errors = IntStream.range(0, DRAWS).mapToDouble(measured::error).sorted().toArray();
    return String.format(Locale.ROOT, "%.2f (%.2f)", errors[DRAWS / 2], errors[DRAWS - 1]);
  }

  private static double cubeError(LearnerLine line, Cube cube, int draw) {
    SplittableRandom random = new SplittableRandom(3_061L * draw + 9);
    int features = cube.features;
    double half = 1 / Math.sqrt(features);
    double[] normal = new double[features];
    double threshold = 0;
    for (int j = 0; j < features; j++) {
      normal[j] = random.nextGaussian();
      threshold += normal[j] * half * (random.nextDouble() - 0.5);
    }
    double[][] points = new double[cube.rows + FRESH][features];
    int[] labels = new int[points.length];
    for (int i = 0; i < points.length; i++) {
      double score = -threshold;
      for (int j = 0; j < features; j++) {
        points[i][j] = half * (2 * random.nextDouble() - 1);
        score += normal[j] * points[i][j];
      }
      labels[i] = score > 0 ? 1 : 0;
    }
    BoundedDataset data =
        BoundedDataset.of(
            Schema.vectors(features, LabelSet.numbered(2))
                .adjacency(Adjacency.ADD_OR_REMOVE_ONE)
                .rows(RowBound.clip(1))
                .expectedRows(cube.rows)
                .build(),
            VectorTable.of(Arrays.copyOf(points, cube.rows), Arrays.copyOf(labels, cube.rows)));
    Classifier model = SeededRuns.fit(line.learner(), data, line.guarantee(), draw + 1);
    int wrong = 0;
    for (int i = cube.rows; i < points.length; i++) {
      wrong += model.predict(points[i]) == labels[i] ? 0 : 1;
    }
    return 100.0 * wrong / FRESH;
  }

  private static List<String> integers() {
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            Locale.ROOT,
            "Integers from 0 to 2^50, all rows within 1,000 of 10^14 and 2·10^14, the border among"
                + " them. `grid-halfspace`, δ = 0, ε = 1, rows added or removed and declared."
                + " Errors in per cent on %,d fresh rows, median of %d draws and in brackets the"
                + " largest.",
            FRESH,
            DRAWS));
    lines.addAll(Markdown.table("| schema | 1 feature, 300 rows | 2 features, 300 rows |"));
    for (boolean exact : new boolean[] {true, false}) {
      lines.add(
          Markdown.row(
              exact ? "`integer 0..2^50`" : "`number 0..2^50`",
              median(draw -> integerError(exact, 1, draw)),
              median(draw -> integerError(exact, 2, draw))));
    }
    return lines;
  }

  private static double integerError(boolean exact, int features, int draw) {
    SplittableRandom random = new SplittableRandom(5_003L * draw + 1);
    SchemaBuilder builder = Schema.builder();
    for (int j = 1; j <= features; j++) {
      if (exact) {
        builder.integer("x" + j, 0, 0x1p50);
      } else {
        builder.number("x" + j, 0, 0x1p50);
      }
    }
    Schema schema =
        builder
            .label("y", "no", "yes")
            .adjacency(Adjacency.ADD_OR_REMOVE_ONE)
            .rows(RowBound.clip(1.5))
            .expectedRows(300)
            .build();
    long place = random.nextLong(300, 700);
    String training = integerRows(features, 300, place, random);
    BoundedDataset data = BoundedDataset.of(schema, csv(training));
    LearnerLine line = LearnerLine.pure("grid-halfspace");
    Classifier model = SeededRuns.fit(line.learner(), data, line.guarantee(), draw + 1);
    int wrong = 0;
    try (Table fresh = csv(integerRows(features, FRESH, place, random))) {
      RowEncoder encoder = schema.encoder(fresh);
      EncodedRow row = new EncodedRow();
      while (fresh.next()) {
        encoder.encode(fresh, row);
        wrong += model.predict(row) == row.label() ? 0 : 1;
      }
    }
    return 100.0 * wrong / FRESH;
  }

  private static String integerRows(int features, int rows, long place, SplittableRandom random) {
    StringBuilder csv = new StringBuilder(features == 1 ? "x1,y\n" : "x1,x2,y\n");
    for (int i = 0; i < rows; i++) {
      long first = random.nextLong(1_000);
      long second = random.nextLong(1_000);
      boolean positive = features == 1 ? first >= place : 2 * first - second >= place;
      csv.append(100_000_000_000_000L + first);
      if (features == 2) {
        csv.append(',').append(200_000_000_000_000L + second);
      }
      csv.append(positive ? ",yes\n" : ",no\n");
    }
    return csv.toString();
  }

  private static Table csv(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return CsvReader.open(new ByteArrayInputStream(bytes), "rows.csv", CsvFormat.standard());
  }

  /** A column of the last table. */
  private record Strip(int features, double width, int rows) {}

  private static List<String> strips() {
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            Locale.ROOT,
            "Eight and twenty features: `generate strips`, all rows in a strip of the width, 1"
                + " being the whole cube. Errors in per cent on %,d fresh rows, mean and deviation"
                + " over %d draws of rows and noise; ε = 1, rows added or removed and declared. An"
                + " empty cell is refused.",
            FRESH,
            STRIP_DRAWS));
    List<Strip> strips =
        List.of(
            new Strip(8, 1, 300),
            new Strip(8, 1, 3_000),
            new Strip(8, 0.02, 10_000),
            new Strip(8, 0.02, 30_000),
            new Strip(20, 1, 300),
            new Strip(20, 1, 3_000));
    List<String> head = new ArrayList<>(List.of("| learner | δ"));
    strips.forEach(
        strip ->
            head.add(
                String.format(
                    Locale.ROOT,
                    "%d features, width %s, %,d rows",
                    strip.features,
                    strip.width == 1 ? "1" : Double.toString(strip.width),
                    strip.rows)));
    lines.addAll(Markdown.table(String.join(" | ", head) + " |"));
    List<LearnerLine> learners =
        List.of(
            LearnerLine.pure("grid-aggregate", "combine=mean"),
            LearnerLine.pure("grid-aggregate", "combine=interior-points"),
            LearnerLine.pure("net-choice"),
            LearnerLine.pure("output-perturbation"),
            LearnerLine.approximate(1e-6, "grid-aggregate", "combine=mean"),
            LearnerLine.approximate(1e-6, "rescaling-perceptron"),
            LearnerLine.approximate(1e-6, "noisy-descent"));
    List<List<String>> cells = new ArrayList<>();
    learners.forEach(
        line ->
            cells.add(
                new ArrayList<>(
                    List.of(line.title(), line.guarantee().delta() > 0 ? "1e-6" : "0"))));
    for (Strip strip : strips) { // each draw of rows is made once, for all learners
      StripInstance instance = new StripInstance(strip.features, strip.width, 1);
      List<InstanceRows> draws =
          IntStream.range(0, STRIP_DRAWS)
              .mapToObj(
                  draw ->
                      new InstanceRows(
                          instance::write, strip.features, strip.rows, FRESH, 6_100 + draw))
              .toList();
      for (int i = 0; i < learners.size(); i++) {
        cells.get(i).add(errors(learners.get(i), draws));
      }
    }
    cells.forEach(row -> lines.add(Markdown.row(row.toArray(String[]::new))));
    return lines;
  }

  private static String errors(LearnerLine line, List<InstanceRows> draws) {
    List<BoundedDataset> training =
        draws.stream().map(draw -> draw.training(Adjacency.ADD_OR_REMOVE_ONE)).toList();
    if (!line.runs(training.get(0))) {
      return "";
    }
    return SeededRuns.meanAndDeviation(
        STRIP_DRAWS,
        draw ->
            100
                * draws
                    .get(draw)
                    .error(
                        SeededRuns.fit(
                            line.learner(), training.get(draw), line.guarantee(), draw + 1)));
  }
}
