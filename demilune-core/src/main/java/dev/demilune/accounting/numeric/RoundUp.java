// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting.numeric;

import java.math.BigDecimal;

/**
 * Arithmetic on numbers ≥ 0 that rounds up.
 *
 * <p>The processor rounds to the nearest double, which is at most one double away from the exact
 * result. Where that error can be read off exactly (a fused multiply-add, a two-sum) results that
 * are exact stay exact; nothing is ever rounded down.
 */
public final class RoundUp {

  private RoundUp() {}

  public static double add(double a, double b) {
    double sum = a + b;
    if (sum == Double.POSITIVE_INFINITY) { // two-sum would give NaN; infinity is not below
      return sum;
    }
    double bPart = sum - a; // two-sum (Knuth): the error of a + b is exactly representable
    double error = (a - (sum - bPart)) + (b - bPart);
    return error > 0 ? Math.nextUp(sum) : sum; // the exact sum is above: one double up covers it
  }

  public static double multiply(double a, double b) {
    double product = a * b;
    if (product == Double.POSITIVE_INFINITY || a == 0 || b == 0) {
      return product;
    }
    // The exact error of a product this small may not be a double: always go up.
    boolean errorMayBeLost = product < 0x1p-960;
    return errorMayBeLost || Math.fma(a, b, -product) > 0 ? Math.nextUp(product) : product;
  }

  public static double divide(double a, double b) {
    double quotient = a / b;
    if (quotient == Double.POSITIVE_INFINITY || a == 0) {
      return quotient;
    }
    // The remainder q·b - a is exact unless it underflows.
    boolean errorMayBeLost = quotient < 0x1p-960 || a < 0x1p-960;
    return errorMayBeLost || Math.fma(quotient, b, -a) < 0 ? Math.nextUp(quotient) : quotient;
  }

  public static double sqrt(double a) {
    double root = Math.sqrt(a);
    if (root == Double.POSITIVE_INFINITY || a == 0) {
      return root;
    }
    // root² below a: the root was rounded down
    return a < 0x1p-960 || Math.fma(root, root, -a) < 0 ? Math.nextUp(root) : root;
  }

  public static double fromLong(long value) {
    double nearest = (double) value; // exact up to 2^53
    return new BigDecimal(nearest).compareTo(BigDecimal.valueOf(value)) < 0
        ? Math.nextUp(nearest)
        : nearest;
  }
}
