// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.data;

/** Blanks around a cell, which the reader keeps inside quotes and which numbers and dates drop. */
final class Blanks {

  private Blanks() {}

  /** Returns where the text in bytes[from, to) begins. */
  static int skip(byte[] bytes, int from, int to) {
    int at = from;
    while (at < to && bytes[at] == ' ') {
      at++;
    }
    return at;
  }

  /** Returns where the text in bytes[from, to) ends. */
  static int cut(byte[] bytes, int from, int to) {
    int end = to;
    while (from < end && bytes[end - 1] == ' ') {
      end--;
    }
    return end;
  }
}
