// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.privacy;

import java.math.BigDecimal;
import java.util.Locale;

/**
 * An exact amount of ε and δ, spent or left. Either may be zero.
 *
 * <p>Decimals are as a person types them: the double nearest to 0.1 counts as 0.1, so ten times 0.1
 * is 1.
 */
public record Amount(BigDecimal epsilon, BigDecimal delta) {

  /** Nothing. */
  public static final Amount ZERO = new Amount(BigDecimal.ZERO, BigDecimal.ZERO);

  public Amount {
    epsilon = canonical("epsilon", epsilon);
    delta = canonical("delta", delta);
  }

  /**
   * Returns the guarantee as an amount: the decimals that people read and write, 0.1 for 0.1. The
   * double that noise is made from may differ from them in its seventeenth digit, and no later sum
   * knows of it.
   */
  public static Amount of(Guarantee guarantee) {
    return new Amount(
        BigDecimal.valueOf(guarantee.epsilon()), BigDecimal.valueOf(guarantee.delta()));
  }

  /** Returns the sum, exactly. */
  public Amount plus(Amount other) {
    return new Amount(epsilon.add(other.epsilon), delta.add(other.delta));
  }

  /** Returns whether neither ε nor δ exceeds that of the other. */
  public boolean fitsIn(Amount other) {
    return epsilon.compareTo(other.epsilon) <= 0 && delta.compareTo(other.delta) <= 0;
  }

  /** Returns the amount as text: {@code ε=0.5} or {@code ε=0.5, δ=1.0e-06}. */
  public String describe() {
    String text = "ε=" + plain(epsilon);
    return delta.signum() == 0 ? text : text + ", δ=" + scientific(delta);
  }

  private static BigDecimal canonical(String name, BigDecimal value) {
    if (value.signum() < 0) {
      throw new IllegalArgumentException(name + " must be >= 0, got " + value);
    }
    return value
        .stripTrailingZeros(); // BigDecimal.equals, which records use, compares trailing zeros
  }

  private static String plain(BigDecimal value) {
    return Math.abs(value.scale()) <= 20 ? value.toPlainString() : value.toString();
  }

  private static String scientific(BigDecimal value) {
    int digits = Math.max(1, value.precision() - 1);
    return String.format(Locale.ROOT, "%." + digits + "e", value);
  }
}
