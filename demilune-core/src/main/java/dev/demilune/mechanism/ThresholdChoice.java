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
 * Chooses a threshold on an ordered domain that misclassifies few private examples: positions at or
 * above it are classified as positive, those below it as negative.
 *
 * <p><b>Claim.</b> Positions are 0, ..., s - 1 and thresholds 0, ..., s, so the search has s + 1
 * points. The choice has the privacy of the search, whose {@link ValueShift} must be that of counts
 * under the adjacency of the examples. If some threshold misclassifies at most m examples, m
 * public, then, except with the search's failure probability, the chosen one misclassifies at most
 * m + loss if m = 0 or if the search is flat, and at most 2·(m + loss) otherwise.
 *
 * <p><b>Proof.</b> Let Q(u) be minus the number of examples that u misclassifies. An added example
 * moves every value by at most one, and only down; a replaced one moves each by at most one. If u*
 * misclassifies none, then farther from u* only more examples are misclassified: Q is quasi-concave
 * and reaches 0. A flat search does not need that. If m > 0, let u₁ ≤ u ≤ u₂ be thresholds that
 * misclassify M₁ and M₂ examples. Going from u₁ to u adds at most the positive examples in between,
 * and u₂ misclassifies these: so u misclassifies at most M₁ + M₂. Where the envelope of Q is at
 * least -M such u₁ and u₂ with M each exist, so Q ≥ 2·envelope. In the proof of {@link
 * RecursiveSearch} the good points of the last step have Q ≥ 2·(x - Λ) in place of x - Λ, and the
 * chosen point has Q ≥ 2·(x - Λ) - E ≥ 2·(-m - loss). ∎
 *
 * <p><b>Sampling.</b> Exact, through the search; O(n log n) comparisons.
 *
 * <p><b>Relies on.</b> A public number of positions and a public m.
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

  /** Returns the choice for this number of positions with the least loss. */
  public static ThresholdChoice of(
      BigInteger positions,
      Adjacency adjacency,
      double epsilon,
      double delta,
      double failureProbability) {
    return new ThresholdChoice(
        QuasiConcave.best(
            positions.add(BigInteger.ONE), // one threshold beyond all positions
            ValueShift.ofCounts(adjacency),
            epsilon,
            delta,
            failureProbability));
  }

  /**
   * Chooses a threshold.
   *
   * @param examples positions outside the domain count as before or after all positions
   * @param contradictions m, a public number: 0 where some threshold is believed to misclassify
   *     none
   */
  public BigInteger choose(List<Example> examples, long contradictions, Randomness randomness) {
    return choose(agreement(search.size(), examples), contradictions, randomness);
  }

  /**
   * Chooses a threshold, given examples that were counted one by one.
   *
   * @param agreement the result of {@link #count}, with as many points as the search
   */
  public BigInteger choose(StepFunction agreement, long contradictions, Randomness randomness) {
    Check.between("contradictions", contradictions, 0, StepFunction.LARGEST_VALUE);
    return search.choose(agreement, -contradictions, randomness); // Q is believed to reach -m
  }

  /** Subtracts one from all thresholds that misclassify an example. */
  public static void count(Example example, StepFunction.Builder agreement) {
    BigInteger behind = example.position().add(BigInteger.ONE);
    if (example.positive()) {
      agreement.add(behind, -1); // thresholds above the position call it negative
    } else {
      // thresholds at or below it call it positive
      agreement.add(BigInteger.ZERO, -1).add(behind, 1);
    }
  }

  /** Returns the privacy event of one choice. */
  public PrivacyEvent event() {
    return search.event();
  }

  /** Returns the function Q of the proof, which is private. */
  static StepFunction agreement(BigInteger thresholds, List<Example> examples) {
    StepFunction.Builder builder = StepFunction.builder(thresholds);
    for (Example example : examples) {
      count(example, builder);
    }
    return builder.build();
  }
}
