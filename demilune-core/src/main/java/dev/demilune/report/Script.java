// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.report;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A script inside a page. It is one of ours, the same on every page: nothing of a model or a file
 * is ever written into it.
 *
 * @param source what runs
 */
record Script(String source) {

  /** Draws curves; MIT License, which must go with every copy. */
  static final Script UPLOT =
      new Script(
          "/*\n"
              + Resources.text("uplot/LICENSE").strip()
              + "\n*/\n"
              + Resources.text("uplot/uPlot.iife.min.js"));

  /** Makes the curve of {@link AttackerSection} movable. */
  static final Script ATTACKER = new Script(Resources.text("attacker.js"));

  Script {
    // Either would end or change how the rest of the element is read.
    if (source.contains("</script") || source.contains("<!--") || source.contains("\r")) {
      throw new IllegalArgumentException("this script cannot stand inside a page");
    }
  }

  String html() {
    return "<script>" + source + "</script>\n";
  }

  /** The content policy of a page: nothing is loaded, and no script runs but these. */
  static String policy(List<Script> scripts) {
    String hashes = scripts.stream().map(Script::hash).collect(Collectors.joining(" "));
    return "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
        + (scripts.isEmpty() ? "" : "; script-src " + hashes);
  }

  private String hash() {
    try {
      byte[] sum =
          MessageDigest.getInstance("SHA-256").digest(source.getBytes(StandardCharsets.UTF_8));
      return "'sha256-" + Base64.getEncoder().encodeToString(sum) + "'";
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
