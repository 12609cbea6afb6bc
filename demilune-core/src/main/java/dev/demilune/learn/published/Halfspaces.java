// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.published;

/** How many ways halfspaces have to divide rows. */
final class Halfspaces {

  private Halfspaces() {}

  /** ln(n^v + 1), which the logarithm of the growth function at n does not exceed. */
  static double logGrowth(double dimension, double rows) {
    double log = dimension * Math.log(rows);
    return log + Math.log1p(Math.exp(-log));
  }
}
