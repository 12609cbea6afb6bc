// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import dev.demilune.DemiluneException;
import dev.demilune.learn.Goal;
import dev.demilune.learn.published.PublishedNumbers;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Option;

/** What is wished for of a model: a margin of the rows, an error, and how sure it has to be. */
final class GoalOptions {

  @Option(
      names = "--margin",
      paramLabel = "M",
      description = "The distance that some boundary keeps from all rows; with --error.")
  String margin;

  @Option(
      names = "--threshold",
      paramLabel = "T",
      description =
          "The distance of the boundary from the origin, if it does not pass through it: rows get a"
              + " constant feature, and the margin that is left is printed and used.")
  String threshold;

  @Option(
      names = "--shortest",
      paramLabel = "S",
      description =
          "Length of the shortest row, where --margin is relative to each row's own length; with"
              + " --threshold (default: the margin is a distance).")
  String shortest;

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

  private String affine; // the arithmetic of the margin, if it has some

  /** Returns the goal, with the margin in units of the norm; empty if none is given. */
  Optional<Goal> goal() {
    if ((margin == null) != (error == null)) {
      throw new IllegalArgumentException(
          "--margin and --error belong together: give both to hear how many rows are needed");
    }
    if (margin == null) {
      if (threshold != null || shortest != null) {
        throw new IllegalArgumentException("--threshold and --shortest belong to --margin");
      }
      return Optional.empty();
    }
    if (shortest != null && threshold == null) {
      throw new IllegalArgumentException("--shortest belongs to --threshold");
    }
    double distance = Numerals.number("--margin", margin);
    double length = length("--norm", norm);
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
      Goal direct = new Goal(distance / length, Numerals.number("--error", error), 1 - sure);
      return Optional.of(threshold == null ? direct : throughOrigin(direct, length));
    } catch (DemiluneException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  /** The same goal for rows with a constant, whose boundary passes through the origin. */
  private Goal throughOrigin(Goal direct, double length) {
    double distance =
        Numerals.within("--threshold", threshold, Double::isFinite, "a number") / length;
    double least = shortest == null ? 1 : length("--shortest", shortest) / length;
    double left = Goal.affineMargin(direct.margin(), distance, least);
    affine =
        String.format(
            Locale.ROOT,
            "with a constant feature the margin is %s: γ·min(1, m)/(2 + 2|θ|) = %s·%s/(2 + 2·%s)",
            PublishedNumbers.text(left),
            PublishedNumbers.text(direct.margin()),
            PublishedNumbers.text(Math.min(1, least)),
            PublishedNumbers.text(Math.abs(distance)));
    return new Goal(left, direct.error(), direct.failure());
  }

  private static double length(String name, String text) {
    return Numerals.within(
        name, text, value -> value > 0 && value < Double.POSITIVE_INFINITY, "a number above 0");
  }

  /** Returns whether a goal is given. */
  boolean given() {
    return margin != null;
  }

  /** Returns the arithmetic of the margin that a boundary off the origin leaves. */
  Optional<String> affine() {
    return Optional.ofNullable(affine);
  }
}
