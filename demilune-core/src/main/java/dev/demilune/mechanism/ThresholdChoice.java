// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.mechanism;

import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.internal.Check;
import dev.demilune.privacy.Adjacency;
import dev.demilune.random.Randomness;
import java.math.BigInteger;
import java.util.List;
import java.util.Objects;

/**
 * A threshold on an ordered domain that few private examples contradict: all positions from it on
 * are taken to be positive, all before it negative.
 *
 * <p><b>Claim.</b> Positions are 0, ..., s - 1 and thresholds 0, ..., s, so the search has s + 1
 * points. The choice has the privacy of the search, whose {@link ValueShift} must be that of counts
 * under the adjacency of the examples. If some threshold is contradicted by m examples at most, m
 * public, then but for the search's failure probability the chosen one is contradicted by at most m
 * + loss if m = 0 or if the search is flat, and by at most 2·(m + loss) otherwise.
 *
 * <p><b>Proof.</b> Let Q(u) be minus the number of examples that u contradicts. An example
 * contradicts a threshold or does not, so one more moves every value by one at most, and all down;
 * one replaced moves each by one at most. If u* is contradicted by none, then going away from it
 * only more examples come to contradict: Q is quasi-concave and reaches 0. A flat search does not
 * need that. If m > 0, let u₁ ≤ u ≤ u₂ be thresholds with M₁ and M₂ contradictions. Going from u₁
 * to u adds at most the positive examples in between, and these contradict u₂: so u has at most M₁
 * + M₂. Where the envelope of Q is at least -M such u₁ and u₂ with M each exist, so Q ≥ 2·envelope.
 * In the proof of {@link RecursiveSearch} the points of the last step that were good have Q ≥ 2·(x
 * - Λ) in place of x - Λ, and the point chosen Q ≥ 2·(x - Λ) - E ≥ 2·(-m - loss). ∎
 *
 * <p><b>Sampling.</b> Exact, through the search; O(n log n) comparisons.
 *
 * <p><b>Relies on.</b> A number of positions, and an m, that are public.
 *
 * <p><b>Source.</b> Beimel, Nissim and Stemmer (2013), section 3.
 */
public record ThresholdChoice(QuasiConcave search) {

  public ThresholdChoice {
    Objects.requireNonNull(search, "search");
  }

  /** One example: a position, and whether it is positive. */
  public record Example(BigInteger position, boolean positive) {

    /** Returns the example at a position that is a long. */
    public static Example of(long position, boolean positive) {
      return new Example(BigInteger.valueOf(position), positive);
    }
  }

  /** Returns the choice for so many positions that loses least. */
  public static ThresholdChoice of(
      BigInteger positions,
      Adjacency adjacency,
      double epsilon,
      double delta,
      double failureProbability) {
    return new ThresholdChoice(
        QuasiConcave.best(
            positions.add(BigInteger.ONE),
            ValueShift.ofCounts(adjacency),
            epsilon,
            delta,
            failureProbability));
  }

  /**
   * Chooses a threshold.
   *
   * @param examples positions outside of the domain count as before or behind all
   * @param contradictions m, a public number: 0 where some threshold is believed to be right
   */
  public BigInteger choose(List<Example> examples, long contradictions, Randomness randomness) {
    return choose(agreement(search.size(), examples), contradictions, randomness);
  }

  /**
   * Chooses a threshold by examples that were counted one by one.
   *
   * @param agreement what {@link #count} has made of them, as many points as the search has
   */
  public BigInteger choose(StepFunction agreement, long contradictions, Randomness randomness) {
    Check.between("contradictions", contradictions, 0, StepFunction.LARGEST_VALUE);
    return search.choose(agreement, -contradictions, randomness);
  }

  /** Takes one from all thresholds that an example contradicts. */
  public static void count(Example example, StepFunction.Builder agreement) {
    BigInteger behind = example.position().add(BigInteger.ONE);
    if (example.positive()) {
      agreement.add(behind, -1);
    } else {
      agreement.add(BigInteger.ZERO, -1).add(behind, 1);
    }
  }

  /** Returns what one choice does, for the accountant. */
  public PrivacyEvent event() {
    return search.event();
  }

  /** Returns the function Q of the proof: private. */
  static StepFunction agreement(BigInteger thresholds, List<Example> examples) {
    StepFunction.Builder builder = StepFunction.builder(thresholds);
    for (Example example : examples) {
      count(example, builder);
    }
    return builder.build();
  }
}
