// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.feasibility;

import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.accounting.numeric.Rounding;
import dev.demilune.internal.Check;
import dev.demilune.privacy.Adjacency;
import dev.demilune.random.PoissonSampling;
import dev.demilune.random.Randomness;
import dev.demilune.random.UniformInteger;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The rows that a search uses: all of them, or a fresh random sample where exact work on all would
 * take too long.
 *
 * <p><b>Claim.</b> What is ε₀-DP on the sample is ε-DP on the table for ε = ln(1 + q·(e^ε₀ - 1)), q
 * being the share that is drawn; {@link #inside} is the inverse.
 *
 * <p><b>Proof.</b> Where a row is added or removed, each row is drawn independently with
 * probability q; where one is replaced, exactly m of n rows are drawn, all such samples equally
 * likely, and q = m/n. Both are theorems of Balle, Barthe and Gaboardi (2018); {@link PrivacyEvent}
 * has an event for each, and the accountant knows their costs. ε grows with q, so a smaller share
 * costs no more: where the public number of rows is not the planned one, the number drawn keeps the
 * share at most m/n and is at most m. Which rows were drawn is not released. ∎
 *
 * <p>The outputs must not say which rows were drawn, or how many. A deep point is a function of the
 * sample and of nothing else.
 *
 * @param rows the number of rows, or the expected one where that is private; 0 if not known
 * @param drawn the number drawn, or expected to be drawn
 * @param adjacency what a neighboring table is
 */
public record RowSample(long rows, long drawn, Adjacency adjacency) {

  public RowSample {
    Check.between("drawn", drawn, 0, rows);
    if (drawn < rows && !isPossible(adjacency)) {
      throw new IllegalArgumentException("samples save nothing for " + adjacency);
    }
  }

  /** Whether a sample costs less than the whole. */
  public static boolean isPossible(Adjacency adjacency) {
    // a label known to be drawn gains nothing from sampling
    return adjacency != Adjacency.REPLACE_LABEL;
  }

  /** Returns whether all rows are used. */
  public boolean isAll() {
    return drawn == rows;
  }

  /** The share that is drawn, as the sampler rounds it. */
  public double share() {
    return isAll() ? 1 : sampling().rate();
  }

  private PoissonSampling sampling() {
    return PoissonSampling.withRate((double) drawn / rows);
  }

  /** Returns the ε that a computation on the sample may have, for an ε on the table. */
  public double inside(double epsilon) {
    // The cost is computed with roundings up; a part in 10^12 covers them.
    return isAll() ? epsilon : Math.log1p(Math.expm1(epsilon) / share()) * Rounding.PART_DOWN;
  }

  /** Returns the event on the table, given the event on the sample. */
  public PrivacyEvent event(PrivacyEvent inside) {
    if (isAll()) {
      return inside;
    }
    return adjacency.addsOrRemoves()
        ? new PrivacyEvent.PoissonSampled(share(), adjacency, inside)
        : new PrivacyEvent.SampledWithoutReplacement(drawn, rows, inside);
  }

  /** Draws rows of a table with this number of rows. */
  public int[] draw(int present, Randomness randomness) {
    if (isAll()) {
      return IntStream.range(0, present).toArray();
    }
    if (adjacency.addsOrRemoves()) {
      // each row by itself: the number stays secret
      return sampling().sample(present, randomness).stream().toArray();
    }
    int[] order = IntStream.range(0, present).toArray();
    int wanted =
        (int)
            Math.min(
                drawn,
                // m·present/n rounded down: the share stays at most m/n.
                BigInteger.valueOf(drawn)
                    .multiply(BigInteger.valueOf(present))
                    .divide(BigInteger.valueOf(rows))
                    .longValueExact());
    for (int i = 0; i < wanted; i++) {
      // the first steps of a Fisher-Yates shuffle
      int other = i + (int) UniformInteger.below(present - i, randomness);
      int row = order[other];
      order[other] = order[i];
      order[i] = row;
    }
    return Arrays.copyOf(order, wanted);
  }
}
