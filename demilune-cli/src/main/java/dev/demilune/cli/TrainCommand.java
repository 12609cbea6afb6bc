// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import dev.demilune.DemiluneException;
import dev.demilune.budget.Allowance;
import dev.demilune.budget.Ledger;
import dev.demilune.budget.Software;
import dev.demilune.cli.TableFiles.Format;
import dev.demilune.cli.engine.Engine;
import dev.demilune.learn.Learner;
import dev.demilune.learn.PrivateFit;
import dev.demilune.learn.RowsTimesBudget;
import dev.demilune.learn.Setting;
import dev.demilune.learn.Shape;
import dev.demilune.learn.TrainingPlan;
import dev.demilune.learn.auto.Learners;
import dev.demilune.learn.calibrate.ClassWeights;
import dev.demilune.learn.calibrate.Decision;
import dev.demilune.model.ModelFile;
import dev.demilune.model.ModelSignature;
import dev.demilune.model.SavedModel;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.Guarantee;
import dev.demilune.privacy.Notice;
import dev.demilune.random.Randomness;
import dev.demilune.random.StreamKey;
import dev.demilune.report.LedgerState;
import dev.demilune.report.Report;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.Schema;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code demilune train}: check everything that can be checked without the rows, spend, and only
 * then open the rows.
 */
@Command(
    name = "train",
    description = "Train a classifier privately and print its certificate.",
    footer = {
      "",
      "Examples:",
      "  demilune train --data census.csv --schema census.schema.yaml --epsilon 1 --delta 1e-6 \\",
      "      --model census.model",
      "  demilune train --data train-images.gz,train-labels.gz --features 784 --classes 10 \\",
      "      --unit-rows --adjacency add-or-remove-one --epsilon 1 --delta 1e-5 --model"
          + " digits.model"
    })
class TrainCommand extends DemiluneCommand {

  @Mixin TableFiles data = new TableFiles();

  @Mixin SchemaOptions publicly = new SchemaOptions();

  @Mixin PrivacyOptions privacy = new PrivacyOptions();

  @Option(
      names = "--learner",
      paramLabel = "NAME",
      description =
          "Which learner; 'demilune learners' lists them. By default one is chosen from public"
              + " quantities, and the certificate says which and why.")
  String learnerName;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "A setting of the learner; may be repeated.")
  Map<String, String> settings = new LinkedHashMap<>();

  @Mixin DecisionOptions decision = new DecisionOptions();

  @Option(
      names = "--target",
      paramLabel = "TARGET",
      description =
          "Choose the decision privately for a target, from noisy counts of scores that the fit"
              + " pays for: recall=R (at least this share of the second of two labels is found) or"
              + " balanced-accuracy.")
  String target;

  @Mixin LedgerSpend spend = new LedgerSpend();

  @Mixin EngineOptions engine = new EngineOptions();

  @Option(
      names = "--model",
      paramLabel = "FILE",
      required = true,
      description = "The model to write.")
  Path modelFile;

  @Option(
      names = "--sign",
      paramLabel = "KEY",
      description =
          "Sign the model with this private key, made by 'demilune ledger key'; the signature is"
              + " written beside the model, its name with .sig at the end.")
  Path signingKey;

  @Option(
      names = "--report",
      paramLabel = "FILE",
      description = "A page about the model to write: its certificate, no data.")
  Path reportFile;

  @Option(
      names = "--dry-run",
      description =
          "Check everything as for a training, print what it would do, what an attacker could learn"
              + " and what the ledger would hold afterwards, and stop: nothing is spent, no row is"
              + " read and nothing is written.")
  boolean dryRun;

  @Override
  void run() {
    if (spend.ledger != null && common.seed != null) {
      throw usage(
          "--seed and --ledger exclude each other: a seeded fit protects nobody, and a ledger"
              + " records private fits only");
    }
    Software.prepare();
    Guarantee guarantee = fromOptions(privacy::guarantee);
    Learner named = fromOptions(this::learner);
    fromOptions(
        () -> {
          engine.check(!publicly.isVectors());
          return engine;
        });
    Schema schema = schema();
    Learner learner = fromOptions(() -> withLabels(named, schema.labels()));
    checkFiles();
    if (engine.isGiven()) {
      try (Engine.Source source =
          LedgerSpend.planned(() -> engine.open(schema, data.given, Engine.Purpose.TRAINING))) {
        train(learner, schema, guarantee, Optional.of(source));
      }
    } else {
      data.checkForm(schema);
      train(learner, schema, guarantee, Optional.empty());
    }
  }

  /** What is public of the rows. */
  private Schema schema() {
    if (!engine.isGiven() && data.areEncoded()) {
      return LedgerSpend.planned(() -> fromOptions(() -> publicly.schema(data.encoded())));
    }
    Format format =
        engine.isGiven()
            ? Format.CSV
            : fromOptions(() -> data.labelledFormatFor(publicly.isVectors()));
    return fromOptions(() -> publicly.schema(format));
  }

  private void train(
      Learner learner, Schema schema, Guarantee guarantee, Optional<Engine.Source> source) {
    Room.check(schema, "--model", modelFile);
    spend.isFor(schema);
    TrainingPlan plan =
        LedgerSpend.planned(
            () -> {
              TrainingPlan planned = learner.plan(Shape.of(schema), guarantee).orThrow();
              source.ifPresent(elsewhere -> planned.requireSum());
              return planned;
            });
    List<Notice> notices = notices(schema, guarantee);
    tell(notices);
    schema.adjacency().warning().ifPresent(console::note);
    SchemaOptions.doubt(schema).ifPresent(console::note);
    if (dryRun) {
      tell(plan, schema, notices, learner);
      return;
    }

    if (source.isEmpty()) {
      data.checkWhole();
    }
    long start = System.nanoTime();
    PrivateFit fit =
        spend.chargeAndRun(
            this,
            spend.ledger == null ? schema.adjacency() : null,
            guarantee,
            purposeOf(learner),
            ledger -> {
              checkAdjacency(schema.adjacency(), ledger);
              return work(learner, schema, plan, source);
            });
    print(fit, notices, (System.nanoTime() - start) / 1e9);
    next(
        signingKey == null
            ? "report --model " + modelFile + " --out report.html"
            : "ledger verify --ledger "
                + (spend.ledger == null ? "LEDGER" : LedgerOption.withoutSettings(spend.ledger))
                + " --model "
                + modelFile
                + " --public-key "
                + signingKey
                + ".pub");
    next("predict --model " + modelFile + " --data NEW.csv --out predictions.csv");
  }

  /** Answers a dry run; a refusal of the ledger comes after the answer, and decides the code. */
  private void tell(TrainingPlan plan, Schema schema, List<Notice> notices, Learner learner) {
    Optional<LedgerSpend.Forecast> forecast =
        spend.forecast(
            purposeOf(learner), plan, ledger -> checkAdjacency(plan.adjacency(), ledger));
    DryRun foreseen = new DryRun(plan, schema, notices, forecast);
    answer(foreseen.json(), foreseen.text());
    forecast
        .flatMap(LedgerSpend.Forecast::refusal)
        .ifPresent(
            refusal -> {
              throw refusal;
            });
  }

  /**
   * A ledger that is kept is charged for the plan, which composes best with the rest. Without one
   * there is nothing to compose with: where the number of rows is public, the learner plans for it
   * once the rows are read.
   */
  private LedgerSpend.Work<PrivateFit> work(
      Learner learner, Schema schema, TrainingPlan plan, Optional<Engine.Source> source) {
    boolean later = spend.ledger == null && schema.adjacency().rowCountIsPublic();
    return new LedgerSpend.Work<>(
        later ? Optional.empty() : Optional.of(plan),
        learner.name(),
        allowance -> fitAndSave(learner, schema, allowance, source));
  }

  /** The learner that the options name, with those of its settings that need no labels. */
  Learner learner() {
    Map<String, String> plain = new LinkedHashMap<>(settings);
    plain.remove(ClassWeights.SETTING.name());
    return LearnerSettings.set(
        this,
        () -> learnerName == null ? Learners.all().get(0) : Learners.named(learnerName),
        plain);
  }

  /** The settings that name labels, and the decision that the options ask for. */
  private Learner withLabels(Learner learner, LabelSet labels) {
    Map<String, String> more = new LinkedHashMap<>();
    String weights = settings.get(ClassWeights.SETTING.name());
    if (weights != null) {
      String name = ClassWeights.SETTING.name();
      more.put(
          name,
          LearnerSettings.refusing(this, () -> ClassWeights.byPosition(name, weights, labels)));
    }
    Optional<String> asked = LearnerSettings.refusing(this, () -> decision.setting(labels));
    if (asked.isPresent() && target != null) {
      throw usage("--target chooses the decision: leave --threshold and --cost out");
    }
    if (target != null && !target.matches("balanced-accuracy|recall=(0?\\.[0-9]*[1-9][0-9]*)")) {
      throw usage(
          "--target must be balanced-accuracy or recall=R with R between 0 and 1, got '"
              + target
              + "'");
    }
    String rule = target == null ? asked.orElse(null) : target;
    if (rule != null) {
      if (!DecisionOptions.canCalibrate(learner)) {
        throw usage(
            (target == null ? "a decision" : "--target")
                + " needs probabilities, and "
                + learner.name()
                + " does not calibrate its scores: use additive, noisy-descent, private-svm or"
                + " kernel-margin, or leave --learner out");
      }
      if (!settings.containsKey(DecisionOptions.CALIBRATION)) {
        more.put(DecisionOptions.CALIBRATION, "on");
      }
      more.put(Decision.SETTING.name(), rule);
    }
    return LearnerSettings.set(this, () -> learner, more);
  }

  private void checkFiles() {
    checkApart(
        new FileRoles()
            .reads("--data", engine.isGiven() ? List.of() : data.files())
            .reads("--schema", publicly.file)
            .reads("--ledger", LedgerOption.file(spend.ledger))
            .reads("--sign", signingKey)
            .replaces("--model", modelFile, FileRoles.MODEL)
            .writes("--sign", signingKey == null ? null : ModelSignature.fileOf(modelFile))
            .replaces("--report", reportFile, FileRoles.PAGE));
    if (signingKey != null) {
      ModelSignature.checkPrivateKey(signingKey);
    }
  }

  private static void checkAdjacency(Adjacency adjacency, Ledger ledger) {
    if (adjacency != ledger.adjacency()) {
      throw new DemiluneException(
          "ledger '"
              + ledger.name()
              + "' counts for "
              + Setting.word(ledger.adjacency())
              + " and this training is for "
              + Setting.word(adjacency)
              + ": train with --adjacency "
              + Setting.word(ledger.adjacency())
              + LedgerSpend.UNTOUCHED);
    }
  }

  private List<Notice> notices(Schema schema, Guarantee guarantee) {
    List<Notice> notices = new ArrayList<>(spend.notices(this, guarantee, schema.expectedRows()));
    RowsTimesBudget.tooSmall(Shape.of(schema), guarantee).ifPresent(notices::add);
    return notices;
  }

  private PrivateFit fitAndSave(
      Learner learner, Schema schema, Allowance allowance, Optional<Engine.Source> source) {
    PrivateFit fit;
    BoundedDataset rows = rows(schema, source);
    try (ProgressBar bar = new ProgressBar(console, "training")) {
      fit = learner.fit(rows, allowance, bar);
    }
    if (source.isPresent() && common.seed == null) { // a seeded run is the same everywhere
      fit =
          new PrivateFit(
              fit.model(),
              fit.certificate().withCircumstances(source.get().circumstances()),
              fit.plan());
    }
    ModelFile.save(modelFile, fit.model(), fit.certificate());
    signAndReport(learner, fit);
    return fit;
  }

  private BoundedDataset rows(Schema schema, Optional<Engine.Source> source) {
    StreamKey persons = common.randomness().stream("rows of persons").key();
    if (source.isEmpty()) {
      return data.rows(schema, persons);
    }
    try (ProgressBar bar = new ProgressBar(console, "reading")) {
      return source.get().rows(persons, bar);
    }
  }

  private void signAndReport(Learner learner, PrivateFit fit) {
    String kept = "the model is complete, in " + modelFile;
    try {
      if (signingKey != null) {
        ModelSignature.sign(modelFile, signingKey);
      }
    } catch (DemiluneException e) {
      console.note(kept + ", but not signed.");
      throw e;
    }
    try {
      if (reportFile != null) {
        SavedModel saved = new SavedModel(fit.model(), Optional.of(fit.certificate()));
        report(learner, saved).write(reportFile);
      }
    } catch (DemiluneException e) {
      console.note(kept + "; 'demilune report' writes the page.");
      throw e;
    }
  }

  private Report report(Learner learner, SavedModel saved) {
    Report report =
        Report.of("A model by " + learner.name(), saved)
            .withNote("Model file", "sha256 " + CertificateOutput.sha256(modelFile));
    if (spend.ledger == null) {
      return report;
    }
    try (Ledger ledger = Ledger.open(spend.ledger, Randomness.secure())) {
      return report.withLedger(LedgerState.of(ledger));
    }
  }

  /** What a ledger says of the spend if the options do not. */
  String purposeOf(Learner learner) {
    return "train " + learner.name();
  }

  private void print(PrivateFit fit, List<Notice> notices, double seconds) {
    answer(
        Json.add(
            FitReport.json(fit, seconds),
            "notices",
            Json.of(notices),
            "model",
            modelFile,
            "report",
            reportFile),
        fit.certificate().toString(),
        FitReport.choice(fit).orElse(null),
        FitReport.decision(fit).orElse(null),
        "\nmodel written to " + modelFile,
        reportFile == null ? null : "report written to " + reportFile);
  }
}
