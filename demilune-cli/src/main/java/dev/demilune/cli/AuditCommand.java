// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import com.google.gson.JsonObject;
import dev.demilune.DemiluneException;
import dev.demilune.audit.AuditReport;
import dev.demilune.audit.AuditResult;
import dev.demilune.audit.AuditTrials;
import dev.demilune.audit.LearnerAudit;
import dev.demilune.audit.TrialFile;
import dev.demilune.audit.WorstCase;
import dev.demilune.learn.Learner;
import dev.demilune.learn.Setting;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Guarantee;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code demilune audit}: an attempt to refute what a learner claims. */
@Command(
    name = "audit",
    description = {
      "Try to refute a learner's guarantee: train on made-up tables with and without one row, and"
          + " print a lower bound on epsilon.",
      "A bound above the claim refutes it (exit code 1). A bound below it proves nothing."
    },
    footer = {
      "",
      "Example:",
      "  demilune audit --learner noisy-descent --epsilon 1 --delta 1e-5 --trials 4000 \\",
      "      --report audit.html"
    })
final class AuditCommand extends DemiluneCommand {

  @Option(
      names = "--learner",
      paramLabel = "NAME",
      required = true,
      description = "Which learner; 'demilune learners' lists them.")
  String learnerName;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description =
          "A setting of the learner; may be repeated. Others are those under which a row shows"
              + " most.")
  Map<String, String> settings = new LinkedHashMap<>();

  @Mixin PrivacyOptions privacy = new PrivacyOptions();

  @Option(
      names = "--adjacency",
      paramLabel = "WORD",
      description =
          "What one person can change: add-or-remove-one, add-or-remove-person, replace-one or"
              + " replace-label; by default the first of these that the learner has a plan for.")
  String adjacency;

  @Option(
      names = "--rows-per-person",
      paramLabel = "K",
      description =
          "With add-or-remove-person: how many rows the person has who is there or not, by default"
              + " 10. With add-or-remove-one it shows what becomes of a promise about rows if"
              + " persons have so many of them.")
  String rowsPerPerson;

  @Option(
      names = "--trials",
      paramLabel = "N",
      required = true,
      description =
          "Fits on each of the two tables, and as many in all with --method many-canaries; with"
              + " --method one-run, rows in one fit.")
  String trials;

  @Option(
      names = "--method",
      paramLabel = "runs|many-canaries|one-run",
      defaultValue = "runs",
      description =
          "Many fits with and without one row (default); many fits with a hundred rows, each of"
              + " which is there or not, which sees most of learners with many features; or one fit"
              + " with many such rows.")
  String method;

  @Option(
      names = "--confidence",
      paramLabel = "C",
      defaultValue = "0.95",
      description = "How sure the lower bound is to be, by default 0.95.")
  String confidence;

  @Option(
      names = "--threads",
      paramLabel = "T",
      description = "How many fits to run at the same time; by default one for each processor.")
  String threads;

  @Option(
      names = "--resume",
      paramLabel = "FILE",
      description =
          "Keep finished trials in this file, and go on with those that are in it already.")
  Path resumeFile;

  @Option(names = "--report", paramLabel = "FILE", description = "A page about the audit to write.")
  Path reportFile;

  @Override
  void run() {
    LearnerAudit audit = fromOptions(this::audit);
    int parallel =
        threads == null
            ? Runtime.getRuntime().availableProcessors()
            : (int) Math.min(1024, fromOptions(() -> Numerals.whole("threads", threads)));
    checkFiles(audit);
    AuditResult result;
    try (AuditTrials done = trials(audit);
        ProgressBar bar = new ProgressBar(console, "auditing")) {
      result = audit.run(common.randomness(), done, parallel, bar);
    }
    if (reportFile != null) {
      AuditReport.of(result).write(reportFile);
    }
    print(result);
    if (result.refuted()) {
      throw new DemiluneException(result.sentence());
    }
  }

  private LearnerAudit audit() {
    Learner learner = LearnerSettings.set(this, () -> WorstCase.learner(learnerName), settings);
    Guarantee claim = privacy.guarantee();
    LearnerAudit audit =
        new LearnerAudit(
            learner,
            claim,
            adjacency == null
                ? WorstCase.adjacency(learner, claim)
                : SchemaOptions.parseAdjacency(adjacency),
            method(),
            (int) Math.min(Integer.MAX_VALUE, Numerals.whole("trials", trials)),
            Numerals.number("confidence", confidence));
    return rowsPerPerson == null
        ? audit
        : audit.withCanaryRows(
            (int) Math.min(Integer.MAX_VALUE, Numerals.whole("--rows-per-person", rowsPerPerson)));
  }

  private LearnerAudit.Method method() {
    return switch (method) {
      case "runs" -> LearnerAudit.Method.RUNS;
      case "one-run" -> LearnerAudit.Method.ONE_RUN;
      case "many-canaries" -> LearnerAudit.Method.MANY_CANARIES;
      default ->
          throw usage("--method must be runs, many-canaries or one-run, got '" + method + "'");
    };
  }

  private void checkFiles(LearnerAudit audit) {
    if (resumeFile != null && audit.method() == LearnerAudit.Method.ONE_RUN) {
      throw usage("--resume is for many fits: one run has nothing to go on with");
    }
    checkApart(new FileRoles().writes("--resume", resumeFile).writes("--report", reportFile));
  }

  private AuditTrials trials(LearnerAudit audit) {
    if (resumeFile == null) {
      return AuditTrials.inMemory(audit.trials());
    }
    OptionalLong seed = common.seed == null ? OptionalLong.empty() : OptionalLong.of(common.seed);
    AuditTrials done = TrialFile.open(resumeFile, audit, seed);
    if (done.finished() > 0) {
      console.note(done.finished() + " trials were finished before.");
    }
    return done;
  }

  private void print(AuditResult result) {
    LearnerAudit audit = result.audit();
    answer(
        json(result),
        String.format(
            Locale.ROOT,
            "learner      %s %s%nclaim        %s, %s%ntrials       %d (%s)%nguesses      %s%n"
                + "tested       %s%nlower bound  ε ≥ %.4f with confidence %s",
            audit.learner().name(),
            audit.learner().settings(),
            audit.claim().describe(),
            audit.adjacency().phrase()
                + (audit.canaryRows() == 1 ? "" : ", a person of " + audit.canaryRows() + " rows"),
            audit.trials(),
            method,
            result.counts(),
            result.tested(),
            result.lowerBound(),
            audit.confidence()),
        result.refuted() ? null : "\n" + result.sentence() + ".",
        reportFile == null ? null : "report written to " + reportFile);
  }

  private JsonObject json(AuditResult result) {
    LearnerAudit audit = result.audit();
    return Json.of(
        "learner", audit.learner().name(),
        "settings", Json.of(audit.learner().settings()),
        "claimedEpsilon", Double.parseDouble(privacy.epsilon),
        "claimedDelta", audit.claim() instanceof ApproximateDp claim ? claim.delta() : 0,
        "adjacency", Setting.word(audit.adjacency()),
        "rowsPerPerson", audit.canaryRows(),
        "method", method,
        "trials", audit.trials(),
        "tested", result.tested(),
        "lowerBound", result.lowerBound(),
        "confidence", audit.confidence(),
        "refuted", result.refuted(),
        "report", reportFile);
  }
}
