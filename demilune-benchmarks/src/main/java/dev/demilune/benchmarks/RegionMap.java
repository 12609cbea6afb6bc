// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

/** Small maps side by side, as one SVG file: regions of two classes, and some of the rows. */
final class RegionMap {

  static final int CELLS = 44;
  private static final int CELL = 5;
  private static final int SIDE = CELLS * CELL;
  private static final int GAP = 20;
  private static final int IN_A_ROW = 3;
  private static final int DOTS = 120;
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
    maps.append(
            "<rect width=\"" + SIDE + "\" height=\"" + SIDE + "\" fill=\"" + REGION[0] + "\"/>\n")
        .append("<path fill=\"" + REGION[1] + "\" shape-rendering=\"crispEdges\" d=\"");
    for (int row = 0; row < CELLS; row++) {
      for (int from = 0; from < CELLS; ) {
        int to = from;
        while (to < CELLS && regions[row][to] == regions[row][from]) {
          to++; // neighbors of one class are one rectangle
        }
        if (regions[row][from] == 1) {
          int width = (to - from) * CELL;
          maps.append("M" + from * CELL + " " + row * CELL + "h" + width + "v" + CELL)
              .append("h-" + width + "z");
        }
        from = to;
      }
    }
    maps.append("\"/>\n");
    for (int label = 0; label <= 1; label++) {
      dots(table, label);
    }
    maps.append("</g>\n");
  }

  /** Lines of no length with round ends: one path for all rows of a class. */
  private void dots(PlaneRows table, int label) {
    maps.append("<path fill=\"none\" stroke-width=\"4\" stroke-linecap=\"round\" stroke=\"")
        .append(DOT[label] + "\" d=\"");
    for (double[] point : table.points(DOTS, 1)) {
      if (PlaneRows.label(table.side(point[0], point[1])) == label) {
        long x = Math.round((point[0] + 1) / 2 * SIDE);
        long y = Math.round((1 - point[1]) / 2 * SIDE);
        maps.append("M" + x + " " + y + "h0");
      }
    }
    maps.append("\"/>\n");
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
        .append("<g transform=\"translate(" + x + " " + (y + 20) + ")\">\n");
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
