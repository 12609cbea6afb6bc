// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.audit;

import dev.demilune.DemiluneException;
import dev.demilune.budget.Ledger;
import dev.demilune.internal.Check;
import dev.demilune.learn.Learner;
import dev.demilune.learn.Progress;
import dev.demilune.learn.Shape;
import dev.demilune.learn.TrainingPlan;
import dev.demilune.model.Classifier;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.Guarantee;
import dev.demilune.random.Randomness;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.Schema;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * An attempt to refute what a learner claims, by fits on made-up tables.
 *
 * <p><b>Claim.</b> If the learner keeps its guarantee, the audit's lower bound exceeds the claimed
 * ε with a probability of at most one minus the confidence.
 *
 * <p><b>Proof.</b> Every fit has randomness of its own, so fits are independent. Many runs: {@link
 * EpsilonAudit}, with a fifth of the trials as pilots. One run: {@link OneRunAudit}. Many canaries:
 * {@link ManyCanariesAudit}. ∎
 *
 * <p>With a seed the audit can be repeated; the streams of different fits are independent as far as
 * anybody knows (see {@link Randomness}), which is all that the proof needs. The tables are made
 * up, so a seed harms no one.
 *
 * @param learner in the configuration that is audited; {@link WorstCase#learner} has the one in
 *     which rows show most
 * @param claim what is claimed, ε alone or ε and δ
 * @param adjacency what one person can change
 * @param canaryRows how many rows the canary has. A person has as many as she likes, at most so
 *     many of which are used; for adding or removing one row, more than one show that a guarantee
 *     for rows is none for persons
 * @param method how it is attacked
 * @param trials fits on each of two tables, canaries in one fit, or half of the fits with many
 * @param confidence of the lower bound, such as 0.95
 */
public record LearnerAudit(
    Learner learner,
    Guarantee claim,
    Adjacency adjacency,
    int canaryRows,
    Method method,
    int trials,
    double confidence) {

  /** How a learner is attacked. */
  public enum Method {
    /** Many fits with and without one canary. */
    RUNS,
    /** One fit with many canaries. */
    ONE_RUN,
    /** Many fits with many canaries each. */
    MANY_CANARIES
  }

  /** Fewer trials could refute nothing. */
  public static final int FEWEST_TRIALS = 20;

  /** Rows of a person, if nothing else is said. */
  private static final int ROWS_OF_A_PERSON = 10;

  private static final int PILOT_SHARE = 5;
  private static final double LEAST_CONFIDENCE = 0.75; // see GaussianBound

  public LearnerAudit {
    Objects.requireNonNull(learner, "learner");
    Objects.requireNonNull(claim, "claim");
    Objects.requireNonNull(adjacency, "adjacency");
    Objects.requireNonNull(method, "method");
    Check.between(
        "trials",
        trials,
        FEWEST_TRIALS,
        method == Method.ONE_RUN ? OneRunAudit.MOST_CANARIES : 10_000_000);
    if (!(confidence >= LEAST_CONFIDENCE && confidence < 1)) {
      throw new IllegalArgumentException(
          "confidence must be at least 0.75 and below 1, got " + confidence);
    }
    Check.between("rows per person", canaryRows, 1, Schema.MOST_ROWS_PER_PERSON);
    if (canaryRows > 1 && !adjacency.addsOrRemoves()) {
      throw new IllegalArgumentException(
          "several rows per person are added or removed: use add-or-remove-person, or"
              + " add-or-remove-one to show what its promise is not");
    }
    if (method != Method.RUNS && (canaryRows > 1 || adjacency.isOfPersons())) {
      throw new IllegalArgumentException("persons of several rows are audited by many runs");
    }
  }

  /** Audits with a canary of one row, or a person of ten where these are the unit. */
  public LearnerAudit(
      Learner learner,
      Guarantee claim,
      Adjacency adjacency,
      Method method,
      int trials,
      double confidence) {
    this(
        learner,
        claim,
        adjacency,
        adjacency.isOfPersons() ? ROWS_OF_A_PERSON : 1,
        method,
        trials,
        confidence);
  }

  /** Returns the audit with another number of rows of the canary. */
  public LearnerAudit withCanaryRows(int rows) {
    return new LearnerAudit(learner, claim, adjacency, rows, method, trials, confidence);
  }

  /** Returns an audit by many runs, with a confidence of 95 %. */
  public static LearnerAudit of(Learner learner, Guarantee claim, Adjacency adjacency, int trials) {
    return new LearnerAudit(learner, claim, adjacency, Method.RUNS, trials, 0.95);
  }

  /** Audits on all processors. */
  public AuditResult run(Randomness randomness, Progress progress) {
    try (AuditTrials inMemory = AuditTrials.inMemory(trials)) {
      return run(randomness, inMemory, Runtime.getRuntime().availableProcessors(), progress);
    }
  }

  /**
   * Audits.
   *
   * @param done trials that were finished before, to which new ones are added; one run has none
   * @param threads how many fits happen at the same time
   * @throws DemiluneException if the learner cannot make the claim on such tables
   */
  public AuditResult run(Randomness randomness, AuditTrials done, int threads, Progress progress) {
    if (method == Method.ONE_RUN) {
      return new OneRunAudit(this).run(randomness, progress);
    }
    if (method == Method.MANY_CANARIES) {
      return new ManyCanariesAudit(this).run(randomness, done, threads, progress);
    }
    WorstCase worst = WorstCase.of(learner);
    CanaryTable tables = worst.tables(adjacency).withCanaryRows(canaryRows);
    BoundedDataset[] neighbors = {tables.table(false), tables.table(true)};
    TrainingPlan plan = plan(tables.shape());
    EpsilonBound bound = AuditClaim.of(claim).bound(plan.charged());
    done.complete(
        threads,
        progress,
        (present, trial) ->
            worst.statistic(
                fit(
                    plan,
                    neighbors[present ? 1 : 0],
                    randomness.stream((present ? "with " : "without ") + trial)),
                tables));
    return result(bound, done.scores(false), done.scores(true));
  }

  private AuditResult result(EpsilonBound bound, double[] without, double[] with) {
    EpsilonAudit audit = new EpsilonAudit(bound, 1 - confidence);
    int pilots = trials / PILOT_SHARE;
    EpsilonAudit.Finding finding = audit.of(pilots, without, with);
    String counts =
        String.format(
            "guessed right %d of %d times with the canary, wrong %d of %d times without",
            finding.truePositives(),
            finding.counted(),
            finding.falsePositives(),
            finding.counted());
    return new AuditResult(
        this,
        finding.lowerBound(),
        bound.describe(),
        finding.lowerBound() > AuditClaim.of(claim).epsilon(),
        counts,
        ErrorRates.of(finding.guess().above(), pilots, without, with));
  }

  /** Returns the plan of every fit on tables of this shape, made once. */
  TrainingPlan plan(Shape shape) {
    return learner.plan(shape, claim).orThrow();
  }

  /** Fits once, with an allowance for the claim. */
  Classifier fit(TrainingPlan plan, BoundedDataset data, Randomness randomness) {
    try (Ledger ledger = Ledger.inMemory("audit", adjacency, claim, randomness)) {
      return plan.run(data, ledger.spend("audit", claim)).model();
    }
  }

  /** Returns everything that must be the same for trials to belong together. */
  Map<String, String> configuration() {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("learner", learner.name());
    learner.settings().forEach((key, value) -> all.put("setting " + key, value));
    all.put("claim", claim.toString());
    all.put("adjacency", adjacency.name());
    if (canaryRows > 1) {
      all.put("canary rows", Integer.toString(canaryRows));
    }
    if (method != Method.RUNS) {
      all.put("method", method.name());
    }
    return all;
  }

  String confidencePercent() {
    return BigDecimal.valueOf(confidence).movePointRight(2).stripTrailingZeros().toPlainString();
  }
}
