// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.audit;

import dev.demilune.data.VectorTable;
import dev.demilune.learn.Progress;
import dev.demilune.learn.Shape;
import dev.demilune.learn.TrainingPlan;
import dev.demilune.model.Classifier;
import dev.demilune.privacy.Adjacency;
import dev.demilune.random.Randomness;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.EncodedRow;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.Schema;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * An audit by one fit: as many features as canaries, each canary alone on its own axis, and a fair
 * coin for each that says whether it is there (or which of its two forms).
 *
 * <p><b>Claim.</b> As {@link LearnerAudit}.
 *
 * <p><b>Proof.</b> A coin changes one row, so the fit is private in every coin. Canaries are ranked
 * by their scores, a function of the model alone; the highest are guessed to be there and the
 * lowest not to. {@link OneRun} has the proof for a number of guesses that is fixed beforehand;
 * several numbers are tried, each with its part of the false alarms. ∎
 */
final class OneRunAudit {

  /** Rows are held as vectors; more would need too much memory. */
  static final int MOST_CANARIES = 5_000;

  /** Shares of the canaries that are guessed, the others being passed over. */
  private static final double[] SHARES = {0.02, 0.1, 0.3, 1};

  private final LearnerAudit audit;
  private final int canaries;

  OneRunAudit(LearnerAudit audit) {
    this.audit = audit;
    this.canaries = audit.trials();
  }

  AuditResult run(Randomness randomness, Progress progress) {
    boolean[] coins = coins(randomness.stream("coins"));
    BoundedDataset data = table(coins);
    TrainingPlan plan = audit.plan(Shape.of(data)); // refuses what the learner cannot do
    boolean[] ranked = ranked(audit.fit(plan, data, randomness.stream("fit")), coins);
    progress.step(1, 1);
    AuditClaim claim = AuditClaim.of(audit.claim());
    double best = -1;
    String counts = "";
    for (double share : SHARES) {
      OneRun run = guesses(ranked, Math.max(2, (int) (share * canaries)));
      double bound = run.lowerBound(claim.delta(), (1 - audit.confidence()) / SHARES.length);
      if (bound > best) {
        best = bound;
        counts =
            String.format(
                Locale.ROOT,
                "%d of %d guesses right, of %d canaries",
                run.right(),
                run.guesses(),
                canaries);
      }
    }
    return new AuditResult(audit, best, "one run", best > claim.epsilon(), counts, shares(ranked));
  }

  private boolean[] coins(Randomness randomness) {
    boolean[] coins = new boolean[canaries];
    for (int i = 0; i < canaries; i++) {
      coins[i] = randomness.nextBits(1) == 1;
    }
    return coins;
  }

  private BoundedDataset table(boolean[] coins) {
    Adjacency adjacency = audit.adjacency();
    Schema schema =
        Schema.vectors(canaries, LabelSet.numbered(2))
            .adjacency(adjacency)
            .intercept(0)
            .expectedRows(100L * canaries)
            .build();
    List<double[]> rows = new ArrayList<>();
    List<Integer> labels = new ArrayList<>();
    for (int i = 0; i < canaries; i++) {
      if (coins[i] || adjacency != Adjacency.ADD_OR_REMOVE_ONE) {
        double[] row = new double[i + 1]; // what is not listed is zero
        row[i] = coins[i] || adjacency == Adjacency.REPLACE_LABEL ? 1 : -1;
        rows.add(row);
        labels.add(coins[i] || adjacency != Adjacency.REPLACE_LABEL ? 1 : 0);
      }
    }
    return BoundedDataset.of(
        schema,
        VectorTable.of(
            rows.toArray(double[][]::new), labels.stream().mapToInt(label -> label).toArray()));
  }

  /** Returns the coins in the order of the canaries' scores, the highest first. */
  private boolean[] ranked(Classifier model, boolean[] coins) {
    double[] scores = new double[canaries];
    double[] into = new double[2];
    EncodedRow row = new EncodedRow();
    for (int i = 0; i < canaries; i++) {
      row.start(1);
      row.add(i, 1);
      model.scores(row, into);
      scores[i] = into[1] - into[0];
    }
    int[] order =
        IntStream.range(0, canaries)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> -scores[i]))
            .mapToInt(i -> i)
            .toArray();
    boolean[] ranked = new boolean[canaries];
    for (int i = 0; i < canaries; i++) {
      ranked[i] = coins[order[i]];
    }
    return ranked;
  }

  /** Guesses that half of them, the highest, are there, and as many of the lowest not. */
  private OneRun guesses(boolean[] ranked, int guesses) {
    int half = guesses / 2;
    int right = 0;
    for (int i = 0; i < half; i++) {
      right += (ranked[i] ? 1 : 0) + (ranked[canaries - 1 - i] ? 0 : 1);
    }
    return new OneRun(canaries, 2 * half, right);
  }

  private List<AuditResult.Point> shares(boolean[] ranked) {
    List<AuditResult.Point> points = new ArrayList<>();
    for (int i = 1; i <= 50; i++) {
      OneRun run = guesses(ranked, Math.max(2, canaries * i / 50));
      points.add(
          new AuditResult.Point(
              (double) run.guesses() / canaries, (double) run.right() / run.guesses()));
    }
    return points;
  }
}
