// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.tuning;

import dev.demilune.DemiluneException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Settings to try, and for each of them the values: a public list, fixed without looking at rows.
 *
 * @param values by the name of the setting, in order
 */
public record Configurations(Map<String, List<String>> values) {

  /** More than this many configurations are refused: the cost of each must be computed. */
  public static final int MOST = 256;

  public Configurations {
    Map<String, List<String>> copy = new LinkedHashMap<>();
    values.forEach((key, list) -> copy.put(key, List.copyOf(list)));
    values = Collections.unmodifiableMap(copy); // keeps the order
    double size = 1;
    for (Map.Entry<String, List<String>> entry : values.entrySet()) {
      if (entry.getValue().isEmpty()) {
        throw new DemiluneException("no value of '" + entry.getKey() + "' is given to try");
      }
      if (entry.getValue().stream().distinct().count() < entry.getValue().size()) {
        throw new DemiluneException("a value of '" + entry.getKey() + "' is given twice");
      }
      size *= entry.getValue().size();
    }
    if (size < 2) {
      throw new DemiluneException(
          "there is nothing to choose: a search needs at least two configurations to try, and with"
              + " one, plain training costs less");
    }
    if (size > MOST) {
      throw new DemiluneException(
          String.format(
              Locale.ROOT,
              "%.0f configurations are too many to try: at most %d, so leave out values",
              size,
              MOST));
    }
  }

  /** Returns the configurations of one setting. */
  public static Configurations of(String key, String... values) {
    return new Configurations(Map.of(key, List.of(values)));
  }

  /** Returns the same configurations under the names that settings have now. */
  Configurations renamed(UnaryOperator<String> nameOf) {
    Map<String, List<String>> renamed = new LinkedHashMap<>();
    values.forEach(
        (key, list) -> {
          if (renamed.put(nameOf.apply(key), list) != null) {
            throw new DemiluneException(
                "setting '" + nameOf.apply(key) + "' is tried under two names: give it one");
          }
        });
    return new Configurations(renamed);
  }

  /** Returns how many configurations there are. */
  public int size() {
    return values.values().stream().mapToInt(List::size).reduce(1, (a, b) -> a * b);
  }

  /** Returns every configuration, the last setting changing fastest. */
  List<Map<String, String>> all() {
    List<Map<String, String>> begun = List.of(Map.of());
    for (Map.Entry<String, List<String>> entry : values.entrySet()) {
      List<Map<String, String>> next = new ArrayList<>();
      for (Map<String, String> some : begun) {
        for (String value : entry.getValue()) {
          Map<String, String> one = new LinkedHashMap<>(some);
          one.put(entry.getKey(), value);
          next.add(one);
        }
      }
      begun = next;
    }
    return begun;
  }
}
