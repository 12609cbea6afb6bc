// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.mechanism;

import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.accounting.numeric.Rounding;
import dev.demilune.internal.Check;
import dev.demilune.internal.Dyadic;
import dev.demilune.random.DiscreteLaplace;
import dev.demilune.random.Randomness;
import java.math.BigInteger;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Returns the best of any number of candidates if it is ahead by a large gap, and nothing
 * otherwise. The privacy cost includes a δ and does not depend on the number of candidates.
 *
 * <p><b>Claim.</b> Let neighboring tables move the integer scores of any two candidates by amounts
 * that differ by at most r, the {@code scoreRange} (2 where scores move by at most one in either
 * direction, 1 where they all move in one direction). Then the answer, which may be "none", is (ε,
 * δ)-DP for every ε above 0. If the best is ahead of the second by at least {@link #gapNeeded
 * gapNeeded(β)}, it is returned with probability at least 1 - β.
 *
 * <p><b>Proof.</b> Let g be the gap between the best score and the second. The best is returned if
 * g + Z ≥ T, where Z is discrete Laplace noise, P(Z = z) proportional to p^|z| with p = e^(-ε/r),
 * and T = r + k with p^k/(1 + p) ≤ δ. First, let two neighbors have the same best candidate. The
 * gap is the least lead of the best over another, each lead moves by at most r, and so does g;
 * hence both probabilities, of returning and of not returning, change by a factor of at most p^-r =
 * e^ε. Second, let their best candidates f and f' differ. On one table f is at least as good as f',
 * on the other f' is, and a lead moves by at most r: so the lead of f over f' lies between 0 and r
 * where f is the best, and likewise for f'; hence g ≤ r on both tables. A candidate is then
 * returned with probability at most P(Z ≥ k) = p^k/(1 + p) ≤ δ. For a set E of answers without
 * "none", P(E) ≤ δ; for one with it, P(E) ≤ 1 ≤ e^ε·(1 - δ) + δ ≤ e^ε·P'(E) + δ. Ties are broken by
 * a fixed order; the gap is 0 then, and the proof does not depend on the order. For the last claim:
 * a gap of g ≥ T is not enough with probability P(Z ≤ T - g - 1) = p^(g - T + 1)/(1 + p). ∎
 *
 * <p><b>Sampling.</b> {@link DiscreteLaplace} of scale exactly r/ε. T is rounded up.
 *
 * <p><b>Relies on.</b> The caller's scoreRange, which nothing here can check; a list of candidates
 * that does not depend on the rows. "None" is an answer like the others: asking again costs again.
 *
 * <p><b>Source.</b> Thakurta and Smith (COLT 2013), as used by Beimel, Nissim and Stemmer (2013).
 * We depart from them in integer noise and in constants: their noise of scale 4/ε with the
 * threshold (4/ε)·ln(1/δ) is (ε, δ)-DP only up to ε = 1.38, ours for every ε. Noise of scale 1/ε,
 * as in some programs, would cost 2ε.
 *
 * @param scoreRange r, the most by which a neighbor can move one score more than another
 */
public record StableChoice(double epsilon, double delta, int scoreRange) {

  public StableChoice {
    Check.positive("epsilon", epsilon);
    Check.between("scoreRange", scoreRange, 1, 1 << 20);
    if (!(delta > 0 && delta < 1)) {
      throw new IllegalArgumentException("delta must be between 0 and 1, got " + delta);
    }
    noise(epsilon, scoreRange); // refuses an ε that is too small for the sampler
  }

  /** Returns T: the best candidate is returned if the noisy gap is at least this. */
  public long threshold() {
    return scoreRange + tail(delta); // T = r + k of the proof
  }

  /** Returns a gap with which the best is returned, except with the given probability. */
  public long gapNeeded(double failureProbability) {
    Check.positive("failureProbability", failureProbability);
    // P(Z ≤ T - g - 1) is P(Z ≥ k) for k = g - T + 1
    return threshold() - 1 + tail(failureProbability);
  }

  /** The best candidate, and by how much it is ahead of the second: private. */
  public record Best<T>(T candidate, long gap) {}

  /** Returns the best candidate if the noisy gap is large enough. One release. */
  public <T> Optional<T> ifAhead(Best<T> best, Randomness randomness) {
    return randomness.release(
        this,
        () -> best,
        own ->
            // threshold - gap cannot overflow for gaps >= 0.
            noise(epsilon, scoreRange).sample(own) >= threshold() - best.gap
                ? Optional.of(best.candidate)
                : Optional.empty());
  }

  /** Returns the index of the highest score if the noisy gap is large enough. */
  public OptionalInt choose(long[] scores, Randomness randomness) {
    Check.atLeastOne("number of scores", scores.length);
    if (scores.length == 1) {
      return OptionalInt.of(0); // for all rows
    }
    int best = 0;
    for (int i = 1; i < scores.length; i++) {
      best = scores[i] > scores[best] ? i : best; // ties to the first: any fixed order is private
    }
    long second = Long.MIN_VALUE;
    for (int i = 0; i < scores.length; i++) {
      second = i == best ? second : Math.max(second, scores[i]);
    }
    return ifAhead(new Best<>(best, Math.subtractExact(scores[best], second)), randomness)
        .map(OptionalInt::of)
        .orElseGet(OptionalInt::empty);
  }

  /** Returns the privacy event of one choice. */
  public PrivacyEvent.Approximate event() {
    return new PrivacyEvent.Approximate(epsilon, delta);
  }

  /** The least k ≥ 0 with p^k/(1 + p) at most a probability, or one more by rounding. */
  private long tail(double probability) {
    double perStep = epsilon / scoreRange;
    double k = -(Math.log(probability) + Math.log1p(Math.exp(-perStep))) / perStep;
    // Rounded up: a larger T is safe.
    return (long) Math.max(0, Math.ceil(k * Rounding.TAIL_UP + Rounding.TAIL_STEPS));
  }

  private static DiscreteLaplace noise(double epsilon, int scoreRange) {
    Dyadic exact = Dyadic.of(epsilon);
    return DiscreteLaplace.of(
        // r/ε, exactly
        exact.denominator().multiply(BigInteger.valueOf(scoreRange)), exact.numerator());
  }
}
