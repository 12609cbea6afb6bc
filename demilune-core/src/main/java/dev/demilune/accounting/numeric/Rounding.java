// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting.numeric;

/**
 * The factors that move a computed bound to the safe side, each with the roundings that it covers.
 *
 * <p>A name that ends in UP is a factor above 1, one in DOWN a factor below 1. Results rounded up
 * are noise, ε and δ that are promised; results rounded down are lower ends and what is left of a
 * budget. The values are part of every privacy cost: changing one changes certificates.
 */
public final class Rounding {

  /** The unit roundoff u: an operation is off by at most this, relatively. */
  public static final double UNIT = 0x1p-53;

  /** The next noise to try where a cost was rounded up past its guarantee: five doubles on. */
  public static final double STEP_UP = 1 + 1e-15;

  /** One rounded operand of a product that itself is rounded up. */
  public static final double OPERAND_UP = 1 + 0x1p-51;

  /** A conversion of two long numbers and their quotient: three doubles down. */
  public static final double QUOTIENT_DOWN = 1 - 0x1p-51;

  /** Bound on the relative error of one exponential and its argument's rounding, near 0. */
  public static final double EXPONENTIAL_ERROR = 0x1p-50;

  /** One exponential, logarithm or root, and a product or quotient with it. */
  public static final double CALL_UP = 1 + 0x1p-50;

  /** A few exponentials and logarithms. */
  public static final double CALLS_UP = 1 + 0x1p-48;

  /** A few exponentials and logarithms, for what must not be too large. */
  public static final double CALLS_DOWN = 1 - 0x1p-48;

  /** A formula of a dozen operations and calls. */
  public static final double FORMULA_UP = 1 + 0x1p-46;

  /** A thousand sums and roots in the accountant that checks what is calibrated. */
  public static final double CALIBRATION_UP = 1 + 0x1p-42;

  /** Terms of second order: the roundings of a bound itself. */
  public static final double SECOND_ORDER_UP = 1 + 0x1p-40;

  /** The roundings of a length and a sum that enter the error bound of a transform. */
  public static final double TRANSFORM_UP = 1 + 0x1p-30;

  /** A correction that is tiny itself, such as a mass times the rounding of a threshold. */
  public static final double CORRECTION_UP = 1 + 0x1p-20;

  /** A sum of logarithms over all kinds of steps and the exponential of it, or a short product. */
  public static final double PRODUCT_UP = 1 + 1e-12;

  /** The same, for lower ends. */
  public static final double PRODUCT_DOWN = 1 - 1e-12;

  /** Noise for a share of μ: roots and quotients, whose squares the accountant adds up again. */
  public static final double NOISE_UP = 1 + 1e-12;

  /** A part of ε or δ: parts with this factor, added up in doubles, are not above the whole. */
  public static final double PART_DOWN = 1 - 1e-12;

  /** The parts of a recursive search: its levels take roots and quotients of earlier ones. */
  public static final double LEVEL_DOWN = 1 - 0x1p-40;

  /** The tail of discrete noise, or its inverse: exponentials of at most 750. */
  public static final double TAIL_UP = 1 + 1e-12;

  /** Absolute: added to the inverse of a tail near 0, before it is rounded up to an integer. */
  public static final double TAIL_STEPS = 1e-9;

  /**
   * A sum of up to a million terms, or a quotient of such sums; also shorter formulas where 1e-9 is
   * negligible beside the noise.
   */
  public static final double SUM_UP = 1 + 1e-9;

  /** The same, for lower ends and for parts of ε. */
  public static final double SUM_DOWN = 1 - 1e-9;

  /** Bounds made of lengths of up to 2^30 entries: d·u is below 2e-7. */
  public static final double LENGTH_UP = 1 + 1e-6;

  /** A sum over all frequencies of error bounds whose exponents are sums of large terms. */
  public static final double SPECTRUM_UP = 1 + 1e-6;

  /** Undoes a million roundings up, those of a sum over at most 100,000 events. */
  public static final double MILLION_DOWN = 1 - 1e6 * 0x1p-52;

  /** Absolute: a few operations on probabilities. */
  public static final double PROBABILITY = 1e-14;

  private Rounding() {}
}
