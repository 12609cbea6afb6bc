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
 * What a paper claims, and the conditions on the measured means under which it counts as
 * reproduced.
 *
 * @param says the claim, as a clause
 */
record Claim(String says, List<Condition> conditions) {

  private static final Set<String> KINDS = Set.of("at-least", "at-most", "never-falls-by", "slope");

  Claim {
    conditions = List.copyOf(conditions);
  }

  /** What a condition asks of a curve. */
  enum Kind {
    AT_LEAST,
    AT_MOST,
    NEVER_FALLS_BY,
    SLOPE
  }

  /**
   * One condition, which must hold at all values of the axis from one to another.
   *
   * @param other a curve or a number; for a slope the least
   * @param most the largest slope of the logarithms
   * @param within how far the condition may be missed
   */
  record Condition(
      String curve, Kind kind, String other, double most, double within, double from, double to) {

    /** Returns the condition in words. */
    String words() {
      String range =
          (from == Double.NEGATIVE_INFINITY ? "" : " from " + Numbers.shown(from) + " on")
              + (to == Double.POSITIVE_INFINITY ? "" : " up to " + Numbers.shown(to));
      String slack = within == 0 ? "" : ", give or take " + Numbers.shown(within);
      return switch (kind) {
        case AT_LEAST -> curve + " is at least " + other + range + slack;
        case AT_MOST -> curve + " is at most " + other + range + slack;
        case NEVER_FALLS_BY -> curve + " never falls by more than " + other + range;
        case SLOPE ->
            curve
                + " has a slope between "
                + other
                + " and "
                + Numbers.shown(most)
                + " on logarithmic axes"
                + range;
      };
    }
  }

  /**
   * How a condition fared.
   *
   * @param tested whether there were points to compare
   * @param found what was found, in words
   */
  record Finding(Condition condition, boolean tested, boolean holds, String found) {}

  static Claim read(Yaml node, List<String> curves) {
    Map<String, Yaml> entries = node.map(Set.of("says", "reproduced-if"), Set.of());
    return new Claim(
        entries.get("says").text(),
        entries.get("reproduced-if").list().stream().map(one -> condition(one, curves)).toList());
  }

  private static Condition condition(Yaml node, List<String> curves) {
    Map<String, Yaml> entries =
        node.map(
            Set.of("curve"),
            Set.of("at-least", "at-most", "never-falls-by", "slope", "within", "from", "to"));
    List<String> kinds = entries.keySet().stream().filter(KINDS::contains).toList();
    if (kinds.size() != 1) {
      throw node.fault("a condition needs one of at-least, at-most, never-falls-by, slope");
    }
    Yaml value = entries.get(kinds.get(0));
    Kind kind = Kind.valueOf(kinds.get(0).toUpperCase(Locale.ROOT).replace('-', '_'));
    String other;
    double most = 0;
    if (kind == Kind.SLOPE) {
      List<Double> ends = value.list().stream().map(Yaml::number).toList();
      if (ends.size() != 2 || !(ends.get(0) < ends.get(1))) {
        throw value.fault("slope must be [least, most]");
      }
      other = value.list().get(0).text();
      most = ends.get(1);
    } else {
      other = value.text();
      if (kind == Kind.NEVER_FALLS_BY || !curves.contains(other)) {
        requireNumber(value, curves);
      }
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

  /** Tests the conditions. */
  List<Finding> test(Results results) {
    return conditions.stream().map(condition -> test(condition, results)).toList();
  }

  private static Finding test(Condition condition, Results results) {
    List<Double> at =
        results.axis().stream()
            .filter(x -> x >= condition.from && x <= condition.to)
            .filter(x -> results.mean(condition.curve, x).isPresent())
            .toList();
    return switch (condition.kind) {
      case AT_LEAST, AT_MOST -> compared(condition, at, results);
      case NEVER_FALLS_BY -> rising(condition, at, results);
      case SLOPE -> slope(condition, at, results);
    };
  }

  private static Finding compared(Condition condition, List<Double> at, Results results) {
    double worst = Double.POSITIVE_INFINITY;
    String found = "";
    for (double x : at) {
      OptionalDouble other =
          results.has(condition.other)
              ? results.mean(condition.other, x)
              : OptionalDouble.of(Parameters.number("", condition.other));
      if (other.isEmpty()) {
        continue;
      }
      double mean = results.mean(condition.curve, x).getAsDouble();
      double ahead = mean - other.getAsDouble();
      double slack = (condition.kind == Kind.AT_LEAST ? ahead : -ahead) + condition.within;
      if (slack < worst) {
        worst = slack;
        found =
            Numbers.shown(mean)
                + " against "
                + Numbers.shown(other.getAsDouble())
                + " at "
                + Numbers.shown(x)
                + ", the tightest point";
      }
    }
    return finding(condition, found, worst >= 0);
  }

  private static Finding rising(Condition condition, List<Double> at, Results results) {
    double most = Double.NEGATIVE_INFINITY;
    String found = "";
    for (int i = 0; i + 1 < at.size(); i++) {
      double fall =
          results.mean(condition.curve, at.get(i)).getAsDouble()
              - results.mean(condition.curve, at.get(i + 1)).getAsDouble();
      if (fall > most) {
        most = fall;
        found =
            (fall > 0 ? "falls by " : "rises by ")
                + Numbers.shown(Math.abs(fall))
                + (fall > 0 ? " at most, " : " at least, ")
                + "from "
                + Numbers.shown(at.get(i))
                + " to "
                + Numbers.shown(at.get(i + 1));
      }
    }
    return finding(condition, found, most <= Parameters.number("", condition.other));
  }

  /** Least squares on the logarithms of all points above zero; a bound may be infinite. */
  private static Finding slope(Condition condition, List<Double> at, Results results) {
    List<double[]> points = new ArrayList<>();
    for (double x : at) {
      double y = results.mean(condition.curve, x).getAsDouble();
      if (x > 0 && y > 0 && y < Double.POSITIVE_INFINITY) {
        points.add(new double[] {Math.log(x), Math.log(y)});
      }
    }
    if (points.size() < 2) {
      return finding(condition, "", false);
    }
    double meanX = points.stream().mapToDouble(p -> p[0]).average().orElseThrow();
    double meanY = points.stream().mapToDouble(p -> p[1]).average().orElseThrow();
    double products = points.stream().mapToDouble(p -> (p[0] - meanX) * (p[1] - meanY)).sum();
    double squares = points.stream().mapToDouble(p -> (p[0] - meanX) * (p[0] - meanX)).sum();
    double slope = products / squares;
    boolean holds = slope >= Parameters.number("", condition.other) && slope <= condition.most;
    return finding(
        condition,
        "a slope of " + Numbers.shown(slope) + " over " + points.size() + " points",
        holds);
  }

  private static Finding finding(Condition condition, String found, boolean holds) {
    return found.isEmpty()
        ? new Finding(condition, false, false, "no points to compare")
        : new Finding(condition, true, holds, found);
  }

  /** Returns the one sentence about the claim. */
  String sentence(List<Finding> findings, boolean quick) {
    List<Finding> tested = findings.stream().filter(Finding::tested).toList();
    long held = tested.stream().filter(Finding::holds).count();
    String rough = quick ? " in this rough run" : "";
    String untested =
        tested.size() == findings.size()
            ? ""
            : ", " + (findings.size() - tested.size()) + " could not be tested";
    if (tested.isEmpty()) {
      return "Not tested" + rough + ": the claim that " + says + ".";
    }
    if (held == tested.size()) {
      return String.format(
          Locale.ROOT,
          "Reproduced%s%s: the claim that %s (%d of %d conditions hold%s).",
          untested.isEmpty() ? "" : " as far as tested",
          rough,
          says,
          held,
          findings.size(),
          untested);
    }
    Finding failed = tested.stream().filter(f -> !f.holds()).findFirst().orElseThrow();
    return String.format(
        Locale.ROOT,
        "%s%s: the claim that %s (%d of %d conditions hold%s); not so that %s: %s.",
        held == 0 ? "Not reproduced" : "Reproduced in part",
        rough,
        says,
        held,
        findings.size(),
        untested,
        failed.condition().words(),
        failed.found());
  }
}
