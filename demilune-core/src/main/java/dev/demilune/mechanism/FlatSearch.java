// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.mechanism;

import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.accounting.numeric.Rounding;
import dev.demilune.internal.Check;
import dev.demilune.random.ExponentialRace;
import dev.demilune.random.Randomness;
import java.math.BigInteger;
import java.util.Objects;

/**
 * The exponential mechanism over all points of a step function, in time that depends only on the
 * number of pieces.
 *
 * <p><b>Claim.</b> A point i is chosen with probability proportional to exp(ε·Q(i)/r), exactly,
 * where r is the range of the {@link ValueShift}. The choice has bounded range ε, and so is ε-DP,
 * with δ = 0. For every function, quasi-concave or not, the chosen value is at most {@link #loss}
 * below the largest, except with probability β.
 *
 * <p><b>Proof.</b> Privacy is that of {@link Exponential} with the scores -Q. A piece of m points
 * enters as a group of m equal candidates, and a point of the winning piece is then drawn
 * uniformly. At least one of the N points is best. A point that is t or more below it is less
 * likely by a factor of at most e^(-εt/r). Together such points have probability at most (N -
 * 1)·e^(-εt/r), which is at most β for t ≥ (r/ε)·ln((N - 1)/β). Values are integers, so the loss is
 * below that t, rounded up. ∎
 *
 * <p><b>Sampling.</b> {@link ExponentialRace} with groups as large as the pieces, uniform within
 * the winner: exact for any number of digits.
 *
 * <p><b>Relies on.</b> Values that a neighbor moves by at most one, as the shift says.
 *
 * <p><b>Source.</b> McSherry and Talwar, FOCS 2007. We depart from it nowhere.
 */
public record FlatSearch(
    BigInteger size, ValueShift shift, double epsilon, double failureProbability)
    implements QuasiConcave {

  public FlatSearch {
    Objects.requireNonNull(shift, "shift");
    QuasiConcave.check(size, failureProbability);
    Check.positive("epsilon", epsilon);
  }

  @Override
  public long loss() {
    // N - 1 for one best point
    return loss(size.subtract(BigInteger.ONE), shift, epsilon, failureProbability);
  }

  /**
   * Returns a bound on the loss that fails with at most the given probability.
   *
   * @param badForOneGood the number of bad points for each good one
   */
  static long loss(
      BigInteger badForOneGood, ValueShift shift, double epsilon, double failureProbability) {
    if (badForOneGood.signum() == 0) { // one point: nothing to lose
      return 0;
    }
    double logarithm = logarithm(badForOneGood) - Math.log(failureProbability);
    double steps = logarithm * shift.range() / epsilon; // (r/ε)·ln((N - 1)/β)
    // The loss is below t rounded up, so at most one less; rounded up first: errs on the safe side.
    return (long) Math.max(0, Math.ceil(steps * Rounding.TAIL_UP + Rounding.TAIL_STEPS) - 1);
  }

  @Override
  public BigInteger choose(StepFunction function, long promise, Randomness randomness) {
    QuasiConcave.checkSize(size, function);
    return choose(function, BigInteger.ZERO, size.subtract(BigInteger.ONE), randomness);
  }

  /** Chooses among the points {@code from} to {@code to}, both included. */
  BigInteger choose(StepFunction function, BigInteger from, BigInteger to, Randomness randomness) {
    ExponentialRace race = new Exponential(epsilon, shift.range()).race(randomness);
    int last = function.pieceOf(to);
    for (int piece = function.pieceOf(from); piece <= last; piece++) {
      BigInteger first = function.first(piece).max(from);
      race.enter(
          -function.value(piece), function.last(piece).min(to).subtract(first).add(BigInteger.ONE));
    }
    return from.add(race.place()); // uniform within the winning piece
  }

  @Override
  public PrivacyEvent event() {
    return new Exponential(epsilon, shift.range()).event();
  }

  private static double logarithm(BigInteger number) {
    int shift = Math.max(0, number.bitLength() - 1000); // doubles end at 2^1024
    return Math.log(number.shiftRight(shift).doubleValue()) + shift * Math.log(2);
  }
}
