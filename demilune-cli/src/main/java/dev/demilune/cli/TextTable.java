// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import java.util.ArrayList;
import java.util.List;

/** Rows of text in aligned columns: the first to the left, columns of numbers to the right. */
final class TextTable {

  private final List<List<String>> rows = new ArrayList<>();
  private final boolean[] right;

  /** A table whose listed columns (from 0) are aligned to the right. */
  TextTable(List<String> header, int... rightColumns) {
    right = new boolean[header.size()];
    for (int column : rightColumns) {
      right[column] = true;
    }
    rows.add(header);
  }

  void add(String... cells) {
    rows.add(List.of(cells));
  }

  @Override
  public String toString() {
    int[] widths = new int[right.length];
    for (List<String> row : rows) {
      for (int c = 0; c < widths.length; c++) {
        widths[c] = Math.max(widths[c], row.get(c).length());
      }
    }
    StringBuilder text = new StringBuilder();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int c = 0; c < widths.length; c++) {
        String padding = " ".repeat(widths[c] - row.get(c).length());
        line.append(c == 0 ? "" : "  ");
        line.append(right[c] ? padding + row.get(c) : row.get(c) + padding);
      }
      text.append(line.toString().stripTrailing()).append('\n');
    }
    return text.substring(0, text.length() - 1);
  }
}
