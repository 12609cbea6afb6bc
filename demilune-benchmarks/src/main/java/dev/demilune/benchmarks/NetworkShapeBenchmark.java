// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import dev.demilune.data.VectorTable;
import dev.demilune.learn.Learner;
import dev.demilune.learn.Shape;
import dev.demilune.learn.network.NetworkChoice;
import dev.demilune.model.Classifier;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.PureDp;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.RowBound;
import dev.demilune.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/** Chosen networks with many numbers: many features, two hidden layers, several classes. */
final class NetworkShapeBenchmark {

  private static final int ROWS = 2_000;
  private static final int TEST_ROWS = 4_000;
  private static final int TRIALS = 3;

  private NetworkShapeBenchmark() {}

  /** Draws a point of the unit ball and returns its class. */
  private interface Points {
    int draw(SplittableRandom random, double[] into);
  }

  static List<String> markdown() {
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            Locale.ROOT,
            "`network-choice`, one replaced row, ε = 1, δ = 0, %,d rows; a draw of data, candidates"
                + " and noise for each of %d seeds. Mean and, in brackets, standard deviation of"
                + " the accuracy on %,d fresh points. XOR is that of the signs of two coordinates"
                + " of a random plane; with noise, a random vector of that length is added. The"
                + " wheel has six sectors, opposite ones of one class; rings are around each"
                + " other.",
            ROWS,
            TRIALS,
            TEST_ROWS));
    lines.addAll(
        Markdown.table("| points | features | classes | settings | numbers | test accuracy, % |"));
    for (String settings : List.of("", "layers=2")) {
      lines.add(row("XOR", 1_000, 2, NetworkShapeBenchmark::xor, settings));
    }
    for (String settings : List.of("", "projection=64")) {
      lines.add(row("XOR, noise 0.5", 1_000, 2, NetworkShapeBenchmark::noisyXor, settings));
    }
    for (String settings : List.of("", "classes=one-vs-rest", "layers=2 classes=one-vs-rest")) {
      lines.add(row("wheel", 2, 3, NetworkShapeBenchmark::wheel, settings));
    }
    for (String settings : List.of("", "classes=one-vs-rest")) {
      lines.add(row("rings", 2, 3, NetworkShapeBenchmark::rings, settings));
    }
    return lines;
  }

  private static String row(
      String name, int features, int classes, Points points, String settings) {
    Learner learner = NetworkChoice.withDefaults();
    for (String setting : settings.isEmpty() ? new String[0] : settings.split(" ", -1)) {
      String[] keyAndValue = setting.split("=", -1);
      learner = learner.with(keyAndValue[0], keyAndValue[1]);
    }
    Learner set = learner;
    String numbers =
        set.plan(new Shape(ROWS, features, classes, Adjacency.REPLACE_ONE), PureDp.of(1))
            .details()
            .get("numbers");
    return String.format(
        Locale.ROOT,
        "| %s | %,d | %d | %s | %s | %s |",
        name,
        features,
        classes,
        settings.isEmpty() ? "defaults" : "`" + settings.replace(" ", "`, `") + "`",
        numbers,
        SeededRuns.meanAndDeviation(
            TRIALS, seed -> accuracy(set, features, classes, points, seed)));
  }

  private static double accuracy(
      Learner learner, int features, int classes, Points points, int seed) {
    SplittableRandom random = new SplittableRandom(900 + seed);
    double[][] rows = new double[ROWS][features];
    int[] labels = new int[ROWS];
    double[][] plane = plane(new SplittableRandom(seed), features);
    for (int i = 0; i < ROWS; i++) {
      labels[i] = point(points, random, plane, rows[i]);
    }
    Schema schema =
        Schema.vectors(features, LabelSet.numbered(classes))
            .adjacency(Adjacency.REPLACE_ONE)
            .rows(RowBound.clip(1)) // rings differ in length only
            .intercept(0.3)
            .build();
    Classifier model =
        SeededRuns.fit(
            learner.with("public-seed", Integer.toString(seed)),
            BoundedDataset.of(schema, VectorTable.of(rows, labels)),
            PureDp.of(1),
            seed);
    int right = 0;
    for (int i = 0; i < TEST_ROWS; i++) {
      double[] row = new double[features];
      int label = point(points, random, plane, row);
      right += model.predict(row) == label ? 1 : 0;
    }
    return 100.0 * right / TEST_ROWS;
  }

  /** Draws a point and, where there are more features than two, turns its plane. */
  private static int point(
      Points points, SplittableRandom random, double[][] plane, double[] into) {
    int label = points.draw(random, into);
    if (into.length > 2) {
      double first = into[0];
      double second = into[1];
      into[0] = 0;
      into[1] = 0;
      for (int j = 0; j < into.length; j++) {
        into[j] += first * plane[0][j] + second * plane[1][j];
      }
    }
    return label;
  }

  /** Two random vectors of length one: at right angles but for about 1/√features. */
  private static double[][] plane(SplittableRandom random, int features) {
    double[][] plane = new double[2][features];
    for (double[] vector : plane) {
      gaussian(random, vector, 1);
    }
    return plane;
  }

  private static void gaussian(SplittableRandom random, double[] vector, double length) {
    double squares = 0;
    for (int j = 0; j < vector.length; j++) {
      vector[j] = random.nextGaussian();
      squares += vector[j] * vector[j];
    }
    for (int j = 0; j < vector.length; j++) {
      vector[j] *= length / Math.sqrt(squares);
    }
  }

  private static int xor(SplittableRandom random, double[] into) {
    int label = 0;
    for (int j = 0; j < 2; j++) {
      boolean positive = random.nextBoolean();
      into[j] = (positive ? 1 : -1) * (0.3 + 0.7 * random.nextDouble()) / Math.sqrt(2);
      label ^= positive ? 1 : 0;
    }
    return label;
  }

  private static int noisyXor(SplittableRandom random, double[] into) {
    double[] signal = new double[2];
    int label = xor(random, signal);
    gaussian(random, into, 0.5);
    into[0] = signal[0]; // loses two of a thousand coordinates of the noise
    into[1] = signal[1];
    return label;
  }

  private static int wheel(SplittableRandom random, double[] into) {
    int sector = random.nextInt(6);
    double angle = (sector + 0.8 * (random.nextDouble() - 0.5)) * Math.PI / 3;
    polar(0.4 + 0.6 * random.nextDouble(), angle, into);
    return sector % 3;
  }

  private static int rings(SplittableRandom random, double[] into) {
    int ring = random.nextInt(3);
    double radius = (ring + 0.15 + 0.7 * random.nextDouble()) / 3;
    polar(radius, 2 * Math.PI * random.nextDouble(), into);
    return ring;
  }

  private static void polar(double radius, double angle, double[] into) {
    into[0] = radius * Math.cos(angle);
    into[1] = radius * Math.sin(angle);
  }
}
