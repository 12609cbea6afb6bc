// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.choice;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/**
 * A halfspace in several rounds, each of which buys a direction and then chooses in a plane.
 *
 * <p>The first plane is spanned by the difference of both sides' sums of rows and by the direction
 * that shifts halfspaces. Every later one is spanned by the winner so far and by the sum of the
 * rows that it does not keep at the margin, each with its sign: the direction in which a hinge loss
 * falls fastest. What all rows have in common is taken out of it first ({@link Centering}); without
 * that, the sums of rows that all lean to one side say little else. In a plane all directions are
 * weighed ({@link CircleChoice}), so the length of a step is chosen, too, and rows that no step
 * helps leave the winner where it is.
 *
 * <p><b>Claim.</b> For given planes, each choice has the law of {@link
 * dev.demilune.mechanism.Exponential} among the directions of the plane; adding, removing or
 * replacing one row, or its label, moves the columns of a sum by vectors whose lengths sum to at
 * most {@link UnitRows#LONGEST} for each row that is there in one table and not, or not so, in the
 * other.
 *
 * <p><b>Proof.</b> A plane follows from vectors that have been released, and a row's image in it
 * from the plane and from that row ({@link UnitRows#onto}): the score of a direction is a count of
 * rows, each by itself. A row enters a sum once, in one column, with its sign or not at all, and
 * which of it depends on the row, its label and the released winner; its length is at most {@code
 * LONGEST}. ∎ What these releases cost together is the business of {@link NetPlan#event}.
 */
final class Refinement {

  private final UnitRows rows;
  private final Releases releases;
  private final int threshold;
  private final int kept;
  private final int classes;
  private final long[] sums;
  private final Centering centering;

  /** All that is learned of the rows. */
  interface Releases {

    /**
     * Puts noise on the sums of all classes, in place.
     *
     * @param classes entry i belongs to class i modulo {@code classes}
     * @return the standard deviation of the noise of an entry
     */
    double addToClasses(long[] sums, int classes, String name);

    /** Puts noise on one sum, in place. */
    void add(long[] sum, String name);

    /** Chooses the point of a circle. */
    int[] choose(CircleChoice circle, String name);
  }

  /**
   * Buys the sum of the rows of each class, once for all halfspaces.
   *
   * @param constant whether the last coordinate of rows is one
   * @param margin below which rows count for the direction of a round
   * @param slack the margin below which rows count as mistakes in a choice
   */
  Refinement(
      UnitRows rows,
      int classes,
      boolean constant,
      double margin,
      double slack,
      Releases releases) {
    this.rows = rows;
    this.releases = releases;
    this.threshold = (int) Math.max(1, Math.ceil(slack * UnitRows.LENGTH));
    this.kept = CandidateBlock.threshold(margin, CandidateBlock.RADIUS);
    this.classes = classes;
    this.sums = RowSums.byClass(rows, classes);
    double deviation = releases.addToClasses(sums, classes, "class sums");
    this.centering = new Centering(signed(any -> 1), constant, Math.sqrt(classes) * deviation);
  }

  /** Returns the sum of all rows, with the sign of their class. */
  private double[] signed(IntUnaryOperator sign) {
    double[] sum = new double[rows.dimension()];
    for (int i = 0; i < sums.length; i++) {
      sum[i / classes] += (double) sign.applyAsInt(i % classes) * sums[i];
    }
    return sum;
  }

  /** Returns the normal of a halfspace. */
  int[] normal(int number, int positive, int rounds) {
    String name = "halfspace " + number + ", round ";
    double[] difference = centering.direction(signed(some -> some == positive ? 1 : -1));
    int[] winner = choose(Plane.of(difference, centering.shift()), positive, name + 1);
    for (int round = 2; round <= rounds; round++) {
      long[] within = RowSums.withinMargin(rows, positive, winner, kept);
      releases.add(within, "sum of " + name + round);
      double[] direction = centering.direction(Arrays.stream(within).asDoubleStream().toArray());
      double[] last = Arrays.stream(winner).asDoubleStream().toArray();
      winner = choose(Plane.of(last, direction), positive, name + round);
    }
    return winner;
  }

  private int[] choose(Plane plane, int positive, String name) {
    UnitRows images = rows.onto(plane.first(), plane.second());
    return plane.at(releases.choose(new CircleChoice(images, positive, threshold), name));
  }
}
