// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.random;

import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Randomness whose first words are chosen, for decisions on an edge. */
final class ChosenWords {

  private ChosenWords() {}

  /** A source whose next words are the given ones, put straight into its buffer. */
  static Randomness beginningWith(long... words) {
    try {
      Randomness randomness = Randomness.reproducible(73);
      randomness.nextLong(); // makes its buffer
      Field buffer = Randomness.class.getDeclaredField("buffer");
      buffer.setAccessible(true);
      Field position = Randomness.class.getDeclaredField("position");
      position.setAccessible(true);
      int start = Randomness.BUFFER_BYTES - words.length * Long.BYTES;
      ByteBuffer bytes =
          ByteBuffer.wrap((byte[]) buffer.get(randomness)).order(ByteOrder.LITTLE_ENDIAN);
      bytes.position(start);
      for (long word : words) {
        bytes.putLong(word);
      }
      position.setInt(randomness, start);
      return randomness;
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }
}
