// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.testkit;

import dev.demilune.data.CsvReader;
import dev.demilune.learn.PrivateFit;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Guarantee;
import dev.demilune.privacy.PureDp;
import dev.demilune.random.Randomness;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.Schema;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Rows must not be able to make a fit throw, stop early or take another path. */
final class HostileLaws {

  private static final int ROWS = 30;
  private static final int FEATURES = 4;

  private final Subject subject;

  HostileLaws(Subject subject) {
    this.subject = subject;
  }

  List<Law> laws() {
    return List.of(
        new Law("hostile vectors change neither steps nor control flow", this::vectors),
        new Law("hostile cells change neither steps nor control flow", this::cells),
        new Law("where the row count is private, it does not change the steps", this::counts),
        new Law("one row, equal rows and zero rows give a finite model", this::degenerate),
        new Law("a table of one class is learned as that class", this::oneClass));
  }

  private void vectors() {
    Generator generator = Generator.of(Seeds.randomness("hostile vectors"));
    for (Adjacency adjacency : subject.adjacencies()) {
      for (int classes : new int[] {2, 4}) {
        Schema schema = subject.schema(FEATURES, classes, adjacency).build();
        int tame = subject.steps(LawTables.blobs(schema, ROWS, generator), 1);
        for (int table = 0; table < 20; table++) {
          double[][] rows = new double[ROWS][];
          int[] labels = new int[ROWS];
          for (int i = 0; i < ROWS; i++) {
            // Entries beyond the schema's features, missing ones, and unlisted labels.
            rows[i] = new double[generator.integer(0, 2 * FEATURES)];
            Arrays.setAll(rows[i], j -> generator.hostileNumber());
            labels[i] = generator.integer(-1, classes + 1);
          }
          int steps = subject.steps(LawTables.bound(schema, rows, labels), 2);
          Law.require(steps == tame, "hostile rows took %d steps, tame ones %d", steps, tame);
        }
      }
    }
  }

  private void cells() {
    for (Adjacency adjacency : subject.adjacencies()) {
      Schema schema =
          Schema.builder()
              .number("age", 0, 120)
              .category("plan", "free", "pro")
              .label("churned", "no", "yes")
              .adjacency(adjacency)
              .build();
      int tame = subject.steps(csv(schema, "30,free,no\n60,pro,yes\n20,pro,no\n"), 1);
      int steps = subject.steps(csv(schema, "NaN,,\n1e999,trial,perhaps\n\"x\ny\",-1,\n"), 2);
      Law.require(steps == tame, "hostile cells took %d steps, tame ones %d", steps, tame);
    }
  }

  private static BoundedDataset csv(Schema schema, String lines) {
    byte[] bytes = ("age,plan,churned\n" + lines).getBytes(StandardCharsets.UTF_8);
    return BoundedDataset.of(
        schema, CsvReader.open(new ByteArrayInputStream(bytes), "a law", schema.csvFormat()));
  }

  private void counts() {
    if (!subject.adjacencies().contains(Adjacency.ADD_OR_REMOVE_ONE)) {
      return; // the row count is public
    }
    Schema schema = subject.schema(FEATURES, 3, Adjacency.ADD_OR_REMOVE_ONE).build();
    Set<Integer> steps = new HashSet<>();
    for (int count : new int[] {0, 1, 2, 5_000}) {
      Generator generator = Generator.of(Seeds.randomness("counts"));
      steps.add(subject.steps(LawTables.blobs(schema, count, generator), 1));
    }
    Law.require(steps.size() == 1, "the number of rows changed the steps: %s", steps);
  }

  private void degenerate() {
    for (Adjacency adjacency : subject.adjacencies()) {
      for (int classes : new int[] {2, 3}) {
        Schema schema = subject.schema(2, classes, adjacency).build();
        for (double[] row : new double[][] {{1, 0}, {0, 0}, {1e-90, 1e90}}) {
          for (int count : new int[] {0, 1, 300}) {
            double[][] rows = new double[count][];
            Arrays.fill(rows, row);
            subject.steps(LawTables.bound(schema, rows, new int[count]), 3);
          }
        }
      }
    }
  }

  /** Uses a budget so large that only a bug can make it fail. */
  private void oneClass() {
    Generator generator = Generator.of(Seeds.randomness("one class"));
    for (Adjacency adjacency : subject.adjacencies()) {
      Schema schema = subject.schema(3, 2, adjacency).intercept(0.5).build();
      for (int label = 0; label < 2; label++) {
        double[][] rows = new double[1_000][];
        int[] labels = new int[rows.length];
        for (int i = 0; i < rows.length; i++) {
          rows[i] = generator.vector(3, 1);
          labels[i] = label;
        }
        BoundedDataset data = LawTables.bound(schema, rows, labels);
        Guarantee guarantee =
            subject.guarantee(data) instanceof PureDp ? PureDp.of(50) : ApproximateDp.of(50, 1e-6);
        PrivateFit fit = subject.fit(data, guarantee, Randomness.reproducible(4));
        int right = 0;
        for (double[] row : rows) {
          right += fit.model().predict(LawTables.encoded(schema, row)) == label ? 1 : 0;
        }
        Law.require(right >= 900, "only class %d was there; %d of 1000 rows got it", label, right);
      }
    }
  }
}
