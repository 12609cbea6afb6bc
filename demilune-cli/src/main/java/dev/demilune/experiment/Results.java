// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.experiment;

import dev.demilune.experiment.Experiment.Planned;
import dev.demilune.experiment.Experiment.Published;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeSet;
import java.util.function.Function;

/** What an experiment has measured, by curve and by value of the axis. */
final class Results {

  /**
   * The runs of one point; equal cells count once, and refused ones not at all.
   *
   * @param deviation the standard deviation of one run; 0 where there is one only
   */
  record Point(int runs, double mean, double deviation, double least, double greatest) {

    static final Point NONE = new Point(0, Double.NaN, 0, Double.NaN, Double.NaN);

    static Point of(List<Double> values) {
      if (values.isEmpty()) {
        return NONE;
      }
      double mean = values.stream().mapToDouble(v -> v).average().orElseThrow();
      double squares = values.stream().mapToDouble(v -> (v - mean) * (v - mean)).sum();
      return new Point(
          values.size(),
          mean,
          values.size() < 2 ? 0 : Math.sqrt(squares / (values.size() - 1)),
          Collections.min(values),
          Collections.max(values));
    }
  }

  /** The first line of the CSV. */
  static final String HEAD = "curve,kind,x,runs,mean,deviation,least,greatest\n";

  private final Experiment experiment;
  private final Map<String, Map<Double, Point>> measured = new LinkedHashMap<>();
  private final Map<String, Map<Double, Double>> published = new LinkedHashMap<>();

  private Results(Experiment experiment) {
    this.experiment = experiment;
  }

  /** Puts the cells' results in their places. */
  static Results of(Experiment experiment, Function<Cell, double[]> resultOf) {
    List<Double> axis =
        experiment.values().stream().map(v -> Parameters.number(experiment.x(), v)).toList();
    List<Map<Double, Map<String, Double>>> byKey = new ArrayList<>();
    experiment.curves().forEach(curve -> byKey.add(new LinkedHashMap<>()));
    for (Planned planned : experiment.plan()) {
      double[] values = resultOf.apply(planned.cell());
      for (int i = 0; i < values.length; i++) {
        double x = axis.get(planned.at() < 0 ? i : planned.at());
        byKey
            .get(planned.curve())
            .computeIfAbsent(x, any -> new LinkedHashMap<>())
            .put(planned.cell().key(), values[i]);
      }
    }
    Map<String, Map<Double, Point>> measured = new LinkedHashMap<>();
    for (int c = 0; c < byKey.size(); c++) {
      Map<Double, Point> points = new LinkedHashMap<>();
      byKey
          .get(c)
          .forEach(
              (x, runs) ->
                  points.put(
                      x, Point.of(runs.values().stream().filter(v -> !Double.isNaN(v)).toList())));
      measured.put(experiment.curves().get(c).name(), points);
    }
    return of(experiment, measured);
  }

  /** Puts points, by curve and by value of the axis, beside what was published. */
  static Results of(Experiment experiment, Map<String, Map<Double, Point>> measured) {
    Results results = new Results(experiment);
    results.measured.putAll(measured);
    for (Published curve : experiment.published()) {
      Map<Double, Double> points = new LinkedHashMap<>();
      curve.values().forEach((x, y) -> points.put(Parameters.number(x, x), y));
      results.published.put(curve.name(), points);
    }
    return results;
  }

  Experiment experiment() {
    return experiment;
  }

  boolean has(String curve) {
    return measured.containsKey(curve) || published.containsKey(curve);
  }

  /** Returns all values of the axis, measured or published. */
  List<Double> axis() {
    TreeSet<Double> axis = new TreeSet<>();
    measured.values().forEach(points -> axis.addAll(points.keySet()));
    published.values().forEach(points -> axis.addAll(points.keySet()));
    return List.copyOf(axis);
  }

  /** Returns the runs of a measured curve; empty where there are none. */
  Point point(String curve, double x) {
    return measured.getOrDefault(curve, Map.of()).getOrDefault(x, Point.NONE);
  }

  /** Returns the mean of a curve, measured or published, at a value of the axis. */
  OptionalDouble mean(String curve, double x) {
    if (published.containsKey(curve)) {
      Double value = published.get(curve).get(x);
      return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
    }
    Point point = point(curve, x);
    return point.runs() == 0 ? OptionalDouble.empty() : OptionalDouble.of(point.mean());
  }

  /** Returns the results as CSV. */
  String csv() {
    StringBuilder csv = new StringBuilder(HEAD);
    measured.forEach(
        (curve, points) ->
            points.forEach(
                (x, point) -> {
                  csv.append(quoted(curve) + ",measured," + x + "," + point.runs());
                  csv.append(
                      point.runs() == 0
                          ? ",,,,\n"
                          : ","
                              + point.mean()
                              + ","
                              + point.deviation()
                              + ","
                              + point.least()
                              + ","
                              + point.greatest()
                              + "\n");
                }));
    published.forEach(
        (curve, points) ->
            points.forEach(
                (x, y) -> csv.append(quoted(curve) + ",published," + x + ",," + y + ",,,\n")));
    return csv.toString();
  }

  private static String quoted(String text) {
    return text.matches("[^\",\n]*") ? text : '"' + text.replace("\"", "\"\"") + '"';
  }
}
