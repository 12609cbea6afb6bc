// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.random;

import dev.demilune.internal.Check;
import dev.demilune.internal.Dyadic;
import java.math.BigInteger;

/**
 * Returns one of K answers: the true one is e^ε times as likely as each of the others.
 *
 * <p><b>Claim.</b> P(true) = e^ε/(e^ε + K - 1) and P(other) = 1/(e^ε + K - 1) for each other
 * answer, exactly, for the ε that is the given double.
 *
 * <p><b>Proof.</b> Propose a uniform answer. Accept the true one always and another with
 * probability e^-ε; otherwise propose again. Accepted answers have probabilities proportional to 1
 * and e^-ε. ∎
 *
 * <p><b>Sampling.</b> {@link UniformInteger} and {@link BernoulliExp}; at most K proposals on
 * average. The running time has the same law for every truth. But an observer of one answer and of
 * its exact running time may learn whether a coin was tossed for it.
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

  /** Returns the law for this ε and number of answers. */
  public static RandomizedResponse of(double epsilon, int answers) {
    Check.positive("epsilon", epsilon);
    Check.between("answers", answers, 2, Integer.MAX_VALUE);
    return new RandomizedResponse(epsilon, answers);
  }

  /**
   * Returns one answer, numbered from 0.
   *
   * @throws IllegalArgumentException if the truth is not one of the answers; the message does not
   *     quote it
   */
  public int answer(int truth, Randomness randomness) {
    if (truth < 0 || truth >= answers) {
      throw new IllegalArgumentException("the truth is none of the " + answers + " answers");
    }
    while (true) {
      int proposed = (int) UniformInteger.below(answers, randomness);
      // 1 and e^-ε, in integers: no probability is ever computed for the draw.
      if (proposed == truth || BernoulliExp.draw(numerator, denominator, randomness)) {
        return proposed;
      }
    }
  }

  /**
   * Returns an answer for each of the truths.
   *
   * @throws IllegalArgumentException if a truth is not one of the answers; the message does not
   *     quote it
   */
  public int[] answers(int[] truths, Randomness randomness) {
    return randomness.release(
        this,
        truths::clone,
        own -> {
          int[] given = new int[truths.length];
          for (int i = 0; i < given.length; i++) {
            given[i] = answer(truths[i], own);
          }
          return given;
        });
  }

  /** Returns the ε. */
  public double epsilon() {
    return epsilon;
  }

  /** Returns the number of answers to choose from. */
  public int answers() {
    return answers;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RandomizedResponse that
        && answers == that.answers
        && epsilon == that.epsilon;
  }

  @Override
  public int hashCode() {
    return Double.hashCode(epsilon) + answers;
  }

  @Override
  public String toString() {
    return "randomized response of " + answers + " answers, ε = " + epsilon;
  }

  /** Returns the probability of the true answer, up to a few roundings. */
  public double trueProbability() {
    return 1 / (1 + (answers - 1) * Math.exp(-epsilon)); // this form cannot overflow for a large ε
  }

  /** Returns the probability of each other answer, up to a few roundings. */
  public double otherProbability() {
    return 1 / (Math.exp(epsilon) + answers - 1);
  }
}
