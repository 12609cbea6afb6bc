// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.random;

import dev.demilune.internal.Dyadic;
import java.math.BigInteger;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * The norm |M| of a vector M of independent standard normal numbers, times a factor, to any
 * precision.
 *
 * <p>The magnitude of an entry is k + x, as {@link RoundedGaussian} draws it, with x a {@link
 * LazyUniform}. If B bits of every x are known and p is (k + x)·2^B rounded down, |M|²·4^B lies
 * between Σ p² and Σ (p + 1)² = Σ p² + 2 Σ p + n. Nothing is rounded.
 */
final class LazyLength {

  private final int[] wholes;
  private final LazyUniform[] parts;
  private final double factor;

  private int bits = Long.SIZE; // known of every entry
  private BigInteger lower;
  private BigInteger upper;

  private LazyLength(int[] wholes, LazyUniform[] parts, double factor) {
    this.wholes = wholes;
    this.parts = parts;
    this.factor = factor;
    enclose();
  }

  /** Draws the first 64 bits of the entries. */
  static LazyLength draw(int entries, double factor, Randomness randomness) {
    int[] wholes = new int[entries];
    LazyUniform[] parts = new LazyUniform[entries];
    for (int i = 0; i < entries; i++) {
      Optional<LazyUniform> part = Optional.empty();
      while (part.isEmpty()) { // 71.5 % are kept
        wholes[i] = NormalIntegerPart.of(randomness.nextLong() >>> 1, randomness::nextLong);
        part = RoundedGaussian.part(wholes[i], randomness);
      }
      parts[i] = part.get();
    }
    return new LazyLength(wholes, parts, factor);
  }

  /**
   * Returns factor·|M| with a relative error of at most 4u, u = 2^-53; infinity in the rare case
   * that the first 64 bits of the entries do not determine it so well.
   *
   * <p>If the test holds, Σ p² has a relative error of at most u/2, and its conversion adds u. The
   * root halves their sum and adds u, the product adds u: below 3u.
   */
  double nearly() {
    BigInteger width = upper.subtract(lower);
    if (width.shiftLeft(54).compareTo(lower) > 0) { // relative width above u/2
      return Double.POSITIVE_INFINITY;
    }
    // scalb is exact: no underflow in this range
    return factor * Math.sqrt(Math.scalb(lower.doubleValue(), -2 * bits));
  }

  /**
   * Returns the integer nearest to factor·|M|·(k + x), modulo 2^64. Extends x, and the entries of
   * M, while undecided.
   *
   * <p>With y that number and r = floor(√(4y²)) = floor(2y), the nearest integer is floor((r +
   * 1)/2). It is decided if both ends of the enclosure of 4y² give the same integer.
   */
  long round(int k, LazyUniform x, LongSupplier words) {
    Dyadic exact = Dyadic.of(factor);
    // squares instead of roots: integers throughout
    BigInteger fourSquares = exact.mantissa().pow(2).shiftLeft(2);
    while (true) {
      BigInteger start = BigInteger.valueOf(k).shiftLeft(x.bits()).add(x.prefix());
      BigInteger end = start.add(BigInteger.ONE);
      int shift = 2 * (bits + x.bits() - exact.exponent());
      // All factors are non-negative, so the smallest ends give the smallest product.
      BigInteger least = fourSquares.multiply(lower).multiply(start.multiply(start));
      BigInteger most = fourSquares.multiply(upper).multiply(end.multiply(end));
      BigInteger answer = halfRoot(least.shiftRight(shift));
      if (answer.equals(halfRoot(most.shiftRight(shift)))) {
        return answer.longValue(); // wraps around, and never throws
      }
      x.extend(words); // a half-integer lies in the enclosure: narrow both factors
      refine(words);
    }
  }

  /** floor((floor(√fourSquares) + 1)/2). */
  private static BigInteger halfRoot(BigInteger fourSquares) {
    return fourSquares.sqrt().add(BigInteger.ONE).shiftRight(1);
  }

  /** Draws 64 more bits of every entry that does not have them yet. */
  private void refine(LongSupplier words) {
    bits += Long.SIZE;
    for (LazyUniform part : parts) {
      if (part.bits() < bits) {
        part.extend(words);
      }
    }
    enclose();
  }

  /** Computes Σ p² and Σ (p + 1)². */
  private void enclose() {
    BigInteger squares = BigInteger.ZERO;
    BigInteger sum = BigInteger.ZERO;
    for (int i = 0; i < parts.length; i++) {
      // An entry may have more bits than the others (ExactNormal drew them); only the first count
      // here.
      BigInteger known = parts[i].prefix().shiftRight(parts[i].bits() - bits);
      BigInteger entry = BigInteger.valueOf(wholes[i]).shiftLeft(bits).add(known);
      squares = squares.add(entry.multiply(entry));
      sum = sum.add(entry);
    }
    lower = squares;
    upper = squares.add(sum.shiftLeft(1)).add(BigInteger.valueOf(parts.length));
  }
}
