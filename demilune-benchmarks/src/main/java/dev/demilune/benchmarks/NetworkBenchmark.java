// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import dev.demilune.data.CsvReader;
import dev.demilune.data.synthetic.TwoMoons;
import dev.demilune.data.synthetic.XorBlobs;
import dev.demilune.evaluate.Evaluation;
import dev.demilune.learn.Learner;
import dev.demilune.learn.gradient.NoisyDescent;
import dev.demilune.learn.network.NetworkChoice;
import dev.demilune.learn.perturb.OutputPerturbation;
import dev.demilune.model.Classifier;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Guarantee;
import dev.demilune.privacy.PureDp;
import dev.demilune.random.Randomness;
import dev.demilune.robust.RobustAccuracy;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.Schema;
import dev.demilune.schema.file.SchemaFile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.LongSupplier;

/** Chosen networks where no line can tell the classes apart, beside linear learners. */
final class NetworkBenchmark {

  private static final int TEST_ROWS = 20_000;

  private NetworkBenchmark() {}

  /** Points of the plane and their schema. */
  private record Points(String name, Writer writer, String yaml) {

    interface Writer {
      void write(Appendable csv, long rows, LongSupplier uniformBits) throws IOException;
    }

    String draw(long rows, long seed) throws IOException {
      StringBuilder csv = new StringBuilder();
      writer.write(csv, rows, Randomness.reproducible(seed).stream(name)::nextLong);
      return csv.toString();
    }

    /** The schema for one replaced row: the papers' adjacency, and twice the noise. */
    Schema schema() {
      return SchemaFile.parse(yaml.replace("add-or-remove-one", "replace-one"), name);
    }
  }

  static List<String> markdown() throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add(
        "Defaults, one replaced row, ε = 1; a public draw of data, candidates and noise for each of"
            + " 5 seeds, none of which was looked at when defaults were chosen. Mean and, in"
            + " brackets, standard deviation of the accuracy on "
            + TEST_ROWS
            + " fresh points. The best line is found on those points themselves. Seconds are of"
            + " cores that were busy with other work as well.");
    lines.addAll(
        Markdown.table(
            "| points | rows | learner | δ | test accuracy, % | certified at 0.02, % | seconds of a"
                + " fit |"));
    Points moons = new Points("two moons", new TwoMoons(0.2)::write, TwoMoons.schemaYaml(0));
    Points blobs = new Points("XOR blobs", XorBlobs::write, XorBlobs.schemaYaml(0));
    compare(moons, 20_000, lines);
    compare(moons, 2_000, lines);
    compare(blobs, 2_000, lines);
    return lines;
  }

  private static void compare(Points points, int rows, List<String> lines) throws IOException {
    double[] best = new double[SeededRuns.SEEDS];
    for (int seed = 0; seed < best.length; seed++) {
      best[seed] = bestLine(points.draw(TEST_ROWS, 100 + seed));
    }
    lines.add(row(points, rows, "the best line, not private", "", best, "", ""));
    for (Learner learner :
        List.of(NoisyDescent.withDefaults(), OutputPerturbation.withDefaults())) {
      lines.add(fits(points, rows, learner, ApproximateDp.of(1, 1e-6), "1e-6"));
    }
    lines.add(fits(points, rows, NetworkChoice.withDefaults(), PureDp.of(1), "0"));
    lines.add(fits(points, rows, NetworkChoice.withDefaults(), ApproximateDp.of(1, 1e-6), "1e-6"));
  }

  private static String fits(
      Points points, int rows, Learner learner, Guarantee guarantee, String delta)
      throws IOException {
    double[] accuracies = new double[SeededRuns.SEEDS];
    double[] robust = new double[SeededRuns.SEEDS];
    long nanos = 0;
    Schema schema = points.schema();
    for (int seed = 0; seed < accuracies.length; seed++) {
      BoundedDataset data = BoundedDataset.of(schema, table(schema, points.draw(rows, seed)));
      Learner drawn =
          learner.has("public-seed")
              ? learner.with("public-seed", Integer.toString(seed))
              : learner;
      long start = System.nanoTime();
      Classifier model = SeededRuns.fit(drawn, data, guarantee, seed);
      nanos += System.nanoTime() - start;
      String test = points.draw(TEST_ROWS, 100 + seed);
      accuracies[seed] = 100 * Evaluation.onPublic(model, table(schema, test)).accuracy();
      robust[seed] = 100 * RobustAccuracy.onPublic(model, table(schema, test)).at(0.02);
    }
    return row(
        points,
        rows,
        '`' + learner.name() + '`',
        delta,
        accuracies,
        String.format(Locale.ROOT, "%.1f", Arrays.stream(robust).average().orElseThrow()),
        String.format(Locale.ROOT, "%.1f", nanos / (1e9 * robust.length)));
  }

  private static String row(
      Points points,
      int rows,
      String learner,
      String delta,
      double[] values,
      String certified,
      String seconds) {
    return String.format(
        Locale.ROOT,
        "| %s | %,d | %s | %s | %s | %s | %s |",
        points.name,
        rows,
        learner,
        delta,
        SeededRuns.meanAndDeviation(values),
        certified,
        seconds);
  }

  private static CsvReader table(Schema schema, String csv) {
    return CsvReader.open(
        new ByteArrayInputStream(csv.getBytes(StandardCharsets.UTF_8)),
        "synthetic points",
        schema.csvFormat());
  }

  /** All lines of 360 directions, at all places: the best accuracy on the points, in percent. */
  private static double bestLine(String csv) {
    List<String[]> cells = csv.lines().skip(1).map(line -> line.split(",", -1)).toList();
    String first = cells.get(0)[2];
    double best = 0;
    for (int i = 0; i < 360; i++) {
      double cosine = Math.cos(i * Math.PI / 360);
      double sine = Math.sin(i * Math.PI / 360);
      List<double[]> along = new ArrayList<>();
      for (String[] point : cells) {
        along.add(
            new double[] {
              cosine * Double.parseDouble(point[0]) + sine * Double.parseDouble(point[1]),
              point[2].equals(first) ? 1 : -1
            });
      }
      along.sort((a, b) -> Double.compare(a[0], b[0]));
      double right = along.stream().filter(point -> point[1] > 0).count();
      for (double[] point : along) {
        right -= point[1];
        best = Math.max(best, Math.max(right, along.size() - right) / along.size());
      }
    }
    return 100 * best;
  }
}
