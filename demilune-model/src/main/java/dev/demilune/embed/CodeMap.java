// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.embed;

/**
 * A public map from the codes of a row's parts ({@link dev.demilune.schema.PartCodes}) to another
 * row; see {@code BoundedDataset.throughCodes} of {@code dev.demilune.rows}.
 *
 * <p>The image depends on this row and on public constants only. An object serves one thread and
 * may keep arrays between calls.
 */
@FunctionalInterface
public interface CodeMap {

  /** Writes every entry of the image of a row, in grid units; see {@link GridMap#map}. */
  void map(char[] codes, short[] into);
}
