// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.random;

import dev.demilune.internal.Check;
import dev.demilune.internal.Dyadic;
import java.math.BigInteger;

/**
 * An answer among K: the true one is e^ε times as likely as each of the others.
 *
 * <p><b>Claim.</b> P(true) = e^ε/(e^ε + K - 1) and P(other) = 1/(e^ε + K - 1) for each other
 * answer, exactly, for the ε that is the given double.
 *
 * <p><b>Proof.</b> A uniform answer is proposed. The true one is taken at once, another with
 * probability e^-ε, and else a new one is proposed: what is taken has probability proportional to 1
 * and e^-ε. ∎
 *
 * <p><b>Sampling.</b> {@link UniformInteger} and {@link BernoulliExp}; at most K proposals on
 * average. The time it takes has the same law for every truth; but someone who knows the answer and
 * the time of that one answer, precisely, may tell whether a coin was tossed for it.
 *
 * <p><b>Source.</b> Warner (1965), for more than two answers; we depart from it in the sampling.
 */
public final class RandomizedResponse {

  private final int answers;
  private final double epsilon;
  private final BigInteger numerator;
  private final BigInteger denominator;

  private RandomizedResponse(double epsilon, int answers) {
    this.answers = answers;
    this.epsilon = epsilon;
    Dyadic exact = Dyadic.of(epsilon);
    this.numerator = exact.numerator();
    this.denominator = exact.denominator();
  }

  /** Returns the law for a given ε and number of answers. */
  public static RandomizedResponse of(double epsilon, int answers) {
    Check.positive("epsilon", epsilon);
    Check.between("answers", answers, 2, Integer.MAX_VALUE);
    return new RandomizedResponse(epsilon, answers);
  }

  /**
   * One answer, numbered from 0.
   *
   * @throws IllegalArgumentException if the truth is none of the answers; it is not quoted
   */
  public int answer(int truth, Randomness randomness) {
    if (truth < 0 || truth >= answers) {
      throw new IllegalArgumentException("the truth is none of the " + answers + " answers");
    }
    while (true) {
      int proposed = (int) UniformInteger.below(answers, randomness);
      if (proposed == truth || BernoulliExp.draw(numerator, denominator, randomness)) {
        return proposed;
      }
    }
  }

  /** Returns the probability of the true answer, to a few roundings. */
  public double trueProbability() {
    return 1 / (1 + (answers - 1) * Math.exp(-epsilon));
  }

  /** Returns the probability of each other answer, to a few roundings. */
  public double otherProbability() {
    return 1 / (Math.exp(epsilon) + answers - 1);
  }
}
