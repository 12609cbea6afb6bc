// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import java.util.Locale;

/** Small maps side by side, as one SVG file: regions of two classes, and some of the rows. */
final class RegionMap {

  static final int CELLS = 50;
  private static final int SIDE = 220;
  private static final int GAP = 20;
  private static final int IN_A_ROW = 3;
  private static final int DOTS = 150;
  private static final String[] REGION = {"#cfe1f0", "#f6d9c3"};
  private static final String[] DOT = {"#12507b", "#b3460b"};

  private final String title;
  private final StringBuilder maps = new StringBuilder();
  private int count;

  RegionMap(String title) {
    this.title = title;
  }

  /** Adds a map of predicted classes, from the top row to the bottom. */
  void add(String caption, PlaneRows table, int[][] regions) {
    open(caption);
    double cell = SIDE / (double) CELLS;
    for (int row = 0; row < CELLS; row++) {
      for (int from = 0; from < CELLS; ) {
        int to = from;
        while (to < CELLS && regions[row][to] == regions[row][from]) {
          to++; // neighbors of one class are one rectangle
        }
        maps.append(
            String.format(
                Locale.ROOT,
                "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"/>\n",
                from * cell,
                row * cell,
                (to - from) * cell,
                cell,
                REGION[regions[row][from]]));
        from = to;
      }
    }
    for (double[] point : table.points(DOTS, 1)) {
      maps.append(
          String.format(
              Locale.ROOT,
              "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"2\" fill=\"%s\"/>\n",
              (point[0] + 1) / 2 * SIDE,
              (1 - point[1]) / 2 * SIDE,
              DOT[PlaneRows.label(table.side(point[0], point[1]))]));
    }
    maps.append("</g>\n");
  }

  /** Adds an empty map: there is no plan. */
  void refused(String caption) {
    open(caption + ": refused");
    maps.append("<rect width=\"" + SIDE + "\" height=\"" + SIDE + "\" fill=\"#eee\"/>\n</g>\n");
  }

  private void open(String caption) {
    int x = GAP + count % IN_A_ROW * (SIDE + GAP);
    int y = 40 + count / IN_A_ROW * (SIDE + 40);
    count++;
    maps.append("<text x=\"" + x + "\" y=\"" + (y + 12) + "\">" + caption + "</text>\n")
        .append("<g transform=\"translate(" + x + " " + (y + 20) + ")\" shape-rendering=\"")
        .append("crispEdges\">\n");
  }

  String svg() {
    int width = GAP + IN_A_ROW * (SIDE + GAP);
    int height = 40 + (count + IN_A_ROW - 1) / IN_A_ROW * (SIDE + 40) + GAP / 2;
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\""
        + width
        + "\" height=\""
        + height
        + "\" viewBox=\"0 0 "
        + width
        + " "
        + height
        + "\" role=\"img\" font-family=\"system-ui, "
        + "sans-serif\" font-size=\"13\" fill=\"#222\">\n<title>"
        + title
        + "</title>\n"
        + "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n<text x=\""
        + GAP
        + "\" y=\"26\" font-size=\"17\" font-weight=\"600\">"
        + title
        + "</text>\n"
        + maps
        + "</svg>\n";
  }
}
