// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.additive;

import dev.demilune.learn.Shape;
import dev.demilune.learn.gradient.Center;
import dev.demilune.learn.gradient.ClippedDescent;
import dev.demilune.mechanism.NoisyIntegerSum;
import dev.demilune.random.PoissonSampling;
import dev.demilune.random.Randomness;
import dev.demilune.rows.Batch;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.rows.Shares;
import dev.demilune.schema.Part;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Everything an additive model learns from the rows, each through a {@link NoisyIntegerSum}.
 *
 * <p><b>Claim.</b> All releases together are what {@link AdditivePlan#event} says, for the
 * adjacency of the data.
 *
 * <p><b>Proof.</b> The noise multipliers are fixed by the plan before any row is seen, and each
 * release is made once. (1) The count moves by at most one row. (2) Counts of ranks have the
 * sensitivity of {@link RankCounts}. (3) One encoded row adds at most GRID_RADIUS to the length of
 * the sum of rows ({@link BoundedDataset}). (4) It adds at most the bound of {@link SecondMoment}
 * to the second moment, and (5) at most the contribution bound to each step ({@link
 * ClippedDescent}). A neighbor adds or removes one such part, or replaces it by another, which
 * moves a sum by at most twice the bound, or as (2) says. The plan's mechanisms have these
 * sensitivities. What rows are encoded, centered and whitened by are functions of earlier releases
 * and of public numbers, so the releases compose adaptively. (6) Of a large table a random sample
 * is used: every row is in it independently with a probability that depends on public or released
 * numbers. Whether the other rows are in it does not depend on a row that is there or not, so for
 * every outcome of these coins the sums move as above or not at all, and a mixture over coins
 * distinguishes neighbors no better. No credit is taken for the sample. Where the unit is a person,
 * she takes the place of a row: (1) counts persons, and each other sum gives the part of all her
 * rows together the bound of one row elsewhere; of a sample, that of those that are in it. ∎
 *
 * <p><b>Source.</b> Dong, Roth and Su (2022) for the composition of Gaussian mechanisms.
 */
final class AdditiveReleases {

  private final AdditivePlan plan;
  private final Optional<Randomness> randomness; // none for exact sums
  private final double rows;
  private final Set<String> made = new HashSet<>();

  private AdditiveReleases(AdditivePlan plan, Optional<Randomness> randomness, double rows) {
    this.plan = plan;
    this.randomness = randomness;
    this.rows = rows;
  }

  /** Returns releases with the planned noise, after buying the row count if that is planned. */
  static AdditiveReleases noisy(BoundedDataset data, AdditivePlan plan, Randomness randomness) {
    double rows =
        plan.count()
            .map(
                mechanism -> {
                  long[] count = {data.privateSize()};
                  mechanism.release(count, randomness.stream("row count"));
                  // Below its own noise the count says nothing; the noise's size is then the safer
                  // guess.
                  return Math.max((double) count[0], mechanism.noiseStandardDeviation());
                })
            .orElse((double) Shape.of(data).rows());
    return new AdditiveReleases(plan, Optional.of(randomness), Math.max(1, rows));
  }

  /** Returns the noise off: nothing made with it may be called private. */
  static AdditiveReleases exact(BoundedDataset data, AdditivePlan plan) {
    return new AdditiveReleases(plan, Optional.empty(), Math.max(1, data.privateSize()));
  }

  /** Returns the number of rows to divide by. */
  double rows() {
    return rows;
  }

  boolean areNoisy() {
    return randomness.isPresent();
  }

  AdditivePlan plan() {
    return plan;
  }

  /** Returns the distribution of every number over its cells; null for choices. */
  Ranks[] ranks(BoundedDataset data) {
    List<Part> parts = data.schema().parts();
    Ranks[] ranks = new Ranks[parts.size()];
    int[] numbers =
        IntStream.range(0, ranks.length).filter(p -> parts.get(p) instanceof Part.Number).toArray();
    if (plan.ranks().isEmpty()) {
      Arrays.stream(numbers).forEach(p -> ranks[p] = Ranks.unknown());
      return ranks;
    }
    int shares = Shares.of(data.adjacency());
    long[] counts = data.fold(new RankCounts(numbers, ranks.length, shares));
    double noise = release(plan.ranks().get(), counts, "ranks") / shares;
    Shares.toWholes(counts, shares);
    for (int i = 0; i < numbers.length; i++) {
      ranks[numbers[i]] = Ranks.of(counts, i * RankCounts.NODES, rows, noise);
    }
    return ranks;
  }

  /** Returns the rows to train on: all, or a secret sample; computed once and stored. */
  BoundedDataset kept(BoundedDataset encoded, double rate) {
    if (rate >= 1 || randomness.isEmpty()) {
      return encoded.kept();
    }
    return encoded.kept(
        Batch.sampled(PoissonSampling.withRate(rate), randomness.get().stream("sample").key()));
  }

  /**
   * Returns the center of encoded rows on the grid.
   *
   * @param expected how many rows there are, or are expected to be in a sample
   */
  int[] center(BoundedDataset encoded, double expected) {
    long[] sum = Center.rowSum(encoded); // exact and private until the next line
    double noise = release(plan.mean(), sum, "mean");
    return Center.of(sum, expected * Shares.of(encoded.adjacency()), noise);
  }

  /** Returns the map that centers and whitens encoded rows. */
  Whitening whitening(BoundedDataset encoded, int[] center, double length, double expected) {
    if (plan.moment().isEmpty()) {
      return Whitening.none(center, length);
    }
    long radius = plan.momentRadius();
    long[] sums = encoded.fold(new SecondMoment(center, length, radius));
    double noise = release(plan.moment().get(), sums, "second moment");
    return Whitening.of(
        center,
        length,
        SecondMoment.matrix(sums, center.length, radius, expected),
        noise / (SecondMoment.bound(radius) * expected));
  }

  /** Returns the descent. */
  ClippedDescent descent(double expected) {
    return new ClippedDescent(plan.steps(), randomness, expected);
  }

  /** Adds the noise in place and returns its standard deviation. */
  private double release(NoisyIntegerSum mechanism, long[] sums, String name) {
    if (!made.add(name)) { // a repeated release would reuse its noise
      throw new IllegalStateException(name + " is released already");
    }
    if (randomness.isEmpty()) {
      return 0;
    }
    mechanism.release(sums, randomness.get().stream(name));
    return mechanism.noiseStandardDeviation();
  }
}
