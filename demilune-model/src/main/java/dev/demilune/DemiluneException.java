// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune;

/**
 * A fault that someone can mend: a wrong file, a wrong setting, a spent budget.
 *
 * <p>The message is one sentence for that person: what is wrong, where, and what to do. It never
 * quotes a cell of a table, because a message is a release nobody paid for.
 */
public class DemiluneException extends RuntimeException {

  public DemiluneException(String message) {
    super(message);
  }

  public DemiluneException(String message, Throwable cause) {
    super(message, cause);
  }
}
