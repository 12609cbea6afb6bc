// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.internal;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Writes numbers for people. */
public final class Digits {

  private Digits() {}

  /** Returns the shortest decimal that reads back as the same number. */
  public static String plain(double value) {
    BigDecimal exact = new BigDecimal(Double.toString(value)).stripTrailingZeros();
    boolean plain = exact.signum() == 0 || (Math.abs(value) < 1e15 && Math.abs(value) >= 1e-6);
    return plain ? exact.toPlainString() : exact.toString();
  }

  /** Returns a number to a hundredth of the gap to its neighbors, so that names stay apart. */
  public static String near(double value, double gap) {
    int places = 2 - (int) Math.floor(Math.log10(gap));
    BigDecimal rounded =
        new BigDecimal(value)
            .setScale(Math.max(-300, Math.min(320, places)), RoundingMode.HALF_EVEN);
    return plain(rounded.doubleValue());
  }
}
