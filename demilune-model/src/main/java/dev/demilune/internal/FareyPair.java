// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.internal;

import java.math.BigInteger;

/**
 * Two neighbors among the fractions of bounded denominator, and a number between them.
 *
 * <p><b>Claim.</b> {@link #around} returns the largest fraction at most x and the smallest above x,
 * of all those with a denominator up to the bound, both in lowest terms, in a number of steps
 * proportional to the digits of the bound.
 *
 * <p><b>Proof.</b> The two begin as the integers around x, and keep lower ≤ x &lt; upper and
 * upperTop·lowerBottom - lowerTop·upperBottom = 1. A fraction strictly between two such has at
 * least the sum of their denominators, so when that sum exceeds the bound none is left between.
 * Each step moves one end to (lower + k·upper) or (upper + k·lower), tops and bottoms added, with
 * the largest k that keeps the order and the bound: the identity stays, and with it lowest terms.
 * If neither end moves, then the mediant of the two, which lies on one side of x, would exceed the
 * bound. After both ends moved without meeting the bound, denominators have at least doubled. ∎
 *
 * @param lowerTop the numerator of the lower one, and so on
 */
public record FareyPair(
    BigInteger lowerTop, BigInteger lowerBottom, BigInteger upperTop, BigInteger upperBottom) {

  /** Returns the neighbors around top/bottom, where bottom and bound are above zero. */
  public static FareyPair around(BigInteger top, BigInteger bottom, BigInteger bound) {
    BigInteger lowerTop = floor(top, bottom); // the integers around x: the identity holds
    BigInteger lowerBottom = BigInteger.ONE;
    BigInteger upperTop = lowerTop.add(BigInteger.ONE);
    BigInteger upperBottom = BigInteger.ONE;
    // How far x is from the two, each times both denominators; the second is above zero.
    BigInteger above = top.subtract(bottom.multiply(lowerTop));
    BigInteger below = bottom.subtract(above);
    while (lowerBottom.add(upperBottom).compareTo(bound) <= 0) {
      // The largest k with lower + k·upper still at most x, and its denominator within the bound.
      BigInteger up = above.divide(below).min(bound.subtract(lowerBottom).divide(upperBottom));
      lowerTop = lowerTop.add(up.multiply(upperTop));
      lowerBottom = lowerBottom.add(up.multiply(upperBottom));
      above = above.subtract(up.multiply(below));
      // the k that the bound allows
      BigInteger room = bound.subtract(upperBottom).divide(lowerBottom);
      BigInteger down =
          // x is the lower one: only the bound stops the upper one
          above.signum() == 0 ? room : below.subtract(BigInteger.ONE).divide(above).min(room);
      upperTop = upperTop.add(down.multiply(lowerTop));
      upperBottom = upperBottom.add(down.multiply(lowerBottom));
      below = below.subtract(down.multiply(above));
    }
    return new FareyPair(lowerTop, lowerBottom, upperTop, upperBottom);
  }

  /** Returns the largest whole number i with i/scale at most the middle between the two. */
  public BigInteger middle(BigInteger scale) {
    // twice the middle, over the product of denominators
    BigInteger sum = lowerTop.multiply(upperBottom).add(upperTop.multiply(lowerBottom));
    return floor(sum.multiply(scale), lowerBottom.multiply(upperBottom).shiftLeft(1));
  }

  /** Returns the neighbors around the number of the opposite sign. */
  public FareyPair negate() {
    return new FareyPair(upperTop.negate(), upperBottom, lowerTop.negate(), lowerBottom);
  }

  private static BigInteger floor(BigInteger top, BigInteger bottom) {
    BigInteger[] parts = top.divideAndRemainder(bottom);
    // division rounds to 0: one less below it
    return parts[1].signum() < 0 ? parts[0].subtract(BigInteger.ONE) : parts[0];
  }
}
