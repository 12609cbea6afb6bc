// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.feasibility;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.ToIntFunction;

/**
 * Draws docs/plots/depth.svg: five constraints of the plane, the depth of all points, the hull of
 * those of depth 4, and what both are along one slice. Every number in it is computed exactly.
 */
final class DepthPicture {

  static final Constraints PENTAGON =
      Constraints.of(
          new long[][] {{0, -1}, {3, -1}, {3, 4}, {-3, 4}, {-3, -1}},
          new long[] {-2, -6, -10, -10, -6},
          Constraints.Bounds.of(new long[] {3, 4}, 10));

  static final long BOX = 8;
  static final Rational SLICE = Rational.of(-3);
  static final int LEVEL = 4;

  private static final int UNIT = 30; // pixels
  private static final int LEFT = 40;
  private static final int TOP = 64;
  private static final int RIGHT = 590; // where the second drawing has its zero
  private static final int STEP = 52; // pixels of one constraint there
  private static final String[] SHADES = {
    "#ffffff", "#f4f7fb", "#e6eef7", "#cbdcef", "#8fb5dd", "#3f78b8"
  };

  private final ConvexDepth hull = ConvexDepth.of(PENTAGON, BOX);
  private final StringBuilder svg = new StringBuilder(32_768);

  private DepthPicture() {}

  static String svg() {
    return new DepthPicture().draw();
  }

  private String draw() {
    int width = RIGHT + 6 * STEP + 40;
    int height = TOP + (int) (2 * BOX) * UNIT + 92;
    svg.append(
        String.format(
            Locale.ROOT,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\""
                + " height=\"%d\" font-family=\"sans-serif\" font-size=\"14\">%n"
                + "<title>Depth and convex depth of five constraints</title>%n"
                + "<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>%n",
            width,
            height,
            width,
            height,
            width,
            height));
    text(LEFT, 26, "start", "bold", "How many of five constraints hold: the depth");
    text(RIGHT, 26, "start", "bold", "Along the slice x = -3");
    cells();
    hull();
    slice();
    String[] caption = {
      "Dashed: the hull of all points of depth 4 or more. Within it the convex",
      "depth is 4 or more. Where the hull's border crosses the slice, the border",
      "of no constraint does."
    };
    for (int i = 0; i < caption.length; i++) {
      text(LEFT, TOP + 2.0 * BOX * UNIT + 30 + 22 * i, "start", "normal", caption[i]);
    }
    return svg.append("</svg>\n").toString();
  }

  /** Cells between the borders, as polygons: the borders cut the box one after the other. */
  private void cells() {
    Rational box = Rational.of(BOX);
    Rational back = box.negated();
    List<List<List<Rational>>> cells = new ArrayList<>();
    cells.add(
        List.of(List.of(back, back), List.of(box, back), List.of(box, box), List.of(back, box)));
    for (int row = 0; row < PENTAGON.size(); row++) {
      List<List<List<Rational>>> finer = new ArrayList<>();
      for (List<List<Rational>> cell : cells) {
        for (int side : new int[] {1, -1}) {
          List<List<Rational>> part = cut(cell, row, side);
          if (part.size() > 2) {
            finer.add(part);
          }
        }
      }
      cells = finer;
    }
    for (List<List<Rational>> cell : cells) {
      int depth = PENTAGON.depth(middle(cell));
      svg.append(
          String.format(
              "<path d=\"%s\" fill=\"%s\" stroke=\"#ffffff\" stroke-width=\"1.5\"/>%n",
              path(cell), SHADES[depth]));
    }
    for (List<List<Rational>> cell : cells) {
      List<Rational> middle = middle(cell);
      int depth = PENTAGON.depth(middle);
      svg.append(
          String.format(
              Locale.ROOT,
              "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\" fill=\"%s\">%d</text>%n",
              x(middle.get(0)),
              y(middle.get(1)) + 5,
              depth == 5 ? "#ffffff" : "#1b2733",
              depth));
    }
    svg.append(
        String.format(
            "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"none\""
                + " stroke=\"#7a8794\"/>%n",
            LEFT, TOP, 2 * BOX * UNIT, 2 * BOX * UNIT));
  }

  /** The part of a convex polygon where a constraint holds, or where it does not. */
  private static List<List<Rational>> cut(List<List<Rational>> cell, int row, int side) {
    List<List<Rational>> part = new ArrayList<>();
    for (int i = 0; i < cell.size(); i++) {
      List<Rational> here = cell.get(i);
      List<Rational> next = cell.get((i + 1) % cell.size());
      Rational above = above(row, here);
      Rational aboveNext = above(row, next);
      if (above.signum() * side >= 0) {
        part.add(here);
      }
      if (above.signum() * aboveNext.signum() < 0) {
        Rational share = above.dividedBy(above.minus(aboveNext));
        part.add(
            List.of(
                here.get(0).plus(share.times(next.get(0).minus(here.get(0)))),
                here.get(1).plus(share.times(next.get(1).minus(here.get(1))))));
      }
    }
    return part;
  }

  private static Rational above(int row, List<Rational> point) {
    return point
        .get(0)
        .times(Rational.of(PENTAGON.coefficient(row, 0)))
        .plus(point.get(1).times(Rational.of(PENTAGON.coefficient(row, 1))))
        .minus(Rational.of(PENTAGON.rightSide(row)));
  }

  private static List<Rational> middle(List<List<Rational>> cell) {
    Rational count = Rational.of(cell.size());
    return List.of(
        cell.stream().map(p -> p.get(0)).reduce(Rational.ZERO, Rational::plus).dividedBy(count),
        cell.stream().map(p -> p.get(1)).reduce(Rational.ZERO, Rational::plus).dividedBy(count));
  }

  /** The corners of the hull, by what the convex depth says of the slices through all vertices. */
  private void hull() {
    List<List<Rational>> lower = new ArrayList<>();
    List<List<Rational>> upper = new ArrayList<>();
    for (Rational x : columns()) {
      hull.low(List.of(x), LEVEL).ifPresent(y -> lower.add(List.of(x, y)));
      hull.high(List.of(x), LEVEL).ifPresent(y -> upper.add(0, List.of(x, y)));
    }
    lower.addAll(upper);
    svg.append(
        String.format(
            "<path d=\"%s\" fill=\"none\" stroke=\"#b3261e\" stroke-width=\"2.2\""
                + " stroke-dasharray=\"8 5\"/>%n",
            path(lower)));
  }

  /** The first coordinates of all crossings of two borders. */
  private static SortedSet<Rational> columns() {
    SortedSet<Rational> columns = new TreeSet<>(Comparator.naturalOrder());
    for (int i = 0; i < PENTAGON.size(); i++) {
      for (int j = 0; j < i; j++) {
        long determinant =
            PENTAGON.coefficient(i, 0) * PENTAGON.coefficient(j, 1)
                - PENTAGON.coefficient(j, 0) * PENTAGON.coefficient(i, 1);
        if (determinant != 0) {
          long numerator =
              PENTAGON.rightSide(i) * PENTAGON.coefficient(j, 1)
                  - PENTAGON.rightSide(j) * PENTAGON.coefficient(i, 1);
          columns.add(Rational.of(numerator, determinant));
        }
      }
    }
    return columns;
  }

  private void slice() {
    double at = x(SLICE);
    line(at, TOP, at, TOP + 2.0 * BOX * UNIT, "#1b2733", 1.2, "3 3");
    text(at, TOP - 8, "middle", "normal", "x = -3");
    Rational box = Rational.of(BOX);
    SliceLevels levels = SliceLevels.of(PENTAGON, List.of(SLICE), box.negated(), box);
    for (int value = 0; value <= PENTAGON.size(); value++) {
      line(across(value), TOP, across(value), TOP + 2.0 * BOX * UNIT, "#e3e7ec", 1, "none");
      text(across(value), TOP - 8, "middle", "normal", Integer.toString(value));
    }
    List<Rational> breaks = breaks(levels);
    steps(breaks, y -> PENTAGON.depth(List.of(SLICE, y)), -6, "#1f5fa8", "none");
    steps(breaks, levels::value, 0, "#2e7d32", "none");
    steps(breaks, y -> hull.at(List.of(SLICE, y)), 6, "#b3261e", "8 5");
    mark(levels.high(LEVEL).orElseThrow(), "#2e7d32");
    mark(levels.low(LEVEL).orElseThrow(), "#2e7d32");
    mark(hull.high(List.of(SLICE), LEVEL).orElseThrow(), "#b3261e");
    mark(hull.low(List.of(SLICE), LEVEL).orElseThrow(), "#b3261e");
    int legend = TOP + (int) (2 * BOX) * UNIT + 30;
    legend(legend, "#1f5fa8", "none", "depth of (-3, y)");
    legend(legend + 22, "#2e7d32", "none", "its envelope along the slice, which is searched");
    legend(legend + 44, "#b3261e", "8 5", "convex depth, which the paper defines");
  }

  /** Where one of the three functions may change along the slice. */
  private List<Rational> breaks(SliceLevels levels) {
    TreeSet<Rational> breaks = new TreeSet<>(LineDepth.of(PENTAGON, List.of(SLICE)).thresholds());
    for (int level = 1; level <= PENTAGON.size(); level++) {
      levels.low(level).ifPresent(breaks::add);
      levels.high(level).ifPresent(breaks::add);
      hull.low(List.of(SLICE), level).ifPresent(breaks::add);
      hull.high(List.of(SLICE), level).ifPresent(breaks::add);
    }
    breaks.removeIf(y -> Math.abs(y.doubleValue()) >= BOX);
    breaks.add(Rational.of(-BOX));
    breaks.add(Rational.of(BOX));
    return List.copyOf(breaks);
  }

  /** Draws a function between its breaks; borders are drawn where values change. */
  private void steps(
      List<Rational> breaks,
      ToIntFunction<Rational> function,
      int shift,
      String color,
      String dashes) {
    StringBuilder path = new StringBuilder();
    for (int i = 0; i + 1 < breaks.size(); i++) {
      Rational from = breaks.get(i);
      Rational to = breaks.get(i + 1);
      int value = function.applyAsInt(from.plus(to).dividedBy(Rational.of(2)));
      double at = across(value) + shift;
      path.append(
          String.format(
              Locale.ROOT, "%s%.1f %.1f L%.1f %.1f", i == 0 ? "M" : " L", at, y(from), at, y(to)));
    }
    svg.append(
        String.format(
            "<path d=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"3\""
                + " stroke-dasharray=\"%s\"/>%n",
            path, color, dashes));
  }

  private void mark(Rational coordinate, String color) {
    svg.append(
        String.format(
            Locale.ROOT,
            "<text x=\"%.1f\" y=\"%.1f\" fill=\"%s\">y = %s</text>%n",
            across(LEVEL) + 18,
            y(coordinate) + 5,
            color,
            coordinate));
  }

  private void legend(int at, String color, String dashes, String words) {
    line(RIGHT, at - 5.0, RIGHT + 36.0, at - 5.0, color, 3, dashes);
    text(RIGHT + 46, at, "start", "normal", words);
  }

  private void line(
      double x1, double y1, double x2, double y2, String color, double width, String dashes) {
    svg.append(
        String.format(
            Locale.ROOT,
            "<path d=\"M%.1f %.1f L%.1f %.1f\" stroke=\"%s\" stroke-width=\"%.1f\""
                + " stroke-dasharray=\"%s\"/>%n",
            x1,
            y1,
            x2,
            y2,
            color,
            width,
            dashes));
  }

  private void text(double x, double y, String anchor, String weight, String words) {
    svg.append(
        String.format(
            Locale.ROOT,
            "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" font-weight=\"%s\""
                + " fill=\"#1b2733\">%s</text>%n",
            x,
            y,
            anchor,
            weight,
            words));
  }

  private static String path(List<List<Rational>> polygon) {
    StringBuilder path = new StringBuilder();
    for (List<Rational> point : polygon) {
      path.append(
          String.format(
              Locale.ROOT,
              "%s%.1f %.1f",
              path.isEmpty() ? "M" : " L",
              x(point.get(0)),
              y(point.get(1))));
    }
    return path + " Z";
  }

  private static double x(Rational coordinate) {
    return LEFT + (coordinate.doubleValue() + BOX) * UNIT;
  }

  private static double y(Rational coordinate) {
    return TOP + (BOX - coordinate.doubleValue()) * UNIT;
  }

  private static double across(int value) {
    return RIGHT + value * STEP;
  }
}
