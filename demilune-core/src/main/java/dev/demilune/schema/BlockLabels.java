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
package dev.demilune.schema;

/** The labels of a block's rows: one byte each for up to 256 classes, two bytes above. */
final class BlockLabels {
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

  int get(int row) {
    return narrow != null ? narrow[row] & 0xff : wide[row];
  }
}
