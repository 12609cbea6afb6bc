// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.experiment;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The least piece of an experiment: one measure with all its parameters, which decide the result.
 */
record Cell(Measure measure, Parameters parameters) {

  /** Changes when cells of an older version would give other results. */
  private static final int FORM = 2; // 2: exact scores

  private static final int KEY_BYTES = 16;

  /** Returns a name that only cells of equal results share. */
  String key() {
    StringBuilder text = new StringBuilder("form=" + FORM + "\nversion=" + version());
    text.append("\nmeasure=").append(measure.name());
    parameters.values().forEach((name, value) -> text.append('\n' + name + '=' + value));
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256")
              .digest(text.toString().getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash, 0, KEY_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every Java has it
    }
  }

  private static String version() {
    String built = Cell.class.getPackage().getImplementationVersion();
    return built == null ? "not packaged" : built;
  }

  double[] run(DataFolder data) {
    return measure.measure(parameters, data);
  }
}
