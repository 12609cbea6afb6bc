// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * One condition on the measured means of a curve, which must hold at all values of the axis from
 * one to another.
 *
 * @param other a curve or a number; for an interval its lower end
 * @param most the upper end of an interval
 * @param within how far the condition may be missed
 * @param below points where the other curve is not below this are left out: an error of 1 or more
 *     promises nothing, and what is below it shows nothing
 */
record Condition(
    String curve,
    Kind kind,
    String other,
    double most,
    double within,
    double below,
    double from,
    double to) {

  /** What a condition asks of a curve. */
  enum Kind {
    AT_LEAST,
    AT_MOST,
    /** Neither above nor below by more than the tolerance. */
    ABOUT,
    NEVER_FALLS_BY,
    /** From the first point to the last, by a number in an interval. */
    RISES_BY,
    /** Of the logarithms, in an interval. */
    SLOPE;

    String word() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    boolean hasInterval() {
      return this == RISES_BY || this == SLOPE;
    }

    boolean compares() {
      return this == AT_LEAST || this == AT_MOST || this == ABOUT;
    }
  }

  /**
   * How a condition fared.
   *
   * @param tested whether there were points to compare
   * @param found what was found, in words
   */
  record Finding(Condition condition, boolean tested, boolean holds, String found) {}

  static Condition read(Yaml node, List<String> curves) {
    List<Kind> all = List.of(Kind.values());
    Map<String, Yaml> entries =
        node.map(
            Set.of("curve"),
            Set.of(
                "at-least",
                "at-most",
                "about",
                "never-falls-by",
                "rises-by",
                "slope",
                "within",
                "where-below",
                "from",
                "to"));
    List<Kind> kinds = all.stream().filter(kind -> entries.containsKey(kind.word())).toList();
    if (kinds.size() != 1) {
      throw node.fault(
          "a condition needs one of " + String.join(", ", all.stream().map(Kind::word).toList()));
    }
    Kind kind = kinds.get(0);
    Yaml value = entries.get(kind.word());
    String other;
    double most = 0;
    if (kind.hasInterval()) {
      List<Double> ends = value.list().stream().map(Yaml::number).toList();
      if (ends.size() != 2 || !(ends.get(0) < ends.get(1))) {
        throw value.fault(kind.word() + " must be [least, most]");
      }
      other = value.list().get(0).text();
      most = ends.get(1);
    } else {
      other = value.text();
      if (!kind.compares() || !curves.contains(other)) {
        requireNumber(value, curves);
      }
    }
    if (entries.containsKey("within") && !kind.compares()) {
      throw entries.get("within").fault("'within' has no meaning beside " + kind.word());
    }
    if (entries.containsKey("where-below") && !curves.contains(other)) {
      throw entries.get("where-below").fault("'where-below' needs a curve to compare with");
    }
    if (kind == Kind.ABOUT && !entries.containsKey("within")) {
      throw node.fault("about needs 'within:', how far above or below still counts");
    }
    String curve = entries.get("curve").text();
    if (!curves.contains(curve)) {
      throw entries.get("curve").fault(Yaml.unknown(curve, curves));
    }
    return new Condition(
        curve,
        kind,
        other,
        most,
        number(entries, "within", 0),
        number(entries, "where-below", Double.POSITIVE_INFINITY),
        number(entries, "from", Double.NEGATIVE_INFINITY),
        number(entries, "to", Double.POSITIVE_INFINITY));
  }

  private static void requireNumber(Yaml value, List<String> curves) {
    try {
      Parameters.number("", value.text());
    } catch (IllegalArgumentException e) {
      throw value.fault(
          "'" + value.text() + "' is neither a number nor one of " + String.join(", ", curves));
    }
  }

  private static double number(Map<String, Yaml> entries, String key, double fallback) {
    return entries.containsKey(key) ? entries.get(key).number() : fallback;
  }

  /** Returns the condition in words. */
  String words() {
    String range =
        (below == Double.POSITIVE_INFINITY ? "" : " where that is below " + Numbers.shown(below))
            + (from == Double.NEGATIVE_INFINITY ? "" : " from " + Numbers.shown(from) + " on")
            + (to == Double.POSITIVE_INFINITY ? "" : " up to " + Numbers.shown(to));
    String slack = within == 0 ? "" : ", give or take " + Numbers.shown(within);
    return curve
        + switch (kind) {
          case AT_LEAST -> " is at least " + other + range + slack;
          case AT_MOST -> " is at most " + other + range + slack;
          case ABOUT -> " is about " + other + range + slack;
          case NEVER_FALLS_BY -> " never falls by more than " + other + range;
          case RISES_BY ->
              (least() < 0 && most > 0
                      ? " rises by at most "
                          + Numbers.shown(most)
                          + " and falls by at most "
                          + Numbers.shown(-least())
                      : " rises by " + other + " to " + Numbers.shown(most))
                  + " from its first point to its last"
                  + range;
          case SLOPE ->
              " has a slope between "
                  + other
                  + " and "
                  + Numbers.shown(most)
                  + " on logarithmic axes"
                  + range;
        };
  }

  /** Tests the condition. */
  Finding test(Results results) {
    List<Double> at =
        results.axis().stream()
            .filter(x -> x >= from && x <= to)
            .filter(x -> results.mean(curve, x).isPresent())
            .toList();
    return switch (kind) {
      case AT_LEAST, AT_MOST, ABOUT -> compared(at, results);
      case NEVER_FALLS_BY -> rising(at, results);
      case RISES_BY -> risen(at, results);
      case SLOPE -> slope(at, results);
    };
  }

  private Finding compared(List<Double> at, Results results) {
    double worst = Double.POSITIVE_INFINITY;
    String found = "";
    for (double x : at) {
      OptionalDouble asked =
          results.has(other) ? results.mean(other, x) : OptionalDouble.of(least());
      if (asked.isEmpty() || !(asked.getAsDouble() < below)) {
        continue;
      }
      double mean = mean(x, results);
      double ahead = mean - asked.getAsDouble();
      double good =
          switch (kind) {
            case AT_LEAST -> ahead;
            case AT_MOST -> -ahead;
            default -> -Math.abs(ahead);
          };
      if (good + within < worst) {
        worst = good + within;
        found =
            Numbers.shown(mean)
                + " against "
                + Numbers.shown(asked.getAsDouble())
                + " at "
                + Numbers.shown(x);
      }
    }
    boolean holds = worst >= 0;
    String which = holds ? ", the tightest point" : ", the worst point";
    return finding(found.isEmpty() ? "" : found + which, holds);
  }

  private Finding rising(List<Double> at, Results results) {
    double most = Double.NEGATIVE_INFINITY;
    String found = "";
    for (int i = 0; i + 1 < at.size(); i++) {
      double fall = mean(at.get(i), results) - mean(at.get(i + 1), results);
      if (fall > most) {
        most = fall;
        found =
            (fall > 0 ? "falls by " : "rises by ")
                + Numbers.shown(Math.abs(fall))
                + (fall > 0 ? " at most, " : " at least, ")
                + between(at.get(i), at.get(i + 1));
      }
    }
    return finding(found, most <= least());
  }

  private Finding risen(List<Double> at, Results results) {
    if (at.size() < 2) {
      return finding("", false);
    }
    double first = at.get(0);
    double last = at.get(at.size() - 1);
    double rise = mean(last, results) - mean(first, results);
    return finding(
        (rise < 0 ? "falls by " : "rises by ")
            + Numbers.shown(Math.abs(rise))
            + ", "
            + between(first, last),
        rise >= least() && rise <= most);
  }

  /** Least squares on the logarithms of all points above zero; a bound may be infinite. */
  private Finding slope(List<Double> at, Results results) {
    List<double[]> points = new ArrayList<>();
    for (double x : at) {
      double y = mean(x, results);
      if (x > 0 && y > 0 && y < Double.POSITIVE_INFINITY) {
        points.add(new double[] {Math.log(x), Math.log(y)});
      }
    }
    if (points.size() < 2) {
      return finding("", false);
    }
    double meanX = points.stream().mapToDouble(p -> p[0]).average().orElseThrow();
    double meanY = points.stream().mapToDouble(p -> p[1]).average().orElseThrow();
    double products = points.stream().mapToDouble(p -> (p[0] - meanX) * (p[1] - meanY)).sum();
    double squares = points.stream().mapToDouble(p -> (p[0] - meanX) * (p[0] - meanX)).sum();
    double slope = products / squares;
    return finding(
        "a slope of " + Numbers.shown(slope) + " over " + points.size() + " points",
        slope >= least() && slope <= most);
  }

  private double mean(double x, Results results) {
    return results.mean(curve, x).getAsDouble();
  }

  private double least() {
    return Parameters.number("", other);
  }

  private static String between(double x, double next) {
    return "from " + Numbers.shown(x) + " to " + Numbers.shown(next);
  }

  private Finding finding(String found, boolean holds) {
    return found.isEmpty()
        ? new Finding(this, false, false, "no points to compare")
        : new Finding(this, true, holds, found);
  }
}
