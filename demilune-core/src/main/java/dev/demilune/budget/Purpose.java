// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.budget;

/**
 * What a spend is for.
 *
 * @param what in the spender's words; printed on the certificate
 * @param learner the learner that will use it; empty if it is not known
 */
public record Purpose(String what, String learner) {

  public Purpose {
    OneLine.checked("purpose", what);
    if (!learner.isEmpty()) {
      OneLine.checked("learner", learner);
    }
  }

  /** Returns a purpose that says nothing of the learner. */
  public static Purpose of(String what) {
    return new Purpose(what, "");
  }
}
