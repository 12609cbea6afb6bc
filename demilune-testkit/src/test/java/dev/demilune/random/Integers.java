// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.random;

import dev.demilune.testkit.ChiSquare;
import java.util.function.IntToDoubleFunction;
import java.util.function.LongSupplier;

/** Chi-square tests of laws on the integers -reach to reach, with all beyond in two more cells. */
final class Integers {

  private Integers() {}

  static double pValue(LongSupplier sampler, int draws, int reach, IntToDoubleFunction law) {
    long[] counts = new long[2 * reach + 3];
    for (int i = 0; i < draws; i++) {
      long clamped = Math.max(-reach - 1, Math.min(reach + 1, sampler.getAsLong()));
      counts[(int) clamped + reach + 1]++;
    }
    double[] probabilities = new double[counts.length];
    double inside = 0;
    for (int k = -reach; k <= reach; k++) {
      probabilities[k + reach + 1] = law.applyAsDouble(k);
      inside += probabilities[k + reach + 1];
    }
    probabilities[0] = (1 - inside) / 2; // every law tested with it is symmetric
    probabilities[counts.length - 1] = (1 - inside) / 2;
    return ChiSquare.pValue(counts, probabilities);
  }

  /** The law proportional to a weight, normalized over -1000 to 1000. */
  static IntToDoubleFunction proportionalTo(IntToDoubleFunction weight) {
    double total = 0;
    for (int k = -1000; k <= 1000; k++) {
      total += weight.applyAsDouble(k);
    }
    double sum = total;
    return k -> weight.applyAsDouble(k) / sum;
  }
}
