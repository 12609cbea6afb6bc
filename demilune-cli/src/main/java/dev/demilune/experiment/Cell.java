// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.experiment;

import dev.demilune.budget.Software;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The least piece of an experiment: one measure with all its parameters, which decide the result.
 */
record Cell(Measure measure, Parameters parameters) {

  /** Changes when cells of an older version would give other results. */
  private static final int FORM = 2; // 2: exact scores

  private static final int KEY_BYTES = 16;

  /** Found once: the classes do not change under a running program. */
  private static final String BUILD =
      build(
          Optional.ofNullable(Cell.class.getPackage().getImplementationVersion()),
          () -> Software.build(Cell.class) + "; " + Software.build(Software.class));

  /** Returns a name that only cells of equal results share. */
  String key() {
    StringBuilder text = new StringBuilder("form=" + FORM + "\nversion=" + BUILD);
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

  /**
   * What tells builds apart: the version of a release; for a snapshot, which has many builds, also
   * what it consists of.
   *
   * @param version empty for classes that are not packaged, which cannot be told apart
   */
  static String build(Optional<String> version, Supplier<String> content) {
    return version
        .map(known -> known.endsWith("-SNAPSHOT") ? known + " " + content.get() : known)
        .orElse("not packaged");
  }

  double[] run(DataFolder data) {
    return measure.measure(parameters, data);
  }
}
