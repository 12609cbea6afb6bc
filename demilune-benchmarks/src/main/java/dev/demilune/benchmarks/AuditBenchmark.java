// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import dev.demilune.audit.AuditResult;
import dev.demilune.audit.LearnerAudit;
import dev.demilune.audit.WorstCase;
import dev.demilune.learn.Learner;
import dev.demilune.learn.Progress;
import dev.demilune.learn.auto.Learners;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Guarantee;
import dev.demilune.privacy.PureDp;
import dev.demilune.random.Randomness;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Audits of every learner, many times over: how often a true claim is refuted, and how much is
 * seen.
 */
final class AuditBenchmark {

  private static final int REPETITIONS = 100;
  private static final List<Guarantee> CLAIMS = List.of(ApproximateDp.of(1, 1e-5), PureDp.of(1));
  private static final double CONFIDENCE = 0.95;

  /** Full batches with Gaussian noise, of which an audit should see most. */
  private static final Set<String> GAUSSIAN =
      Set.of("noisy-descent", "batch-perceptron", "private-svm", "class-means");

  private static final int CANARY_REPETITIONS = 11;
  private static final int CANARY_TRIALS = 1_500;

  /** Learners that take a hundred features and fit in milliseconds. */
  private static final Set<String> MANY_FEATURES =
      Set.of(
          "noisy-descent",
          "batch-perceptron",
          "private-svm",
          "class-means",
          "projected-sgd",
          "margin-erm",
          "output-perturbation",
          "objective-perturbation");

  /** Their choices are calibrated by the accountant in every fit for (ε, δ), which takes long. */
  private static final Set<String> PURE_ONLY = Set.of("margin-choice", "grid-aggregate");

  private AuditBenchmark() {}

  static List<String> markdown() {
    List<String> lines = new ArrayList<>();
    lines.add(
        "`demilune audit` of every learner at ε = 1, with δ = 1e-5 and with δ = 0 where it can: the"
            + " whole audit "
            + REPETITIONS
            + " times, with other seeds. A true claim may be refuted in 5 % of them, that is in 5"
            + " of 100 on average. Trials are fits on each of two tables. The last columns are"
            + " single audits: a long one of many runs, and one run with 2,000 canaries.");
    lines.addAll(
        Markdown.table(
            "| learner | δ | tested | trials | refuted, of 100 | median bound | trials | bound |"
                + " one run |"));
    for (Learner registered : Learners.all()) {
      Learner learner = WorstCase.learner(registered.name());
      for (Guarantee claim : CLAIMS) {
        boolean slow = PURE_ONLY.contains(learner.name()) && claim instanceof ApproximateDp;
        if (!slow && WorstCase.canClaim(learner, claim)) {
          lines.add(row(learner, claim));
          System.err.println(lines.get(lines.size() - 1));
        }
      }
    }
    return lines;
  }

  /** Audits with many canaries in every fit, of learners that take so many features. */
  static List<String> canaries() {
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            Locale.ROOT,
            "`demilune audit --method many-canaries --trials %,d` (twice as many fits, each with"
                + " 100 canaries) at ε = 1, %d times with other seeds, and one run of 2,000"
                + " canaries.",
            CANARY_TRIALS,
            CANARY_REPETITIONS));
    lines.addAll(
        Markdown.table("| learner | δ | tested | refuted | median bound | most | one run |"));
    for (Learner registered : Learners.all()) {
      Learner learner = WorstCase.learner(registered.name());
      for (Guarantee claim : CLAIMS) {
        if (MANY_FEATURES.contains(learner.name()) && WorstCase.canClaim(learner, claim)) {
          lines.add(canaryRow(learner, claim));
          System.err.println(lines.get(lines.size() - 1));
        }
      }
    }
    return lines;
  }

  private static String canaryRow(Learner learner, Guarantee claim) {
    List<AuditResult> results =
        IntStream.rangeClosed(1, CANARY_REPETITIONS)
            .mapToObj(
                seed ->
                    audit(learner, claim, LearnerAudit.Method.MANY_CANARIES, CANARY_TRIALS, seed))
            .toList();
    double[] bounds = results.stream().mapToDouble(AuditResult::lowerBound).sorted().toArray();
    return String.format(
        Locale.ROOT,
        "| `%s` | %s | %s | %d | %.2f | %.2f | %.2f |",
        learner.name(),
        claim instanceof ApproximateDp ? "1e-5" : "0",
        results.get(0).tested(),
        results.stream().filter(AuditResult::refuted).count(),
        bounds[bounds.length / 2],
        bounds[bounds.length - 1],
        audit(learner, claim, LearnerAudit.Method.ONE_RUN, 2_000, 0).lowerBound());
  }

  private static String row(Learner learner, Guarantee claim) {
    boolean strong = GAUSSIAN.contains(learner.name()) && claim instanceof ApproximateDp;
    int trials = strong ? 3_000 : 300;
    int longer = strong ? 10_000 : 2_000;
    double[] bounds = new double[REPETITIONS];
    int refuted = 0;
    for (int i = 0; i < REPETITIONS; i++) {
      AuditResult result = audit(learner, claim, LearnerAudit.Method.RUNS, trials, 1 + i);
      bounds[i] = result.lowerBound();
      refuted += result.refuted() ? 1 : 0;
    }
    Arrays.sort(bounds);
    AuditResult single = audit(learner, claim, LearnerAudit.Method.RUNS, longer, 0);
    return String.format(
        Locale.ROOT,
        "| `%s` | %s | %s | %,d | %d | %.2f | %,d | %.2f | %s |",
        learner.name(),
        claim instanceof ApproximateDp ? "1e-5" : "0",
        single.tested(),
        trials,
        refuted,
        (bounds[REPETITIONS / 2 - 1] + bounds[REPETITIONS / 2]) / 2,
        longer,
        single.lowerBound(),
        strong
            ? String.format(
                Locale.ROOT,
                "%.2f",
                audit(learner, claim, LearnerAudit.Method.ONE_RUN, 2_000, 0).lowerBound())
            : "");
  }

  private static AuditResult audit(
      Learner learner, Guarantee claim, LearnerAudit.Method method, int trials, long seed) {
    Adjacency adjacency = WorstCase.adjacency(learner, claim);
    return new LearnerAudit(learner, claim, adjacency, method, trials, CONFIDENCE)
        .run(Randomness.reproducible(seed), Progress.NONE);
  }
}
