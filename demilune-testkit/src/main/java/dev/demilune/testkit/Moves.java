// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.testkit;

import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.learn.perturb.TiltedMinimum;
import dev.demilune.mechanism.Exponential;
import dev.demilune.mechanism.GeneralizedExponential;
import dev.demilune.mechanism.L2Laplace;
import dev.demilune.mechanism.NoisyCounts;
import dev.demilune.mechanism.NoisyIntegerSum;
import dev.demilune.mechanism.StableChoice;
import dev.demilune.mechanism.StableHistogram;
import dev.demilune.random.RandomizedResponse;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * For every kind of mechanism, what it costs and by how much a neighbor moves what it holds. A
 * mechanism that is not listed here fails the law, so that none is left out.
 */
final class Moves {

  private static final MathContext DIGITS = new MathContext(40);
  private static final BigDecimal ROUNDING = new BigDecimal("1e-20");

  private static final List<Kind<?>> KINDS =
      List.of(
          new Kind<>(NoisyIntegerSum.class, NoisyIntegerSum::event, Moves::ofSum),
          new Kind<>(L2Laplace.class, L2Laplace::event, Moves::ofColumns),
          new Kind<>(NoisyCounts.class, NoisyCounts::event, Moves::ofCounts),
          new Kind<>(Exponential.class, Exponential::event, ScoreMoves::of),
          new Kind<>(
              GeneralizedExponential.class, GeneralizedExponential::event, Moves::ofEachScore),
          new Kind<>(StableChoice.class, StableChoice::event, Moves::ofBest),
          new Kind<>(StableHistogram.class, StableHistogram::event, Moves::ofHistogram),
          new Kind<>(RandomizedResponse.class, Moves::event, Moves::ofTruths),
          new Kind<>(TiltedMinimum.class, TiltedMinimum::event, TiltedMove::of));

  private Moves() {}

  private record Kind<M>(Class<M> type, Function<M, PrivacyEvent> event, Measure<M> measure) {

    PrivacyEvent event(Release release) {
      return event.apply(type.cast(release.mechanism()));
    }

    Move between(Release one, Release other) {
      return measure.between(type.cast(one.mechanism()), one, other);
    }
  }

  private interface Measure<M> {
    Move between(M mechanism, Release one, Release other);
  }

  private static Kind<?> kind(Release release) {
    return KINDS.stream()
        .filter(kind -> kind.type.isInstance(release.mechanism()))
        .findFirst()
        .orElseThrow(
            () ->
                new AssertionError(
                    "the law of replay cannot compare what "
                        + release.mechanism().getClass().getName()
                        + " holds on two tables: list it in "
                        + Moves.class.getSimpleName()));
  }

  /** Returns what a release costs. */
  static PrivacyEvent event(Release release) {
    return kind(release).event(release);
  }

  /** Returns by how much two runs differ in what the same release holds. */
  static Move between(Release one, Release other) {
    return kind(one).between(one, other);
  }

  private static PrivacyEvent event(RandomizedResponse response) {
    return new PrivacyEvent.RandomizedResponse(response.epsilon(), response.answers());
  }

  /** In integers: the squared length against the squared sensitivity. */
  private static Move ofSum(NoisyIntegerSum mechanism, Release one, Release other) {
    BigInteger squares = sumOfSquares(differences(one, other), 0, 1);
    return new Move(
        Math.sqrt(squares.doubleValue() / mechanism.sensitivitySquared().doubleValue()),
        squares.compareTo(mechanism.sensitivitySquared()) <= 0,
        "a squared length of " + squares);
  }

  /** The sum of the columns' lengths. */
  private static Move ofColumns(L2Laplace mechanism, Release one, Release other) {
    BigInteger[] differences = differences(one, other);
    BigDecimal lengths = BigDecimal.ZERO;
    for (int k = 0; k < mechanism.columns(); k++) {
      BigInteger squares = sumOfSquares(differences, k, mechanism.columns());
      lengths = lengths.add(new BigDecimal(squares).sqrt(DIGITS));
    }
    BigDecimal most = BigDecimal.valueOf(mechanism.sensitivity()).add(ROUNDING);
    return new Move(
        lengths.doubleValue() / mechanism.sensitivity(),
        lengths.compareTo(most) <= 0,
        "columns of lengths " + lengths);
  }

  private static Move ofCounts(NoisyCounts mechanism, Release one, Release other) {
    BigInteger[] differences = differences(one, other);
    long moved = Arrays.stream(differences).filter(some -> some.signum() != 0).count();
    boolean byOne =
        Arrays.stream(differences).allMatch(some -> some.abs().compareTo(BigInteger.ONE) <= 0);
    return new Move(
        (double) moved / mechanism.countsMoved(),
        byOne && moved <= mechanism.countsMoved(),
        moved + " counts" + (byOne ? ", by one each" : ", some by more than one"));
  }

  private static Move ofEachScore(GeneralizedExponential mechanism, Release one, Release other) {
    BigInteger[] differences = differences(one, other);
    boolean within =
        IntStream.range(0, differences.length)
            .allMatch(
                i ->
                    differences[i]
                            .abs()
                            .compareTo(BigInteger.valueOf(mechanism.sensitivities().get(i)))
                        <= 0);
    double share =
        IntStream.range(0, differences.length)
            .mapToDouble(i -> differences[i].abs().doubleValue() / mechanism.sensitivities().get(i))
            .max()
            .orElse(0);
    return new Move(share, within, "scores by " + Arrays.toString(differences));
  }

  /**
   * Either the same candidate is best, and its lead moves by the range; or both leads are small.
   */
  private static Move ofBest(StableChoice mechanism, Release one, Release other) {
    StableChoice.Best<?> best = (StableChoice.Best<?>) one.held();
    StableChoice.Best<?> others = (StableChoice.Best<?>) other.held();
    boolean same = best.candidate().equals(others.candidate());
    long moved = Math.abs(Math.subtractExact(best.gap(), others.gap()));
    long range = mechanism.scoreRange();
    return new Move(
        same ? (double) moved / range : 1,
        same ? moved <= range : best.gap() <= range && others.gap() <= range,
        same
            ? "a lead by " + moved
            : "the best candidate, of leads " + best.gap() + " and " + others.gap());
  }

  private static Move ofHistogram(StableHistogram mechanism, Release one, Release other) {
    Map<?, ?> counts = (Map<?, ?>) one.held();
    Map<?, ?> others = (Map<?, ?>) other.held();
    Set<Object> values = new TreeSet<>(counts.keySet());
    values.addAll(others.keySet());
    long moved = 0;
    boolean byOne = true;
    for (Object value : values) {
      long difference = Math.abs(count(counts, value) - count(others, value));
      moved += Math.min(1, difference);
      byOne &= difference <= 1;
    }
    return new Move(
        (double) moved / mechanism.adjacency().contributionsChanged(),
        byOne && moved <= mechanism.adjacency().contributionsChanged(),
        moved + " counts" + (byOne ? ", by one each" : ", some by more than one"));
  }

  private static long count(Map<?, ?> counts, Object value) {
    return counts.get(value) instanceof Long count ? count : 0;
  }

  private static Move ofTruths(RandomizedResponse mechanism, Release one, Release other) {
    int[] truths = (int[]) one.held();
    int[] others = (int[]) other.held();
    requireSameSize(one, truths.length, others.length);
    long moved = IntStream.range(0, truths.length).filter(i -> truths[i] != others[i]).count();
    return new Move(
        moved, moved <= 1, moved + " of the truths of " + mechanism.answers() + " answers");
  }

  /** Returns what two runs hold, less each other, in integers of any size. */
  private static BigInteger[] differences(Release one, Release other) {
    long[] exact = (long[]) one.held();
    long[] others = (long[]) other.held();
    requireSameSize(one, exact.length, others.length);
    BigInteger[] differences = new BigInteger[exact.length];
    Arrays.setAll(
        differences, i -> BigInteger.valueOf(exact[i]).subtract(BigInteger.valueOf(others[i])));
    return differences;
  }

  static void requireSameSize(Release release, long size, long neighbors) {
    Law.require(
        size == neighbors,
        "%s holds %d numbers, and %d on the neighboring table",
        release,
        size,
        neighbors);
  }

  private static BigInteger sumOfSquares(BigInteger[] entries, int first, int stride) {
    BigInteger sum = BigInteger.ZERO;
    for (int i = first; i < entries.length; i += stride) {
      sum = sum.add(entries[i].multiply(entries[i]));
    }
    return sum;
  }
}
