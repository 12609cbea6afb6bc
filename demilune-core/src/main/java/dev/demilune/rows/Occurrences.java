// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.rows;

/** Counts how often each key of 96 bits has come, in flat arrays: about 32 bytes for a key. */
public final class Occurrences {

  private long[] high = new long[16];
  private int[] low = new int[16];
  private int[] counts = new int[16]; // 0 for an empty slot
  private int size;

  /** Returns how often the key came before, and counts it once more. */
  public int next(long keyHigh, int keyLow) {
    return add(keyHigh, keyLow, 1);
  }

  /** Returns the count of a key, and adds to it; positive. */
  public int add(long keyHigh, int keyLow, int more) {
    if (2 * size >= counts.length) {
      grow();
    }
    int slot = slot(keyHigh, keyLow);
    int before = counts[slot];
    if (before == 0) {
      high[slot] = keyHigh;
      low[slot] = keyLow;
      size++;
    }
    counts[slot] = Math.addExact(before, more); // two rows must not get the same number
    return before;
  }

  /** Receives a key and its count. */
  @FunctionalInterface
  public interface Receiver {
    void accept(long keyHigh, int keyLow, int count);
  }

  /** Hands out all keys with their counts, in no order. */
  public void forEach(Receiver receiver) {
    for (int slot = 0; slot < counts.length; slot++) {
      if (counts[slot] > 0) {
        receiver.accept(high[slot], low[slot], counts[slot]);
      }
    }
  }

  /** Keys are mixed already: their bits choose the slot. */
  private int slot(long keyHigh, int keyLow) {
    int mask = counts.length - 1;
    int slot = (int) keyHigh & mask;
    while (counts[slot] > 0 && (high[slot] != keyHigh || low[slot] != keyLow)) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private void grow() {
    Occurrences larger = new Occurrences();
    int slots = Math.multiplyExact(counts.length, 2);
    larger.high = new long[slots];
    larger.low = new int[slots];
    larger.counts = new int[slots];
    forEach(larger::add);
    high = larger.high;
    low = larger.low;
    counts = larger.counts;
  }
}
