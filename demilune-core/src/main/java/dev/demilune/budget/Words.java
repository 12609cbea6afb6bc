/*
 * Copyright 2026 The Demilune Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package dev.demilune.budget;

import dev.demilune.DemiluneException;

/** Names and purposes are one line that a certificate can print. */
final class Words {

  private static final int LONGEST = 200;

  private Words() {}

  static String checked(String what, String text) {
    if (text.isBlank()) {
      throw new DemiluneException(
          "the " + what + " of a ledger or spend must not be blank: say what it is for");
    }
    if (text.length() > LONGEST || text.chars().anyMatch(Character::isISOControl)) {
      throw new DemiluneException(
          "the "
              + what
              + " of a ledger or spend must be one line of at most "
              + LONGEST
              + " characters");
    }
    return text;
  }
}
