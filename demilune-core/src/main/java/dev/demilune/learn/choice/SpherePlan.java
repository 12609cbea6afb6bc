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

  /** Whether all directions can be weighed or tried; elsewhere a search in rounds takes over. */
  static boolean isFor(SphereChoice settings, Shape shape) {
    int dimension = dimension(settings, shape);
    return dimension <= PLANE
        || trials(logShare(settings, dimension), Shape.outputs(shape.classes())) <= MOST_TRIALS;
  }

  /**
   * Plans a fit for which {@link #isFor} holds.
   *
   * @throws DemiluneException if it cannot run, with the nearest that can
   */
  static SpherePlan of(SphereChoice settings, Shape shape, Guarantee guarantee) {
    int problems = Shape.outputs(shape.classes());
    PureChoices choices = PureChoices.of(shape, guarantee, problems);
    settings.projection().images(shape, settings.margin()); // refuses a matrix that is too large
    int dimension = dimension(settings, shape);
    double logShare = logShare(settings, dimension);
    return new SpherePlan(dimension, logShare, halvings(logShare), choices);
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
    // A coin of at most 62 bits; larger powers are not for trials, and not used in the plane.
    return (int) Math.max(1, Math.min(62, power));
  }

  /** On average at most, for all halfspaces; more than can be counted where the share is tiny. */
  private static double trials(double logShare, int problems) {
    return problems * SELDOM * Math.exp(-logShare);
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
