// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.data;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The bytes of one line or row of text while it is read. */
final class TextBuffer {
  private static final int LONGEST = 1 << 26;

  private final ByteSource source;
  private byte[] bytes = new byte[256];
  private int size;
  private int union; // bitwise or of all bytes: shows whether all are ASCII

  TextBuffer(ByteSource source) {
    this.source = source;
  }

  void clear() {
    size = 0;
    union = 0;
  }

  void add(int b) {
    if (b == 0) {
      throw source.fault("the file has a zero byte, so it is not UTF-8 text; convert it first");
    }
    if (size == bytes.length) {
      if (size >= LONGEST) { // a bound on memory: an open quote would swallow the file
        throw source.fault("the row is longer than 64 MiB; is a quote left open?");
      }
      bytes = Arrays.copyOf(bytes, 2 * size);
    }
    bytes[size++] = (byte) b;
    union |= b;
  }

  byte[] bytes() {
    return bytes;
  }

  int size() {
    return size;
  }

  void cutTo(int newSize) {
    size = newSize;
  }

  /** Returns whether all bytes were ASCII, and so UTF-8. */
  boolean isAscii() {
    return union < 0x80; // a cheap test; only other rows are decoded
  }

  /** Refuses bytes[from, to) unless they are strict UTF-8. */
  void checkUtf8(int from, int to) {
    try {
      // a new decoder reports faults, where String would replace them
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, from, to - from));
    } catch (CharacterCodingException e) {
      throw source.fault("the text is not UTF-8; convert the file to UTF-8");
    }
  }
}
