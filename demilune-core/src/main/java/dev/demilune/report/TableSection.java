// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.report;

import java.util.List;

/**
 * A table of texts as a section of a page; a narrow screen scrolls it.
 *
 * @param head one text for each column
 * @param rows the first text of each names the row
 */
public record TableSection(String heading, List<String> head, List<List<String>> rows) {

  public TableSection {
    head = List.copyOf(head);
    rows = rows.stream().map(List::copyOf).toList();
  }

  /** Adds the table to a page. */
  public void addTo(Page page) {
    page.section(heading, Html.scrolling(heading, Html.table("matrix", head, rows)));
  }
}
