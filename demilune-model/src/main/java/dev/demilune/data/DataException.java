// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.data;

import dev.demilune.DemiluneException;

/**
 * A file that cannot be read in the given format.
 *
 * <p>The message is "file:line: what is wrong; what to do". It never quotes a cell.
 */
public final class DataException extends DemiluneException {

  public DataException(String message) {
    super(message);
  }

  public DataException(String message, Throwable cause) {
    super(message, cause);
  }

  static DataException at(String source, long line, String fault) {
    return new DataException(source + ":" + line + ": " + fault);
  }
}
