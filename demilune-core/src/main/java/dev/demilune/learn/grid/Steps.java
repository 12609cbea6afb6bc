// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.grid;

import java.util.Arrays;

/**
 * A count that goes up and down by one at some places, collected in any order and visited from left
 * to right: private.
 */
final class Steps {

  /** Hears of places of equal count. */
  @FunctionalInterface
  interface Visitor {

    /**
     * Called from left to right.
     *
     * @param from the first place
     * @param end the first place behind
     */
    void run(long from, long end, int count);
  }

  private final long from;
  private final long end;
  private final long[] up;
  private final long[] down;
  private int ups;
  private int downs;
  private int first;

  /**
   * @param from the first place
   * @param end the first place behind
   * @param most how many changes there can be
   */
  Steps(long from, long end, int most) {
    this.from = from;
    this.end = end;
    this.up = new long[most];
    this.down = new long[most];
  }

  /** Adds a change, 1 or -1, that holds from a place on, which may lie before the first. */
  void from(long place, int change) {
    if (place <= from) {
      first += change;
    } else if (place < end) {
      if (change > 0) {
        up[ups++] = place;
      } else {
        down[downs++] = place;
      }
    }
  }

  /** Adds a change, 1 or -1, that holds at all places before one, which may lie behind the last. */
  void before(long place, int change) {
    if (place > from) {
      first += change;
      from(place, -change);
    }
  }

  /** Adds a change that holds everywhere. */
  void everywhere(int change) {
    first += change;
  }

  /** Visits all runs; places that changes up and down share may leave a count as it was. */
  void visit(Visitor visitor) {
    Arrays.sort(up, 0, ups);
    Arrays.sort(down, 0, downs);
    int count = first;
    long start = from;
    int i = 0;
    int j = 0;
    while (start < end) {
      long nextUp = i < ups ? up[i] : end;
      long nextDown = j < downs ? down[j] : end;
      long next = Math.min(nextUp, nextDown);
      if (next > start) {
        visitor.run(start, next, count);
        start = next;
      }
      if (next == end) {
        return; // the last run is the one before the end
      }
      if (nextUp == next) {
        count++;
        i++;
      } else {
        count--;
        j++;
      }
    }
  }
}
