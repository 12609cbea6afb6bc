// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.data;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A fixed public list of texts, in which cells are looked up without creating strings.
 *
 * <p>{@link #of} matches exact texts only. {@link #numeric} also matches numbers by value if no
 * text is equal: "+1" and "1.0" then match "1".
 */
public final class Vocabulary {
  private final List<String> texts;
  private final byte[][] encoded;
  private final int[] slots; // open addressing: position + 1 of a text, 0 where free
  private final double[] numbers; // sorted
  private final int[] numberPositions;

  private Vocabulary(List<String> texts, boolean byValue) {
    this.texts = List.copyOf(texts);
    encoded = new byte[texts.size()][];
    // a power of two, at most half full
    slots = new int[Integer.highestOneBit(Math.max(2, texts.size())) * 4];
    for (int i = 0; i < encoded.length; i++) {
      byte[] text = texts.get(i).getBytes(StandardCharsets.UTF_8);
      int slot = slot(text, 0, text.length);
      if (slots[slot] == 0) { // the first of equal texts wins
        encoded[i] = text;
        slots[slot] = i + 1;
      }
    }
    int[] order = byValue ? numericOrder() : new int[0];
    numberPositions = order;
    numbers = new double[order.length];
    for (int i = 0; i < order.length; i++) {
      numbers[i] = value(order[i]);
    }
  }

  /** Returns a vocabulary of exact texts. */
  public static Vocabulary of(List<String> texts) {
    return new Vocabulary(texts, false);
  }

  /** Returns a vocabulary that also compares texts as numbers where both are numbers. */
  public static Vocabulary numeric(List<String> texts) {
    return new Vocabulary(texts, true);
  }

  /** Returns the index of the UTF-8 text in bytes[from, to), or -1. */
  public int find(byte[] bytes, int from, int to) {
    int exact = slots[slot(bytes, from, to)] - 1;
    if (exact >= 0 || numbers.length == 0) {
      return exact;
    }
    return findNumber(NumberParser.parse(bytes, from, to));
  }

  /** Returns the index of the text with this numeric value, or -1. */
  public int findNumber(double number) {
    int at = Arrays.binarySearch(numbers, number + 0.0); // -0 becomes 0
    return at >= 0 ? numberPositions[at] : -1;
  }

  private int slot(byte[] bytes, int from, int to) {
    int hash = 0x811c9dc5; // FNV-1a
    for (int i = from; i < to; i++) {
      hash = (hash ^ bytes[i]) * 0x01000193;
    }
    int slot = (hash ^ hash >>> 15) & slots.length - 1; // mixes high bits down to the ones used
    while (slots[slot] != 0) { // ends: at least half of the slots are free
      byte[] there = encoded[slots[slot] - 1];
      if (Arrays.equals(there, 0, there.length, bytes, from, to)) {
        break;
      }
      slot = slot + 1 & slots.length - 1;
    }
    return slot;
  }

  private double value(int index) {
    byte[] text = encoded[index];
    // a duplicate text: the first one is found
    return text == null ? Double.NaN : NumberParser.parse(text, 0, text.length) + 0.0;
  }

  /** Positions of the distinct finite numbers, by value; the first of equal ones. */
  private int[] numericOrder() {
    int[] sorted =
        IntStream.range(0, texts.size())
            .filter(i -> Double.isFinite(value(i)))
            .boxed()
            .sorted((a, b) -> Double.compare(value(a), value(b)))
            .mapToInt(Integer::intValue)
            .toArray();
    int kept = 0;
    for (int position : sorted) {
      if (kept == 0 || value(sorted[kept - 1]) != value(position)) {
        sorted[kept++] = position;
      }
    }
    return Arrays.copyOf(sorted, kept);
  }
}
