// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.budget;

import dev.demilune.internal.Check;
import dev.demilune.privacy.Amount;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Guarantee;
import dev.demilune.privacy.PureDp;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Divides a budget into parts that never add up to more than the whole. */
public final class Split {

  /** Decimals of 15 digits are doubles and back without change, so the parts are what they say. */
  private static final MathContext FIFTEEN_DIGITS = new MathContext(15, RoundingMode.DOWN);

  private Split() {}

  /**
   * Returns one of a number of equal parts, rounded down: on a ledger that has the whole left, this
   * can be spent that many times.
   */
  public static Guarantee evenly(Guarantee whole, int parts) {
    Check.atLeastOne("parts", parts);
    Amount amount = Amount.of(whole);
    if (parts == 1) {
      return whole;
    }
    double epsilon = part(amount.epsilon(), parts);
    return amount.delta().signum() == 0
        ? PureDp.of(epsilon)
        : ApproximateDp.of(epsilon, part(amount.delta(), parts));
  }

  private static double part(BigDecimal whole, int parts) {
    return whole.divide(BigDecimal.valueOf(parts), FIFTEEN_DIGITS).doubleValue();
  }
}
