// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.audit;

import dev.demilune.learn.Progress;
import dev.demilune.learn.Shape;
import dev.demilune.learn.TrainingPlan;
import dev.demilune.random.Randomness;
import dev.demilune.rows.BoundedDataset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * An audit by many fits, in each of which a {@link CanaryGame} is played.
 *
 * <p><b>Claim.</b> As {@link LearnerAudit}.
 *
 * <p><b>Proof.</b> Fits have coins and randomness of their own and are independent. {@link
 * RightShares} bounds the mean share of right guesses from below; every trade-off that allows less
 * is refuted. ∎
 *
 * <p>A fit with a hundred canaries says nearly as much as a hundred fits with one, so this sees
 * most for its time. It needs a learner that takes many features.
 */
final class ManyCanariesAudit {

  private static final int CANARIES = 100;

  // Of Gaussian scores the highest and the lowest 27 % say most about a difference of means.
  private static final int GUESSES = 54;

  private final LearnerAudit audit;
  private final CanaryGame game;

  ManyCanariesAudit(LearnerAudit audit) {
    this.audit = audit;
    this.game = new CanaryGame(audit.adjacency(), CANARIES);
  }

  AuditResult run(Randomness randomness, AuditTrials done, int threads, Progress progress) {
    // Public: under every adjacency the shape is the same for all coins.
    TrainingPlan plan = audit.plan(Shape.of(game.table(new boolean[CANARIES])));
    done.complete(
        threads,
        progress,
        (second, trial) -> share(plan, randomness.stream((second ? "second " : "first ") + trial)));
    double[] shares = Arrays.copyOf(done.scores(false), 2 * done.trials());
    System.arraycopy(done.scores(true), 0, shares, done.trials(), done.trials());
    double mean = new RightShares(GUESSES, shares).lowerBound(1 - audit.confidence());
    double guessed = (double) GUESSES / CANARIES;
    AuditClaim claim = AuditClaim.of(audit.claim());
    double bound =
        claim.largestRefuted(plan.charged(), some -> some.mostRight(guessed) < mean * guessed);
    return new AuditResult(
        audit,
        bound,
        "many canaries" + (claim.testsGaussian(plan.charged()) ? ", Gaussian DP" : ""),
        bound > claim.epsilon(),
        String.format(
            Locale.ROOT,
            "%.2f %% of %,d guesses right, in %,d fits of %d canaries",
            100 * Arrays.stream(shares).average().orElseThrow(),
            (long) GUESSES * shares.length,
            shares.length,
            CANARIES),
        averages(shares));
  }

  /** Plays once, and returns the share of right guesses. */
  private double share(TrainingPlan plan, Randomness randomness) {
    boolean[] coins = game.coins(randomness.stream("coins"));
    BoundedDataset data = game.table(coins);
    OneRun run =
        game.guesses(game.ranked(audit.fit(plan, data, randomness.stream("fit")), coins), GUESSES);
    return (double) run.right() / run.guesses();
  }

  /** Shares of right guesses in the first fits, for a plot of how they settle. */
  private static List<AuditResult.Point> averages(double[] shares) {
    List<AuditResult.Point> points = new ArrayList<>();
    double sum = 0;
    int next = 1;
    for (int t = 0; t < shares.length; t++) {
      sum += shares[t];
      if (t + 1 >= next * shares.length / 50.0) {
        points.add(new AuditResult.Point((t + 1.0) / shares.length, sum / (t + 1)));
        next++;
      }
    }
    return points;
  }
}
