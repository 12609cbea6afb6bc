// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import com.google.gson.JsonObject;
import dev.demilune.learn.Shape;
import dev.demilune.learn.published.PublishedNumbers;
import dev.demilune.privacy.Guarantee;
import java.util.List;
import java.util.Locale;

/** The arithmetic of published constants, for people and for scripts. */
final class PublishedText {

  private PublishedText() {}

  static String of(List<PublishedNumbers> all, Shape shape, Guarantee guarantee) {
    StringBuilder text = new StringBuilder();
    for (PublishedNumbers numbers : all) {
      text.append(
          String.format(
              Locale.ROOT,
              "%s (%s), for n = m = %d rows of %d features, %s%n",
              numbers.learner(),
              numbers.source(),
              shape.rows(),
              shape.features(),
              guarantee.describe()));
      TextTable table = new TextTable(List.of("quantity", "value", "arithmetic"), 1);
      for (PublishedNumbers.Line line : numbers.lines()) {
        table.add("  " + line.quantity(), value(line), line.arithmetic());
      }
      text.append(table).append("\n\n");
    }
    text.append(
        "repaired: where the published budget or sensitivity is wrong, or a net too small.");
    if (guarantee.delta() == 0) {
      text.append(
          "\n"
              + "projected-sgd, margin-erm, kernel-margin and margin-choice are published for a"
              + " --delta.");
    }
    return text.toString();
  }

  private static String value(PublishedNumbers.Line line) {
    return Double.isInfinite(line.value()) ? "none" : PublishedNumbers.text(line.value());
  }

  static JsonObject json(List<PublishedNumbers> all) {
    return Json.of(
        "published",
        Json.array(
            all,
            numbers ->
                Json.of(
                    "learner",
                    numbers.learner(),
                    "source",
                    numbers.source(),
                    "lines",
                    Json.array(
                        numbers.lines(),
                        line ->
                            Json.of(
                                "quantity",
                                line.quantity(),
                                "value",
                                Double.isInfinite(line.value()) ? null : line.value(),
                                "arithmetic",
                                line.arithmetic())))));
  }
}
