// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Draws a {@link Chart}. */
final class ChartWriter {

  /**
   * What differs between a file and a part of a page.
   *
   * @param style class of the drawing
   * @param width of the drawing
   * @param left end of the frame
   * @param right end of the frame
   * @param height of the frame
   * @param ticks about how many an axis has
   * @param titled whether title and subtitle are drawn, on white
   */
  record Layout(
      String style, int width, int left, int right, int height, int ticks, boolean titled) {}

  static final Layout SHEET = new Layout("sheet", 760, 84, 730, 400, 10, true);
  static final Layout FIGURE = new Layout("chart", 440, 56, 426, 260, 5, false);

  private static final int LINE = 17;
  private static final int LONGEST_LINE = 84;
  private static final int MOST_LINES = 4;

  private final Chart chart;
  private final Layout layout;
  private final List<String> subtitle;
  private final int top;
  private final int bottom;
  private final StringBuilder svg = new StringBuilder(16_384);

  ChartWriter(Chart chart, Layout layout) {
    this.chart = chart;
    this.layout = layout;
    this.subtitle = wrapped(chart.subtitle());
    this.top = layout.titled ? 46 + LINE * subtitle.size() : 10;
    this.bottom = top + layout.height;
  }

  String svg() {
    int height = bottom + 62 + LINE * chart.curves().size();
    svg.append("<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"" + layout.style)
        .append("\" width=\"" + layout.width + "\" height=\"")
        .append(height + "\" viewBox=\"0 0 " + layout.width + " " + height + "\" role=\"img\" ")
        .append("font-family=\"system-ui, sans-serif\" font-size=\"13\" fill=\"#222\">\n")
        .append("<title>" + Html.escape(chart.title()) + "</title>\n");
    if (layout.titled) {
      svg.append("<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n");
      text(layout.left, 28, "start", "font-size=\"17\" font-weight=\"600\"", chart.title());
      for (int i = 0; i < subtitle.size(); i++) {
        text(layout.left, 28 + LINE * (i + 1.2), "start", "fill=\"#555\"", subtitle.get(i));
      }
    }
    frame();
    // A drawing of its own cuts off what is outside of it.
    svg.append("<svg x=\"" + layout.left + "\" y=\"" + (top - 2) + "\" width=\"")
        .append((layout.right - layout.left) + "\" height=\"" + (layout.height + 4))
        .append("\" viewBox=\"" + layout.left + " " + (top - 2) + " ")
        .append((layout.right - layout.left) + " " + (layout.height + 4) + "\">\n");
    for (Chart.Curve curve : chart.curves()) {
      if (curve.joined()) {
        svg.append("<polyline fill=\"none\" " + curve.stroke().attributes())
            .append(" points=\"" + points(curve) + "\"/>\n");
      }
    }
    svg.append("</svg>\n");
    for (Chart.Curve curve : chart.curves()) {
      if (!curve.joined()) {
        curve.points().forEach(point -> point(curve.stroke(), point));
      }
    }
    legend();
    return svg.append("</svg>\n").toString();
  }

  private void legend() {
    for (int i = 0; i < chart.curves().size(); i++) {
      Chart.Curve curve = chart.curves().get(i);
      double y = bottom + 62 + LINE * i;
      if (curve.joined()) {
        svg.append("<line " + curve.stroke().attributes() + " x1=\"" + layout.left)
            .append("\" x2=\"" + (layout.left + 34) + "\" y1=\"" + at(y - 4) + "\" y2=\"")
            .append(at(y - 4) + "\"/>\n");
      } else {
        dot(curve.stroke(), layout.left + 17, y - 4);
      }
      text(layout.left + 42, y, "start", "", curve.name());
    }
  }

  private void frame() {
    for (double tick : chart.horizontal().ticks(layout.ticks)) {
      double x = x(tick);
      line("grid", x, top, x, bottom, "#e4e4e4");
      text(x, bottom + 18, "middle", "", chart.horizontal().label(tick));
    }
    for (double tick : chart.vertical().ticks(layout.ticks)) {
      double y = y(tick);
      line("grid", layout.left, y, layout.right, y, "#e4e4e4");
      text(layout.left - 8, y + 4, "end", "", chart.vertical().label(tick));
    }
    line("axis", layout.left, bottom, layout.right, bottom, "#444");
    line("axis", layout.left, top, layout.left, bottom, "#444");
    text((layout.left + layout.right) / 2.0, bottom + 38, "middle", "", chart.horizontal().name());
    double middle = (top + bottom) / 2.0;
    double x = layout.titled ? 22 : 14;
    String turned = "transform=\"rotate(-90 " + at(x) + " " + at(middle) + ")\"";
    text(x, middle, "middle", turned, chart.vertical().name());
  }

  private String points(Chart.Curve curve) {
    StringBuilder points = new StringBuilder();
    for (Chart.Point point : curve.points()) {
      points.append(at(x(point.x()))).append(',').append(at(y(point.y()))).append(' ');
    }
    return points.toString().trim();
  }

  private void point(Chart.Stroke stroke, Chart.Point point) {
    if (point.low() < point.high()) {
      String x = at(x(point.x()));
      svg.append("<line " + stroke.attributes() + " x1=\"" + x + "\" x2=\"" + x)
          .append("\" y1=\"" + at(y(point.low())) + "\" y2=\"" + at(y(point.high())) + "\"/>\n");
    }
    dot(stroke, x(point.x()), y(point.y()));
  }

  private double x(double value) {
    return layout.left + (layout.right - layout.left) * chart.horizontal().position(value);
  }

  private double y(double value) {
    return bottom - (bottom - top) * chart.vertical().position(value);
  }

  private void line(String style, double x1, double y1, double x2, double y2, String color) {
    svg.append("<line class=\"" + style + "\" x1=\"" + at(x1) + "\" y1=\"" + at(y1))
        .append("\" x2=\"" + at(x2) + "\" y2=\"" + at(y2) + "\" stroke=\"" + color + "\"/>\n");
  }

  private void dot(Chart.Stroke stroke, double x, double y) {
    svg.append("<circle r=\"3\" fill=\"none\" " + stroke.attributes() + " cx=\"" + at(x))
        .append("\" cy=\"" + at(y) + "\"/>\n");
  }

  private void text(double x, double y, String anchor, String attributes, String content) {
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
