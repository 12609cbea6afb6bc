// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.data;

/** Reads a number from the bytes of a cell, without creating strings. */
@FunctionalInterface
public interface CellParser {

  /** Returns the number that the UTF-8 text in bytes[from, to) stands for, or NaN; never throws. */
  double parse(byte[] bytes, int from, int to);
}
