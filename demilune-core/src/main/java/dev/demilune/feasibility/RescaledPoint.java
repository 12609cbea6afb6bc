// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.feasibility;

import dev.demilune.DemiluneException;
import dev.demilune.feasibility.Constraints.Bounds;
import dev.demilune.internal.Check;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.Guarantee;
import dev.demilune.rescaling.RescalingPlan;
import dev.demilune.rescaling.RescalingReleases;
import dev.demilune.rescaling.RescalingSchedule;
import dev.demilune.rescaling.RescalingTraining;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * Finds a point that satisfies most of many linear constraints, one per person, privately, with
 * many unknowns: by the rescaling perceptron.
 *
 * <p><b>Claim.</b> The point is as private as the plan's event says: noisy second moments of
 * constraints, and noisy sums of them. How many constraints it satisfies is not bounded; it was
 * measured (docs/decisions/0033).
 *
 * <p><b>Proof.</b> A constraint a·x ≥ b is the row (a, -b), each number divided by its public
 * bound. Rows enter through {@link RescalingReleases} only; its proof bounds every release. The
 * point is made of the normal W that it finds, without the rows: W·(a, -b) ≥ 0 is a·x ≥ b for x =
 * W'/t, where t is the last entry of W and W' the others, if t is positive. ∎
 *
 * <p>If t is not positive, W stands for no point; it is then given a small positive t. Nothing says
 * so: few constraints hold at such a point.
 *
 * <p><b>Relies on.</b> Bounds that are declared, not computed from the rows; one constraint per
 * person.
 *
 * <p><b>Source.</b> Ene, Nguyen, Nguyen and Vladu (2025), in our form; see {@link
 * RescalingTraining}.
 *
 * @param bounds public bounds of the constraints
 * @param adjacency what a neighboring table is
 * @param expectedRows the public number of constraints that is expected; 0 to take it from the
 *     first release
 */
public record RescaledPoint(Bounds bounds, Adjacency adjacency, long expectedRows) {

  /** With more unknowns, second moments take too long and their noise hides them. */
  public static final int MOST_UNKNOWNS = 500;

  // Relative to the length of W.
  private static final double LEAST_SCALE = 1e-9;

  public RescaledPoint {
    Objects.requireNonNull(bounds, "bounds");
    Objects.requireNonNull(adjacency, "adjacency");
    adjacency.requireRows("a feasible point");
    Check.between("expectedRows", expectedRows, 0, Integer.MAX_VALUE);
    if (bounds.columns().size() > MOST_UNKNOWNS) {
      throw new DemiluneException(
          "at most "
              + MOST_UNKNOWNS
              + " variables can be done, and there are "
              + bounds.columns().size()
              + ": fix some variables yourself, or leave them out");
    }
  }

  /** Returns the search for an unknown number of rows. */
  public static RescaledPoint of(Bounds bounds, Adjacency adjacency) {
    return new RescaledPoint(bounds, adjacency, 0);
  }

  /** Returns the search for another public number of rows. */
  public RescaledPoint expecting(long rows) {
    return new RescaledPoint(bounds, adjacency, rows);
  }

  /**
   * Plans the search for this guarantee, without the rows. A ledger charges the plan, and it is the
   * plan that runs.
   *
   * @throws DemiluneException if Gaussian noise cannot meet the guarantee
   */
  public RescaledPointPlan plan(Guarantee guarantee) {
    if (guarantee.delta() == 0) {
      throw new DemiluneException(
          "the rescaling method adds Gaussian noise, which no guarantee with δ = 0 allows: give a"
              + " delta above 0 (for example 1e-6); without one, at most "
              + DeepPoint.MOST_UNKNOWNS
              + " variables can be done");
    }
    return new RescaledPointPlan(
        this,
        guarantee,
        RescalingPlan.of(
            new RescalingSchedule(
                RescalingSchedule.RESCALINGS, RescalingSchedule.STEPS, /* halfspaces= */ 1),
            adjacency,
            guarantee));
  }

  List<Rational> found(Constraints constraints, RescalingReleases releases, long rows) {
    double[] normal =
        new RescalingTraining(releases, RescalingTraining.MARGIN, rows, () -> {})
            .run(List.of(new ConstraintRows(constraints)))
            .get(0);
    return point(normal);
  }

  /** Post-processing: the point that a normal of the scaled rows stands for. */
  private List<Rational> point(double[] normal) {
    int unknowns = bounds.columns().size();
    double squares = 0;
    for (double entry : normal) {
      squares += entry * entry;
    }
    double least = Math.max(LEAST_SCALE * Math.sqrt(squares), Double.MIN_NORMAL);
    double last = Math.max(normal[unknowns], least) / ConstraintRows.bound(bounds, unknowns);
    return IntStream.range(0, unknowns)
        .mapToObj(j -> rational(normal[j] / ConstraintRows.bound(bounds, j) / last))
        .toList();
  }

  private static Rational rational(double number) {
    BigDecimal exact = new BigDecimal(number);
    return exact.scale() <= 0
        ? Rational.of(exact.toBigIntegerExact())
        : Rational.of(exact.unscaledValue(), BigInteger.TEN.pow(exact.scale()));
  }
}
