// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import com.google.gson.JsonObject;
import dev.demilune.experiment.DataFetch;
import dev.demilune.experiment.DataFolder;
import dev.demilune.experiment.Experiment;
import dev.demilune.experiment.ExperimentFile;
import dev.demilune.experiment.Laboratory;
import dev.demilune.experiment.Laboratory.Outcome;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code demilune experiment}: figures of papers, redrawn. */
@Command(
    name = "experiment",
    description = {
      "Redraw a figure of a paper: measure, put the published curve beside ours, and say whether"
          + " the claim was reproduced.",
      "Writes NAME.csv, NAME.svg, NAME.md and NAME.html, and lists all pages in index.md. Each run of"
          + " a learner is a cell, which is kept as soon as it is finished: a command that was"
          + " stopped goes on where it was. Only public data sets and drawn rows are used; the"
          + " seeds are part of the experiment, so --seed is refused."
    },
    footer = {
      "",
      "Examples:",
      "  demilune experiment --list",
      "  demilune experiment margin-rows-pure --quick",
      "  demilune experiment accuracy-mnist --data data --out results",
      "  demilune experiment mine.yaml"
    })
final class ExperimentCommand extends DemiluneCommand {

  /** Where data sets are looked for if they are not in the cache. */
  static final Path BESIDE = Path.of("..", "shared", "data");

  @Parameters(
      arity = "0..1",
      paramLabel = "NAME",
      description = "An experiment that --list names, or a YAML file of your own.")
  String name;

  @Option(names = "--list", description = "List the experiments.")
  boolean list;

  @Option(names = "--all", description = "Run all of them, one after the other.")
  boolean all;

  @Option(
      names = "--quick",
      description = "The rough form: fewer values, runs and rows, as the experiment declares.")
  boolean quick;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description =
          "The folder of data sets, each in a folder of its name; by default the cache of"
              + " 'demilune data fetch', then ../shared/data.")
  Path data;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "experiments",
      description = "The folder of results (default: ${DEFAULT-VALUE}).")
  Path out;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Cells measured at once; by default as many as there are processors.")
  String threads;

  @Override
  void run() {
    int asked = (list ? 1 : 0) + (all ? 1 : 0) + (name == null ? 0 : 1);
    if (asked != 1) {
      throw usage("name one experiment, or give --all or --list");
    }
    if (common.seed != null) {
      throw usage("the seeds are part of an experiment: leave out --seed");
    }
    if (list) {
      list();
      return;
    }
    int pool =
        threads == null
            ? Runtime.getRuntime().availableProcessors()
            : (int) Math.min(1024, fromOptions(() -> Numerals.whole("threads", threads)));
    List<Experiment> experiments =
        (all ? ExperimentFile.shipped() : List.of(name))
            .stream().map(one -> fromOptions(() -> ExperimentFile.read(one, quick))).toList();
    List<Path> places =
        data == null
            ? List.of(DataFetch.defaultCache(System.getenv("XDG_CACHE_HOME")), BESIDE)
            : List.of(data);
    Laboratory laboratory = new Laboratory(out, DataFolder.among(places), pool);
    laboratory.prepare(experiments);
    List<JsonObject> answers = new ArrayList<>();
    for (Experiment experiment : experiments) {
      long start = System.nanoTime();
      Outcome outcome;
      try (ProgressBar bar = new ProgressBar(console, experiment.name()).withTimeLeft()) {
        outcome = laboratory.run(experiment, bar);
      }
      double seconds = (System.nanoTime() - start) * 1e-9;
      answers.add(json(outcome, seconds));
      if (!common.json) {
        print(sentence(outcome, seconds));
        console.out().flush(); // the next one may take minutes, and somebody may wait at a pipe
      }
    }
    if (common.json) {
      print(pretty(Json.of("experiments", answers)));
    }
  }

  private void list() {
    List<Experiment> shipped =
        ExperimentFile.shipped().stream().map(one -> ExperimentFile.read(one, quick)).toList();
    answer(
        Json.of(
            "experiments",
            Json.array(
                shipped,
                one ->
                    Json.of(
                        "name", one.name(),
                        "title", one.title(),
                        "source", one.source(),
                        "cells", one.size(),
                        "data", one.dataSets()))),
        shipped.stream()
            .map(
                one ->
                    String.format(
                        Locale.ROOT,
                        "%s%n  %s (%s; %,d cells%s)",
                        one.name(),
                        one.title(),
                        one.source(),
                        one.size(),
                        one.dataSets().isEmpty()
                            ? ""
                            : "; data: " + String.join(", ", one.dataSets())))
            .toArray(String[]::new));
  }

  private String sentence(Outcome outcome, double seconds) {
    Experiment experiment = outcome.experiment();
    return String.format(
        Locale.ROOT,
        "%s: %,d of %,d cells measured in %.1f s, results in %s%s",
        experiment.name(),
        outcome.measured(),
        experiment.size(),
        seconds,
        out.resolve(experiment.name() + ".html"),
        outcome.sentence().isEmpty() ? "" : "\n  " + outcome.sentence());
  }

  private JsonObject json(Outcome outcome, double seconds) {
    Experiment experiment = outcome.experiment();
    return Json.of(
        "name", experiment.name(),
        "quick", experiment.quick(),
        "cells", experiment.size(),
        "measured", outcome.measured(),
        "seconds", Math.round(seconds * 10) / 10.0,
        "claim", outcome.sentence().isEmpty() ? null : outcome.sentence(),
        "page", out.resolve(experiment.name() + ".html"));
  }
}
