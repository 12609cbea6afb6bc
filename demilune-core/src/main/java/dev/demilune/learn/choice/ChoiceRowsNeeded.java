// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.choice;

import dev.demilune.learn.Goal;
import dev.demilune.learn.RowsNeeded;
import dev.demilune.learn.Shape;
import dev.demilune.learn.published.NetOfBall;
import dev.demilune.learn.published.PerceptronRows;
import dev.demilune.learn.published.SingleRowDescent;
import dev.demilune.privacy.Guarantee;
import dev.demilune.privacy.PureDp;
import java.util.Locale;
import java.util.OptionalDouble;

/** How many rows private choices of halfspaces need, for two classes. */
final class ChoiceRowsNeeded {

  private ChoiceRowsNeeded() {}

  /**
   * For a net of radius γ/10, as {@link NetOfBall#rows} has it. The paper states the order; the
   * constants are those of its proof, with the points of our net counted.
   */
  static RowsNeeded ofNet(Shape shape, Guarantee guarantee, Goal goal) {
    String source = "(Nguyen, Ullman, Zakynthinou 2020, Theorem 11)";
    if (shape.classes() != 2) {
      return RowsNeeded.asymptotic(
          OptionalDouble.empty(), "for two classes: 1/(error · margin² · ε) " + source);
    }
    int range = shape.adjacency().contributionsChanged();
    int dimension =
        (int)
            Math.min(
                shape.features(),
                SingleRowDescent.directions(
                    goal.margin(),
                    SingleRowDescent.failureOfLength(
                        (double) Math.max(1, shape.rows()), goal.error(), goal.failure())));
    double logNet = LatticeNet.logMost(dimension, goal.margin() / 10);
    double rows = NetOfBall.rows(logNet, goal.error(), goal.failure(), guarantee.epsilon(), range);
    return new RowsNeeded(
        OptionalDouble.empty(),
        OptionalDouble.of(rows),
        OptionalDouble.empty(),
        String.format(
            Locale.ROOT,
            "by a net of 10^%.3g points, as published%s; in order 1/(error · margin² · ε) %s,"
                + " constants derived here",
            logNet / Math.log(10),
            logNet > Math.log(NetPlan.MOST_POINTS) ? ", more than can be weighed" : "",
            source));
  }

  /**
   * The paper prints n = 10^4Λ²/(εα) + 10^10/(α²γ²) with Λ = 10^6·√ln(1/α)·max(√d, 1/γ). Its proof
   * needs that directions with few mistakes have some measure μ. Those within arccos(0.95γ) -
   * arccos(γ) of the best have no mistakes, so that μ is at least their share of the sphere, and a
   * choice makes at most (r/ε)·ln(2/(βμ)) mistakes but for β/2: within αn/2 from n =
   * 2r·ln(2/(βμ))/(εα) on. New rows are as in {@link PerceptronRows}.
   *
   * @param oneChoice whether a halfspace is one choice from all directions; nothing is proved of
   *     rounds of choices
   */
  static RowsNeeded ofSphere(Shape shape, Guarantee guarantee, Goal goal, boolean oneChoice) {
    String source = "(Ghazi, Kumar, Manurangsi, Nguyen 2021, Theorem 5)";
    // Beyond the plane a search may end at a random direction, however many rows there are.
    double random = shape.features() > 2 ? SpherePlan.RANDOM_AT_MOST : 0;
    if (shape.classes() != 2
        || !(guarantee instanceof PureDp pure)
        || goal.failure() <= 2 * random) {
      return RowsNeeded.asymptotic(
          OptionalDouble.empty(),
          "for two classes and δ = 0, and failures more likely than 1 in 200 in more than two"
              + " dimensions: max(features, 1/margin²)/(error · ε) "
              + source);
    }
    double failure = goal.failure() - random; // what is left of β for the choice and new rows
    double alpha = goal.error();
    double gamma = goal.margin();
    double lambda =
        1e6 * Math.sqrt(Math.log(1 / alpha)) * Math.max(Math.sqrt(shape.features()), 1 / gamma);
    double printed =
        1e4 * lambda * lambda / (pure.epsilon() * alpha) + 1e10 / (alpha * alpha * gamma * gamma);
    double inside = 0.95 * gamma;
    // ln μ: the cap of directions that make no mistake.
    double logShare = SphericalCap.logShare(shape.features(), SphericalCap.freedom(gamma, inside));
    double choice =
        2
            * shape.adjacency().contributionsChanged()
            * (Math.log(2 / failure) - logShare)
            / (pure.epsilon() * alpha);
    double newRows = 640_000 * Math.log(8 / failure) / (alpha * alpha * inside * inside);
    double proved = Math.max(choice, newRows); // both must hold
    return new RowsNeeded(
        OptionalDouble.of(Math.ceil(printed)),
        OptionalDouble.of(Math.ceil(proved)),
        OptionalDouble.empty(),
        String.format(
            Locale.ROOT,
            "the paper prints %.3g rows, its proof needs %.3g with the measure of a cap put in %s;"
                + " such predictions also withstand perturbations of 0.9 margins%s",
            printed,
            proved,
            source,
            oneChoice
                ? ""
                : "; one choice from all directions would take too long, and of the rounds that run"
                    + " instead nothing is proved"));
  }
}
