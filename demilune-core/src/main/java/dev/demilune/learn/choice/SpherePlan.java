// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.choice;

import dev.demilune.DemiluneException;
import dev.demilune.learn.Outlook;
import dev.demilune.learn.Projection;
import dev.demilune.learn.Shape;
import dev.demilune.privacy.Guarantee;
import java.util.Locale;

/**
 * What {@link SphereChoice} does for a problem of a given size: decided from the settings and from
 * public quantities.
 *
 * @param dimension of rows with their constant, at most
 * @param logShare of the share of all directions that make no mistake where rows keep the margin
 * @param halvings one half to this power is the probability with which a trial ends the search
 */
record SpherePlan(int dimension, double logShare, int halvings, PureChoices choices) {

  /** At most one search in 400 ends by its own coin, if all rows keep the margin. */
  private static final double SELDOM = 400;

  /** The probability of a random direction, where every row keeps the margin. */
  static final double RANDOM_AT_MOST = 1 / SELDOM;

  /** Trials of all halfspaces together, on average at most: some minutes, without the margin. */
  private static final double MOST_TRIALS = 1 << 29;

  /** Where a lattice on the square's boundary is exact, no trial is needed. */
  static final int PLANE = 2;

  /**
   * Plans a fit.
   *
   * @throws DemiluneException if it cannot run, with the nearest that can
   */
  static SpherePlan of(SphereChoice settings, Shape shape, Guarantee guarantee) {
    int problems = Shape.outputs(shape.classes());
    PureChoices choices = PureChoices.of(shape, guarantee, problems);
    settings.projection().images(shape, settings.margin()); // refuses a matrix that is too large
    int dimension = dimension(settings, shape);
    double logShare = logShare(settings, dimension);
    int halvings = halvings(logShare);
    if (dimension > PLANE && trials(logShare, problems) > MOST_TRIALS) {
      throw new DemiluneException(refusal(settings, dimension, logShare, problems));
    }
    return new SpherePlan(dimension, logShare, halvings, choices);
  }

  private static int dimension(SphereChoice settings, Shape shape) {
    return settings.projection().outputs(shape.features(), settings.margin())
        + (settings.intercept() ? 1 : 0);
  }

  private static double logShare(SphereChoice settings, int dimension) {
    return SphericalCap.logShare(
        dimension, SphericalCap.freedom(settings.margin(), settings.kept() * settings.margin()));
  }

  private static int halvings(double logShare) {
    // Up: τ is at most the share of directions without mistakes over SELDOM.
    double power = Math.ceil((Math.log(SELDOM) - logShare) / Math.log(2));
    // A coin of at most 62 bits; larger powers are refused in the plan, or not used in the plane.
    return (int) Math.max(1, Math.min(62, power));
  }

  /** On average at most, for all halfspaces; more than can be counted where the share is tiny. */
  private static double trials(double logShare, int problems) {
    return problems * SELDOM * Math.exp(-logShare);
  }

  private static String refusal(
      SphereChoice settings, int dimension, double logShare, int problems) {
    StringBuilder text =
        new StringBuilder(
            String.format(
                Locale.ROOT,
                "in %d dimensions one direction in 10^%.1f keeps a margin of %s, and to find it by"
                    + " trials would take too long: ",
                dimension,
                -logShare / Math.log(10),
                settings.kept() * settings.margin()));
    for (int percent = (int) Math.floor(100 * settings.kept()); percent >= 1; percent--) {
      double kept = percent / 100.0;
      double freedom = SphericalCap.freedom(settings.margin(), kept * settings.margin());
      if (trials(SphericalCap.logShare(dimension, freedom), problems) <= MOST_TRIALS) {
        return text.append(
                String.format(
                    Locale.ROOT, "set margin-kept to %.2f or less, or use net-choice", kept))
            .toString();
      }
    }
    for (int fewer = Math.min(dimension - 1, 64); fewer > PLANE; fewer--) {
      if (trials(logShare(settings, fewer), problems) <= MOST_TRIALS) {
        return text.append(projected(settings, fewer)).toString();
      }
    }
    return text.append(projected(settings, PLANE)).toString();
  }

  private static String projected(SphereChoice settings, int dimension) {
    return String.format(
        Locale.ROOT,
        "set projection to %d, or use net-choice",
        dimension - (settings.intercept() ? 1 : 0));
  }

  /** Returns what to expect. */
  Outlook outlook(SphereChoice settings, Shape shape) {
    int outputs = settings.projection().outputs(shape.features(), settings.margin());
    String sentence = choices.outlook(shape, -logShare);
    if (dimension > PLANE) {
      sentence +=
          "; all this if every row keeps the margin: with more than a few that do not, the search"
              + " ends at a random direction, and net-choice is the learner to use";
    }
    Outlook outlook = Outlook.of(sentence);
    return (dimension > PLANE ? outlook.inSecretTime() : outlook) // it tells the number of trials
        .with("rows", PureChoices.rows(shape))
        .with(Projection.KEY, shape.features() + " to " + outputs + " features")
        .with("choices", Integer.toString(choices.choices()))
        .with("epsilonPerChoice", String.format(Locale.ROOT, "%.4g", choices.epsilon()))
        .with("goodShare", String.format(Locale.ROOT, "%.3g", Math.exp(logShare)))
        .with(
            "sampling",
            dimension <= PLANE
                ? "all of " + PlaneDirections.POINTS + " directions"
                : String.format(
                    Locale.ROOT, "at most %.3g trials on average", Math.scalb(1.0, halvings)));
  }
}
