// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.mechanism;

import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.internal.Check;
import dev.demilune.random.Randomness;
import dev.demilune.random.UniformInteger;
import java.math.BigInteger;
import java.util.Objects;
import java.util.Optional;

/**
 * Finds a point where a quasi-concave function is nearly largest by first finding how wide the
 * function is: a search among as many points as the size has bits.
 *
 * <p><b>Claim.</b> Let a neighbor move the values of the function Q as the {@link ValueShift} says
 * (quasi-concave or not). Then the choice is (ε, δ)-DP with the ε and δ of {@link #event}: the sums
 * of those of the inner search, of one {@link StableChoice} and of one {@link FlatSearch}. If Q is
 * quasi-concave and somewhere reaches the promise M, the value at the chosen point is at least M -
 * {@link #loss}, except with the {@link #failureProbability}. The loss is 2Λ + G + E, where Λ is
 * that of the inner search on bitLength(size) points, G the gap that the stable choice needs, and E
 * the loss of a flat search where one point in 2^(s+1) + 2 is good.
 *
 * <p><b>The search.</b> Let Q̂ be the envelope of Q and L(j) the largest v such that 2^j
 * consecutive points have Q̂ ≥ v. Let x = M - Λ - G. (1) The inner search looks for a k where
 * min(L(k) - x, x - L(k + 1)) is nearly largest, with the promise 0. (2) The points are cut into
 * cells of 2^(k+1+s) points, with a random offset, and the stable choice looks for the cell with
 * the largest value of Q̂. (3) The flat search chooses a point of that cell, or of the 2^k points
 * on either side of it, by Q; among all points if there is no stable cell.
 *
 * <p><b>Proof.</b> Privacy: each step may depend on the rows and on what earlier steps released (k,
 * the cell), so their privacy costs add (basic composition); it remains to check each step. A
 * neighbor moves Q̂ like Q ({@link StepFunction}), hence L(j), a maximum of minima, by at most one,
 * and min(L - x, x - L) by at most one, in either direction, as the inner search requires. The
 * largest Q̂ of a cell moves by at most one, or in one direction as Q does, as the stable choice
 * requires; the cells are fixed by k and a draw independent of the rows. The last step is {@link
 * FlatSearch} on points fixed by what was released. ∎
 *
 * <p><b>Proof of the loss.</b> L falls from L(0) = max Q ≥ M > x to below x, with L = -∞ where
 * there are no 2^j points: at the last j with L(j) ≥ x the inner function is at least 0, and it is
 * quasi-concave, as the minimum of a falling and a rising function. So, unless the inner search
 * fails, L(k) ≥ x - Λ and L(k+1) ≤ x + Λ. The points with Q̂ above x + Λ are an interval of fewer
 * than 2^(k+1), and some have M or more. A border between cells falls within that interval with
 * probability below 2^-s. Otherwise one cell has M or more and all others at most x + Λ: a gap of
 * G, which is enough except with probability β'. The points with x - Λ or more are an interval too,
 * of at least 2^k points and meeting the cell, so at least 2^k of them lie in the cell or within
 * 2^k of it. The flat search has at most 2^(k+1+s) + 2·2^k points, of which at least 2^k are good:
 * it returns one of x - Λ - E or more, except with probability β'. Finally x - Λ - E = M - 2Λ - G -
 * E, and Q = Q̂. ∎
 *
 * <p><b>Budget.</b> With n levels, where level i from the top counts m_i = 2^(i-1) times, the loss
 * is nearly a sum of terms a/ε': m_i·r_i·ln(1/(4δ'β')) for the stable choices, m_i·r_i·ln((2^(s+1)
 * + 1)/β') for the flat searches of the levels, and 2·m_n·ln(size_n/β') for the innermost one,
 * where r_i is the range of the shift, 2 from the second level on. {@link #of} gives every step a
 * part of ε proportional to the root of its a, which minimizes the sum (Cauchy and Schwarz: with Σ
 * ε' = ε, Σ a/ε' ≥ (Σ √a)²/ε, equal there). δ is divided evenly among the n - 1 stable choices.
 *
 * <p><b>Sampling.</b> Exact integers throughout; time and memory depend on the number of pieces of
 * the function and their digits, never on the size.
 *
 * <p><b>Relies on.</b> Values that a neighbor moves as the shift says, which nothing here can
 * check; a promise that is public.
 *
 * <p><b>Source.</b> RecConcave of Beimel, Nissim and Stemmer (2013, 2016). We depart from it as
 * follows. The envelope makes the privacy proof hold for all functions; a neighbor of a
 * quasi-concave function need not be quasi-concave. One threshold x, instead of two at fixed
 * fractions of the promise, gives a loss that does not grow with the promise. Cells with a random
 * offset need one stable choice where fixed cells need two. The last step may choose any point, and
 * runs also without a cell. The recursion stops where another level does not pay, not at 32 points.
 * ε is divided as above, not evenly. Their condition M ≥ 8^n·(12n/(αε))·log(192n²/(βδ)), n = log*
 * of the size, requires more than a million where 2Λ + G + E is a few hundred.
 *
 * @param size the number of points
 * @param inner the search for k
 * @param stable the choice of a cell
 * @param finalEpsilon ε of the last step
 * @param stepFailure β', the failure probability of each of the last two steps
 * @param spread s: cells are 2^(s+1) times as wide as 2^k
 */
public record RecursiveSearch(
    BigInteger size,
    ValueShift shift,
    QuasiConcave inner,
    StableChoice stable,
    double finalEpsilon,
    double stepFailure,
    int spread)
    implements QuasiConcave {

  public RecursiveSearch {
    Objects.requireNonNull(shift, "shift");
    QuasiConcave.check(size, stepFailure);
    Check.positive("finalEpsilon", finalEpsilon);
    Check.between("spread", spread, 0, 1000);
    if (!inner.size().equals(BigInteger.valueOf(size.bitLength()))) {
      throw new IllegalArgumentException("inner must search among as many points as size has bits");
    }
    // min(L - x, x - L) moves up or down even where Q only moves one way.
    if (inner.shift() != ValueShift.EITHER_WAY || stable.scoreRange() < shift.range()) {
      throw new IllegalArgumentException("inner and stable must expect the values to move as here");
    }
  }

  /**
   * Returns the search with a given number of levels; a flat search is one level.
   *
   * @param levels at least 2
   */
  public static RecursiveSearch of(
      BigInteger size,
      ValueShift shift,
      double epsilon,
      double delta,
      double failureProbability,
      int levels) {
    Check.between("levels", levels, 2, 10);
    return (RecursiveSearch)
        SearchLevels.of(size, shift, delta, failureProbability, levels).search(epsilon);
  }

  @Override
  public double failureProbability() {
    // The inner search, a border in the interval, the stable choice, the flat search.
    return inner.failureProbability() + Math.scalb(1.0, -spread) + 2 * stepFailure;
  }

  @Override
  public long loss() {
    // 2^(s+1) + 2 units of 2^k points, one of them good: one unit less is bad.
    long good = FlatSearch.loss(cellWidth().add(BigInteger.ONE), shift, finalEpsilon, stepFailure);
    return drop() + atMostAll(inner.loss()) + atMostAll(good); // 2Λ + G + E
  }

  /** Λ + G: how far x is below the promise. */
  private long drop() {
    return atMostAll(inner.loss()) + atMostAll(stable.gapNeeded(stepFailure));
  }

  /** For a tiny ε a loss passes all values that there are: sums of such must not overflow. */
  private static long atMostAll(long loss) {
    return Math.min(loss, StepFunction.LARGEST_VALUE);
  }

  /** The width of a cell in units of 2^k. */
  private BigInteger cellWidth() {
    return BigInteger.ONE.shiftLeft(spread + 1);
  }

  @Override
  public BigInteger choose(StepFunction function, long promise, Randomness randomness) {
    QuasiConcave.checkSize(size, function);
    Check.between("promise", promise, -StepFunction.LARGEST_VALUE, StepFunction.LARGEST_VALUE);
    StepFunction envelope = function.envelope(); // Q̂
    // min(L(j) - x, x - L(j + 1))
    StepFunction crossing = LevelWidths.of(envelope).crossing(promise - drop());
    int width = inner.choose(crossing, 0, randomness).intValueExact(); // step (1): k

    int bits = width + 1 + spread; // the cell width 2^(k+1+s)
    // independent of the rows
    BigInteger offset = UniformInteger.below(BigInteger.ONE.shiftLeft(bits), randomness);
    StableChoice.Best<Cell> best = Cell.ofLargest(envelope, offset, bits);
    BigInteger more = BigInteger.ONE.shiftLeft(width);
    BigInteger last = size.subtract(BigInteger.ONE);
    Optional<Cell> found = // step (2); a single cell needs no release
        best.candidate().isAll(last)
            ? Optional.of(best.candidate())
            : stable.ifAhead(best, randomness);
    // step (3), on points fixed by what was released
    return new FlatSearch(size, shift, finalEpsilon, stepFailure)
        .choose(
            function,
            found
                .map(cell -> cell.first().subtract(more).max(BigInteger.ZERO))
                .orElse(BigInteger.ZERO),
            found.map(cell -> cell.last().add(more).min(last)).orElse(last),
            randomness);
  }

  @Override
  public PrivacyEvent event() {
    return PrivacyEvent.Composed.of(
        inner.event(), stable.event(), new Exponential(finalEpsilon, shift.range()).event());
  }

  /** A cell, by its points. */
  private record Cell(BigInteger first, BigInteger last) {

    /**
     * Returns the cell that contains the largest value, the first one if there are several, and by
     * how much its largest value exceeds that of every other cell.
     *
     * <p>Cells end where point + offset passes a multiple of 2^bits. An envelope falls on both
     * sides of its top, so the best of the other cells is adjacent to the top's cell.
     */
    static StableChoice.Best<Cell> ofLargest(StepFunction envelope, BigInteger offset, int bits) {
      int top = LevelWidths.top(envelope);
      // point + offset over the width, rounded down
      BigInteger number = envelope.first(top).add(offset).shiftRight(bits);
      BigInteger first = number.shiftLeft(bits).subtract(offset).max(BigInteger.ZERO);
      BigInteger end = number.add(BigInteger.ONE).shiftLeft(bits).subtract(offset);
      BigInteger last = end.min(envelope.size()).subtract(BigInteger.ONE);
      long second = -3 * StepFunction.LARGEST_VALUE; // below all values: no other cell
      if (first.signum() > 0) {
        second = envelope.valueAt(first.subtract(BigInteger.ONE));
      }
      if (end.compareTo(envelope.size()) < 0) {
        second = Math.max(second, envelope.valueAt(end)); // gap 0 if the top piece continues there
      }
      return new StableChoice.Best<>(new Cell(first, last), envelope.value(top) - second);
    }

    /** Whether there is no other cell: decided by released and public numbers, not by the rows. */
    boolean isAll(BigInteger lastPoint) {
      return first.signum() == 0 && last.equals(lastPoint);
    }
  }
}
