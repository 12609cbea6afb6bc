// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import dev.demilune.cli.engine.Engine;
import dev.demilune.data.PredictionWriter;
import dev.demilune.data.Table;
import dev.demilune.evaluate.Predictor;
import dev.demilune.model.Classifier;
import dev.demilune.model.ModelFile;
import dev.demilune.schema.CellTally;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code demilune predict}: one prediction per row, however many rows there are. */
@Command(
    name = "predict",
    description = {
      "Predict the class of every row of a file. Columns are found by name, in any order, and the"
          + " label need not be there. Memory does not grow with the file."
    },
    footer = {
      "",
      "Example:",
      "  demilune predict --model census.model --data new.csv --out predicted.csv"
    })
final class PredictCommand extends DemiluneCommand {

  @Mixin ModelOption input = new ModelOption();

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "The CSV file of predictions; standard output when it is not given.")
  String outName; // an address of a cluster's files is no path

  private Path out;

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
    out = outName == null ? null : Path.of(outName);
    if (engine.isGiven() || engine.master != null) {
      predictElsewhere();
      return;
    }
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
            .reads("--data", input.data.files())
            .writes("--out", out));
    fromOptions(() -> input.data.formatFor(model.schema().isVectors()));
    List<String> names = model.labels().names();
    CellTally tally = CellTally.of(model.schema());
    try (Table table = input.data.open(model.schema());
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
      long rows = predict(model, table, tally, writer);
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
    if (scores || probabilities || radius || decision.threshold != null || decision.cost != null) {
      throw usage(
          "--engine writes predictions only: leave --scores, --probabilities, --radius, --threshold"
              + " and --cost out");
    }
    try (Engine.Source source =
        engine.open(model.schema(), input.data.given, /* withLabel= */ false)) {
      source.predict(input.file, outName);
    }
    answer(Json.of("out", outName), "wrote predictions to " + outName);
  }

  private void tell(long rows, CellTally tally) {
    CellNotes.tell(tally, console);
    if (out != null) {
      answer(
          Json.of("rows", rows, "out", out, "cells", CellNotes.json(tally.faults())),
          "wrote " + rows + " predictions to " + out);
    }
  }

  private long predict(Classifier model, Table table, CellTally tally, PredictionWriter writer) {
    Predictor predictor = radius ? Predictor.withRadius(model) : Predictor.of(model);
    double[] shares = new double[model.labels().size()];
    try (ProgressBar bar = new ProgressBar(console, "predicting")) {
      RowCounter counter = new RowCounter(bar);
      return predictor.walk(
          table,
          tally,
          (line, predicted, rowScores, rowRadius) -> {
            if (probabilities) {
              model.requireCalibration().probabilities(rowScores, shares);
            }
            writer.write(counter.next(), predicted, rowScores, shares, rowRadius);
          });
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
