// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.studio;

/** Bytes that a browser gets, and what they are. Nobody changes them. */
final class Content {

  private final String type;
  private final byte[] bytes;

  Content(String type, byte[] bytes) {
    this.type = type;
    this.bytes = bytes;
  }

  /** Their type, as the header of a response says it. */
  String type() {
    return type;
  }

  byte[] bytes() {
    return bytes;
  }
}
