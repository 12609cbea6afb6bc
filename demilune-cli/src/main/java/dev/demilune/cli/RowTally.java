// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import com.google.gson.JsonObject;
import dev.demilune.data.CsvReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Counts rows that are there twice, and rows of one person, for the eyes of who holds the rows. It
 * keeps a few bytes for every different row and person.
 */
final class RowTally {

  private final Optional<Integer> person; // which column names persons
  private final boolean promised; // the schema's unit is that person, however many rows
  private final Set<Long> rows = new HashSet<>(); // by a hash of each
  private final Map<String, Long> persons = new HashMap<>();
  private long duplicates;
  private long firstDuplicate;
  private long mostOfOne;
  private long secondOfOne; // the line on which somebody has a second row for the first time

  RowTally(Optional<Integer> person, boolean promised) {
    this.person = person;
    this.promised = promised;
  }

  /** Adds the current row. */
  void add(CsvReader table) {
    List<String> cells = new ArrayList<>(table.columns().size());
    for (int c = 0; c < table.columns().size(); c++) {
      cells.add(table.text(c));
    }
    if (!rows.add(fnv(String.join("\u001f", cells)))) {
      duplicates++;
      firstDuplicate = firstDuplicate == 0 ? table.line() : firstDuplicate;
    }
    if (person.isPresent()) {
      long count = persons.merge(cells.get(person.get()), 1L, Long::sum);
      mostOfOne = Math.max(mostOfOne, count);
      secondOfOne = secondOfOne == 0 && count == 2 ? table.line() : secondOfOne;
    }
  }

  /** 64 bits: among a million rows two that differ are hardly ever taken for one. */
  private static long fnv(String text) {
    long hash = 0xcbf29ce484222325L;
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * 0x100000001b3L;
    }
    return hash;
  }

  /** What was found, in sentences without their points. */
  List<String> sentences() {
    List<String> found = new ArrayList<>();
    if (duplicates > 0) {
      found.add(
          String.format(
                  Locale.ROOT,
                  "%,d rows are there already, word by word, the first on line %d",
                  duplicates,
                  firstDuplicate)
              + (promised ? "" : ": one person entered twice counts twice"));
    }
    if (person.isPresent()) {
      found.add(
          mostOfOne < 2
              ? String.format(Locale.ROOT, "%,d persons, each with one row", persons.size())
              : String.format(
                      Locale.ROOT,
                      "%,d persons with up to %,d rows each, the first second row on line %d",
                      persons.size(),
                      mostOfOne,
                      secondOfOne)
                  + (promised
                      ? ""
                      : String.format(
                          Locale.ROOT,
                          ": the guarantee is for one row, so it is up to %,d times as weak for a"
                              + " person",
                          mostOfOne)));
    }
    return found;
  }

  /** The same for scripts. */
  void addTo(JsonObject json) {
    Json.add(
        json,
        "duplicateRows",
        Json.of("rows", duplicates, "firstLine", duplicates == 0 ? null : firstDuplicate));
    if (person.isPresent()) {
      Json.add(
          json,
          "persons",
          Json.of(
              "persons",
              persons.size(),
              "mostRows",
              mostOfOne,
              "firstLine",
              secondOfOne == 0 ? null : secondOfOne));
    }
  }
}
