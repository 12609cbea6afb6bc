// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import com.google.gson.JsonArray;
import dev.demilune.learn.Setting;
import dev.demilune.schema.CellTally;
import dev.demilune.schema.CellTally.Finding;
import java.util.List;
import java.util.Locale;

/** How the cells of rows that may be looked at fit their schema. */
final class CellNotes {

  private static final int MOST_NOTES = 5; // more would hide the answer

  private CellNotes() {}

  /** Notes what is probably wrong with public rows. */
  static void tell(CellTally tally, Console console) {
    List<Finding> faults = tally.faults();
    faults.stream().limit(MOST_NOTES).forEach(f -> console.note(sentence(f, tally.rows()) + "."));
    if (faults.size() > MOST_NOTES) {
      console.note(
          "and "
              + (faults.size() - MOST_NOTES)
              + " more like this; 'demilune schema lint' lists all.");
    }
  }

  /** Says what was counted, in one sentence without its point. */
  static String sentence(Finding finding, long rows) {
    return String.format(
        Locale.ROOT,
        "column '%s': %,d of %,d cells %s %s, the first on line %d%s",
        finding.column(),
        finding.cells(),
        rows,
        finding.cells() == 1 ? "is" : "are",
        finding.state().phrase(),
        finding.line(),
        finding.advice().map(way -> "; they would be with " + way).orElse(""));
  }

  static JsonArray json(List<Finding> findings) {
    return Json.array(
        findings,
        finding ->
            Json.of(
                "column", finding.column(),
                "state", Setting.word(finding.state()),
                "cells", finding.cells(),
                "firstLine", finding.line(),
                "advice", finding.advice().orElse(null)));
  }
}
