// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.report;

import dev.demilune.certificate.AttackBounds;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.Certificate;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Collectors;

/**
 * The section on attackers: how likely the best one detects a person, for each rate of false alarms
 * that the attacker accepts.
 *
 * <p>The drawing, the table and the sentence stand in the page as they are. {@link
 * Script#ATTACKER}, where it runs, puts a movable curve in place of the drawing; all numbers that
 * it says are those of the table.
 */
final class AttackerSection {

  private static final double FIRST = 0.01; // where the movable point stands at first

  private AttackerSection() {}

  static String html(AttackBounds bounds, Adjacency adjacency) {
    int first = AttackBounds.ROUND_RATES.indexOf(FIRST);
    return "<figure class=\"attacker\" data-rates=\""
        + numbers(bounds, rate -> rate)
        + "\" data-found=\""
        + numbers(bounds, bounds::foundAtMost)
        + "\">\n<p class=\"said\" aria-live=\"polite\">An attacker who accepts <b id=\"rate\">"
        + AttackBounds.percentUp(FIRST)
        + "</b> false alarms detects "
        + what(adjacency)
        + " with probability at most <b id=\"found\">"
        + AttackBounds.percentUp(bounds.foundAtMost(FIRST))
        + "</b>; without the model, by guessing, with <b id=\"guessed\">"
        + AttackBounds.percentUp(FIRST)
        + "</b>.</p>\n<p class=\"slider\"><label for=\"alarms\">False alarms that the attacker"
        + " accepts</label>\n<input type=\"range\" id=\"alarms\" min=\"0\" max=\""
        + (AttackBounds.ROUND_RATES.size() - 1)
        + "\" step=\"1\" value=\""
        + first
        + "\" aria-valuetext=\""
        + AttackBounds.percentUp(FIRST)
        + "\"/></p>\n<div class=\"plot\" aria-hidden=\"true\"></div>\n"
        + chart(bounds).figure()
        + "<figcaption>"
        + Html.escape(
            "Solid: with the model, the best attacker there can be, from "
                + bounds.basis()
                + ". Dotted: without the model, by guessing. The closer the two, the less the model"
                + " tells.")
        + "</figcaption>\n"
        + Html.details("The numbers as a table", table(bounds))
        + "</figure>\n";
  }

  /** Says what the curve leaves out, if anything: people look at it and at nothing else. */
  static String provisos(Certificate certificate) {
    return (certificate.chainIsPrivate()
            ? ""
            : Html.paragraph(
                "The noise was seeded, so that none of these bounds holds. They are those of secure"
                    + " noise."))
        + (certificate.total().isPresent()
            ? ""
            : Html.paragraph(
                "The releases do not add up: the bounds are about the fit alone, and an attacker who"
                    + " uses the other releases can do better."));
  }

  /** What the attacker finds out, said to the person whom it is about. */
  private static String what(Adjacency adjacency) {
    return switch (adjacency) {
      case ADD_OR_REMOVE_ONE -> "that your row was in the table";
      case ADD_OR_REMOVE_PERSON -> "that you were in the table";
      case REPLACE_ONE -> "that your row, and not a given other one, was in the table";
      case REPLACE_LABEL -> "that your label was the one it is, and not a given other one,";
    };
  }

  private static Chart chart(AttackBounds bounds) {
    double[] rates = percents(bounds, rate -> rate);
    return Chart.of(
            "Detection at most, against false alarms",
            "",
            Axis.linear("false alarms (%)", 0, 100),
            Axis.linear("detection (%)", 0, 100))
        .line("without the model", Chart.Stroke.DOTTED, rates, rates)
        .line(
            "with the model, at most",
            Chart.Stroke.BOLD,
            rates,
            percents(bounds, bounds::foundAtMost));
  }

  private static double[] percents(AttackBounds bounds, DoubleUnaryOperator of) {
    return bounds.rates().stream().mapToDouble(rate -> 100 * of.applyAsDouble(rate)).toArray();
  }

  private static String numbers(AttackBounds bounds, DoubleUnaryOperator of) {
    return bounds.rates().stream()
        .map(rate -> Double.toString(of.applyAsDouble(rate)))
        .collect(Collectors.joining(" "));
  }

  private static String table(AttackBounds bounds) {
    List<List<String>> rows =
        AttackBounds.ROUND_RATES.stream()
            .map(
                rate ->
                    List.of(
                        AttackBounds.percentUp(rate),
                        AttackBounds.percentUp(bounds.foundAtMost(rate)),
                        AttackBounds.percentUp(rate)))
            .toList();
    return Html.table(List.of("false alarms", "detection, at most", "without the model"), rows);
  }
}
