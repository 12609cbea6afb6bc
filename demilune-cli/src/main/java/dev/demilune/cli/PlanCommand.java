// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import com.google.gson.JsonObject;
import dev.demilune.DemiluneException;
import dev.demilune.learn.Goal;
import dev.demilune.learn.Outlook;
import dev.demilune.learn.RowsNeeded;
import dev.demilune.learn.Shape;
import dev.demilune.learn.compare.Comparison;
import dev.demilune.learn.compare.LowerBound;
import dev.demilune.learn.compare.LowerBounds;
import dev.demilune.privacy.Guarantee;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code demilune plan}: what every learner could do, before there are any data. */
@Command(
    name = "plan",
    description = {
      "Compare learners for a problem of a given size, without data: which one would be chosen,",
      "how much noise each adds and, for a margin and an error, how many rows each needs."
    },
    footer = {
      "",
      "Example:",
      "  demilune plan --rows 10000 --features 50 --epsilon 1 --delta 1e-6 --margin 0.1 --error 0.1"
    })
final class PlanCommand extends DemiluneCommand {

  @Option(names = "--rows", paramLabel = "N", required = true, description = "Number of rows.")
  String rows;

  @Option(
      names = "--features",
      paramLabel = "D",
      required = true,
      description = "Number of features.")
  String features;

  @Option(
      names = "--classes",
      paramLabel = "K",
      defaultValue = "2",
      description =
          "Number of classes (default: ${DEFAULT-VALUE}). Bounds on rows are for two classes.")
  String classes;

  @Option(
      names = "--adjacency",
      paramLabel = "WORD",
      defaultValue = "add-or-remove-one",
      description =
          "What one person can change: add-or-remove-one, replace-one or replace-label (default:"
              + " ${DEFAULT-VALUE}).")
  String adjacency;

  @Mixin PrivacyOptions privacy = new PrivacyOptions();

  @Option(
      names = "--margin",
      paramLabel = "M",
      description =
          "The distance that some boundary through the origin keeps from all rows; with --error.")
  String margin;

  @Option(
      names = "--norm",
      paramLabel = "R",
      defaultValue = "1",
      description = "Bound on the length of rows, in the margin's units (default: 1).")
  String norm;

  @Option(
      names = "--error",
      paramLabel = "A",
      description = "Share of new rows that may be predicted wrong; with --margin.")
  String error;

  @Option(
      names = "--confidence",
      paramLabel = "C",
      defaultValue = "0.9",
      description = "Probability with which theorems are to hold (default: ${DEFAULT-VALUE}).")
  String confidence;

  @Override
  void run() {
    Shape shape = fromOptions(this::shape);
    Guarantee guarantee = fromOptions(privacy::guarantee);
    Comparison comparison = Comparison.of(shape, guarantee, fromOptions(this::goal));
    if (common.json) {
      JsonObject result = json(comparison, guarantee);
      asymptotic(shape, guarantee).ifPresent(bound -> result.addProperty("asymptotic", bound));
      answer(result);
    } else {
      print(comparison, shape);
      asymptotic(shape, guarantee).ifPresent(this::print);
    }
  }

  private Shape shape() {
    long count = Numerals.whole("--rows", rows);
    long width = Numerals.whole("--features", features);
    long kinds = Numerals.whole("--classes", classes);
    if (count < 2) {
      throw new IllegalArgumentException("--rows must be at least 2, got " + rows);
    }
    if (width > Integer.MAX_VALUE || kinds > Integer.MAX_VALUE) {
      throw new IllegalArgumentException("--features and --classes must be below 2^31");
    }
    if (kinds < 2) {
      throw new IllegalArgumentException("--classes must be at least 2, got " + classes);
    }
    return new Shape(count, (int) width, (int) kinds, SchemaOptions.parseAdjacency(adjacency));
  }

  private Optional<Goal> goal() {
    if ((margin == null) != (error == null)) {
      throw new IllegalArgumentException(
          "--margin and --error belong together: give both to hear how many rows are needed");
    }
    if (margin == null) {
      return Optional.empty();
    }
    double distance = Numerals.number("--margin", margin);
    double length =
        Numerals.within(
            "--norm",
            norm,
            value -> value > 0 && value < Double.POSITIVE_INFINITY,
            "a number above 0");
    if (distance > length) {
      throw new IllegalArgumentException(
          "--margin "
              + margin
              + " is larger than the norm bound "
              + norm
              + ": no row is that far from a boundary through the origin; give a smaller margin or"
              + " the --norm of its units");
    }
    double sure =
        Numerals.within(
            "--confidence", confidence, value -> value > 0 && value < 1, "above 0 and below 1");
    try {
      return Optional.of(new Goal(distance / length, Numerals.number("--error", error), 1 - sure));
    } catch (DemiluneException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  private Optional<String> asymptotic(Shape shape, Guarantee guarantee) {
    return margin == null ? Optional.empty() : LowerBounds.asymptotic(shape, guarantee);
  }

  private void print(Comparison comparison, Shape shape) {
    boolean wished = margin != null;
    print(
        comparison.chosen().runnable()
            ? "chosen: " + comparison.chosen().reason()
            : "no learner can run: " + comparison.chosen().reason());
    TextTable table =
        wished
            ? new TextTable(
                List.of("learner", "with these rows", "rows expected", "guaranteed", "noise"), 2, 3)
            : new TextTable(List.of("learner", "noise"));
    for (Comparison.Line line : comparison.lines()) {
      String noise = line.plan().details().getOrDefault("noiseMultiplier", "-");
      if (wished) {
        RowsNeeded needed = line.needed().orElseThrow();
        table.add(
            line.learner().name(),
            line.verdict().orElseThrow().toString(),
            number(needed.expected()),
            number(needed.guaranteed()),
            noise);
      } else {
        table.add(line.learner().name(), noise);
      }
    }
    print("\n" + table + "\n");
    for (Comparison.Line line : comparison.lines()) {
      if (!line.plan().runnable()) {
        print(line.learner().name() + ": " + line.plan().reason());
      } else if (wished) {
        print(line.learner().name() + ": " + line.needed().orElseThrow().bound());
      }
    }
    if (wished) {
      print(
          "\nexpected: estimated for the hardest known rows of that margin; others need fewer."
              + "\nguaranteed: by a theorem, for the algorithm as published."
              + (shape.classes() == 2 ? "" : "\nBounds on rows are for two classes."));
    }
    for (LowerBound bound : comparison.lowerBounds()) {
      print("at least " + number(OptionalDouble.of(bound.rows())) + " rows " + bound.source());
    }
  }

  private static String number(OptionalDouble rows) {
    if (rows.isEmpty()) {
      return "-";
    }
    double value = rows.getAsDouble();
    return value < 1e7
        ? String.format(Locale.ROOT, "%.0f", value)
        : String.format(Locale.ROOT, "%.3g", value);
  }

  private static JsonObject json(Comparison comparison, Guarantee guarantee) {
    Optional<Outlook.Choice> choice =
        comparison.chosen().runnable()
            ? comparison.chosen().orThrow().outlook().choice()
            : Optional.empty();
    return Json.of(
        "chosen", choice.map(Outlook.Choice::learner).orElse(null),
        "because", choice.map(Outlook.Choice::because).orElse(comparison.chosen().reason()),
        "guarantee", guarantee.describe(),
        "learners", Json.array(comparison.lines(), PlanCommand::json),
        "lowerBounds",
            Json.array(
                comparison.lowerBounds(),
                bound -> Json.of("rows", bound.rows(), "source", bound.source())));
  }

  private static JsonObject json(Comparison.Line line) {
    JsonObject one =
        Json.of(
            "name", line.learner().name(),
            "runnable", line.plan().runnable(),
            "reason", line.plan().reason(),
            "noise", line.plan().details().get("noiseMultiplier"));
    line.verdict().ifPresent(verdict -> Json.add(one, "verdict", verdict));
    line.needed().ifPresent(needed -> add(one, needed));
    return one;
  }

  private static void add(JsonObject one, RowsNeeded needed) {
    Json.add(
        one,
        "rowsNeeded",
        needed.expected().isPresent() ? needed.expected() : needed.guaranteed(),
        "expectedRows",
        needed.expected(),
        "guaranteedRows",
        needed.guaranteed(),
        "publishedRows",
        needed.published(),
        "bound",
        needed.bound());
  }
}
