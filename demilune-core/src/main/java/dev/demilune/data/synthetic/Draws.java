// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.data.synthetic;

import dev.demilune.internal.Vectors;
import java.util.function.LongSupplier;

/** Random numbers for synthetic rows: good enough for data, never used as noise. */
final class Draws {

  private final LongSupplier uniformBits;

  /**
   * @param uniformBits returns 64 uniform bits at each call
   */
  Draws(LongSupplier uniformBits) {
    this.uniformBits = uniformBits;
  }

  /** Returns 1 or -1. */
  int sign() {
    return uniformBits.getAsLong() < 0 ? -1 : 1; // the leading bit
  }

  /** Returns a uniform number in [0, 1). */
  double uniform() {
    return (uniformBits.getAsLong() >>> 11) * 0x1p-53;
  }

  /** Returns a nearly uniform integer below a bound; the bias is at most bound·2^-31. */
  int below(int bound) {
    // 31 bits times an int: below 2^62
    return (int) (((uniformBits.getAsLong() >>> 33) * bound) >>> 31);
  }

  /** Returns a normal number (Box and Muller); the same on every machine. */
  double normal() {
    double radius = StrictMath.sqrt(-2 * StrictMath.log(1 - uniform())); // 1 - uniform is above 0
    return radius * StrictMath.cos(2 * StrictMath.PI * uniform());
  }

  /** Writes a uniform unit vector. */
  void unit(double[] into) {
    double squares;
    do {
      for (int j = 0; j < into.length; j++) {
        into[j] = normal(); // a normal vector has a uniform direction
      }
      squares = Vectors.dot(into, into);
    } while (!(squares > 0)); // happens with probability zero up to rounding
    double factor = 1 / Math.sqrt(squares);
    for (int j = 0; j < into.length; j++) {
      into[j] *= factor;
    }
  }
}
