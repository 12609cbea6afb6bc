/*
 * Copyright 2026 The Demilune Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
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
