// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.certificate;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A part of the document: a heading, and names with what is to be said of each, in order.
 *
 * @param heading of the part
 * @param lines by name
 */
public record Section(String heading, Map<String, String> lines) {

  public Section {
    lines = Collections.unmodifiableMap(new LinkedHashMap<>(lines));
  }

  /** Returns the part as text, with a blank line before it. */
  String toText() {
    StringBuilder text = new StringBuilder("\n").append(heading).append('\n');
    lines.forEach(
        (name, value) -> text.append("  ").append(name).append(": ").append(value).append('\n'));
    return text.toString();
  }
}
