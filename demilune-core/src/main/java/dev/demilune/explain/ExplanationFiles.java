// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.explain;

import com.google.gson.JsonArray;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import dev.demilune.schema.Part;
import java.util.List;
import java.util.Locale;

/** An explanation as CSV and as JSON: all numbers, exact. */
public final class ExplanationFiles {

  private static final int LONGEST_NAME = 40;

  private ExplanationFiles() {}

  /** Returns the table of all columns with their importance, the most important first. */
  public static String importanceCsv(Explanation explanation) {
    StringBuilder csv = new StringBuilder("column,importance\n");
    for (Effect effect : explanation.effects()) {
      csv.append(cell(effect.name())).append(',').append(effect.importance()).append('\n');
    }
    return csv.toString();
  }

  /**
   * Returns the table of an effect: a line for each value of the column and each class, with its
   * standard error and the ends of its band where they are known.
   */
  public static String csv(Explanation explanation, Effect effect) {
    StringBuilder csv = new StringBuilder("value,class,effect,standard_error,low,high\n");
    for (Effect.Point point : effect.points()) {
      for (int line = 0; line < explanation.lines().size(); line++) {
        double value = point.values().get(line);
        csv.append(cell(exact(effect, point))).append(',');
        csv.append(cell(explanation.lines().get(line))).append(',').append(value);
        if (point.standardErrors().isEmpty()) {
          csv.append(",,,\n");
        } else {
          csv.append(',').append(point.standardErrors().get(line));
          csv.append(',').append(value - point.halfWidth(line));
          csv.append(',').append(value + point.halfWidth(line)).append('\n');
        }
      }
    }
    return csv.toString();
  }

  /** Returns everything as one object. */
  public static JsonObject json(Explanation explanation) {
    JsonObject object = new JsonObject();
    object.addProperty("measure", explanation.measure());
    object.add("classes", texts(explanation.lines()));
    object.addProperty("importance", explanation.importanceBasis());
    object.add("remarks", texts(explanation.remarks()));
    JsonArray effects = new JsonArray();
    for (Effect effect : explanation.effects()) {
      JsonObject one = new JsonObject();
      one.addProperty("column", effect.name());
      one.addProperty("importance", effect.importance());
      one.addProperty("kind", effect.axis().isPresent() ? "curve" : "values");
      JsonArray points = new JsonArray();
      for (Effect.Point point : effect.points()) {
        JsonObject at = new JsonObject();
        if (effect.axis().isPresent() && !Double.isNaN(point.position())) {
          at.addProperty("value", effect.axis().get().valueAt(point.position()));
        } else {
          at.addProperty("value", point.label());
        }
        at.add("effects", numbers(point.values()));
        at.add(
            "standardErrors",
            point.standardErrors().isEmpty() ? JsonNull.INSTANCE : numbers(point.standardErrors()));
        points.add(at);
      }
      one.add("points", points);
      one.add("shares", effect.shares().isEmpty() ? JsonNull.INSTANCE : numbers(effect.shares()));
      effects.add(one);
    }
    object.add("effects", effects);
    return object;
  }

  /**
   * Returns the name of an effect's file, without its end: its rank and what of the column's name
   * any file system takes.
   */
  public static String fileName(Explanation explanation, Effect effect) {
    int rank = explanation.effects().indexOf(effect) + 1;
    int digits = Integer.toString(explanation.effects().size()).length();
    String safe = effect.name().replaceAll("[^A-Za-z0-9]+", "-").replaceAll("^-|-$", "");
    String rest = safe.substring(0, Math.min(safe.length(), LONGEST_NAME));
    return String.format(Locale.ROOT, "%0" + digits + "d", rank)
        + (rest.isEmpty() ? "" : "-")
        + rest;
  }

  /** A number with all its digits, other values by their label. */
  private static String exact(Effect effect, Effect.Point point) {
    return effect
        .axis()
        .filter(axis -> !Double.isNaN(point.position()))
        .map((Part.Number axis) -> Double.toString(axis.valueAt(point.position())))
        .orElse(point.label());
  }

  private static String cell(String text) {
    boolean quote = text.matches("(?s).*[\",\r\n].*") || !text.equals(text.strip());
    return quote ? '"' + text.replace("\"", "\"\"") + '"' : text;
  }

  private static JsonArray numbers(List<Double> values) {
    JsonArray array = new JsonArray();
    values.forEach(array::add);
    return array;
  }

  private static JsonArray texts(List<String> values) {
    JsonArray array = new JsonArray();
    values.forEach(array::add);
    return array;
  }
}
