// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.budget;

import dev.demilune.DemiluneException;
import dev.demilune.internal.OneLineText;

/** Names and purposes are one line that a certificate can print. */
final class OneLine {

  private static final int LONGEST = 200;

  private OneLine() {}

  static String checked(String what, String text) {
    if (text.isBlank()) {
      throw new DemiluneException(
          "the " + what + " of a ledger or spend must not be blank: say what it is for");
    }
    if (text.length() > LONGEST || !OneLineText.is(text)) {
      throw new DemiluneException(
          "the "
              + what
              + " of a ledger or spend must be one line of at most "
              + LONGEST
              + " characters, without characters that cannot be seen or change the direction of"
              + " writing");
    }
    return text;
  }
}
