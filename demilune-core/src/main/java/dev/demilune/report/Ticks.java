// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.report;

import dev.demilune.schema.AmountScale;
import dev.demilune.schema.Part;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;

/** Round numbers along the range of a column, in the units of the file, also on its scale. */
final class Ticks {

  private static final double CHARACTER = 7; // pixels, at the charts' font size

  private Ticks() {}

  /** Returns round numbers whose labels do not overlap on an axis of this length. */
  static List<Double> of(Part.Number number, double pixels) {
    List<Double> ticks = new ArrayList<>();
    for (double tick : candidates(number)) {
      double at = pixels * number.positionOf(tick);
      double half = CHARACTER * label(tick).length() / 2 + 5;
      boolean free =
          ticks.stream()
              .allMatch(
                  other ->
                      Math.abs(at - pixels * number.positionOf(other))
                          > half + CHARACTER * label(other).length() / 2 + 5);
      if (free) {
        ticks.add(tick);
      }
    }
    return ticks;
  }

  /** The roundest first. */
  private static List<Double> candidates(Part.Number number) {
    List<Double> candidates = new ArrayList<>();
    if (number.low() <= 0 && number.high() >= 0) {
      candidates.add(0.0);
    }
    boolean logarithmic =
        number.scale() == AmountScale.LOG || number.scale() == AmountScale.SIGNED_LOG;
    double largest = Math.max(Math.abs(number.low()), Math.abs(number.high()));
    if (logarithmic) {
      for (int factor : new int[] {1, 5, 2}) {
        for (int power = (int) Math.ceil(Math.log10(largest)); power >= -12; power--) {
          add(candidates, factor * Math.pow(10, power), number);
          add(candidates, -factor * Math.pow(10, power), number);
        }
      }
    } else {
      // On a square root's axis round numbers crowd at the large end: twice as many, then thinned.
      int most = number.scale() == AmountScale.SQRT ? 10 : 6;
      double step = Axis.roundStep((number.high() - number.low()) / most);
      for (long i = (long) Math.ceil(number.low() / step); i * step <= number.high(); i++) {
        add(candidates, i * step, number);
      }
    }
    return candidates;
  }

  private static void add(List<Double> candidates, double tick, Part.Number number) {
    if (tick >= number.low() && tick <= number.high() && !candidates.contains(tick)) {
      candidates.add(tick);
    }
  }

  /** Returns a number in few characters: 20k, 1.5M. */
  static String label(double value) {
    double size = Math.abs(value);
    if (value == 0) {
      return "0";
    }
    if (size >= 1e15 || size < 1e-4) {
      return Double.toString(rounded(value).doubleValue());
    }
    if (size >= 1e9) {
      return plain(value / 1e9) + "G";
    }
    if (size >= 1e6) {
      return plain(value / 1e6) + "M";
    }
    return size >= 1e4 ? plain(value / 1e3) + "k" : plain(value);
  }

  private static String plain(double value) {
    return rounded(value).stripTrailingZeros().toPlainString();
  }

  private static BigDecimal rounded(double value) {
    return new BigDecimal(value).round(new MathContext(6));
  }
}
