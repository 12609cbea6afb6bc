// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.audit;

import dev.demilune.learn.AuditCase;
import dev.demilune.learn.Learner;
import dev.demilune.learn.auto.Learners;
import dev.demilune.model.Classifier;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.Guarantee;
import java.util.Arrays;
import java.util.Map;

/**
 * How a learner is attacked: two neighboring tables and a statistic of the model, as the learner's
 * own {@link AuditCase} says.
 *
 * @param attack where the learner shows most of one row
 */
public record WorstCase(AuditCase attack) {

  // Weights divided by this many rows stay near zero, so the canary contributes in every step.
  private static final long MANY = 1_000_000;
  // Where the number of rows is public it cannot be declared, so the rows must be there.
  private static final int EASY_ROWS = 400;
  // Enough for a choice of ε/2 to put the threshold where they want it.
  private static final int ROWS_AT_ZERO = 30;

  /** Returns how a learner is attacked. */
  public static WorstCase of(Learner learner) {
    return new WorstCase(learner.description().audit());
  }

  /** Returns the learner of that name, in the configuration in which it is attacked. */
  public static Learner learner(String name) {
    Learner learner = Learners.named(name);
    for (Map.Entry<String, String> setting : of(learner).attack.settings().entrySet()) {
      learner = learner.with(setting.getKey(), setting.getValue());
    }
    return learner;
  }

  /** Returns the first adjacency for which the learner can make the claim on the tables here. */
  public static Adjacency adjacency(Learner learner, Guarantee claim) {
    return Arrays.stream(Adjacency.values())
        .filter(some -> learner.plan(of(learner).tables(some).shape(), claim).runnable())
        .findFirst()
        .orElse(Adjacency.ADD_OR_REMOVE_ONE);
  }

  /** Returns whether the learner makes such a claim at all, for some adjacency. */
  public static boolean canClaim(Learner learner, Guarantee claim) {
    CanaryTable tables = of(learner).tables(adjacency(learner, claim));
    return learner.plan(tables.shape(), claim).runnable();
  }

  /** Returns the neighbors for an adjacency. */
  CanaryTable tables(Adjacency adjacency) {
    return switch (attack.table()) {
      case MANY_DECLARED ->
          adjacency.rowCountIsPublic()
              ? new CanaryTable(adjacency, 2, 2, EASY_ROWS, EASY_ROWS + 1)
              : new CanaryTable(adjacency, 1, 2, 0, MANY);
      case COLUMNS ->
          adjacency.rowCountIsPublic()
              ? new CanaryTable(adjacency, 2, 2, EASY_ROWS, EASY_ROWS + 1).ofColumns()
              : new CanaryTable(adjacency, 1, 2, 0, MANY).ofColumns();
      case ONE_FEATURE -> new CanaryTable(adjacency, 1, 2, 0, 1);
      case TWO_FEATURES -> new CanaryTable(adjacency, 2, 2, 0, 1);
      case ROWS_AT_ZERO -> CanaryTable.besideZeros(adjacency, ROWS_AT_ZERO);
      case MANY_CLASSES -> {
        // Of two classes whose difference the canary moves, or of many, whose mean is compared.
        int classes = adjacency == Adjacency.REPLACE_LABEL ? 2 : 16;
        yield new CanaryTable(adjacency, 1, classes, 0, MANY);
      }
    };
  }

  /** Returns the statistic of a model; the canary should move it as far as it can. */
  double statistic(Classifier model, CanaryTable tables) {
    return switch (attack.statistic()) {
      case SCORE -> canaryScore(model, tables);
      case SIDE -> Math.signum(canaryScore(model, tables));
      case FIRST_WEIGHT -> model.linear().weight(1, 0);
    };
  }

  /** The canary's own score against the mean of the other classes. */
  private static double canaryScore(Classifier model, CanaryTable tables) {
    double[] scores = new double[tables.classes()];
    model.scores(tables.canary(), scores);
    double others = 0;
    for (int k = 0; k < scores.length; k++) {
      others += k == 1 ? 0 : scores[k] / (scores.length - 1);
    }
    return scores[1] - others;
  }
}
