// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.data;

/**
 * A table whose columns have names, and whose rows have a cell in each: the label is one of them.
 */
public interface NamedTable extends Table {

  @Override
  default Layout layout() {
    return Layout.NAMED;
  }

  @Override
  default boolean labeled() {
    return false;
  }

  @Override
  default int cells() {
    return columns().size();
  }

  @Override
  default int column(int i) {
    return i;
  }

  @Override
  default int label(Vocabulary values) {
    return -1;
  }
}
