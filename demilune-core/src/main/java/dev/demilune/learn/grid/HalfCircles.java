// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.grid;

import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.learn.choice.PureChoices;
import dev.demilune.mechanism.FlatSearch;
import dev.demilune.mechanism.StepFunction;
import dev.demilune.mechanism.ThresholdChoice;
import dev.demilune.mechanism.ValueShift;
import dev.demilune.privacy.Adjacency;
import dev.demilune.random.Randomness;
import java.math.BigInteger;

/**
 * A halfspace of the plane by private thresholds: one on each half of the circle of normals, and a
 * private choice between the two.
 *
 * <p><b>Claim.</b> A choice is 2ε₁ + ε₂-DP, with δ = 0, for the adjacency of the rows. But for β it
 * makes at most (r/ε₁)·ln(2N/β) + (r/ε₂)·ln(2/β) mistakes more than the best halfspace without rows
 * on its border, where N = 4M is the number of points on half of the {@link Perimeter}, and r is 1
 * where a row is added or removed and 2 where something is replaced.
 *
 * <p><b>Proof.</b> Number the points of one half 0, ..., N - 1. A row changes sides at most once
 * among them: the points with a product above zero are an arc of N or N - 1 points out of 2N, and
 * neither it nor the rest can begin and end strictly within a stretch of N. So the points that get
 * the row right are those before some t, or those from t on; {@link Perimeter#example} makes this a
 * labeled example of thresholds at t - 1, which the threshold u contradicts exactly if the point u
 * gets the row wrong. One row makes one example, whatever the other rows are: neighboring tables
 * make neighboring examples, and {@link ThresholdChoice} with ε₁ is ε₁-DP on each half. Then both
 * points are public, and the last choice, by their mistakes, is exponential with ε₂. The costs add.
 * For the mistakes: the best halfspace is some point of one half, by the claim of Perimeter. There
 * the threshold has (r/ε₁)·ln(2N/β) more at most, but for β/2, and the last choice loses
 * (r/ε₂)·ln(2/β) more at most, but for β/2; both are flat searches. ∎
 *
 * <p><b>Budget.</b> a/ε₁ + b/ε₂ with 2ε₁ + ε₂ fixed is least where ε₁ is to ε₂ as √(a/2) to √b; the
 * a and b are those for β = 1/20. So ε₁ is 0.40 and ε₂ 0.21 of the whole, in place of a third each.
 *
 * <p><b>What it is for.</b> It is the published reduction of halfspaces to thresholds, made
 * private: there angles are sorted by their quality, which reads the rows; here nothing reads them
 * but three private choices. On the 2^33 positions of a half the best threshold is the exponential
 * mechanism ({@link dev.demilune.mechanism.QuasiConcave#best}), and then one choice among all
 * points costs less than half of this.
 *
 * <p><b>Sampling.</b> Exact; two sorts of the rows and one pass.
 *
 * <p><b>Source.</b> After Huang, Chen and Tsai (2024), repaired; the map of rows is ours.
 *
 * @param thresholdEpsilon ε₁
 * @param lastEpsilon ε₂
 * @param problems how many halfspaces are chosen
 */
record HalfCircles(
    Perimeter perimeter,
    double thresholdEpsilon,
    double lastEpsilon,
    int problems,
    Adjacency adjacency)
    implements PlaneSearch {

  private static final double FAILURE = 0.05;

  /** Divides the budget of each choice. */
  static HalfCircles of(Perimeter perimeter, PureChoices choices, Adjacency adjacency) {
    double thresholdRoot = Math.sqrt(0.5 * Math.log(2 * half(perimeter).doubleValue() / FAILURE));
    double lastRoot = Math.sqrt(Math.log(2 / FAILURE));
    // Sums to the choice's ε up to rounding, which PART_DOWN in PureChoices leaves room for.
    double part = choices.epsilon() / (2 * thresholdRoot + lastRoot);
    return new HalfCircles(
        perimeter, part * thresholdRoot, part * lastRoot, choices.choices(), adjacency);
  }

  private static BigInteger half(Perimeter perimeter) {
    return BigInteger.valueOf(perimeter.points() / 2);
  }

  /** The thresholds between N - 1 positions are N. */
  private ThresholdChoice thresholds(double failure) {
    return ThresholdChoice.of(
        half(perimeter).subtract(BigInteger.ONE), adjacency, thresholdEpsilon, 0, failure);
  }

  private FlatSearch last(double failure) {
    return new FlatSearch(BigInteger.TWO, ValueShift.ofCounts(adjacency), lastEpsilon, failure);
  }

  @Override
  public PrivacyEvent event() {
    return PrivacyEvent.Composed.of(
        new PrivacyEvent.Repeated(thresholds(FAILURE).event(), 2L * problems),
        problems == 1
            ? last(FAILURE).event()
            : new PrivacyEvent.Repeated(last(FAILURE).event(), problems));
  }

  @Override
  public double mistakes(double failure) {
    return (double) thresholds(failure / 2).search().loss() + last(failure / 2).loss();
  }

  @Override
  public int[] choose(PlaneRows rows, Randomness randomness) {
    // Two private choices; what follows sees their results and the rows once more.
    int[][] points = {onHalf(0, rows, randomness), onHalf(1, rows, randomness)};
    StepFunction.Builder right = StepFunction.builder(BigInteger.TWO);
    rows.forEach(
        (x, y, positive) -> {
          for (int half = 0; half < 2; half++) {
            // Integers below 2^47. One row adds 0 or 1 to each of two counts.
            if (points[half][0] * x + points[half][1] * y > 0 == positive) {
              right.add(BigInteger.valueOf(half), 1).add(BigInteger.valueOf(half + 1L), -1);
            }
          }
        });
    return points[last(FAILURE).choose(right.build(), 0, randomness).intValueExact()];
  }

  private int[] onHalf(int half, PlaneRows rows, Randomness randomness) {
    ThresholdChoice thresholds = thresholds(FAILURE);
    StepFunction.Builder agreement = StepFunction.builder(thresholds.search().size());
    rows.forEach(
        (x, y, positive) ->
            ThresholdChoice.count(perimeter.example(half, x, y, positive), agreement));
    long number = thresholds.choose(agreement.build(), 0, randomness).longValueExact();
    return perimeter.point(half * (perimeter.points() / 2) + number);
  }
}
