// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.additive;

import dev.demilune.DemiluneException;
import dev.demilune.learn.Setting;
import dev.demilune.schema.Monotone;
import dev.demilune.schema.Part;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The columns whose shapes a setting makes rise or fall, beside those that the schema declares.
 * Names are those of the schema, so all of it is public.
 */
record MonotoneColumns(List<String> increasing, List<String> decreasing) {

  static final Setting<List<String>> INCREASING =
      columns("increasing", "columns in which the score of the last class never falls");

  static final Setting<List<String>> DECREASING =
      columns("decreasing", "columns in which the score of the last class never rises");

  private static Setting<List<String>> columns(String name, String purpose) {
    return Setting.value(
            name,
            "names of columns with commas between them, as in age,income",
            MonotoneColumns::names,
            names -> String.join(",", names),
            List.<String>of(),
            purpose)
        .or("none", List.of());
  }

  private static List<String> names(String text) {
    List<String> names = Arrays.stream(text.split(",", -1)).map(String::strip).toList();
    return names.stream().anyMatch(String::isEmpty) ? null : names;
  }

  /**
   * Returns the parts with the directions of the settings.
   *
   * @throws DemiluneException if there is no such column, if it has no order, or if it is told to
   *     go both ways
   */
  List<Part> of(List<Part> parts) {
    increasing.forEach(name -> require(name, Monotone.INCREASING, parts));
    decreasing.forEach(name -> require(name, Monotone.DECREASING, parts));
    return parts.stream()
        .map(
            part ->
                increasing.contains(part.name())
                    ? part.withMonotone(Monotone.INCREASING)
                    : decreasing.contains(part.name())
                        ? part.withMonotone(Monotone.DECREASING)
                        : part)
        .toList();
  }

  private void require(String name, Monotone direction, List<Part> parts) {
    Part part =
        parts.stream()
            .filter(some -> some.name().equals(name))
            .findFirst()
            .orElseThrow(
                () ->
                    new DemiluneException(
                        fault(direction, name)
                            + "which is not a column that is learned from: these are "
                            + some(parts)));
    if (part instanceof Part.Choice choice && !choice.ordered()) {
      throw new DemiluneException(
          fault(direction, name)
              + "a category without an order: declare it as ordered, with its values from low to"
              + " high");
    }
    Monotone opposite =
        direction == Monotone.INCREASING ? Monotone.DECREASING : Monotone.INCREASING;
    if (part.monotone() == opposite) {
      throw new DemiluneException(
          fault(direction, name) + "which the schema declares " + opposite.text());
    }
    if (increasing.contains(name) && decreasing.contains(name)) {
      throw new DemiluneException(
          "'" + name + "' is in increasing and in decreasing: choose one of them");
    }
  }

  private static String fault(Monotone direction, String name) {
    return "setting '" + direction.text() + "' names '" + name + "', ";
  }

  /** The first few names. */
  private static String some(List<Part> parts) {
    int most = 10;
    return parts.stream().limit(most).map(Part::name).collect(Collectors.joining(", "))
        + (parts.size() > most ? " and " + (parts.size() - most) + " more" : "");
  }
}
