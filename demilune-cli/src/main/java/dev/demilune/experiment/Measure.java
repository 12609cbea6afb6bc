// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.experiment;

import java.util.Set;

/**
 * What is measured in a cell. Everything else about an experiment is declared in its file.
 *
 * <p>All values are public: data sets that anybody can download, rows drawn from a seed, or
 * formulas. Seeded fits are not private, and nobody needs them to be.
 */
interface Measure {

  /** Returns its name in experiment files. */
  String name();

  /** Returns the names of the parameters that it reads. */
  Set<String> parameters();

  /** Returns whether it evaluates formulas, and neither trains nor measures anything. */
  default boolean isFormula() {
    return false;
  }

  /** Returns whether it reads the settings of a learner too. */
  default boolean hasSettings() {
    return false;
  }

  /** Returns the parameter of which one cell measures a list of values; empty if there is none. */
  default String inner() {
    return "";
  }

  /**
   * Returns what decides the result: the same for cells that need to be measured once only.
   *
   * @param parameters those that this measure reads, and the seed
   */
  default Parameters essential(Parameters parameters) {
    return parameters;
  }

  /**
   * Checks the values, and reads no rows.
   *
   * @throws IllegalArgumentException with what is wrong
   * @throws dev.demilune.DemiluneException if a learner or a data set has no such name or setting
   */
  void check(Parameters parameters);

  /** Returns the name of the public data set that it reads; empty if it reads none. */
  default String dataSet(Parameters parameters) {
    return "";
  }

  /** Measures: one value, or one for each value of the inner parameter; NaN where refused. */
  double[] measure(Parameters parameters, DataFolder data);
}
