// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.report;

import dev.demilune.data.AtomicFile;
import dev.demilune.internal.Check;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Curves in a frame with axes, as self-contained SVG: no script, no font, no link. {@link #svg} is
 * a file of its own, {@link #figure} a part of a page.
 *
 * <pre>{@code
 * Chart.of("Trade-off", "of 100 noisy sums", Axis.linear("false positives", 0, 1), misses)
 *     .line("guessing", Chart.Stroke.DOTTED, rates, guesses)
 *     .write(Path.of("trade-off.svg"));
 * }</pre>
 */
public final class Chart {

  /** How a curve is drawn. */
  public enum Stroke {
    /** The main curve. */
    BOLD("class=\"stroke0\" stroke=\"#12507b\" stroke-width=\"2.5\""),
    /** A second curve. */
    DASHED("class=\"stroke1\" stroke=\"#c2571a\" stroke-width=\"1.8\" stroke-dasharray=\"7 4\""),
    /** A third curve. */
    THIN("class=\"stroke2\" stroke=\"#2f7d4f\" stroke-width=\"1.8\""),
    /** A fourth curve. */
    DOT_DASHED(
        "class=\"stroke3\" stroke=\"#7a4ba0\" stroke-width=\"1.8\" stroke-dasharray=\"9 3 2 3\""),
    /** A reference curve. */
    DOTTED("class=\"stroke4\" stroke=\"#777\" stroke-width=\"1.5\" stroke-dasharray=\"2 4\"");

    private final String attributes;

    Stroke(String attributes) {
      this.attributes = attributes;
    }

    /** Colors for files, and a class by which a page's style sheet can give others. */
    String attributes() {
      return attributes;
    }
  }

  record Point(double x, double y, double low, double high) {}

  record Curve(String name, Stroke stroke, boolean joined, List<Point> points) {}

  private final String title;
  private final String subtitle;
  private final Axis horizontal;
  private final Axis vertical;
  private final List<Curve> curves = new ArrayList<>();

  private Chart(String title, String subtitle, Axis horizontal, Axis vertical) {
    this.title = title;
    this.subtitle = subtitle;
    this.horizontal = horizontal;
    this.vertical = vertical;
  }

  /** Returns a chart without curves; a long subtitle is wrapped, and cut after a few lines. */
  public static Chart of(String title, String subtitle, Axis horizontal, Axis vertical) {
    return new Chart(title, subtitle, horizontal, vertical);
  }

  /** Adds a curve through the points, clipped to the frame, and returns this chart. */
  public Chart line(String name, Stroke stroke, double[] xs, double[] ys) {
    return add(name, stroke, true, xs, ys, ys, ys);
  }

  /** Adds points that are not joined, in the color of a stroke, and returns this chart. */
  public Chart points(String name, Stroke stroke, double[] xs, double[] ys) {
    return add(name, stroke, false, xs, ys, ys, ys);
  }

  /** Adds points with an interval each, upright, and returns this chart. */
  public Chart intervals(
      String name, Stroke stroke, double[] xs, double[] ys, double[] lows, double[] highs) {
    return add(name, stroke, false, xs, ys, lows, highs);
  }

  private Chart add(
      String name,
      Stroke stroke,
      boolean joined,
      double[] xs,
      double[] ys,
      double[] lows,
      double[] highs) {
    Check.between("number of y values", ys.length, xs.length, xs.length);
    List<Point> points = new ArrayList<>();
    for (int i = 0; i < xs.length; i++) {
      points.add(new Point(xs[i], ys[i], lows[i], highs[i]));
    }
    curves.add(new Curve(name, stroke, joined, points));
    return this;
  }

  String title() {
    return title;
  }

  String subtitle() {
    return subtitle;
  }

  Axis horizontal() {
    return horizontal;
  }

  Axis vertical() {
    return vertical;
  }

  List<Curve> curves() {
    return curves;
  }

  /** Writes the file, whole or not at all. */
  public void write(Path file) {
    try (AtomicFile out = AtomicFile.create(file)) {
      out.write(svg().getBytes(StandardCharsets.UTF_8));
      out.commit();
    }
  }

  /** Returns the SVG document: title, subtitle, curves and legend on white. */
  public String svg() {
    return new ChartWriter(this, ChartWriter.SHEET).svg();
  }

  /**
   * Returns the curves and their legend as a part of a page, in the colors of its style sheet and
   * narrow enough to be read on a telephone. Title and subtitle are for its caption.
   */
  String figure() {
    return new ChartWriter(this, ChartWriter.FIGURE).svg();
  }
}
