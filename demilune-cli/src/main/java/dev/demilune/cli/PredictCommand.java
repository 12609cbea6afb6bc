// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import dev.demilune.cli.engine.Engine;
import dev.demilune.data.PredictionWriter;
import dev.demilune.evaluate.Predictor;
import dev.demilune.model.Classifier;
import dev.demilune.model.ModelFile;
import dev.demilune.schema.CellTally;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code demilune predict}: one prediction per row, however many rows there are. */
@Command(
    name = "predict",
    description = {
      "Predict the class of every row of a file or of standard input. Columns are found by name, in"
          + " any order; the label need not be there, and columns that are not in the model's schema"
          + " are left alone. Memory does not grow with the file."
    },
    footer = {
      "",
      "Example:",
      "  demilune predict --model census.model --data new.csv --keep id --out predicted.csv",
      "  zcat new.jsonl.gz | demilune predict --model census.model --data - --format jsonl"
    })
final class PredictCommand extends DemiluneCommand {

  @Mixin ModelOption input = new ModelOption();

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description =
          "The file of predictions, CSV or, by a name in .jsonl, JSON Lines; compressed by a name in"
              + " .gz. Standard output when it is not given, or -.")
  String outName; // an address of a cluster's files is no path

  private Path out; // null for standard output

  /** How predictions can be written. */
  enum OutFormat {
    CSV,
    JSONL;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Option(
      names = "--out-format",
      paramLabel = "FORMAT",
      description =
          "csv or jsonl. By default what the name of --out says; on standard output as the rows"
              + " came, and otherwise csv.")
  OutFormat outFormat;

  @Option(
      names = "--keep",
      paramLabel = "COLUMN,...",
      split = ",",
      description = "Copy these columns of the rows to the predictions, an identifier for example.")
  List<String> kept = List.of();

  @Option(names = "--scores", description = "Add the score of every class.")
  boolean scores;

  @Option(
      names = "--probabilities",
      description = "Add the probability of every class; the model must be calibrated.")
  boolean probabilities;

  @Mixin DecisionOptions decision = new DecisionOptions();

  @Option(
      names = "--radius",
      description = "Add how far the encoded row can be moved before the prediction can change.")
  boolean radius;

  @Mixin EngineOptions engine = new EngineOptions();

  @Override
  void run() {
    out = outName == null || outName.equals("-") ? null : Path.of(outName);
    if (engine.isMentioned()) {
      predictElsewhere();
      return;
    }
    input.data.onlyScored = true;
    if (common.json && out == null) {
      throw usage("--json needs --out, because standard output takes either JSON or predictions");
    }
    Classifier loaded = input.load().model();
    if (probabilities) {
      loaded.requireCalibration(); // before the rows are opened
    }
    Classifier model =
        LearnerSettings.refusing(this, () -> fromOptions(() -> decision.applied(loaded)));
    checkApart(
        new FileRoles()
            .reads("--model", input.file)
            .reads("--data", input.data.isStandardInput() ? List.of() : input.data.files())
            .writes("--out", out));
    TableFiles.Format format = fromOptions(() -> input.data.formatFor(model.schema().isVectors()));
    checkKept();
    List<String> names = model.labels().names();
    CellTally tally = CellTally.of(model.schema());
    try (ScoredRows source = ScoredRows.open(input.data, model.schema(), kept);
        PredictionWriter writer =
            out == null
                ? PredictionWriter.to(console.stream(), names)
                : PredictionWriter.to(out, names)) {
      if (scores) {
        writer.withScores();
      }
      if (probabilities) {
        writer.withProbabilities();
      }
      if (radius) {
        writer.withRadius();
      }
      if (isJsonLines(format)) {
        writer.asJsonLines();
      }
      writer.withKept(kept);
      long rows = predict(model, source, tally, writer);
      source.tell(console); // may refuse
      writer.commit();
      tell(rows, tally);
    }
  }

  private void predictElsewhere() {
    Paths.checkReadable("--model", input.file);
    Classifier model = ModelFile.load(input.file).model();
    fromOptions(
        () -> {
          engine.check(!model.schema().isVectors());
          return engine;
        });
    if (out == null) {
      throw usage("--engine needs --out: a directory, in the format of its name (.parquet, .csv)");
    }
    if (engine.partitions != null) {
      throw usage("--partitions is for training: predictions are divided as the rows are");
    }
    if (!kept.isEmpty() || outFormat != null) {
      throw usage(
          "--engine writes all columns, in the format of --out: leave --keep and --out-format out");
    }
    if (scores || probabilities || radius || decision.threshold != null || decision.cost != null) {
      throw usage(
          "--engine writes predictions only: leave --scores, --probabilities, --radius, --threshold"
              + " and --cost out");
    }
    try (Engine.Source source =
        engine.open(model.schema(), input.data.given, Engine.Purpose.PREDICTION)) {
      source.predict(input.file, outName);
    }
    answer(Json.of("out", outName), "wrote predictions to " + outName);
  }

  private boolean isJsonLines(TableFiles.Format input) {
    if (outFormat != null) {
      return outFormat == OutFormat.JSONL;
    }
    return out == null
        ? input == TableFiles.Format.JSONL
        : TableFiles.isNamedJsonLines(out.toString());
  }

  /** Refuses names that the output has already, or has twice. */
  private void checkKept() {
    for (String name : kept) {
      if (List.of("row", "prediction", "scores", "probabilities", "radius").contains(name)
          || name.startsWith("score:")
          || name.startsWith("probability:")) {
        throw usage(
            "--keep " + name + ": the predictions have a column of that name; rename the input's");
      }
    }
    if (Set.copyOf(kept).size() < kept.size()) {
      throw usage("--keep names a column twice: name it once");
    }
  }

  private void tell(long rows, CellTally tally) {
    CellNotes.tell(tally, console);
    if (out != null) {
      answer(
          Json.of("rows", rows, "out", out, "cells", CellNotes.json(tally.faults())),
          "wrote " + rows + " predictions to " + out);
    }
  }

  private long predict(
      Classifier model, ScoredRows source, CellTally tally, PredictionWriter writer) {
    Predictor predictor = radius ? Predictor.withRadius(model) : Predictor.of(model);
    try (ProgressBar bar = new ProgressBar(console, "predicting")) {
      return predictor.walk(
          source.table(), tally, source::copies, new Written(model, writer, new RowCounter(bar)));
    }
  }

  /** Writes predictions, those for standard output before more rows are waited for. */
  private final class Written implements Predictor.Consumer {
    private final Classifier model;
    private final PredictionWriter writer;
    private final RowCounter counter;
    private final double[] shares;

    Written(Classifier model, PredictionWriter writer, RowCounter counter) {
      this.model = model;
      this.writer = writer;
      this.counter = counter;
      this.shares = new double[model.labels().size()];
    }

    @Override
    public void accept(
        long line, int predicted, double[] rowScores, double rowRadius, Object[] copies) {
      if (probabilities) {
        model.requireCalibration().probabilities(rowScores, shares);
      }
      writer.write(counter.next(), predicted, rowScores, shares, rowRadius, copies);
    }

    @Override
    public void passOn() {
      writer.flush();
    }
  }

  private static final class RowCounter {
    private static final int ROWS_BETWEEN_LOOKS = 4096; // at the clock, which is slow

    private final ProgressBar bar;
    private long count;

    RowCounter(ProgressBar bar) {
      this.bar = bar;
    }

    long next() {
      if (++count % ROWS_BETWEEN_LOOKS == 0) {
        bar.rows(count);
      }
      return count;
    }
  }
}
