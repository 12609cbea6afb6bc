// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.rows;

/**
 * The arrays of a block that is read from a file. A worker that reads one block after the other
 * uses them again, so that a pass over a large file allocates the memory of one block.
 */
final class BlockArrays {

  private short[] values = {};
  private int[] entries = {};
  private int[] starts = {};
  private int[] squaredNorms = {};
  private byte[] narrowLabels = {};
  private char[] wideLabels = {};
  private char[] codes = {};
  private char[] peers = {};

  /** Returns an array of at least this length. */
  short[] values(int count) {
    values = values.length < count ? new short[count] : values;
    return values;
  }

  /** Returns an array of at least this length. */
  int[] entries(int count) {
    entries = entries.length < count ? new int[count] : entries;
    return entries;
  }

  /** Returns an array of at least this length. */
  int[] starts(int count) {
    starts = starts.length < count ? new int[count] : starts;
    return starts;
  }

  /** Returns an array of this length, which is the number of rows. */
  int[] squaredNorms(int count) {
    squaredNorms = squaredNorms.length == count ? squaredNorms : new int[count];
    return squaredNorms;
  }

  /** Returns an array of at least this length. */
  byte[] narrowLabels(int count) {
    narrowLabels = narrowLabels.length < count ? new byte[count] : narrowLabels;
    return narrowLabels;
  }

  /** Returns an array of at least this length. */
  char[] wideLabels(int count) {
    wideLabels = wideLabels.length < count ? new char[count] : wideLabels;
    return wideLabels;
  }

  /** Returns an array of this length, which is the number of rows times that of parts. */
  char[] codes(int count) {
    codes = codes.length == count ? codes : new char[count];
    return codes;
  }

  /** Returns an array of at least this length. */
  char[] peers(int count) {
    peers = peers.length < count ? new char[count] : peers;
    return peers;
  }
}
