// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import dev.demilune.learn.Learner;
import dev.demilune.learn.Shape;
import dev.demilune.learn.auto.Learners;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Guarantee;
import dev.demilune.privacy.PureDp;
import dev.demilune.rows.BoundedDataset;
import java.util.List;

/**
 * A learner with settings and a guarantee: one line of a table.
 *
 * @param settings each as {@code key=value}
 */
record LearnerLine(String name, List<String> settings, Guarantee guarantee) {

  static LearnerLine pure(String name, String... settings) {
    return new LearnerLine(name, List.of(settings), PureDp.of(1));
  }

  static LearnerLine approximate(double delta, String name, String... settings) {
    return new LearnerLine(name, List.of(settings), ApproximateDp.of(1, delta));
  }

  Learner learner() {
    Learner learner = Learners.named(name);
    for (String setting : settings) {
      String[] parts = setting.split("=", 2);
      learner = learner.with(parts[0], parts[1]);
    }
    return learner;
  }

  boolean runs(BoundedDataset rows) {
    return learner().plan(Shape.of(rows), guarantee).runnable();
  }

  String title() {
    return "`" + name + "`" + (settings.isEmpty() ? "" : ", " + String.join(", ", settings));
  }
}
