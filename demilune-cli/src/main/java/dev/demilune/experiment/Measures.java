// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.experiment;

import java.util.List;
import java.util.TreeSet;

/** All measures. */
final class Measures {

  private static final List<Measure> ALL =
      List.of(
          new FitMeasure(),
          new BoundMeasure(),
          new GridRowsMeasure(),
          new FeasibleMeasure(),
          new ExhibitMeasure());

  private Measures() {}

  static List<String> names() {
    return ALL.stream().map(Measure::name).toList();
  }

  /**
   * Returns the measure with this name.
   *
   * @throws IllegalArgumentException if there is none
   */
  static Measure named(String name) {
    return ALL.stream()
        .filter(measure -> measure.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(Yaml.unknown(name, names())));
  }

  /** Returns the parameters of all measures. */
  static List<String> parameters() {
    TreeSet<String> names = new TreeSet<>();
    ALL.forEach(measure -> names.addAll(measure.parameters()));
    names.remove("seed"); // the run counts seeds
    return List.copyOf(names);
  }
}
