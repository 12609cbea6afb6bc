// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.data;

import java.util.Arrays;

/** The UTF-8 bytes of one text, in a buffer that is used again. */
final class Utf8Text {

  private byte[] bytes = new byte[32];
  private int length;

  byte[] bytes() {
    return bytes;
  }

  int length() {
    return length;
  }

  /** Takes a text without the blanks around it, as the reader of CSV does; half of a pair is ?. */
  void set(CharSequence text) {
    int from = 0;
    int to = text.length();
    while (from < to && isBlank(text.charAt(from))) {
      from++;
    }
    while (from < to && isBlank(text.charAt(to - 1))) {
      to--;
    }
    length = 0;
    for (int i = from; i < to; i++) {
      char c = text.charAt(i);
      if (c < 0x80) {
        add(c);
      } else if (c < 0x800) {
        add(0xc0 | (c >> 6));
        add(0x80 | (c & 0x3f));
      } else if (!Character.isSurrogate(c)) {
        add(0xe0 | (c >> 12));
        add(0x80 | ((c >> 6) & 0x3f));
        add(0x80 | (c & 0x3f));
      } else if (i + 1 < to && Character.isSurrogatePair(c, text.charAt(i + 1))) {
        int point = Character.toCodePoint(c, text.charAt(++i));
        add(0xf0 | (point >> 18));
        add(0x80 | ((point >> 12) & 0x3f));
        add(0x80 | ((point >> 6) & 0x3f));
        add(0x80 | (point & 0x3f));
      } else {
        add('?');
      }
    }
  }

  void set(char character) {
    set(String.valueOf(character));
  }

  /** Takes the digits of an integer. */
  void set(long number) {
    length = 0;
    long left = number;
    do { // backwards; the remainder of a negative number is negative
      add('0' + (int) Math.abs(left % 10));
      left /= 10;
    } while (left != 0);
    if (number < 0) {
      add('-');
    }
    for (int i = 0, j = length - 1; i < j; i++, j--) {
      byte b = bytes[i];
      bytes[i] = bytes[j];
      bytes[j] = b;
    }
  }

  private void add(int b) {
    if (length == bytes.length) {
      bytes = Arrays.copyOf(bytes, 2 * length);
    }
    bytes[length++] = (byte) b;
  }

  private static boolean isBlank(char c) {
    return c == ' ' || c == '\t';
  }
}
