// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** What pages are made with and is not made here: the style sheet, scripts, the version. */
final class Resources {

  private Resources() {}

  /** Returns a file that lies beside this class. */
  static String text(String name) {
    try (InputStream in = Resources.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the name of the program, and its version where it is packaged. */
  static String version() {
    String version = Resources.class.getPackage().getImplementationVersion();
    return version == null ? "Demilune" : "Demilune " + version;
  }
}
