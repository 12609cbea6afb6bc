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
package dev.demilune.data;

import dev.demilune.DemiluneException;

/**
 * A file that cannot be read as what it was said to be.
 *
 * <p>The message is "file:line: what is wrong; what to do". It names places, never the content of a
 * cell.
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
