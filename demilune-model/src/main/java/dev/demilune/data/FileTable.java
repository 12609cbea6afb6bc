// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.data;

/** The common part of the file readers. */
abstract class FileTable implements Table {
  final ByteSource in;
  int cells; // of the current row

  FileTable(ByteSource in) {
    this.in = in;
  }

  @Override
  public final String source() {
    return in.name();
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
