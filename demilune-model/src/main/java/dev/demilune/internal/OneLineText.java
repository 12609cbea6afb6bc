// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.internal;

/**
 * Texts that print as one line, in the order in which they are written.
 *
 * <p>Controls and separators break lines. Characters that steer the direction of writing, and
 * others that cannot be seen, let a text look like another one. The two joiners stay: words and
 * signs of many scripts need them.
 */
public final class OneLineText {

  private static final int NON_JOINER = 0x200c;
  private static final int JOINER = 0x200d;

  private OneLineText() {}

  /** Returns whether the text is one visible line. */
  public static boolean is(String text) {
    return text.codePoints().allMatch(OneLineText::isVisible);
  }

  private static boolean isVisible(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE ->
          false;
      case Character.FORMAT -> c == NON_JOINER || c == JOINER;
      default -> true;
    };
  }
}
