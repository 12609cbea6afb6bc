// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.published;

import dev.demilune.accounting.numeric.Rounding;
import dev.demilune.learn.Goal;
import dev.demilune.learn.RowsNeeded;
import dev.demilune.learn.Shape;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Guarantee;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * How many rows the batch perceptron needs as it was published: Ghazi, Kumar, Manurangsi and Nguyen
 * (2021), Theorem 6 and its proof, for two classes.
 *
 * <p>With γ' = 0.95γ, g = γ - γ', T = ⌈1500/(αg²)⌉ rounds on samples of rate p = 1/√T, noise σ =
 * 100 ln(T/δ)/ε on sums and b = 100 √ln(T/δ)/ε on counts, the paper prints n = 100√d σ ln T/(p√α) +
 * 1000σ√ln T/(pαγ) + 100 ln T/α + 10^10/(α²γ²), for a success probability of 0.9.
 *
 * <p>The margin is that of rows x in the unit ball, not of x/|x|: the theorem says nothing of rows
 * that a learner stretches to length one.
 *
 * <p>It leaves to the reader that the six events of its Lemma 18 then hold. Written out, with B =
 * pn and x = ln(12T/β), each fails with probability at most β/12 over all rounds if
 *
 * <ul>
 *   <li>B ≥ x/0.1082: no sample has more than 1.5B rows (Chernoff);
 *   <li>B ≥ σ(√d + √2x)/√α: the noise is at most B√α long;
 *   <li>B ≥ σ√2x/(0.01αg): it is short along the weights, and along the best weights;
 *   <li>B ≥ 10bx/α: the counts are off by at most 0.1αB;
 *   <li>B ≥ 100x/α: samples hold enough of the rows that violate the margin (Chernoff);
 * </ul>
 *
 * and Lemma 16 carries over to new rows, but for β/2, if n ≥ 640,000 ln(8/β)/(αγ')². The printed n
 * has 1000√ln T where the third event needs 2000√2x, so that at small ε it is too small; elsewhere
 * its last term, of 10^10, hides that. We give both numbers; the second is the guaranteed one.
 *
 * <p>Lemma 19 is for ε below 1, to which a larger one is cut, and for adding or removing a row.
 * Where a row or label is replaced, one row is removed and one added: half of ε, and δ/(1 +
 * e^(ε/2)).
 */
public final class PerceptronRows {

  private PerceptronRows() {}

  /** Returns T = ⌈1500/(αg²)⌉ with g the twentieth of the margin that is given up. */
  public static double rounds(double margin, double error) {
    double gap = 0.05 * margin;
    // Rounded down first, so that a quotient which is a whole number is not raised by one.
    return Math.ceil(1500 / (error * gap * gap) * Rounding.PRODUCT_DOWN);
  }

  /** Returns p = 1/√T, the probability with which a round takes a row. */
  public static double rate(double rounds) {
    return 1 / Math.sqrt(rounds);
  }

  /** Returns σ = 100 ln(T/δ)/ε, the noise of a round's sum in units of the longest row. */
  public static double noise(double rounds, double epsilon, double delta) {
    return 100 * Math.log(rounds / delta) / epsilon;
  }

  /** Returns b = 100 √ln(T/δ)/ε, the scale of the noise of a round's count. */
  public static double countNoise(double rounds, double epsilon, double delta) {
    return 100 * Math.sqrt(Math.log(rounds / delta)) / epsilon;
  }

  /**
   * Returns the rows that Theorem 6 asks for.
   *
   * @param expected rows for our form of it
   */
  public static RowsNeeded of(
      Shape shape, Guarantee guarantee, Goal goal, OptionalDouble expected) {
    if (shape.classes() != 2 || !(guarantee instanceof ApproximateDp promise)) {
      return RowsNeeded.asymptotic(
          expected, "Ghazi, Kumar, Manurangsi, Nguyen 2021, Theorem 6, is for two classes and a δ");
    }
    boolean removed = shape.adjacency().addsOrRemoves();
    // A replacement is a removal and an addition: group privacy halves ε and divides δ.
    double epsilon = Math.min(1, removed ? promise.epsilon() : promise.epsilon() / 2);
    double delta = removed ? promise.delta() : promise.delta() / (1 + Math.exp(epsilon));
    double rounds = rounds(goal.margin(), goal.error());
    double rate = rate(rounds);
    double sigma = noise(rounds, epsilon, delta);
    double countNoise = countNoise(rounds, epsilon, delta);
    double printed = printed(shape.features(), goal, rounds, rate, sigma);
    double proved = proved(shape.features(), goal, rounds, rate, sigma, countNoise);
    return new RowsNeeded(
        OptionalDouble.of(printed),
        OptionalDouble.of(proved),
        expected,
        String.format(
            Locale.ROOT,
            "as published, %.3g rounds at rate %.3g with noise %.3g: the paper prints %.3g rows,"
                + " its proof needs %.3g (Ghazi, Kumar, Manurangsi, Nguyen 2021, Theorem 6); with"
                + " published-error, on rows as they are, such predictions also withstand"
                + " perturbations of 0.9 margins",
            rounds,
            rate,
            sigma,
            printed,
            proved));
  }

  private static double printed(int features, Goal goal, double rounds, double rate, double sigma) {
    double alpha = goal.error();
    double log = Math.log(rounds);
    return Math.ceil(
        100 * Math.sqrt(features) * sigma * log / (rate * Math.sqrt(alpha))
            + 1000 * sigma * Math.sqrt(log) / (rate * alpha * goal.margin())
            + 100 * log / alpha
            + 1e10 / (alpha * alpha * goal.margin() * goal.margin()));
  }

  private static double proved(
      int features, Goal goal, double rounds, double rate, double sigma, double countNoise) {
    double alpha = goal.error();
    double gap = 0.05 * goal.margin();
    double x = Math.log(12 * rounds / goal.failure());
    // The five events, in the order of the list above; all must hold, so the largest B counts.
    double batch = x / (1.5 * Math.log(1.5) - 0.5); // 0.1082 of the list
    batch = Math.max(batch, sigma * (Math.sqrt(features) + Math.sqrt(2 * x)) / Math.sqrt(alpha));
    batch = Math.max(batch, sigma * Math.sqrt(2 * x) / (0.01 * alpha * gap));
    batch = Math.max(batch, 10 * countNoise * x / alpha);
    batch = Math.max(batch, 100 * x / alpha);
    double inside = 0.95 * goal.margin(); // γ'
    double generalization =
        640_000 * Math.log(8 / goal.failure()) / (alpha * alpha * inside * inside);
    return Math.ceil(Math.max(batch / rate, generalization)); // n = B/p, whole rows
  }
}
