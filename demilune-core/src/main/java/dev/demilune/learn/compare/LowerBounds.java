// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.compare;

import dev.demilune.learn.Goal;
import dev.demilune.learn.Shape;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Guarantee;
import dev.demilune.privacy.PureDp;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * How many rows every learner needs, whatever it does, with all constants.
 *
 * <p><b>Claim.</b> With fewer rows, some distribution of the margin over rows of that many features
 * makes a learner of two classes miss the goal.
 *
 * <p><b>Proof.</b> Take D orthogonal directions, {@link Goal#directions}, and signs s_1 to s_D. A
 * row is ±e_i with label ±s_i, direction and sign being uniform; the weights s/√D keep the margin
 * 1/√D, which is not below the goal's. A learner that is wrong on more than α of new rows with
 * probability at most β is wrong on α + β of them on average; so it is, too, averaged over random
 * signs.
 *
 * <p><i>Without privacy:</i> a direction that no row lies in says nothing of its sign, and half of
 * the guesses are wrong. The average error is at least (1 - 1/D)^n/2.
 *
 * <p><i>With privacy:</i> let k rows lie in direction i. The table with the other sign differs in k
 * labels, that is, in k replaced rows or labels, or in 2k rows removed or added: c·k steps, c being
 * 1 or 2. Let a and b be the probabilities of a wrong prediction under the two signs. By group
 * privacy, with δ' = δ(e^(ckε) - 1)/(e^ε - 1), b ≥ e^(-ckε)(1 - a - δ') and likewise for a, whence
 * (a + b)/2 ≥ (1 - δ')/(1 + e^(ckε)) ≥ 1/(1 + e^(ckε)) - δ/(e^ε - 1). The first term is convex in k
 * ≥ 0, and k is n/D on average: the average error is at least 1/(1 + e^(cεn/D)) - δ/(e^ε - 1). ∎
 *
 * <p><b>Source.</b> The distribution is that of Ghazi, Kumar, Manurangsi and Nguyen (2021), Theorem
 * 4, with the separator mended; they state the order D/ε. {@link PackingBounds} has what more can
 * be said where δ = 0.
 */
public final class LowerBounds {

  private LowerBounds() {}

  /** Returns the bounds there are, the largest first; none for more than two classes. */
  public static List<LowerBound> of(Shape shape, Guarantee guarantee, Goal goal) {
    List<LowerBound> bounds = new ArrayList<>();
    if (shape.classes() != 2) {
      return bounds;
    }
    double directions = goal.directions(shape.features());
    double wrong = goal.error() + goal.failure();
    bounds.add(
        new LowerBound(
            withoutPrivacy(directions, wrong),
            "for any learner, private or not: rows in orthogonal directions, some not seen"));
    bounds.add(withPrivacy(shape, directions, wrong, guarantee));
    if (guarantee instanceof PureDp pure) {
      bounds.addAll(PackingBounds.of(shape, pure.epsilon(), goal));
    }
    bounds.sort(Comparator.comparingDouble(LowerBound::rows).reversed());
    return bounds;
  }

  /**
   * Returns the error of two classes that every learner has at least, with the shape's rows, on the
   * rows of the proof, averaged over rows, signs and the learner's coins: those rows are what
   * {@code generate coordinates} writes.
   *
   * @param margin of the rows, in units of the bound on their norm
   */
  public static double leastMeanError(Shape shape, Guarantee guarantee, double margin) {
    double directions = Goal.directions(shape.features(), margin);
    double unseen = Math.pow(1 - 1 / directions, (double) shape.rows()) / 2;
    double steps = steps(shape) * guarantee.epsilon() * shape.rows() / directions;
    double hidden = 1 / (1 + Math.exp(steps)) - guarantee.delta() / Math.expm1(guarantee.epsilon());
    return Math.max(unseen, hidden);
  }

  /**
   * Returns what is known without constants, so that no number of rows can be said: empty where it
   * would say nothing new.
   */
  public static Optional<String> asymptotic(Shape shape, Guarantee guarantee) {
    boolean known =
        shape.classes() == 2
            && shape.adjacency() != Adjacency.REPLACE_LABEL
            && guarantee instanceof ApproximateDp;
    return known
        ? Optional.of(
            "in the order of min(√d/γ, d) rows, constants not known, for any learner of halfspaces"
                + " whose predictions may not change within 0.9 of the margin γ"
                + " (fingerprints, for ε < 1; Ghazi, Kumar, Manurangsi, Nguyen 2021, Theorem 3)")
        : Optional.empty();
  }

  private static double withoutPrivacy(double directions, double wrong) {
    return directions == 1
        ? 0
        : Math.max(0, Math.ceil(Math.log(2 * wrong) / Math.log1p(-1 / directions)));
  }

  private static LowerBound withPrivacy(
      Shape shape, double directions, double wrong, Guarantee guarantee) {
    double share = wrong + guarantee.delta() / Math.expm1(guarantee.epsilon());
    double rows =
        share < 0.5
            ? directions / (steps(shape) * guarantee.epsilon()) * Math.log(1 / share - 1)
            : 0;
    return new LowerBound(
        Math.ceil(rows),
        "for any learner with this guarantee: the same rows, their signs hidden by group privacy"
            + " (distribution of Ghazi, Kumar, Manurangsi, Nguyen 2021, Theorem 4)");
  }

  /** How many neighbors lie between a row's two labels. */
  private static int steps(Shape shape) {
    return shape.adjacency().addsOrRemoves() ? 2 : 1;
  }
}
