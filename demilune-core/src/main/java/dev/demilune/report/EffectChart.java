// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.report;

import dev.demilune.explain.Effect;
import dev.demilune.explain.Explanation;
import dev.demilune.schema.AmountScale;
import dev.demilune.schema.Part;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Small charts of what a column adds to the scores, each a self-contained SVG document: a curve
 * with its band for a number, bars for the values of a category.
 *
 * <p>Colors are attributes, for files; the elements have classes, by which a page's style sheet can
 * give them others.
 */
public final class EffectChart {

  /** With more classes, those are drawn that the column moves most. */
  static final int MOST_LINES = 5;

  /** With more values, those are drawn that move the scores most. */
  static final int MOST_BARS = 30;

  private static final String[] COLORS = {"#12507b", "#c2571a", "#2f7d4f", "#7a4ba0", "#8a6d00"};
  private static final int WIDTH = 400;
  private static final int LEFT = 48; // of curves
  private static final int RIGHT = 380;
  private static final int TOP = 52;
  private static final int PLOT_HEIGHT = 180;
  private static final int BAR = 21; // from one bar to the next
  private static final int SHARES_HEIGHT = 24;
  private static final int LONGEST_TITLE = 44;
  private static final int LONGEST_LABEL = 20;

  private final Explanation explanation;
  private final Effect effect;
  private final List<Integer> lines;
  private final StringBuilder svg = new StringBuilder(8192);
  private double low; // of the axis of values
  private double high;

  private EffectChart(Explanation explanation, Effect effect) {
    this.explanation = explanation;
    this.effect = effect;
    this.lines = lines(explanation, effect);
    range();
  }

  /** Returns the chart of an effect. */
  public static String svg(Explanation explanation, Effect effect) {
    EffectChart chart = new EffectChart(explanation, effect);
    return effect.axis().isPresent() ? chart.curve(effect.axis().get()) : chart.bars();
  }

  /** Returns the chart of the importance of all columns, as far as they fit. */
  public static String importance(Explanation explanation) {
    List<Effect.Point> points =
        explanation.effects().stream()
            .limit(MOST_BARS)
            .map(
                effect ->
                    new Effect.Point(
                        effect.name(), Double.NaN, List.of(effect.importance()), List.of()))
            .toList();
    Effect all =
        new Effect(
            "Importance of columns", Optional.empty(), /* ordered= */ true, points, List.of(), 0);
    Explanation one =
        new Explanation("in " + explanation.measure(), List.of(""), List.of(all), "", List.of());
    return new EffectChart(one, all).bars();
  }

  /** The lines that the effect moves most, in the order of the classes. */
  static List<Integer> lines(Explanation explanation, Effect effect) {
    return IntStream.range(0, explanation.lines().size())
        .boxed()
        .sorted(Comparator.comparingDouble(line -> -spread(effect, line)))
        .limit(MOST_LINES)
        .sorted()
        .toList();
  }

  private static double spread(Effect effect, int line) {
    return effect.highest(line).values().get(line) - effect.lowest(line).values().get(line);
  }

  private void range() {
    for (Effect.Point point : effect.points()) {
      for (int line : lines) {
        low = Math.min(low, point.values().get(line) - point.halfWidth(line));
        high = Math.max(high, point.values().get(line) + point.halfWidth(line));
      }
    }
    double pad = 0.04 * (high - low);
    high = high == 0 && low == 0 ? 1 : high + (high > 0 ? pad : 0); // an axis needs a length
    low -= low < 0 ? pad : 0;
  }

  private void open(int height) {
    svg.append("<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"effect\" width=\"" + WIDTH)
        .append("\" height=\"" + height + "\" viewBox=\"0 0 " + WIDTH + " " + height)
        .append("\" role=\"img\" font-family=\"system-ui, sans-serif\" font-size=\"12.5\"")
        .append(" fill=\"#333\">\n<title>" + Html.escape(effect.name()) + "</title>\n")
        .append("<rect class=\"paper\" width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n");
    String title = cut(effect.name(), LONGEST_TITLE);
    text(12, 21, "start", "class=\"title\" font-size=\"15\" font-weight=\"600\"", title);
    text(12, 39, "start", "fill=\"#666\"", cut(explanation.measure(), 60));
  }

  private String curve(Part.Number column) {
    Part.Number axis = axis(column);
    boolean missing = Double.isNaN(last().position());
    int left = LEFT;
    int right = missing ? RIGHT - 72 : RIGHT;
    int bottom = TOP + PLOT_HEIGHT;
    boolean legend = lines.size() > 1;
    open(bottom + 46 + (legend ? 18 * lines.size() + 4 : 0));
    for (double tick : ticks()) {
      double y = y(tick);
      line("grid", "#e4e4e4", left, y, RIGHT, y);
      text(left - 7, y + 4, "end", "", Ticks.label(tick));
    }
    for (double tick : Ticks.of(axis, right - left)) {
      double x = left + (right - left) * axis.positionOf(tick);
      line("axis", "#777", x, bottom, x, bottom + 4);
      text(x, bottom + 18, "middle", "", Ticks.label(tick));
    }
    shares(left, right, bottom, axis);
    line("axis", "#777", left, bottom, right, bottom);
    line("zero", "#777", left, y(0), RIGHT, y(0));
    for (int i = 0; i < lines.size(); i++) {
      band(i, left, right, axis);
    }
    for (int i = 0; i < lines.size(); i++) {
      StringBuilder points = new StringBuilder();
      for (double[] at : outline(lines.get(i), axis)) {
        points.append(at(left + (right - left) * at[0]) + "," + at(y(at[1])) + " ");
      }
      svg.append("<polyline class=\"line" + i + "\" fill=\"none\" stroke=\"" + COLORS[i])
          .append("\" stroke-width=\"2.2\" stroke-linejoin=\"round\" points=\"")
          .append(points.toString().strip() + "\"/>\n");
    }
    if (missing) {
      missing(right + 46, bottom);
    }
    String note = axis.equals(column) ? "" : " (logarithmic axis)";
    text((left + right) / 2.0, bottom + 37, "middle", "", cut(effect.name(), 26) + note);
    for (int i = 0; legend && i < lines.size(); i++) {
      double y = bottom + 58 + 18 * i;
      line("line" + i, COLORS[i] + "\" stroke-width=\"2.2", left, y - 4, left + 26, y - 4);
      text(left + 34, y, "start", "", cut(explanation.lines().get(lines.get(i)), LONGEST_TITLE));
    }
    return svg.append("</svg>\n").toString();
  }

  private Effect.Point last() {
    return effect.points().get(effect.points().size() - 1);
  }

  /**
   * The axis of a column: its own, or a logarithmic one where half of the rows would stand within a
   * twentieth of its range beside zero.
   */
  private Part.Number axis(Part.Number column) {
    double near = 0;
    double zero = column.positionOf(0);
    for (int i = 0; i < effect.shares().size(); i++) {
      boolean close = Math.abs(effect.points().get(i).position() - zero) < 0.05; // NaN is not
      near += close ? effect.share(i) : 0;
    }
    boolean crowded = near >= 0.5 && column.high() - column.low() >= 100;
    return crowded && column.scale() == AmountScale.LINEAR
        ? new Part.Number(
            column.name(),
            column.low(),
            column.high(),
            AmountScale.SIGNED_LOG,
            column.marks(),
            column.missing(),
            column.monotone())
        : column;
  }

  /** The points of the curve; of those within a pixel, the one where most rows are. */
  private List<Effect.Point> visible(Part.Number axis) {
    Part.Number column = effect.axis().orElseThrow();
    List<Effect.Point> visible = new ArrayList<>();
    double start = Double.NEGATIVE_INFINITY; // of the pixel
    double most = 0;
    for (int i = 0; i < effect.points().size(); i++) {
      Effect.Point point = effect.points().get(i);
      double place = axis.positionOf(column.valueAt(point.position())) * (RIGHT - LEFT);
      if (Double.isNaN(point.position())) {
        break;
      }
      if (place - start >= 1) {
        start = place;
        most = effect.share(i);
        visible.add(point);
      } else if (effect.share(i) > most) {
        most = effect.share(i);
        visible.set(visible.size() - 1, point);
      }
    }
    return visible;
  }

  /** Places, values and half-widths of bands along a line, so dense that bends are seen. */
  private List<double[]> outline(int line, Part.Number axis) {
    List<double[]> outline = new ArrayList<>();
    Part.Number column = effect.axis().orElseThrow();
    int pieces = axis.equals(column) ? 1 : 6; // a segment is straight on its own axis only
    List<Effect.Point> points = visible(axis);
    for (int i = 0; i < points.size(); i++) {
      boolean end = i + 1 == points.size();
      Effect.Point left = points.get(i);
      Effect.Point right = end ? left : points.get(i + 1);
      for (int piece = 0; piece < (end ? 1 : pieces); piece++) {
        double share = (double) piece / pieces;
        double position = (1 - share) * left.position() + share * right.position();
        outline.add(
            new double[] {
              axis.positionOf(column.valueAt(position)),
              (1 - share) * left.values().get(line) + share * right.values().get(line),
              (1 - share) * left.halfWidth(line) + share * right.halfWidth(line)
            });
      }
    }
    return outline;
  }

  /** Where the rows are: along the foot of the plot, as high as the root of their density. */
  private void shares(int left, int right, int bottom, Part.Number axis) {
    Part.Number column = effect.axis().orElseThrow();
    List<double[]> strips = new ArrayList<>(); // from, to, root of density
    double highest = 0;
    List<Double> places = new ArrayList<>(); // of all points but that of missing numbers
    for (Effect.Point point : effect.points()) {
      if (!Double.isNaN(point.position())) {
        places.add(axis.positionOf(column.valueAt(point.position())));
      }
    }
    for (int i = 0; i < places.size() && !effect.shares().isEmpty(); i++) {
      double at = places.get(i);
      double from = (places.get(Math.max(0, i - 1)) + at) / 2;
      double to = (at + places.get(Math.min(places.size() - 1, i + 1))) / 2;
      // Narrower than two pixels would be higher than can be seen.
      double density = effect.share(i) / Math.max(to - from, 2.0 / (right - left));
      strips.add(new double[] {from, to, Math.sqrt(density)});
      highest = Math.max(highest, Math.sqrt(density));
    }
    for (double[] strip : strips) {
      double height = highest > 0 ? SHARES_HEIGHT * strip[2] / highest : 0;
      double x = left + (right - left) * strip[0];
      double width = (right - left) * (strip[1] - strip[0]);
      rect("share", "#c8cdd1", x, bottom - height, Math.max(width, 2), height);
    }
  }

  private void band(int index, int left, int right, Part.Number axis) {
    if (!effect.hasBand()) {
      return;
    }
    StringBuilder upper = new StringBuilder();
    StringBuilder lower = new StringBuilder();
    for (double[] at : outline(lines.get(index), axis)) {
      String x = at(left + (right - left) * at[0]);
      upper.append(x + "," + at(y(at[1] + at[2])) + " ");
      lower.insert(0, x + "," + at(y(at[1] - at[2])) + " ");
    }
    svg.append("<polygon class=\"band" + index + "\" fill=\"" + COLORS[index])
        .append("\" fill-opacity=\"0.16\" points=\"" + upper + lower.toString().strip())
        .append("\"/>\n");
  }

  private void missing(double x, int bottom) {
    line("grid", "#e4e4e4", x - 24, TOP, x - 24, bottom);
    for (int i = 0; i < lines.size(); i++) {
      // Classes stand side by side, so that their bands do not hide each other.
      double at = x + 7 * (i - (lines.size() - 1) / 2.0);
      double value = last().values().get(lines.get(i));
      double half = last().halfWidth(lines.get(i));
      line("line" + i, COLORS[i], at, y(value - half), at, y(value + half));
      dot(i, at, y(value));
    }
    text(x, bottom + 18, "middle", "", "missing");
  }

  private String bars() {
    List<Effect.Point> shown = shown();
    boolean several = lines.size() > 1;
    int longest =
        shown.stream().mapToInt(p -> Math.min(p.label().length(), LONGEST_LABEL)).max().orElse(0);
    double left = 18 + 7.0 * Math.max(4, longest);
    double right = several ? RIGHT : RIGHT - 46; // room for the values
    int bottom = TOP + BAR * shown.size();
    boolean cut = shown.size() < effect.points().size();
    int foot = bottom + 24 + (cut ? 20 : 0);
    open(foot + (several ? 18 * lines.size() + 12 : 6));
    for (double tick : ticks()) {
      double x = x(tick, left, right);
      line("grid", "#e4e4e4", x, TOP - 4, x, bottom);
      text(x, bottom + 16, "middle", "", Ticks.label(tick));
    }
    line("zero", "#777", x(0, left, right), TOP - 4, x(0, left, right), bottom);
    for (int row = 0; row < shown.size(); row++) {
      bar(shown.get(row), TOP + BAR * row, left, right, several);
    }
    if (cut) {
      int more = effect.points().size() - shown.size();
      text(12, foot, "start", "fill=\"#666\"", more + " more values, with smaller effects");
    }
    for (int i = 0; several && i < lines.size(); i++) {
      double y = foot + 22 + 18 * i;
      dot(i, left + 6, y - 4);
      text(left + 18, y, "start", "", cut(explanation.lines().get(lines.get(i)), LONGEST_TITLE));
    }
    return svg.append("</svg>\n").toString();
  }

  private void bar(Effect.Point point, int top, double left, double right, boolean several) {
    double middle = top + BAR / 2.0 - 2;
    svg.append("<g><title>" + Html.escape(point.label()) + "</title>\n");
    text(left - 8, middle + 4, "end", "", cut(point.label(), LONGEST_LABEL));
    svg.append("</g>\n");
    for (int i = 0; i < lines.size(); i++) {
      double value = point.values().get(lines.get(i));
      double half = point.halfWidth(lines.get(i));
      double x = x(value, left, right);
      if (several) {
        double y = middle + 3 * (i - (lines.size() - 1) / 2.0);
        line(
            "line" + i,
            COLORS[i],
            x(value - half, left, right),
            y,
            x(value + half, left, right),
            y);
        dot(i, x, y);
      } else {
        double zero = x(0, left, right);
        rect("bar", COLORS[0], Math.min(zero, x), middle - 7, Math.abs(x - zero), 14);
        if (half > 0) {
          double from = x(value - half, left, right);
          double to = x(value + half, left, right);
          line("whisker", "#222", from, middle, to, middle);
          line("whisker", "#222", from, middle - 4, from, middle + 4);
          line("whisker", "#222", to, middle - 4, to, middle + 4);
        }
        text(RIGHT, middle + 4, "end", "", signed(value));
      }
    }
  }

  /** Values by their effect, unless they have an order; at most as many as fit. */
  private List<Effect.Point> shown() {
    List<Effect.Point> points = new ArrayList<>(effect.points());
    if (points.size() > MOST_BARS) {
      List<Effect.Point> largest =
          points.stream()
              .sorted(Comparator.comparingDouble(point -> -size(point)))
              .limit(MOST_BARS)
              .toList();
      points.retainAll(largest);
    }
    if (!effect.ordered()) {
      points.sort(Comparator.comparingDouble(point -> -point.values().get(lines.get(0))));
    }
    return points;
  }

  private static double size(Effect.Point point) {
    return point.values().stream().mapToDouble(Math::abs).max().orElse(0);
  }

  private List<Double> ticks() {
    double step = Axis.roundStep((high - low) / 5);
    List<Double> ticks = new ArrayList<>();
    for (long i = (long) Math.ceil(low / step - 1e-9); i * step <= high + 1e-9 * step; i++) {
      ticks.add(i * step);
    }
    return ticks;
  }

  private double y(double value) {
    return TOP + PLOT_HEIGHT * (high - value) / (high - low);
  }

  private double x(double value, double left, double right) {
    return left + (right - left) * (value - low) / (high - low);
  }

  private void dot(int line, double x, double y) {
    svg.append("<circle class=\"dot" + line + "\" r=\"3.4\" fill=\"" + COLORS[line] + "\" cx=\"")
        .append(at(x) + "\" cy=\"" + at(y) + "\"/>\n");
  }

  private void line(String style, String color, double x1, double y1, double x2, double y2) {
    svg.append("<line class=\"" + style + "\" x1=\"" + at(x1) + "\" y1=\"" + at(y1) + "\" x2=\"")
        .append(at(x2) + "\" y2=\"" + at(y2) + "\" stroke=\"" + color + "\"/>\n");
  }

  private void rect(String style, String color, double x, double y, double width, double height) {
    svg.append("<rect class=\"" + style + "\" fill=\"" + color + "\" fill-opacity=\"0.7\" x=\"")
        .append(at(x) + "\" y=\"")
        .append(at(y) + "\" width=\"" + at(width) + "\" height=\"" + at(height) + "\"/>\n");
  }

  private void text(double x, double y, String anchor, String attributes, String content) {
    svg.append("<text x=\"" + at(x) + "\" y=\"" + at(y) + "\" text-anchor=\"" + anchor + "\" ")
        .append(attributes + ">" + Html.escape(content) + "</text>\n");
  }

  private static String signed(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }

  private static String at(double value) {
    return Html.decimal(value, 2);
  }

  private static String cut(String text, int longest) {
    return text.length() <= longest ? text : text.substring(0, longest - 1) + "…";
  }
}
