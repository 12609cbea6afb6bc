// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.model;

import dev.demilune.DemiluneException;
import java.nio.file.Path;

/** A model file that cannot be read, with one sentence on the cause and the remedy. */
public final class ModelFileException extends DemiluneException {

  ModelFileException(Path file, String fault) {
    super(file + " " + fault);
  }

  ModelFileException(Path file, String fault, Throwable cause) {
    super(file + " " + fault, cause);
  }
}
