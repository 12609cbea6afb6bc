// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.network;

import java.io.Serializable;

/**
 * The labels that a network is to tell apart: all classes, or one of them against the rest.
 *
 * @param classes of the table
 * @param one the class that is told from the rest; -1 if all are told apart
 */
record NetworkLabels(int classes, int one) implements Serializable {

  static NetworkLabels all(int classes) {
    return new NetworkLabels(classes, -1);
  }

  static NetworkLabels against(int one, int classes) {
    return new NetworkLabels(classes, one);
  }

  /** How many labels there are. */
  int count() {
    return one < 0 ? classes : 2;
  }

  /** Returns the label of a row of this class; the rest comes first, the one class second. */
  int of(int label) {
    return one < 0 ? label : label == one ? 1 : 0;
  }
}
