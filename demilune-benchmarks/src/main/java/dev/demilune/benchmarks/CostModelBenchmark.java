// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import dev.demilune.learn.Shape;
import dev.demilune.report.Axis;
import dev.demilune.report.Chart;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.rows.Kernels;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The time of a step over all rows beside what the machine's limits would allow: bytes touched over
 * measured bandwidth plus operations over their measured rate; and how it grows.
 */
final class CostModelBenchmark {

  private static final int FEATURES = 64;
  private static final int[] SWEEP_FEATURES = {32, 64, 128, 256, 512};
  private static final int[] SWEEP_CLASSES = {3, 5, 10, 15, 20};

  private CostModelBenchmark() {}

  /** A step that was measured, and reading as many bytes as its rows have, in the same process. */
  private record Point(
      int rows, int features, int classes, double bytes, double seconds, double readSeconds) {

    /** Scores and sums, a multiplication and an addition each. */
    double operations() {
      return 2.0 * rows * features * 2 * Shape.outputs(classes);
    }

    double overModel(double operationsPerSecond) {
      return seconds / predicted(operationsPerSecond);
    }

    double predicted(double operationsPerSecond) {
      return readSeconds + operations() / operationsPerSecond;
    }
  }

  /**
   * @param plots the folder of the picture
   */
  static List<String> markdown(Effort effort, Path plots) {
    int[] counts =
        effort.of(
            new int[] {1_000, 4_000, 16_000, 64_000, 256_000, 1_000_000, 4_000_000},
            new int[] {1_000, 16_000, 256_000, 1_000_000},
            new int[] {1_000, 2_000});
    int swept = effort.of(200_000, 50_000, 1_000);
    List<String> shapes = new ArrayList<>();
    for (int classes : new int[] {2, 10}) {
      IntStream.of(counts).forEach(rows -> shapes.add(shape(rows, FEATURES, classes)));
    }
    IntStream.of(SWEEP_FEATURES).forEach(features -> shapes.add(shape(swept, features, 10)));
    IntStream.of(SWEEP_CLASSES).forEach(classes -> shapes.add(shape(swept, FEATURES, classes)));
    Child child =
        Child.java(
            List.of("-Xmx3g", "-XX:+UseParallelGC", "--add-modules", "jdk.incubator.vector"),
            CostModelBenchmark.class,
            shapes.toArray(String[]::new));
    Child.Run run = child.run().orThrow(child);
    List<Point> points =
        run.numbers("point").stream()
            .map(n -> new Point((int) n[0], (int) n[1], (int) n[2], n[3], n[4], n[5]))
            .toList();
    double rate = run.numbers("rate").get(0)[0];
    List<Point> byRows = points.subList(0, 2 * counts.length);
    List<Point> byFeatures = points.subList(byRows.size(), byRows.size() + SWEEP_FEATURES.length);
    List<Point> byClasses = points.subList(byRows.size() + SWEEP_FEATURES.length, points.size());
    Path picture = plots.resolve("cost-model.svg");
    draw(byRows, rate).write(picture);
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            Locale.ROOT,
            "One step of `noisy-descent` over all rows, %d dense features, kernels %s, all cores:"
                + " the median of its steps in one private training. The model is the time of"
                + " reading as many bytes as the encoded rows have, measured beside it, plus"
                + " operations (a multiplication and an addition for each value and output, in"
                + " scores and in sums) over %.0f billion a second, the rate of a plain loop of"
                + " doubles within the first cache. What a step does once, and what it does once"
                + " for each row, is not in the model.",
            FEATURES,
            run.text("kernels").orElseThrow(),
            rate / 1e9));
    lines.addAll(
        Markdown.table(
            "| rows | classes | milliseconds a step | nanoseconds a row | model, milliseconds |"
                + " measured over model |"));
    for (Point point : byRows) {
      double model = point.predicted(rate);
      lines.add(
          Markdown.row(
              String.format(Locale.ROOT, "%,d", point.rows()),
              Integer.toString(point.classes()),
              String.format(Locale.ROOT, "%.3f", 1e3 * point.seconds()),
              String.format(Locale.ROOT, "%.1f", 1e9 * point.seconds() / point.rows()),
              String.format(Locale.ROOT, "%.3f", 1e3 * model),
              String.format(Locale.ROOT, "%.2f", point.overModel(rate))));
    }
    lines.add("");
    lines.add(
        String.format(Locale.ROOT, "Straight lines through steps over %,d rows: ", swept)
            + line("features", byFeatures, Point::features)
            + "; "
            + line("classes", byClasses, Point::classes)
            + ". Measured over model with "
            + byFeatures.stream()
                .map(
                    point ->
                        String.format(
                            Locale.ROOT, "%.2f at %d", point.overModel(rate), point.features()))
                .collect(Collectors.joining(", "))
            + " features and 10 classes.");
    lines.add("");
    lines.add("![The time of a step, by rows](plots/" + picture.getFileName() + ")");
    return lines;
  }

  private static String shape(int rows, int features, int classes) {
    return rows + "x" + features + "x" + classes;
  }

  /** Least squares, and how far the farthest point is from the line. */
  private static String line(String name, List<Point> points, ToDoubleFunction<Point> of) {
    double meanX = points.stream().mapToDouble(of).average().orElseThrow();
    double meanY = points.stream().mapToDouble(Point::seconds).average().orElseThrow();
    double products = 0;
    double squares = 0;
    for (Point point : points) {
      double x = of.applyAsDouble(point) - meanX;
      products += x * (point.seconds() - meanY);
      squares += x * x;
    }
    double slope = products / squares;
    double start = meanY - slope * meanX;
    double farthest =
        points.stream()
            .mapToDouble(p -> Math.abs(p.seconds() / (start + slope * of.applyAsDouble(p)) - 1))
            .max()
            .orElseThrow();
    return String.format(
        Locale.ROOT,
        "%.2f ms + %.4f ms × %s, no point of %d farther from it than %.0f %%",
        1e3 * start,
        1e3 * slope,
        name,
        points.size(),
        100 * farthest);
  }

  private static Chart draw(List<Point> points, double rate) {
    double[] all =
        points.stream()
            .flatMapToDouble(
                p -> Arrays.stream(new double[] {1e3 * p.seconds(), 1e3 * p.predicted(rate)}))
            .toArray();
    double low = Arrays.stream(all).min().orElseThrow() / 1.5;
    double high = Arrays.stream(all).max().orElseThrow() * 1.5;
    int most = points.stream().mapToInt(Point::rows).max().orElseThrow();
    Chart chart =
        Chart.of(
            "A step over all rows",
            "64 features; points are measured, lines are bytes over bandwidth plus operations over"
                + " their rate, measured in the same run",
            Axis.logarithmic("rows", 800, 1.3 * most),
            Axis.logarithmic("milliseconds", low, high));
    Chart.Stroke[] strokes = {Chart.Stroke.BOLD, Chart.Stroke.THIN};
    int[] classes = {2, 10};
    for (int i = 0; i < classes.length; i++) {
      int wanted = classes[i];
      List<Point> chosen = points.stream().filter(p -> p.classes() == wanted).toList();
      double[] xs = chosen.stream().mapToDouble(Point::rows).toArray();
      chart.points(
          wanted + " classes, measured",
          strokes[i],
          xs,
          chosen.stream().mapToDouble(p -> 1e3 * p.seconds()).toArray());
      chart.line(
          wanted + " classes, model",
          strokes[i],
          xs,
          chosen.stream().mapToDouble(p -> 1e3 * p.predicted(rate)).toArray());
    }
    return chart;
  }

  /** The measured process: its arguments are shapes, rows x features x classes. */
  public static void main(String[] shapes) {
    for (int classes : new int[] {2, 10, 2, 10}) { // compiles
      StepTimes.of(DrawnTable.encoded(20_000, FEATURES, classes, 1), 300);
    }
    System.out.println("kernels " + Kernels.name());
    System.out.println("rate " + Limits.flopsPerSecond(20_000));
    for (String shape : shapes) {
      int[] sizes = Arrays.stream(shape.split("x", -1)).mapToInt(Integer::parseInt).toArray();
      BoundedDataset rows = DrawnTable.encoded(sizes[0], sizes[1], sizes[2], 1);
      long work = (long) sizes[0] * sizes[1] * sizes[2];
      int steps = (int) Math.max(40, Math.min(400, 2_000_000_000 / work));
      List<Double> seconds = StepTimes.of(rows, steps).seconds();
      double bytes = Limits.bytes(rows);
      Limits limits = new Limits((long) bytes);
      System.out.println(
          String.join(
              " ",
              "point",
              Integer.toString(sizes[0]),
              Integer.toString(sizes[1]),
              Integer.toString(sizes[2]),
              Double.toString(bytes),
              Double.toString(ProcessorTime.median(seconds)),
              Double.toString(readSeconds(limits, steps))));
    }
  }

  private static double readSeconds(Limits limits, int times) {
    List<Double> seconds = new ArrayList<>();
    long kept = 0;
    for (int i = 0; i < times; i++) {
      long start = System.nanoTime();
      kept += limits.read();
      seconds.add((System.nanoTime() - start) / 1e9);
    }
    if (kept == -1) { // uses the sums, so that they are computed; they are not negative
      throw new IllegalStateException("the sum of numbers that are not negative is negative");
    }
    return ProcessorTime.median(seconds);
  }
}
