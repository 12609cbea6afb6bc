// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Measured curves with bars of their deviation, published ones dashed beside them, and bounds
 * dotted, as one self-contained SVG document: no script, no font, no link.
 *
 * <p>A published curve has the color of the measured curve that it belongs to. Points that are NaN
 * are left out, and the curve has a gap there.
 */
public final class SweepChart {

  /** What a curve shows. */
  public enum Kind {
    /** Means of runs. */
    MEASURED(""),
    /** Numbers of a paper. */
    PUBLISHED(" stroke-dasharray=\"7 4\""),
    /** What a theorem says. */
    BOUND(" stroke-dasharray=\"2 4\"");

    private final String dashes;

    Kind(String dashes) {
      this.dashes = dashes;
    }
  }

  /**
   * One point of a curve.
   *
   * @param deviation half the height of its bar; 0 for none
   */
  public record Point(double x, double y, double deviation) {}

  private record Curve(String name, Kind kind, String color, List<Point> points) {}

  private static final String[] COLORS = {
    "#12507b", "#c2571a", "#2f7d4f", "#7a4ba0", "#8a6d00", "#a8325e", "#2b8c99"
  };
  private static final int WIDTH = 760;
  private static final int LEFT = 84;
  private static final int RIGHT = 736;
  private static final int TOP = 66;
  private static final int BOTTOM = 446;
  private static final int LINE = 18;
  private static final int LONGEST_LINE = 96;
  private static final double CHARACTER = 7; // pixels

  private final String title;
  private final String subtitle;
  private final Axis horizontal;
  private final Axis vertical;
  private final List<Curve> curves = new ArrayList<>();

  private SweepChart(String title, String subtitle, Axis horizontal, Axis vertical) {
    this.title = title;
    this.subtitle = cut(subtitle);
    this.horizontal = horizontal;
    this.vertical = vertical;
  }

  /** Returns a chart without curves. */
  public static SweepChart of(String title, String subtitle, Axis horizontal, Axis vertical) {
    return new SweepChart(title, subtitle, horizontal, vertical);
  }

  /** Adds a curve in the color of that number, and returns this chart. */
  public SweepChart curve(String name, Kind kind, int color, List<Point> points) {
    curves.add(
        new Curve(name, kind, COLORS[Math.floorMod(color, COLORS.length)], List.copyOf(points)));
    return this;
  }

  /** Adds this chart to a page. */
  public void addTo(Page page) {
    page.add(Html.scrolling(title, svg()));
  }

  /** Returns the SVG document. */
  public String svg() {
    int height = BOTTOM + 58 + LINE * curves.size();
    StringBuilder svg = new StringBuilder(16_384);
    svg.append("<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"sheet\" width=\"" + WIDTH)
        .append("\" height=\"" + height + "\" viewBox=\"0 0 " + WIDTH + " " + height)
        .append("\" role=\"img\" font-family=\"system-ui, sans-serif\" font-size=\"13\"")
        .append(" fill=\"#222\">\n<title>" + Html.escape(title) + "</title>\n")
        .append("<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n");
    text(svg, LEFT, 26, "start", " font-size=\"17\" font-weight=\"600\"", title);
    text(svg, LEFT, 46, "start", " fill=\"#555\"", subtitle);
    frame(svg);
    svg.append("<clipPath id=\"sweep\"><rect x=\"" + (LEFT - 4) + "\" y=\"" + (TOP - 4))
        .append("\" width=\"" + (RIGHT - LEFT + 8) + "\" height=\"" + (BOTTOM - TOP + 8))
        .append("\"/></clipPath>\n");
    for (int i = 0; i < curves.size(); i++) {
      Curve curve = curves.get(i);
      svg.append("<g clip-path=\"url(#sweep)\" fill=\"none\" stroke=\"" + curve.color + "\">\n");
      draw(svg, curve);
      svg.append("</g>\n");
      double y = BOTTOM + 62 + LINE * i;
      svg.append("<line stroke=\"" + curve.color + "\" stroke-width=\"2\"" + curve.kind.dashes)
          .append(" x1=\"" + LEFT + "\" x2=\"" + (LEFT + 34) + "\" y1=\"" + at(y - 4))
          .append("\" y2=\"" + at(y - 4) + "\"/>\n");
      text(svg, LEFT + 42, y, "start", "", curve.name);
    }
    return svg.append("</svg>\n").toString();
  }

  private void draw(StringBuilder svg, Curve curve) {
    StringBuilder run = new StringBuilder();
    for (Point point : curve.points) {
      if (Double.isNaN(point.y)) {
        polyline(svg, curve, run);
        continue;
      }
      double x = x(point.x);
      run.append(at(x) + "," + at(y(point.y)) + " ");
      if (point.deviation > 0) {
        bar(svg, x, y(point.y - point.deviation), y(point.y + point.deviation));
      }
      if (curve.kind != Kind.BOUND) {
        svg.append("<circle r=\"3\" cx=\"" + at(x) + "\" cy=\"" + at(y(point.y)) + "\" fill=\"")
            .append((curve.kind == Kind.MEASURED ? curve.color : "#fff") + "\"/>\n");
      }
    }
    polyline(svg, curve, run);
  }

  private static void polyline(StringBuilder svg, Curve curve, StringBuilder points) {
    if (points.length() > 0) {
      svg.append("<polyline stroke-width=\"2\"" + curve.kind.dashes + " points=\"")
          .append(points.toString().trim() + "\"/>\n");
      points.setLength(0);
    }
  }

  private static void bar(StringBuilder svg, double x, double low, double high) {
    svg.append("<path d=\"M" + at(x) + " " + at(low) + "V" + at(high))
        .append("M" + at(x - 4) + " " + at(low) + "h8M" + at(x - 4) + " " + at(high) + "h8\"/>\n");
  }

  private void frame(StringBuilder svg) {
    for (double tick : ticks()) {
      line(svg, x(tick), TOP, x(tick), BOTTOM, "#e9e9e9");
      text(svg, x(tick), BOTTOM + 18, "middle", "", label(tick));
    }
    for (double tick : vertical.ticks(10)) {
      line(svg, LEFT, y(tick), RIGHT, y(tick), "#e9e9e9");
      text(svg, LEFT - 8, y(tick) + 4, "end", "", label(tick));
    }
    line(svg, LEFT, BOTTOM, RIGHT, BOTTOM, "#444");
    line(svg, LEFT, TOP, LEFT, BOTTOM, "#444");
    text(svg, (LEFT + RIGHT) / 2.0, BOTTOM + 38, "middle", "", horizontal.name());
    double middle = (TOP + BOTTOM) / 2.0;
    String turned = " transform=\"rotate(-90 22 " + at(middle) + ")\"";
    text(svg, 22, middle, "middle", turned, vertical.name());
  }

  /** The values of the curves, as far as their labels do not touch. */
  private List<Double> ticks() {
    List<Double> ticks = new ArrayList<>();
    double end = Double.NEGATIVE_INFINITY;
    for (double value :
        curves.stream()
            .flatMap(curve -> curve.points.stream())
            .mapToDouble(Point::x)
            .distinct()
            .sorted()
            .toArray()) {
      double half = CHARACTER * label(value).length() / 2;
      if (x(value) - half > end + CHARACTER) {
        ticks.add(value);
        end = x(value) + half;
      }
    }
    return ticks;
  }

  private static String label(double value) {
    double size = Math.abs(value);
    return size >= 1e9 || (size > 0 && size < 1e-3)
        ? String.format(Locale.ROOT, "%.0e", value)
        : Ticks.label(Math.round(value * 1e6) / 1e6);
  }

  private double x(double value) {
    return LEFT + (RIGHT - LEFT) * horizontal.position(value);
  }

  private double y(double value) {
    return BOTTOM - (BOTTOM - TOP) * vertical.position(value);
  }

  private static void line(
      StringBuilder svg, double x1, double y1, double x2, double y2, String color) {
    svg.append("<line x1=\"" + at(x1) + "\" y1=\"" + at(y1) + "\" x2=\"" + at(x2) + "\" y2=\"")
        .append(at(y2) + "\" stroke=\"" + color + "\"/>\n");
  }

  private static void text(
      StringBuilder svg, double x, double y, String anchor, String attributes, String content) {
    svg.append("<text x=\"" + at(x) + "\" y=\"" + at(y) + "\" text-anchor=\"" + anchor + "\"")
        .append(attributes + ">" + Html.escape(content) + "</text>\n");
  }

  private static String at(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }

  private static String cut(String text) {
    return text.length() <= LONGEST_LINE ? text : text.substring(0, LONGEST_LINE - 1) + "…";
  }
}
