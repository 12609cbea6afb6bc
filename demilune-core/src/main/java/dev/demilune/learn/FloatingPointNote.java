// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn;

/** What certificates say where a proof bounds rounding errors instead of doing without any. */
public final class FloatingPointNote {

  public static final String RELIED_ON =
      "floating-point arithmetic as IEEE 754 has it: what is released is computed with it, its"
          + " errors are bounded in the proof and counted in the noise";

  private FloatingPointNote() {}
}
