// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.experiment;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Names and values that say all about a cell, each as it was written.
 *
 * <p>A value {@code $name} stands for that of another name, so that a learner's margin can follow
 * the margin of the rows.
 */
record Parameters(SortedMap<String, String> values) {

  /** Of a learner's settings, which have names of their own. */
  static final String SETTING = "set.";

  Parameters {
    values = new TreeMap<>(values);
    SortedMap<String, String> all = values;
    values.replaceAll((name, value) -> resolved(name, value, all));
  }

  static Parameters of(Map<String, String> values) {
    return new Parameters(new TreeMap<>(values));
  }

  private static String resolved(String name, String value, Map<String, String> all) {
    if (!value.startsWith("$")) {
      return value;
    }
    String meant = all.get(value.substring(1));
    if (meant == null || meant.startsWith("$")) {
      throw new IllegalArgumentException(
          name + " is " + value + ", but there is no value " + value.substring(1));
    }
    return meant;
  }

  /** Returns the parameters of these names, and the settings of learners if asked for. */
  Parameters only(Collection<String> names, boolean settings) {
    SortedMap<String, String> kept = new TreeMap<>(values);
    kept.keySet()
        .removeIf(name -> !names.contains(name) && !(settings && name.startsWith(SETTING)));
    return new Parameters(kept);
  }

  /** Returns the parameters of all but these names. */
  Parameters without(Collection<String> names) {
    SortedMap<String, String> kept = new TreeMap<>(values);
    kept.keySet().removeAll(names);
    return new Parameters(kept);
  }

  boolean has(String name) {
    return values.containsKey(name);
  }

  String text(String name) {
    String value = values.get(name);
    if (value == null) {
      throw new IllegalArgumentException("'" + name + "' is missing");
    }
    return value;
  }

  String text(String name, String fallback) {
    return values.getOrDefault(name, fallback);
  }

  double number(String name) {
    return number(name, text(name));
  }

  double number(String name, double fallback) {
    return has(name) ? number(name) : fallback;
  }

  int whole(String name) {
    return whole(name, number(name));
  }

  int whole(String name, int fallback) {
    return has(name) ? whole(name) : fallback;
  }

  private static int whole(String name, double value) {
    if (!(value >= 1 && value <= Integer.MAX_VALUE && value == Math.rint(value))) {
      throw new IllegalArgumentException(
          name + " must be a whole number of at least 1, got " + value);
    }
    return (int) value;
  }

  /** Returns one of these words. */
  String word(String name, List<String> known) {
    if (!known.contains(text(name))) {
      throw new IllegalArgumentException(
          name + " must be one of " + String.join(", ", known) + ", got '" + text(name) + "'");
    }
    return text(name);
  }

  /** Returns the settings of a learner. */
  Map<String, String> settings() {
    SortedMap<String, String> found = new TreeMap<>();
    values.forEach(
        (name, value) -> {
          if (name.startsWith(SETTING)) {
            found.put(name.substring(SETTING.length()), value);
          }
        });
    return found;
  }

  /** Returns numbers that were written as a list. */
  double[] numbers(String name) {
    return Stream.of(text(name).split(",", -1)).mapToDouble(one -> number(name, one)).toArray();
  }

  /** Reads a number; 2^20 is one too. */
  static double number(String name, String text) {
    String written = text.strip();
    if (written.matches("[0-9]+\\^[0-9]+")) {
      String[] parts = written.split("\\^", -1);
      return Math.pow(Double.parseDouble(parts[0]), Double.parseDouble(parts[1]));
    }
    if (written.matches("[-+]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][-+]?[0-9]+)?")) {
      return Double.parseDouble(written);
    }
    throw new IllegalArgumentException(name + " must be a number, got '" + text + "'");
  }
}
