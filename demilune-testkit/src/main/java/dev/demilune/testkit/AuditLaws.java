// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.testkit;

import dev.demilune.accounting.Accountant;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.audit.CanaryTable;
import dev.demilune.learn.Learner;
import dev.demilune.learn.Shape;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Guarantee;
import dev.demilune.privacy.PureDp;
import dev.demilune.random.Randomness;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.EncodedRow;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntToDoubleFunction;

/**
 * Audits with a canary: one must not refute the claim, and one must refute a fit with reduced
 * noise, half of it for most learners.
 *
 * <p>The pairs (ε, δ) of a Gaussian mechanism form one curve. Few runs reveal most near its middle,
 * at a small ε and a large δ; so the claim is made there.
 */
final class AuditLaws {

  private static final int EASY_ROWS = 300;
  private static final int PILOTS = 200;
  private static final int TRIALS = 800;
  private static final double FALSE_ALARM = 1e-6;
  private static final List<Guarantee> CLAIMS = List.of(ApproximateDp.of(0.25, 0.25), PureDp.of(1));

  // Declared of a table of columns, so that steps are short and the canary shows in each of them.
  private static final long MANY = 1_000_000;

  private final Subject subject;
  private final double part;

  /**
   * @param part the fraction of the noise that must be refuted
   */
  AuditLaws(Subject subject, double part) {
    this.subject =
        subject.readsColumns() ? subject.configured(attacked(subject.learner())) : subject;
    this.part = part;
  }

  /** Returns the learner in the configuration in which its own audit attacks it. */
  private static Learner attacked(Learner learner) {
    Learner attacked = learner;
    for (Map.Entry<String, String> setting : learner.description().audit().settings().entrySet()) {
      attacked = attacked.with(setting.getKey(), setting.getValue());
    }
    return attacked;
  }

  List<Law> laws() {
    return List.of(
        new Law("an audit cannot refute the guarantee", () -> audit(false)),
        new Law(
            String.format(Locale.ROOT, "an audit refutes %.3g of the noise", part),
            () -> audit(true)));
  }

  private void audit(boolean lessNoise) {
    for (Adjacency adjacency : subject.adjacencies()) {
      if (lessNoise && isHidden(adjacency)) {
        continue;
      }
      CanaryTable tables = tables(adjacency);
      BoundedDataset without = tables.table(false);
      BoundedDataset with = tables.table(true);
      Guarantee claim = claim(without);
      Guarantee run = lessNoise ? withPartOfTheNoise(without, claim) : claim;
      EpsilonRefutation.Finding finding =
          new EpsilonRefutation(claim.epsilon(), claim.delta(), PILOTS, TRIALS, FALSE_ALARM)
              .of(statistic(tables, without, run, "without"), statistic(tables, with, run, "with"));
      Law.require(
          finding.refuted() == lessNoise,
          "%s, %s: the audit found ε > %s for a claim of %s (seed %d)",
          subject.learner().name(),
          adjacency,
          finding.lowerBound(),
          claim,
          Seeds.seed());
    }
  }

  /**
   * Among other rows, which a public count needs, a learner of columns whitens by a second moment
   * that is mostly noise here, and this hides the canary. The law of replay measures what a
   * replaced row moves.
   */
  private boolean isHidden(Adjacency adjacency) {
    return subject.readsColumns() && adjacency.rowCountIsPublic();
  }

  private CanaryTable tables(Adjacency adjacency) {
    if (!subject.readsColumns()) {
      return CanaryTable.of(adjacency, subject.canaryFeatures(), EASY_ROWS);
    }
    return adjacency.rowCountIsPublic()
        ? CanaryTable.of(adjacency, subject.canaryFeatures(), EASY_ROWS).ofColumns()
        : new CanaryTable(adjacency, 1, 2, 0, MANY).ofColumns();
  }

  private Guarantee claim(BoundedDataset data) {
    return CLAIMS.stream()
        .filter(subject::isAskedFor)
        .filter(claim -> subject.learner().plan(Shape.of(data), claim).runnable())
        .findFirst()
        .orElseThrow(() -> new AssertionError("no claim to audit is planned"));
  }

  /** Returns the canary's margin for class 1 after a fit. */
  private IntToDoubleFunction statistic(
      CanaryTable tables, BoundedDataset data, Guarantee guarantee, String name) {
    Randomness runs = Seeds.randomness("audit").stream(name);
    EncodedRow canary = tables.canary();
    return run -> {
      double[] scores = new double[2];
      subject.fit(data, guarantee, runs.stream("run " + run)).model().scores(canary, scores);
      return scores[1] - scores[0];
    };
  }

  /** Returns the cost of a fit whose noise is only a part of what the claim needs. */
  private Guarantee withPartOfTheNoise(BoundedDataset data, Guarantee claim) {
    Learner learner = subject.learner();
    PrivacyEvent event =
        learner
            .plan(Shape.of(data), claim)
            .event()
            .orElseThrow(() -> new AssertionError("the plan does not say what it would release"));
    double delta = claim.delta();
    double epsilon = Accountant.best(event.fold(new ReducedNoise(part))).epsilon(delta);
    return CertificateLaws.withEpsilon(claim, epsilon);
  }
}
