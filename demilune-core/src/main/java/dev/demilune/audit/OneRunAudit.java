// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.audit;

import dev.demilune.learn.Progress;
import dev.demilune.learn.Shape;
import dev.demilune.learn.TrainingPlan;
import dev.demilune.random.Randomness;
import dev.demilune.rows.BoundedDataset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * An audit by one fit: a {@link CanaryGame} is played once.
 *
 * <p><b>Claim.</b> As {@link LearnerAudit}.
 *
 * <p><b>Proof.</b> {@link OneRun} has the proof for a number of guesses that is fixed beforehand,
 * for (ε, δ) and for Gaussian DP; several numbers are tried, each with its part of the false
 * alarms. Which of the two is tested depends on the plan alone. ∎
 */
final class OneRunAudit {

  /** Rows are held as vectors; more would need too much memory. */
  static final int MOST_CANARIES = 5_000;

  /** Shares of the canaries that are guessed, the others being passed over. */
  private static final double[] SHARES = {0.02, 0.1, 0.3, 1};

  private final LearnerAudit audit;
  private final CanaryGame game;

  OneRunAudit(LearnerAudit audit) {
    this.audit = audit;
    this.game = new CanaryGame(audit.adjacency(), audit.trials());
  }

  AuditResult run(Randomness randomness, Progress progress) {
    boolean[] coins = game.coins(randomness.stream("coins"));
    BoundedDataset data = game.table(coins);
    TrainingPlan plan = audit.plan(Shape.of(data)); // refuses what the learner cannot do
    boolean[] ranked = game.ranked(audit.fit(plan, data, randomness.stream("fit")), coins);
    progress.step(1, 1);
    AuditClaim claim = AuditClaim.of(audit.claim());
    double best = -1;
    String counts = "";
    for (double share : SHARES) {
      OneRun run = game.guesses(ranked, Math.max(2, (int) (share * game.canaries())));
      double bound = bound(run, plan, claim, (1 - audit.confidence()) / SHARES.length);
      if (bound > best) {
        best = bound;
        counts =
            String.format(
                Locale.ROOT,
                "%d of %d guesses right, of %d canaries",
                run.right(),
                run.guesses(),
                run.canaries());
      }
    }
    String tested = claim.testsGaussian(plan.charged()) ? "one run, Gaussian DP" : "one run";
    return new AuditResult(audit, best, tested, best > claim.epsilon(), counts, shares(ranked));
  }

  private static double bound(OneRun run, TrainingPlan plan, AuditClaim claim, double falseAlarm) {
    return claim.testsGaussian(plan.charged())
        ? claim.largestRefuted(plan.charged(), some -> run.refutes(some, falseAlarm))
        : run.lowerBound(claim.delta(), falseAlarm);
  }

  private List<AuditResult.Point> shares(boolean[] ranked) {
    List<AuditResult.Point> points = new ArrayList<>();
    for (int i = 1; i <= 50; i++) {
      OneRun run = game.guesses(ranked, Math.max(2, game.canaries() * i / 50));
      points.add(
          new AuditResult.Point(
              (double) run.guesses() / game.canaries(), (double) run.right() / run.guesses()));
    }
    return points;
  }
}
