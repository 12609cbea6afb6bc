// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.report;

import dev.demilune.data.AtomicFile;
import dev.demilune.internal.Check;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Curves in a frame with axes, as one self-contained SVG file: no script, no font, no link.
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
    BOLD("stroke=\"#12507b\" stroke-width=\"2.5\""),
    /** A second curve. */
    DASHED("stroke=\"#c2571a\" stroke-width=\"1.8\" stroke-dasharray=\"7 4\""),
    /** A third curve. */
    THIN("stroke=\"#2f7d4f\" stroke-width=\"1.8\""),
    /** A fourth curve. */
    DOT_DASHED("stroke=\"#7a4ba0\" stroke-width=\"1.8\" stroke-dasharray=\"9 3 2 3\""),
    /** A reference curve. */
    DOTTED("stroke=\"#777\" stroke-width=\"1.5\" stroke-dasharray=\"2 4\"");

    private final String attributes;

    Stroke(String attributes) {
      this.attributes = attributes;
    }
  }

  private record Point(double x, double y) {}

  private record Curve(String name, Stroke stroke, boolean joined, List<Point> points) {}

  private static final int WIDTH = 760;
  private static final int LEFT = 84;
  private static final int RIGHT = 730;
  private static final int PLOT_HEIGHT = 400;
  private static final int LINE = 17;
  private static final int LONGEST_LINE = 84;
  private static final int MOST_LINES = 4;

  private final String title;
  private final List<String> subtitle;
  private final Axis horizontal;
  private final Axis vertical;
  private final List<Curve> curves = new ArrayList<>();

  private Chart(String title, String subtitle, Axis horizontal, Axis vertical) {
    this.title = title;
    this.subtitle = wrapped(subtitle);
    this.horizontal = horizontal;
    this.vertical = vertical;
  }

  /** Returns a chart without curves; a long subtitle is wrapped, and cut after a few lines. */
  public static Chart of(String title, String subtitle, Axis horizontal, Axis vertical) {
    return new Chart(title, subtitle, horizontal, vertical);
  }

  /** Adds a curve through the points, clipped to the frame, and returns this chart. */
  public Chart line(String name, Stroke stroke, double[] xs, double[] ys) {
    return add(name, stroke, true, xs, ys);
  }

  /** Adds points that are not joined, in the color of a stroke, and returns this chart. */
  public Chart points(String name, Stroke stroke, double[] xs, double[] ys) {
    return add(name, stroke, false, xs, ys);
  }

  private Chart add(String name, Stroke stroke, boolean joined, double[] xs, double[] ys) {
    Check.between("number of y values", ys.length, xs.length, xs.length);
    List<Point> points = new ArrayList<>();
    for (int i = 0; i < xs.length; i++) {
      points.add(new Point(xs[i], ys[i]));
    }
    curves.add(new Curve(name, stroke, joined, points));
    return this;
  }

  /** Writes the file, whole or not at all. */
  public void write(Path file) {
    try (AtomicFile out = AtomicFile.create(file)) {
      out.write(svg().getBytes(StandardCharsets.UTF_8));
      out.commit();
    }
  }

  /** Returns the SVG document. */
  public String svg() {
    int top = 46 + LINE * subtitle.size();
    int bottom = top + PLOT_HEIGHT;
    int height = bottom + 62 + LINE * curves.size();
    StringBuilder svg = new StringBuilder(16_384);
    svg.append("<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"sheet\" width=\"" + WIDTH)
        .append("\" height=\"")
        .append(height + "\" viewBox=\"0 0 " + WIDTH + " " + height + "\" role=\"img\" ")
        .append("font-family=\"system-ui, sans-serif\" font-size=\"13\" fill=\"#222\">\n")
        .append("<title>" + Html.escape(title) + "</title>\n")
        .append("<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n");
    text(svg, LEFT, 28, "start", "font-size=\"17\" font-weight=\"600\"", title);
    for (int i = 0; i < subtitle.size(); i++) {
      text(svg, LEFT, 28 + LINE * (i + 1.2), "start", "fill=\"#555\"", subtitle.get(i));
    }
    frame(svg, top, bottom);
    // Clips curves to the frame.
    svg.append("<clipPath id=\"frame\"><rect x=\"" + LEFT + "\" y=\"" + (top - 2))
        .append("\" width=\"" + (RIGHT - LEFT) + "\" height=\"" + (PLOT_HEIGHT + 4))
        .append("\"/></clipPath>\n");
    for (int i = 0; i < curves.size(); i++) {
      Curve curve = curves.get(i);
      double y = bottom + 62 + LINE * i;
      if (curve.joined) {
        svg.append("<polyline fill=\"none\" clip-path=\"url(#frame)\" " + curve.stroke.attributes)
            .append(" points=\"" + points(curve, top, bottom) + "\"/>\n")
            .append("<line " + curve.stroke.attributes + " x1=\"" + LEFT)
            .append("\" x2=\"" + (LEFT + 34) + "\" y1=\"" + at(y - 4) + "\" y2=\"" + at(y - 4))
            .append("\"/>\n");
      } else {
        for (Point point : curve.points) {
          dot(svg, curve.stroke, x(point.x), y(point.y, top, bottom));
        }
        dot(svg, curve.stroke, LEFT + 17, y - 4);
      }
      text(svg, LEFT + 42, y, "start", "", curve.name);
    }
    return svg.append("</svg>\n").toString();
  }

  private void frame(StringBuilder svg, int top, int bottom) {
    for (double tick : horizontal.ticks()) {
      double x = x(tick);
      line(svg, x, top, x, bottom, "#e4e4e4");
      text(svg, x, bottom + 18, "middle", "", horizontal.label(tick));
    }
    for (double tick : vertical.ticks()) {
      double y = y(tick, top, bottom);
      line(svg, LEFT, y, RIGHT, y, "#e4e4e4");
      text(svg, LEFT - 8, y + 4, "end", "", vertical.label(tick));
    }
    line(svg, LEFT, bottom, RIGHT, bottom, "#444");
    line(svg, LEFT, top, LEFT, bottom, "#444");
    text(svg, (LEFT + RIGHT) / 2.0, bottom + 38, "middle", "", horizontal.name());
    double middle = (top + bottom) / 2.0;
    text(
        svg,
        22,
        middle,
        "middle",
        "transform=\"rotate(-90 22 " + at(middle) + ")\"",
        vertical.name());
  }

  private String points(Curve curve, int top, int bottom) {
    StringBuilder points = new StringBuilder();
    for (Point point : curve.points) {
      points.append(at(x(point.x))).append(',').append(at(y(point.y, top, bottom))).append(' ');
    }
    return points.toString().trim();
  }

  private double x(double value) {
    return LEFT + (RIGHT - LEFT) * horizontal.position(value);
  }

  private double y(double value, int top, int bottom) {
    return bottom - (bottom - top) * vertical.position(value);
  }

  private static void line(
      StringBuilder svg, double x1, double y1, double x2, double y2, String color) {
    svg.append("<line x1=\"" + at(x1) + "\" y1=\"" + at(y1) + "\" x2=\"" + at(x2) + "\" y2=\"")
        .append(at(y2) + "\" stroke=\"" + color + "\"/>\n");
  }

  private static void dot(StringBuilder svg, Stroke stroke, double x, double y) {
    svg.append("<circle r=\"3\" fill=\"none\" " + stroke.attributes + " cx=\"" + at(x))
        .append("\" cy=\"" + at(y) + "\"/>\n");
  }

  private static void text(
      StringBuilder svg, double x, double y, String anchor, String attributes, String content) {
    svg.append("<text x=\"" + at(x) + "\" y=\"" + at(y) + "\" text-anchor=\"" + anchor + "\" ")
        .append(attributes + ">" + Html.escape(content) + "</text>\n");
  }

  private static String at(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }

  /** Wraps a text into lines; the last line shows where text was cut. */
  private static List<String> wrapped(String text) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : text.strip().split("\\s+", -1)) {
      if (line.length() > 0 && line.length() + 1 + word.length() > LONGEST_LINE) {
        if (lines.size() == MOST_LINES - 1) {
          lines.add(line + " …");
          return lines;
        }
        lines.add(line.toString());
        line.setLength(0);
      }
      line.append(line.length() > 0 ? " " : "").append(word);
    }
    if (line.length() > 0) {
      lines.add(line.toString());
    }
    return lines;
  }
}
