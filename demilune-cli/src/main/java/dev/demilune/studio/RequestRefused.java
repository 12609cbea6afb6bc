// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.studio;

/** A request that is not answered, with a sentence for the person at the page. */
final class RequestRefused extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final int status;

  /** A refusal to the studio's own page, which shows the sentence. */
  RequestRefused(String sentence) {
    this(200, sentence);
  }

  RequestRefused(int status, String sentence) {
    super(sentence);
    this.status = status;
  }

  /** The status of the response. */
  int status() {
    return status;
  }
}
