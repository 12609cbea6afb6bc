// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import dev.demilune.data.CsvReader;
import dev.demilune.data.Table;
import dev.demilune.model.Classifier;
import dev.demilune.privacy.Adjacency;
import dev.demilune.schema.RowBound;
import dev.demilune.schema.Schema;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Points of a square in two classes, to look at what a learner makes of them. */
enum PlaneRows {

  /** A line through the center divides the classes, and no point is near it. */
  LINE("line") {
    @Override
    double side(double x, double y) {
      return 0.5 * x + 0.866 * y;
    }
  },

  /** One class lies within a circle: no line helps. */
  DISC("disc") {
    @Override
    double side(double x, double y) {
      return 0.68 - Math.sqrt(x * x + y * y);
    }
  };

  static final int TEST_ROWS = 4_000;
  private static final double MARGIN = 0.15;

  private final String title;

  PlaneRows(String title) {
    this.title = title;
  }

  String title() {
    return title;
  }

  /** Positive for points of the second class. */
  abstract double side(double x, double y);

  static int label(double side) {
    return side > 0 ? 1 : 0;
  }

  /** Returns seeded points that keep their distance from the border. */
  List<double[]> points(int count, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<double[]> points = new ArrayList<>();
    while (points.size() < count) {
      double x = 2 * random.nextDouble() - 1;
      double y = 2 * random.nextDouble() - 1;
      if (Math.abs(side(x, y)) >= MARGIN) {
        points.add(new double[] {x, y});
      }
    }
    return points;
  }

  /** Returns training and test rows, as files in a folder. */
  Task task(int rows, Adjacency adjacency, Path folder) {
    Schema schema =
        Schema.builder()
            .number("x", -1, 1)
            .number("y", -1, 1)
            .label("class", "0", "1")
            .adjacency(adjacency)
            .rows(RowBound.clip(Math.sqrt(2)))
            .expectedRows(rows)
            .build();
    Path train = write(folder.resolve(title + "-" + rows + ".csv"), points(rows, 1));
    Path test = write(folder.resolve(title + "-test.csv"), points(TEST_ROWS, 2));
    return Task.of(new PublicData(schema, () -> CsvReader.open(train), () -> CsvReader.open(test)));
  }

  private Path write(Path file, List<double[]> points) {
    StringBuilder csv = new StringBuilder("x,y,class\n");
    for (double[] point : points) {
      csv.append(point[0] + "," + point[1] + "," + label(side(point[0], point[1])) + "\n");
    }
    try {
      return Files.writeString(file, csv);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Returns what a model predicts at the centers of square cells, from the top row to the bottom.
   */
  int[][] regions(Classifier model, Schema schema, int cells, Path folder) {
    List<double[]> centers = new ArrayList<>();
    for (int row = 0; row < cells; row++) {
      for (int column = 0; column < cells; column++) {
        centers.add(new double[] {(2.0 * column + 1) / cells - 1, 1 - (2.0 * row + 1) / cells});
      }
    }
    int[][] regions = new int[cells][cells];
    Table table = CsvReader.open(write(folder.resolve("cells.csv"), centers));
    int[] at = {0};
    EncodedRows.forEach(
        schema,
        table,
        row -> {
          regions[at[0] / cells][at[0] % cells] = model.predict(row);
          at[0]++;
        });
    return regions;
  }
}
