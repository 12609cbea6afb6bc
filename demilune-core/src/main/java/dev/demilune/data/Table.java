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
package dev.demilune.data;

import java.util.List;

/** Stub: rows of a file, read once, one at a time, without boxing. */
public interface Table extends AutoCloseable {
  /** Where it comes from, for messages. */
  String source();

  /**
   * Column names in file order; empty for vector formats (LIBSVM, IDX), whose columns are feature
   * numbers.
   */
  List<String> columns();

  /**
   * Moves to the next row; false at the end. Throws DataException (file, line, what, what to do)
   * for a broken file.
   */
  boolean next();

  /** Line (CSV, LIBSVM) or record number (IDX) of the current row, from 1. */
  long line();

  /**
   * Number of cells present in the current row (all columns for CSV; the listed entries for
   * LIBSVM).
   */
  int cells();

  /** Column of the i-th present cell: file position for CSV, zero-based feature for vectors. */
  int column(int i);

  /** The cell as a number, NaN if it is none. */
  double number(int i);

  /** Index of the cell's text among the values, or -1; allocates nothing. */
  int find(int i, Vocabulary values);

  /**
   * Vector formats: the row's label as its text's index among the values; CSV: -1 always (the label
   * is a column there).
   */
  int label(Vocabulary values);

  @Override
  void close();
}
