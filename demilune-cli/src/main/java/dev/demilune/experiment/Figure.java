// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.experiment;

import dev.demilune.experiment.Experiment.AxisStyle;
import dev.demilune.experiment.Experiment.Curve;
import dev.demilune.experiment.Experiment.Published;
import dev.demilune.experiment.Results.Point;
import dev.demilune.report.Axis;
import dev.demilune.report.SweepChart;
import dev.demilune.report.SweepChart.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;

/** The figure of an experiment. */
final class Figure {

  private static final double PAD = 0.05; // of an axis whose ends come from the results

  private final Results results;
  private final Experiment experiment;

  Figure(Results results) {
    this.results = results;
    this.experiment = results.experiment();
  }

  SweepChart chart() {
    SweepChart chart =
        SweepChart.of(
            experiment.title(),
            subtitle(),
            axis(experiment.horizontal(), results.axis(), 0),
            axis(experiment.vertical(), heights(), PAD));
    List<Curve> curves = experiment.curves();
    for (int c = 0; c < curves.size(); c++) {
      String name = curves.get(c).name();
      boolean seeded = experiment.plan(c).get(0).cell().parameters().has("seed");
      chart.curve(name, seeded ? Kind.MEASURED : Kind.BOUND, c, points(name));
    }
    for (int p = 0; p < experiment.published().size(); p++) {
      Published curve = experiment.published().get(p);
      chart.curve(
          curve.name() + ", published", Kind.PUBLISHED, color(curve, p), points(curve.name()));
    }
    return chart;
  }

  private String subtitle() {
    String runs =
        experiment.seeds() == 1
            ? "one run each"
            : "means of " + experiment.seeds() + " runs, bars of one standard deviation";
    return (experiment.quick() ? "rough form, " : "") + runs;
  }

  private int color(Published curve, int index) {
    List<String> names = experiment.curves().stream().map(Curve::name).toList();
    int beside = names.indexOf(curve.beside());
    return beside >= 0 ? beside : names.size() + index;
  }

  private List<SweepChart.Point> points(String curve) {
    List<SweepChart.Point> points = new ArrayList<>();
    for (double x : results.axis()) {
      Point runs = results.point(curve, x);
      OptionalDouble mean = results.mean(curve, x);
      boolean measured = experiment.curves().stream().anyMatch(c -> c.name().equals(curve));
      if (mean.isPresent()) {
        points.add(new SweepChart.Point(x, drawn(mean.getAsDouble()), runs.deviation()));
      } else if (measured
          && experiment.values().stream().anyMatch(v -> Parameters.number("", v) == x)) {
        points.add(new SweepChart.Point(x, Double.NaN, 0)); // refused: a gap
      }
    }
    return points;
  }

  /** On a logarithmic axis what is below its end, such as zero, is drawn at its end. */
  private double drawn(double value) {
    AxisStyle style = experiment.vertical();
    return style.logarithmic() && !style.ends().isEmpty()
        ? Math.max(value, style.ends().get(0))
        : value;
  }

  private List<Double> heights() {
    List<Double> heights = new ArrayList<>();
    for (double x : results.axis()) {
      for (Curve curve : experiment.curves()) {
        Point point = results.point(curve.name(), x);
        if (point.runs() > 0) {
          heights.add(point.least());
          heights.add(point.greatest());
        }
      }
      for (Published curve : experiment.published()) {
        results.mean(curve.name(), x).ifPresent(heights::add);
      }
    }
    return heights;
  }

  private static Axis axis(AxisStyle style, List<Double> values, double pad) {
    double low = stream(style, values).min().orElse(style.logarithmic() ? 0.1 : 0);
    double high = stream(style, values).max().orElse(1);
    if (!style.ends().isEmpty()) {
      low = style.ends().get(0);
      high = style.ends().get(1);
    } else if (style.logarithmic()) {
      low = pad > 0 ? Math.pow(10, Math.floor(Math.log10(low))) : low;
      high = pad > 0 ? Math.pow(10, Math.ceil(Math.log10(high))) : high;
    } else {
      double room = pad * (high - low);
      low -= room;
      high += room;
    }
    if (!(low < high)) { // one value only
      high = low + Math.max(1e-9, Math.abs(low));
    }
    return style.logarithmic()
        ? Axis.logarithmic(style.title(), low, high)
        : Axis.linear(style.title(), low, high);
  }

  private static DoubleStream stream(AxisStyle style, List<Double> values) {
    return values.stream().mapToDouble(v -> v).filter(v -> !style.logarithmic() || v > 0);
  }
}
