// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.grid;

import dev.demilune.learn.Projection;
import dev.demilune.learn.Setting;
import dev.demilune.learn.Settings;
import dev.demilune.learn.choice.ClassHalfspaces;
import dev.demilune.rows.BoundedDataset;

/** Settings that the learners on a grid share. */
public final class GridSettings {

  /** How many directions; none by default, because no rule is known without a margin. */
  public static final Setting<Integer> PROJECTION =
      Setting.integer(
              Projection.KEY,
              1,
              Integer.MAX_VALUE,
              Integer.MAX_VALUE,
              "number of directions of a public random projection; off for none")
          .or("auto", 0)
          .or("off", Integer.MAX_VALUE);

  private GridSettings() {}

  /** Returns the projection that a learner's settings describe. */
  static Projection projection(Settings values) {
    return new Projection(
        Projection.Kind.SIGNS, values.get(PROJECTION), values.get(Projection.DRAW));
  }

  /** How many features are left; the number that would be best is not known without a margin. */
  static int features(Settings values, int all) {
    return projection(values).outputsOrAll(all, Double.POSITIVE_INFINITY);
  }

  /** Names learners that can run where one for fewer features is refused. */
  static String others(int features) {
    String exact =
        features <= FaceLattice.SPACE
            ? "plane-choice, "
            : features <= GridHalfspaceLearner.MOST_FEATURES ? "grid-halfspace, " : "";
    return exact + "net-choice, or with a δ rescaling-perceptron or noisy-descent";
  }

  /** Projects the rows. */
  static ClassHalfspaces halfspaces(Settings values, BoundedDataset rows) {
    int all = rows.features();
    return ClassHalfspaces.of(rows, projection(values).mapTo(all, features(values, all)));
  }
}
