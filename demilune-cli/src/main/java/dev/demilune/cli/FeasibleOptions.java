// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import dev.demilune.DemiluneException;
import dev.demilune.feasibility.Constraints.Bounds;
import dev.demilune.feasibility.DeepPoint;
import dev.demilune.feasibility.Objective;
import dev.demilune.feasibility.RescaledPoint;
import dev.demilune.privacy.Adjacency;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** What is public about constraints, and how they are searched. */
final class FeasibleOptions {

  @Option(
      names = "--bound",
      paramLabel = "N",
      split = ",",
      required = true,
      description =
          "Public bounds on absolute values, chosen without looking at the rows: one for the"
              + " coefficients of each variable, and last one for b.")
  List<String> bounds;

  @Option(
      names = "--expected-rows",
      paramLabel = "N",
      description =
          "A public guess of the number of rows. Needed for add-or-remove-one and more than one"
              + " variable, where it decides how many rows are drawn.")
  String expectedRows;

  @Option(
      names = "--sample",
      paramLabel = "ROWS",
      defaultValue = "auto",
      description =
          "How many rows to draw at most: a number, auto for what takes about a minute, or all. By"
              + " default auto.")
  String sample;

  @Option(
      names = "--error",
      paramLabel = "SHARE",
      defaultValue = "0.1",
      description =
          "For which share of violated rows to say how many rows are needed; by default 0.1.")
  String error;

  @Option(
      names = "--method",
      paramLabel = "METHOD",
      defaultValue = "auto",
      description =
          "deep: coordinate by coordinate, exactly, for up to 5 variables. rescaling: a perceptron"
              + " on all rows, for more; needs a delta, and promises no number of violated rows."
              + " auto, the default: deep where it can be done.")
  String method;

  @Option(
      names = "--maximize",
      paramLabel = "C",
      split = ",",
      description =
          "Among points that satisfy nearly all rows, look for one with the largest c1·x1 + ... +"
              + " cd·xd: a linear program with public whole numbers c1,...,cd.")
  List<String> maximize;

  @Option(
      names = "--minimize",
      paramLabel = "C",
      split = ",",
      description = "The same for the smallest c1·x1 + ... + cd·xd.")
  List<String> minimize;

  @Option(
      names = "--tolerate",
      paramLabel = "ROWS",
      description =
          "With --maximize or --minimize: the objective is to be as good as that of any point that"
              + " violates at most this number of the rows used; by default 0.")
  String tolerate;

  /** The objective to maximize, the negative one to minimize. */
  Optional<Objective> objective() {
    if (maximize != null && minimize != null) {
      throw new IllegalArgumentException("--maximize and --minimize exclude each other");
    }
    List<String> texts = maximize == null ? minimize : maximize;
    if (texts == null) {
      if (tolerate != null) {
        throw new IllegalArgumentException("--tolerate needs --maximize or --minimize");
      }
      return Optional.empty();
    }
    if (texts.size() != bounds.size() - 1) {
      throw new IllegalArgumentException(
          "the objective needs one number for each variable: "
              + (bounds.size() - 1)
              + ", got "
              + texts.size());
    }
    long[] coefficients = texts.stream().mapToLong(FeasibleOptions::coefficient).toArray();
    if (maximize == null) {
      Arrays.setAll(coefficients, i -> -coefficients[i]);
    }
    Objective objective = Objective.of(coefficients);
    return Optional.of(
        tolerate == null
            ? objective
            : objective.tolerating(Numerals.whole("--tolerate", tolerate)));
  }

  private static long coefficient(String text) {
    try {
      long value = Long.parseLong(text);
      if (value > Long.MIN_VALUE) {
        return value;
      }
    } catch (NumberFormatException e) {
      // falls through to the sentence below
    }
    throw new IllegalArgumentException(
        "--maximize and --minimize take whole numbers, got '" + text + "'");
  }

  double error() {
    return Numerals.within(
        "--error", error, share -> share > 0 && share < 1, "above 0 and below 1");
  }

  /** The search that the options mean, for the ledger's adjacency. */
  DeepPoint of(Adjacency adjacency) {
    error();
    Bounds declared = bounds(adjacency);
    DeepPoint plain = DeepPoint.of(declared, adjacency).sampling(sampleRows());
    DeepPoint search = objective().map(plain::maximizing).orElse(plain);
    if (expectedRows == null) {
      if (!adjacency.rowCountIsPublic() && declared.columns().size() > 1) {
        throw new IllegalArgumentException(
            "--expected-rows is missing: the number of rows is private, and the work goes with a"
                + " power of it");
      }
      return search;
    }
    return search.expecting(Numerals.whole("--expected-rows", expectedRows));
  }

  /** Whether the rescaling perceptron searches. */
  boolean rescales() {
    return switch (method) {
      case "rescaling" -> true;
      case "deep" -> false;
      case "auto" -> bounds.size() - 1 > DeepPoint.MOST_UNKNOWNS;
      default ->
          throw new IllegalArgumentException(
              "--method must be auto, deep or rescaling, got '" + method + "'");
    };
  }

  /** The search by the rescaling perceptron that the options mean. */
  RescaledPoint rescaled(Adjacency adjacency) {
    if (!sample.equals("auto")) {
      throw new IllegalArgumentException(
          "--sample is for --method deep: rescaling takes all rows at any number of them");
    }
    if (objective().isPresent()) {
      throw new IllegalArgumentException(
          "--maximize and --minimize are for --method deep, with up to "
              + DeepPoint.MOST_UNKNOWNS
              + " variables");
    }
    RescaledPoint search = RescaledPoint.of(bounds(adjacency), adjacency);
    return expectedRows == null
        ? search
        : search.expecting(Numerals.whole("--expected-rows", expectedRows));
  }

  private Bounds bounds(Adjacency adjacency) {
    if (adjacency == Adjacency.REPLACE_LABEL) {
      throw new DemiluneException(
          "constraints have no labels: use a ledger for add-or-remove-one or replace-one");
    }
    if (bounds.size() < 2) {
      throw new IllegalArgumentException(
          "--bound needs one number for each variable and one for b, got " + bounds.size());
    }
    long[] columns = new long[bounds.size() - 1];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = bound(bounds.get(i));
    }
    return Bounds.of(columns, bound(bounds.get(columns.length)));
  }

  private long sampleRows() {
    return switch (sample) {
      case "auto" -> 0;
      case "all" -> DeepPoint.ALL_ROWS;
      default -> Numerals.whole("--sample", sample);
    };
  }

  /** A bound of a column or of right sides. */
  static long bound(String text) {
    try {
      long value = Long.parseLong(text);
      if (value >= 0) {
        return value;
      }
    } catch (NumberFormatException e) {
      // falls through to the sentence below
    }
    throw new IllegalArgumentException(
        "--bound must be whole numbers of at least 0 and below 2^63, got '" + text + "'");
  }
}
