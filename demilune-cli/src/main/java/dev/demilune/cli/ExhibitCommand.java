// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import com.google.gson.JsonObject;
import dev.demilune.DemiluneException;
import dev.demilune.exhibit.Exhibit;
import dev.demilune.exhibit.ExhibitReport;
import dev.demilune.exhibit.ExhibitResult;
import dev.demilune.exhibit.Exhibits;
import dev.demilune.learn.Setting;
import dev.demilune.privacy.Guarantee;
import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code demilune exhibit}: published flaws, demonstrated. */
@Command(
    name = "exhibit",
    description = {
      "Show that a published algorithm is not as private as it claims: run it on two neighboring"
          + " tables, and refute its epsilon by an audit; beside it the repaired learner on the"
          + " same tables.",
      "Without a name, list the exhibits. No file of yours is read."
    },
    footer = {
      "",
      "Example:",
      "  demilune exhibit half-spaces-via-thresholds --report exhibit.html"
    })
final class ExhibitCommand extends DemiluneCommand {

  @Parameters(
      arity = "0..1",
      paramLabel = "NAME",
      description = "Which exhibit; without it, all are listed.")
  String name;

  @Option(
      names = "--epsilon",
      paramLabel = "E",
      defaultValue = "1",
      description = "What both algorithms claim (default: ${DEFAULT-VALUE}).")
  String epsilon;

  @Option(
      names = "--delta",
      paramLabel = "D",
      defaultValue = "1e-6",
      description = "Of the same claim (default: ${DEFAULT-VALUE}).")
  String delta;

  @Option(
      names = "--trials",
      paramLabel = "N",
      defaultValue = "2000",
      description = "Runs of each algorithm on each table (default: ${DEFAULT-VALUE}).")
  String trials;

  @Option(
      names = "--confidence",
      paramLabel = "C",
      defaultValue = "0.9999",
      description = "How sure both lower bounds are to be (default: ${DEFAULT-VALUE}).")
  String confidence;

  @Option(names = "--report", paramLabel = "FILE", description = "A page about it to write.")
  Path reportFile;

  @Override
  void run() {
    if (name == null) {
      list();
      return;
    }
    Exhibit exhibit = exhibit();
    Guarantee claim = fromOptions(() -> PrivacyOptions.guarantee(epsilon, delta));
    int runs =
        (int) Math.min(Integer.MAX_VALUE, fromOptions(() -> Numerals.whole("trials", trials)));
    double sure = fromOptions(() -> Numerals.number("confidence", confidence));
    new FileRoles().writes("--report", reportFile);
    ExhibitResult result;
    try (ProgressBar bar = new ProgressBar(console, "running")) {
      result = fromOptions(() -> exhibit.run(claim, runs, sure, common.randomness(), bar));
    }
    if (reportFile != null) {
      ExhibitReport.of(result).write(reportFile);
    }
    print(result);
    if (!result.shown()) {
      throw new DemiluneException(
          result.sentence() + ": ask for more trials, or for an epsilon nearer to 1");
    }
  }

  private Exhibit exhibit() {
    try {
      return Exhibits.named(name);
    } catch (DemiluneException e) {
      throw usage(e.getMessage());
    }
  }

  private void list() {
    if (reportFile != null) {
      throw usage("--report is for one exhibit: name it");
    }
    answer(
        Json.of(
            "exhibits",
            Json.array(
                Exhibits.all(),
                exhibit -> Json.of("name", exhibit.name(), "summary", exhibit.summary()))),
        Exhibits.all().stream()
            .map(exhibit -> exhibit.name() + "\n  " + exhibit.summary())
            .toArray(String[]::new));
  }

  private void print(ExhibitResult result) {
    String sentence = result.sentence();
    answer(
        json(result),
        String.format(
            Locale.ROOT,
            "exhibit        %s%ntable          %s%nneighbor       %s%nclaim          %s, %s%n"
                + "trials         %d of each algorithm on each table%n"
                + "as published   ε ≥ %.4f with confidence %s (%s)%n"
                + "repaired       ε ≥ %.4f with confidence %s (%s: %s)%n%n%s",
            result.name(),
            result.tables().get(0),
            result.tables().get(1),
            result.claim().describe(),
            result.adjacency().phrase(),
            result.trials(),
            result.published().finding().lowerBound(),
            result.confidence(),
            result.published().counts(),
            result.repaired().finding().lowerBound(),
            result.confidence(),
            result.repaired().algorithm(),
            result.repaired().counts(),
            result.why()),
        result.shown()
            ? "\n" + sentence.substring(0, 1).toUpperCase(Locale.ROOT) + sentence.substring(1) + "."
            : null,
        reportFile == null ? null : "report written to " + reportFile);
  }

  private JsonObject json(ExhibitResult result) {
    return Json.of(
        "name", result.name(),
        "tables", result.tables(),
        "claimedEpsilon", Double.parseDouble(epsilon),
        "claimedDelta", Double.parseDouble(delta),
        "adjacency", Setting.word(result.adjacency()),
        "trials", result.trials(),
        "lowerBound", result.published().finding().lowerBound(),
        "confidence", result.confidence(),
        "refuted", result.published().refuted(),
        "why", result.why(),
        "repaired", repaired(result),
        "report", reportFile);
  }

  private static JsonObject repaired(ExhibitResult result) {
    return Json.of(
        "learner", result.repaired().algorithm(),
        "lowerBound", result.repaired().finding().lowerBound(),
        "refuted", result.repaired().refuted());
  }
}
