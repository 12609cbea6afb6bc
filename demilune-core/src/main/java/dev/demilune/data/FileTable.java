// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.data;

import java.util.List;

/** What readers of files share; rows are vectors where nothing else is said. */
abstract class FileTable implements Table {
  final ByteSource in;
  int cells; // of the present row

  FileTable(ByteSource in) {
    this.in = in;
  }

  @Override
  public final String source() {
    return in.name();
  }

  @Override
  public Layout layout() {
    return Layout.VECTOR;
  }

  @Override
  public List<String> columns() {
    return List.of();
  }

  @Override
  public final int cells() {
    return cells;
  }

  @Override
  public void close() {
    in.close();
  }
}
