// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.schema;

import dev.demilune.data.CellParser;
import dev.demilune.data.DateFormat;
import dev.demilune.data.NumberFormat;
import dev.demilune.data.Table;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Counts how the cells of a table fit its schema, column by column, with the line of the first of
 * each kind.
 *
 * <p><b>The counts depend on the rows and nothing protects them.</b> They are for public rows, and
 * for the eyes of who holds the private ones ({@code demilune schema lint}). Training never counts.
 */
public final class CellTally {

  private static final double CONVINCING = 0.9; // share of unreadable cells that another way reads

  /**
   * What was counted of a column.
   *
   * @param line of the first such cell
   * @param advice what the schema could say instead; empty where no other way reads the cells
   */
  public record Finding(
      String column, CellState state, long cells, long line, Optional<String> advice) {}

  private final List<Column> columns;
  private final List<Map<CellState, Count>> counts = new ArrayList<>(); // by column
  private final Map<Integer, Map<String, Long>> otherwise = new LinkedHashMap<>();
  private long rows;

  /** Cells of one kind, and the line of the first. */
  private static final class Count {
    private final long line;
    private long cells;

    Count(long line) {
      this.line = line;
    }
  }

  private CellTally(List<Column> columns) {
    this.columns = columns;
    columns.forEach(column -> counts.add(new EnumMap<>(CellState.class)));
  }

  /** Returns a tally of nothing yet. */
  public static CellTally of(Schema schema) {
    return new CellTally(schema.columns());
  }

  /** Returns the number of rows. */
  public long rows() {
    return rows;
  }

  void addRow() {
    rows++;
  }

  void add(int column, CellState state, Table table, int position) {
    if (state == CellState.READ) {
      return; // nearly always
    }
    counts.get(column).computeIfAbsent(state, s -> new Count(table.line())).cells++;
    if (state == CellState.UNREADABLE) {
      readOtherwise(column, table, position);
    }
  }

  private void readOtherwise(int column, Table table, int position) {
    Map<String, Long> read = otherwise.computeIfAbsent(column, c -> new LinkedHashMap<>());
    boolean date = columns.get(column) instanceof Column.Date;
    List<? extends CellParser> ways = date ? DateFormat.COMMON : NumberFormat.COMMON;
    for (CellParser way : ways) {
      if (!Double.isNaN(table.parse(position, way))) {
        read.merge(words(way), 1L, Long::sum);
      }
    }
  }

  private static String words(CellParser way) {
    if (way instanceof DateFormat format) {
      return "date: " + format.pattern();
    }
    NumberFormat format = (NumberFormat) way;
    String thousands =
        format.thousands() == NumberFormat.NO_GROUPS ? "none" : "\"" + format.thousands() + "\"";
    return "decimal: \"" + format.decimal() + "\", thousands: " + thousands;
  }

  /** Returns what was counted but cells as declared, in schema order. */
  public List<Finding> findings() {
    List<Finding> findings = new ArrayList<>();
    for (int c = 0; c < columns.size(); c++) {
      for (Map.Entry<CellState, Count> counted : counts.get(c).entrySet()) {
        CellState state = counted.getKey();
        long cells = counted.getValue().cells;
        findings.add(
            new Finding(
                columns.get(c).name(),
                state,
                cells,
                counted.getValue().line,
                state == CellState.UNREADABLE ? advice(c, cells) : Optional.empty()));
      }
    }
    return findings;
  }

  /** Returns the findings that say that schema or file is probably wrong. */
  public List<Finding> faults() {
    return findings().stream().filter(finding -> finding.state().isFault()).toList();
  }

  private Optional<String> advice(int column, long unreadable) {
    Map<String, Long> read = otherwise.getOrDefault(column, Map.of());
    if (read.isEmpty()) {
      return Optional.empty();
    }
    Map.Entry<String, Long> best = Collections.max(read.entrySet(), Map.Entry.comparingByValue());
    return best.getValue() >= CONVINCING * unreadable
        ? Optional.of(best.getKey())
        : Optional.empty();
  }
}
