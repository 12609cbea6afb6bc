// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * One axis of a {@link Chart}: its name, its ends, and whether it is logarithmic.
 *
 * @param low the left or lower end, above zero if logarithmic
 * @param high the other end, above the first
 */
public record Axis(String name, double low, double high, boolean logarithmic) {

  public Axis {
    boolean sound = low < high && high - low < Double.POSITIVE_INFINITY; // NaN fails too
    if (!sound || (logarithmic && !(low > 0))) {
      throw new IllegalArgumentException(
          "axis '" + name + "' needs two ends in order, got " + low + " and " + high);
    }
  }

  /** Returns a linear axis. */
  public static Axis linear(String name, double low, double high) {
    return new Axis(name, low, high, false);
  }

  /** Returns a logarithmic axis. */
  public static Axis logarithmic(String name, double low, double high) {
    return new Axis(name, low, high, true);
  }

  /** The position of a value, 0 at the low end and 1 at the high end; never far outside. */
  double position(double value) {
    double place =
        logarithmic
            ? (Math.log(Math.max(value, Double.MIN_VALUE)) - Math.log(low))
                / (Math.log(high) - Math.log(low))
            : (value - low) / (high - low);
    return Math.max(-1, Math.min(2, place));
  }

  /** Round values along the axis, about as many as asked for. */
  List<Double> ticks(int about) {
    List<Double> ticks = new ArrayList<>();
    if (logarithmic) {
      int first = (int) Math.ceil(Math.log10(low) - 1e-9);
      int last = (int) Math.floor(Math.log10(high) + 1e-9);
      int stride = 1 + (last - first) / (about + 3); // powers of ten may stand denser
      for (int power = last; power >= first; power -= stride) {
        ticks.add(Math.pow(10, power));
      }
    } else {
      double step = roundStep((high - low) / about);
      for (long i = (long) Math.ceil(low / step - 1e-9); i * step <= high + 1e-9 * step; i++) {
        ticks.add(i * step);
      }
    }
    return ticks;
  }

  /** Rounds up to 1, 2 or 5 times a power of ten. */
  static double roundStep(double least) {
    double power = Math.pow(10, Math.floor(Math.log10(least)));
    for (int factor : new int[] {1, 2, 5}) {
      if (factor * power >= least) {
        return factor * power;
      }
    }
    return 10 * power;
  }

  String label(double tick) {
    if (logarithmic) {
      long power = Math.round(Math.log10(tick));
      return power == 0 ? "1" : "1e" + power;
    }
    double size = Math.abs(tick);
    return tick == 0 || (size >= 1e-4 && size < 1e6)
        ? Html.decimal(tick, 6).replaceAll("\\.?0+$", "")
        : String.format(Locale.ROOT, "%.1e", tick);
  }
}
