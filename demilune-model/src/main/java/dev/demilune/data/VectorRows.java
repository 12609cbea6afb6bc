// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.data;

import java.util.List;

/** A table whose rows are vectors: no column has a name. */
interface VectorRows extends Table {

  @Override
  default Layout layout() {
    return Layout.VECTOR;
  }

  @Override
  default List<String> columns() {
    return List.of();
  }
}
