// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.choice;

import dev.demilune.internal.Dyadic;
import dev.demilune.mechanism.Exponential;
import dev.demilune.random.BernoulliExp;
import dev.demilune.random.Randomness;
import dev.demilune.random.RoundedGaussian;
import java.math.BigInteger;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * A direction of low score from a set of directions that can be drawn from but not listed: draws
 * are kept with probability exp(-ε·mistakes/r), and a coin ends the search whatever they are.
 *
 * <p>Each trial first tosses a coin that shows true with probability τ; if it does, a fresh draw
 * from the base measure μ is returned as it is. Otherwise a draw h is kept with probability a(h) =
 * exp(-ε·mistakes(h)/r), and if it is not kept, the next trial begins.
 *
 * <p><b>Claim.</b> The result h has probability μ(h)·(τ + (1 - τ)·a(h))/(τ + (1 - τ)·Z), where Z is
 * the mean of a under μ. If neighbors move the mistakes of any two directions by amounts that
 * differ by at most r, one of them being able to stay, this is of bounded range ε, and so ε-DP. The
 * number of trials is 1/τ on average at most.
 *
 * <p><b>Proof.</b> One trial returns h with probability μ(h)·(τ + (1 - τ)·a(h)), and something with
 * the sum of that over h, τ + (1 - τ)·Z; trials are independent, so the last one has the law of a
 * trial that returns. Let b be the other table's a. Between neighbors mistakes all move by amounts
 * of an interval of length r that contains 0: from -1 to 1 with r = 2, from 0 to 1 or from -1 to 0
 * with r = 1. So a(h)/b(h) lies in an interval of ratio e^ε that contains 1, for all h the same
 * one, and with it (τ + (1 - τ)·a(h))/(τ + (1 - τ)·b(h)), which is between a(h)/b(h) and 1. The
 * denominators do not depend on h, so the logarithm of the probabilities' ratio has range ε. ∎
 *
 * <p><b>Sampling.</b> μ is the law of a vector of independent {@link RoundedGaussian} integers that
 * are not all zero, a public law near the uniform one on the sphere; τ is a power of two. For every
 * mistake a coin of probability exp(-ε/r) is tossed ({@link BernoulliExp}), and the trial ends at
 * the first that shows false: so most trials look at few rows. All of it is exact.
 *
 * <p><b>Relies on.</b> The draws of all trials being secret, and so the time that they take: the
 * number of trials reveals something about Z (docs/limits.md). A fixed number of trials would not
 * help: what is returned when they are used up would not be ε-DP.
 *
 * <p><b>Source.</b> Rejection sampling with an end at random, after von Neumann (1951); the proof
 * of privacy is ours.
 */
final class SphereRejection {

  private final Function<Randomness, int[]> base;
  private final Mistakes mistakes;
  private final int halvings;
  private final Exponential mechanism;
  private final BigInteger numerator;
  private final BigInteger denominator;

  /** Visits a direction's mistakes one by one. */
  interface Mistakes {
    /** Asks the coin at every mistake, and returns whether it never showed false. */
    boolean allForgiven(int[] direction, Coin coin);
  }

  /** A coin. */
  interface Coin {
    boolean toss();
  }

  /**
   * @param base draws from the public measure
   * @param halvings τ is one half to this power, from 1 to 62
   */
  SphereRejection(
      Function<Randomness, int[]> base, Mistakes mistakes, int halvings, PureChoices choices) {
    this.base = base;
    this.mistakes = mistakes;
    this.halvings = halvings;
    this.mechanism = choices.mechanism();
    Dyadic exact = Dyadic.of(choices.epsilon()); // small enough for fast coins
    this.numerator = exact.numerator();
    this.denominator = exact.denominator().multiply(BigInteger.valueOf(choices.scoreRange()));
  }

  int[] choose(Randomness randomness) {
    return randomness.release(mechanism, () -> (ToLongFunction<int[]>) this::count, this::draw);
  }

  /** The mistakes of a direction: private. */
  private long count(int[] direction) {
    long[] count = new long[1];
    mistakes.allForgiven(direction, () -> ++count[0] > 0);
    return count[0];
  }

  private int[] draw(Randomness randomness) {
    BigInteger common = numerator.gcd(denominator); // small terms make fast coins
    BigInteger over = numerator.divide(common);
    BigInteger under = denominator.divide(common);
    Coin coin = () -> BernoulliExp.draw(over, under, randomness); // true: exp(-ε/r)
    while (true) { // independent trials: the last one has the law of a trial that returns
      boolean halted = randomness.nextBits(halvings) == 0; // probability τ, exactly
      int[] direction = base.apply(randomness); // from μ, whether halted or not
      // A coin for each mistake, all of which must show true: a(h) = exp(-ε·mistakes/r).
      if (halted || mistakes.allForgiven(direction, coin)) {
        return direction;
      }
    }
  }
}
