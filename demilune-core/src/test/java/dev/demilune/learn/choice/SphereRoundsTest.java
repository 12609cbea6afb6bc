// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.choice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.demilune.budget.Ledger;
import dev.demilune.data.LibsvmReader;
import dev.demilune.data.VectorTable;
import dev.demilune.data.synthetic.LargeMargin;
import dev.demilune.learn.Learner;
import dev.demilune.model.Classifier;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.PureDp;
import dev.demilune.random.Randomness;
import dev.demilune.robust.RobustAccuracy;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.RowBound;
import dev.demilune.schema.Schema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Predictions that withstand perturbation in more dimensions than trials can search. */
class SphereRoundsTest {

  private static final int FEATURES = 20;
  private static final double MARGIN = 0.3;
  private static final double RADIUS = 0.9 * MARGIN;

  @TempDir Path directory;

  private static Schema schema(LabelSet labels, RowBound rows) {
    return Schema.vectors(FEATURES, labels)
        .adjacency(Adjacency.REPLACE_ONE)
        .rows(rows)
        .intercept(0)
        .build();
  }

  /** Means of three fits, 98.9 % when this was written. */
  @Test
  void nearlyAllRowsWithAMarginAreCertified() throws IOException {
    Path file = directory.resolve("margin.svm");
    StringBuilder text = new StringBuilder();
    new LargeMargin(FEATURES, MARGIN).write(text, 5_000, Randomness.reproducible(1)::nextLong);
    Files.writeString(file, text.toString().replace("+1", "1"));
    BoundedDataset data =
        BoundedDataset.of(
            schema(new LabelSet(List.of("-1", "1")), RowBound.scale()), LibsvmReader.open(file));
    Learner learner = SphereChoice.withDefaults().with(SphereChoice.MARGIN, MARGIN);
    double certified = 0;
    for (int seed = 1; seed <= 3; seed++) {
      try (Ledger ledger =
          Ledger.inMemory(
              "test", Adjacency.REPLACE_ONE, PureDp.of(1), Randomness.reproducible(seed))) {
        Classifier model = learner.fit(data, ledger.spend("fit", PureDp.of(1))).model();
        certified += RobustAccuracy.onPublic(model, LibsvmReader.open(file)).at(RADIUS) / 3;
      }
    }
    assertThat(certified).isGreaterThan(0.97);
  }

  /**
   * Half of the rows are short. The first axis keeps 0.3 of every row; brought to one length, the
   * short rows keep far more in other directions than they do where they are, and net-choice loses
   * them, noise or not.
   */
  @Test
  void shortRowsAreCertifiedWhereTheyAre() {
    int count = 6_000;
    double[][] rows = new double[count][FEATURES];
    int[] labels = new int[count];
    for (int i = 0; i < count; i++) {
      labels[i] = i % 3 == 0 ? 0 : 1;
      int sign = labels[i] == 1 ? 1 : -1;
      rows[i][0] = MARGIN * sign;
      rows[i][1] = (i % 2 == 0 ? 0.9 : -0.05) * sign;
    }
    BoundedDataset data =
        BoundedDataset.of(
            schema(LabelSet.numbered(2), RowBound.clip(1)), VectorTable.of(rows, labels));
    Learner net =
        NetChoice.withDefaults()
            .with(NetChoice.COVER, NetChoice.Candidates.REFINE)
            .with(NetChoice.MARGIN, MARGIN)
            .with(NetChoice.SLACK, 0.95)
            .with("projection", "off");
    Learner sphere = SphereChoice.withDefaults().with(SphereChoice.MARGIN, MARGIN);
    assertThat(certifiedWithoutNoise(net, data, rows, labels)).isEqualTo(0.5);
    assertThat(certifiedWithoutNoise(sphere, data, rows, labels)).isEqualTo(1);
  }

  private static double certifiedWithoutNoise(
      Learner learner, BoundedDataset data, double[][] rows, int[] labels) {
    Classifier model = learner.fitWithoutPrivacy(data).model();
    return RobustAccuracy.onPublic(model, VectorTable.of(rows, labels)).at(RADIUS);
  }
}
