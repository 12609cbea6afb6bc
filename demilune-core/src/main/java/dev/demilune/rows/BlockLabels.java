// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.rows;

import java.io.Serializable;

/** The labels of a block's rows: one byte each for up to 256 classes, two bytes above. */
final class BlockLabels implements Serializable {

  private static final long serialVersionUID = 1;

  private final byte[] narrow;
  private final char[] wide;

  BlockLabels(int[] labels, int rows, int classes) {
    narrow = classes <= 256 ? new byte[rows] : null;
    wide = classes <= 256 ? null : new char[rows];
    for (int i = 0; i < rows; i++) {
      if (narrow != null) {
        narrow[i] = (byte) labels[i];
      } else {
        wide[i] = (char) labels[i];
      }
    }
  }

  /** Takes the labels of one array; the other is null. */
  BlockLabels(byte[] narrow, char[] wide) {
    this.narrow = narrow;
    this.wide = wide;
  }

  int get(int row) {
    return narrow != null ? narrow[row] & 0xff : wide[row]; // bytes are signed: labels go up to 255
  }
}
