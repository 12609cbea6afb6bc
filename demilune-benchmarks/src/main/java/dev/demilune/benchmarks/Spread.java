// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/**
 * What was measured several times.
 *
 * @param median the upper one of two
 */
record Spread(double least, double median, double most) {

  static Spread of(List<Double> measured) {
    return new Spread(
        Collections.min(measured), ProcessorTime.median(measured), Collections.max(measured));
  }

  /**
   * Returns the quotients of two contenders, round by round: both met the same moment of the
   * machine.
   */
  static Spread ofRatios(List<Double> numerators, List<Double> denominators) {
    List<Double> ratios = new ArrayList<>();
    for (int i = 0; i < numerators.size(); i++) {
      ratios.add(numerators.get(i) / denominators.get(i));
    }
    return of(ratios);
  }

  /** Returns the median and, in brackets, the least and the most. */
  String text(String pattern) {
    return String.format(
        Locale.ROOT, pattern + " (" + pattern + " to " + pattern + ")", median, least, most);
  }
}
