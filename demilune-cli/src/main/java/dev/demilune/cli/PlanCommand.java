// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import com.google.gson.JsonObject;
import dev.demilune.learn.Goal;
import dev.demilune.learn.Outlook;
import dev.demilune.learn.RowsNeeded;
import dev.demilune.learn.RowsTimesBudget;
import dev.demilune.learn.Shape;
import dev.demilune.learn.compare.Comparison;
import dev.demilune.learn.compare.LowerBound;
import dev.demilune.learn.compare.LowerBounds;
import dev.demilune.learn.published.ErrorBound;
import dev.demilune.learn.published.PublishedNumbers;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.Guarantee;
import dev.demilune.privacy.Notice;
import dev.demilune.schema.file.SchemaFile;
import java.nio.file.Path;
import java.util.ArrayList;
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
      "Compare learners for a problem of a given size, without data: which one would be chosen, how"
          + " much noise each adds and, for a margin and an error, how many rows each needs and"
          + " what theorems say of the error with these. With --published, what the papers'"
          + " constants ask for."
    },
    footer = {
      "",
      "Example:",
      "  demilune plan --rows 10000 --features 50 --epsilon 1 --delta 1e-6 --margin 0.1 --error"
          + " 0.1",
      "  demilune plan --rows 10000 --features 50 --epsilon 1 --delta 1e-6 --margin 0.1 --error 0.1"
          + " --published"
    })
final class PlanCommand extends DemiluneCommand {

  @Option(
      names = "--schema",
      paramLabel = "FILE",
      description =
          "A schema file, which says features, classes and adjacency; learners of named columns can"
              + " then be compared, too.")
  Path schema;

  @Option(
      names = "--rows",
      paramLabel = "N",
      description = "Number of rows; with --schema by default the expected number.")
  String rows;

  @Option(
      names = "--features",
      paramLabel = "D",
      description = "Number of features; needed without --schema.")
  String features;

  @Option(
      names = "--classes",
      paramLabel = "K",
      description = "Number of classes (default: 2). Bounds on rows are for two classes.")
  String classes;

  @Option(
      names = "--adjacency",
      paramLabel = "WORD",
      description =
          "What one person can change: add-or-remove-one, add-or-remove-person (--rows is then the"
              + " number of persons), replace-one or replace-label (default: add-or-remove-one).")
  String adjacency;

  @Mixin PrivacyOptions privacy = new PrivacyOptions();

  @Mixin GoalOptions wish = new GoalOptions();

  @Option(
      names = "--published",
      description =
          "Print what the constants of Nguyen, Ullman, Zakynthinou 2020 and Bassily, Mohri, Suresh"
              + " 2022 ask for, with the arithmetic; with --margin and --error.")
  boolean published;

  @Override
  void run() {
    Guarantee guarantee = fromOptions(privacy::guarantee);
    Optional<Goal> goal = fromOptions(wish::goal);
    Shape shape = fromOptions(this::shape);
    if (published) {
      List<PublishedNumbers> numbers =
          PublishedNumbers.of(shape, guarantee, fromOptions(() -> published(shape, goal)));
      answer(
          PublishedText.json(numbers),
          wish.affine().orElse(null),
          PublishedText.of(numbers, shape, guarantee));
      return;
    }
    List<Notice> notices = new ArrayList<>(Notice.of(guarantee, shape.rows()));
    RowsTimesBudget.tooSmall(shape, guarantee).ifPresent(notices::add);
    tell(notices);
    Comparison comparison = Comparison.of(shape, guarantee, goal);
    if (common.json) {
      JsonObject result = json(comparison, guarantee);
      result.add("notices", Json.of(notices));
      goal.ifPresent(some -> result.addProperty("margin", some.margin()));
      asymptotic(shape, guarantee).ifPresent(bound -> result.addProperty("asymptotic", bound));
      answer(result);
    } else {
      print(comparison, shape);
      asymptotic(shape, guarantee).ifPresent(this::print);
    }
  }

  private Shape shape() {
    return schema == null ? vectors() : columns();
  }

  private Shape columns() {
    if (features != null || classes != null || adjacency != null || wish.affine().isPresent()) {
      throw new IllegalArgumentException(
          "--features, --classes, --adjacency and --threshold are for a plan without --schema, which"
              + " says them");
    }
    Paths.checkReadable("--schema", schema);
    Shape declared = Shape.of(SchemaFile.read(schema));
    if (rows == null && declared.rows() < 2) {
      throw new IllegalArgumentException(
          "--rows is missing: the schema does not say how many are expected");
    }
    return rows == null ? declared : declared.withRows(count());
  }

  private long count() {
    long count = Numerals.whole("--rows", rows);
    if (count < 2) {
      throw new IllegalArgumentException("--rows must be at least 2, got " + rows);
    }
    return count;
  }

  private Shape vectors() {
    if (rows == null || features == null) {
      throw new IllegalArgumentException(
          "give --rows and --features, or --schema: plans are for a size");
    }
    long count = count();
    long width = Numerals.whole("--features", features);
    long kinds = classes == null ? 2 : Numerals.whole("--classes", classes);
    if (width >= Integer.MAX_VALUE || kinds > Integer.MAX_VALUE) {
      throw new IllegalArgumentException("--features and --classes must be below 2^31");
    }
    if (kinds < 2) {
      throw new IllegalArgumentException("--classes must be at least 2, got " + classes);
    }
    int constant = wish.affine().isPresent() ? 1 : 0;
    return new Shape(
        count,
        (int) width + constant,
        (int) kinds,
        adjacency == null ? Adjacency.ADD_OR_REMOVE_ONE : SchemaOptions.parseAdjacency(adjacency));
  }

  private static Goal published(Shape shape, Optional<Goal> goal) {
    if (shape.classes() != 2) {
      throw new IllegalArgumentException("--published is for two classes, got " + shape.classes());
    }
    return goal.orElseThrow(
        () -> new IllegalArgumentException("--published needs --margin and --error"));
  }

  private Optional<String> asymptotic(Shape shape, Guarantee guarantee) {
    return wish.given() ? LowerBounds.asymptotic(shape, guarantee) : Optional.empty();
  }

  private void print(Comparison comparison, Shape shape) {
    boolean wished = wish.given();
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
      wish.affine().ifPresent(this::print);
      print(
          "\n"
              + "expected: enough on average for isotropic rows, rows in orthogonal directions and"
              + " rows with a common direction; measured for 2 and 50 features, margins 0.1 to 0.5,"
              + " ε 0.2 to 5, δ = 1e-6 and add-or-remove-one; for others not known.\n"
              + "guaranteed: by a theorem, for the algorithm as published, or repaired where that"
              + " is not private."
              + (shape.classes() == 2 ? "" : "\nBounds on rows are for two classes."));
    }
    for (ErrorBound bound : comparison.errorBounds()) {
      print(
          String.format(
              Locale.ROOT,
              "error with these rows, as published: %s %s (Bassily, Mohri, Suresh 2022, %s)",
              bound.learner(),
              bound.error() < 1
                  ? "at most " + PublishedNumbers.text(bound.error())
                  : "nothing is said, the bound is " + PublishedNumbers.text(bound.error()),
              bound.source()));
    }
    for (LowerBound bound : comparison.lowerBounds()) {
      print("at least " + number(OptionalDouble.of(bound.rows())) + " rows " + bound.source());
    }
  }

  private static String number(OptionalDouble rows) {
    if (rows.isEmpty()) {
      return "not known";
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
                bound -> Json.of("rows", bound.rows(), "source", bound.source())),
        "errorBounds",
            Json.array(
                comparison.errorBounds(),
                bound ->
                    Json.of(
                        "learner",
                        bound.learner(),
                        "error",
                        Double.isInfinite(bound.error()) ? null : bound.error(),
                        "source",
                        bound.source())));
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
