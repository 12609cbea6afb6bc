// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.data;

import java.util.List;

/**
 * Rows of a file or an array, read once, one at a time, without boxing.
 *
 * <p>A table is a cursor: {@link #next} moves to the next row, and the other methods read the
 * current row. A value inside a well-formed cell never makes {@code next} throw, and a cell that is
 * not a number is NaN. Malformed files make it throw, with the line: NUL, text that is not UTF-8,
 * unclosed quotes, too few cells, indices out of order, an enormous row.
 */
public interface Table extends AutoCloseable {

  /** How cells are addressed. */
  enum Layout {
    /** The file names its columns; cell i belongs to column i. */
    NAMED,
    /** The file has columns without names; cell i belongs to column i. */
    POSITIONAL,
    /** Rows are vectors with a separate label; cells are the listed entries, by feature. */
    VECTOR
  }

  /** Returns where the rows come from, for messages. */
  String source();

  /** Returns where the labels come from, for messages: another file where they have their own. */
  default String labelSource() {
    return source();
  }

  /** Returns how cells are addressed. */
  Layout layout();

  /**
   * Returns the column names in file order: the header's, or "1", "2", ... where the file has no
   * header; of vectors those beside them that have a name, usually none. Only {@link #parse} reads
   * these, by their position here.
   */
  List<String> columns();

  /** Returns whether rows have a label outside their cells; only vectors may. */
  boolean labeled();

  /**
   * Moves to the next row; false at the end.
   *
   * @throws DataException if the file is malformed: file, line, what is wrong and what to do
   */
  boolean next();

  /** Returns the line on which the current row begins, or its record number (IDX), from 1. */
  long line();

  /** Returns the number of cells present: all columns, or the listed entries of a vector. */
  int cells();

  /** Returns the column of the i-th present cell; for vectors the feature, from 0. */
  int column(int i);

  /** Returns the cell as a number, NaN if it is not one. */
  double number(int i);

  /**
   * Returns the cell as an integer, a fraction rounded to the nearest; the fallback if it is not a
   * number. CSV files give the exact integers of 63 bits that they hold, others those of a double.
   */
  default long whole(int i, long fallback) {
    double value = number(i);
    return Double.isNaN(value) ? fallback : Math.round(value);
  }

  /** Returns what a parser reads from the cell's text; NaN in tables that hold no text. */
  default double parse(int i, CellParser parser) {
    return Double.NaN;
  }

  /** Returns the index of the cell's text among the values, or -1; allocates nothing. */
  int find(int i, Vocabulary values);

  /** Returns whether the cell is missing: by one of these texts, or because there is no value. */
  default boolean missing(int i, Vocabulary texts) {
    return find(i, texts) >= 0;
  }

  /**
   * Returns the index of a vector's label among the values, or -1. Where the label is a column like
   * others (all layouts but {@link Layout#VECTOR}) this is always -1.
   */
  int label(Vocabulary values);

  @Override
  void close();
}
