// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.network;

import dev.demilune.DemiluneException;
import dev.demilune.embed.SignProjection;
import dev.demilune.learn.Outlook;
import dev.demilune.learn.Shape;
import dev.demilune.learn.choice.PureChoices;
import dev.demilune.model.NetworkClassifier;
import dev.demilune.privacy.Guarantee;
import java.util.Locale;

/**
 * What a {@link NetworkChoice} would do, from public quantities alone, and what it refuses.
 *
 * @param network the networks that are tried
 * @param networks how many there are: one for all classes, or one for each
 * @param choices one for each round of each network
 * @param candidates in each round
 */
record NetworkPlan(
    NetworkShape network, int networks, PureChoices choices, long candidates, double margin) {

  static final int MOST_ROUNDS_BY_RULE = 16;
  private static final int ROUNDS_OF_UNKNOWN_ROWS = 8;

  // Multiplications of all trials together: about ten days of one core.
  private static final double MOST_WORK = 1e15;
  private static final double WORK_PER_SECOND = 1e9; // roughly, on one core
  private static final long MOST_WEIGHTS = 1 << 24;

  /** The margin that the theorem is quoted for where none is set. */
  private static final double MARGIN_IF_OFF = 0.1;

  static NetworkPlan of(NetworkChoice learner, Shape shape, Guarantee guarantee) {
    NetworkShape network = network(learner, shape, 1);
    int networks = networks(learner, shape);
    int choices = Math.multiplyExact(networks, rounds(learner, shape, guarantee, networks));
    requireWork(learner, shape, network, choices);
    return new NetworkPlan(
        network,
        networks,
        PureChoices.composed(shape, guarantee, choices),
        learner.values().get(NetworkChoice.CANDIDATES),
        learner.values().get(NetworkChoice.MARGIN));
  }

  /** How many networks are searched, one after the other. */
  static int networks(NetworkChoice learner, Shape shape) {
    return shape.classes() > 2
            && learner.values().get(NetworkChoice.CLASSES) == NetworkChoice.Classes.ONE_VS_REST
        ? shape.classes()
        : 1;
  }

  /** How many rounds the search for a network has. */
  int rounds() {
    return choices.choices() / networks;
  }

  /**
   * Returns the networks for such rows.
   *
   * @param constant the intercept's; whether it is 0 does not matter to a plan
   */
  static NetworkShape network(NetworkChoice learner, Shape shape, double constant) {
    int features = shape.features();
    int units = learner.values().get(NetworkChoice.UNITS);
    int directions = learner.directions(features);
    int networks = networks(learner, shape);
    if ((long) features * units * networks > MOST_WEIGHTS) {
      throw new DemiluneException(
          features
              + " features times "
              + units
              + " units are more weights than a network may have: set units to "
              + Math.max(1, MOST_WEIGHTS / features / networks)
              + (features > MOST_WEIGHTS / networks ? ", and leave out features" : " or less"));
    }
    if (directions < features && (long) features * directions > SignProjection.MOST_SIGNS) {
      throw new DemiluneException(
          features
              + " features times "
              + directions
              + " directions are more random signs than fit in memory: set projection to "
              + Math.max(1, SignProjection.MOST_SIGNS / features)
              + " or less");
    }
    return new NetworkShape(
        features,
        learner.values().get(NetworkChoice.LAYERS),
        units,
        networks > 1 ? 1 : NetworkClassifier.outputs(shape.classes()),
        directions,
        constant,
        learner.values().get(NetworkChoice.DRAW),
        learner.values().get(NetworkChoice.NORM));
  }

  /** The more rows and budget, the more rounds can be told from chance; chosen on other draws. */
  private static int rounds(NetworkChoice learner, Shape shape, Guarantee guarantee, int networks) {
    int asked = learner.values().get(NetworkChoice.ROUNDS);
    if (asked > 0) {
      return asked;
    }
    if (shape.rows() == 0) {
      return ROUNDS_OF_UNKNOWN_ROWS;
    }
    int range = shape.adjacency().contributionsChanged();
    double signal = guarantee.epsilon() / networks * shape.rows() * 2 / range;
    long rounds = Math.round(StrictMath.pow(signal, 0.28));
    return (int) Math.max(1, Math.min(MOST_ROUNDS_BY_RULE, rounds));
  }

  private static void requireWork(
      NetworkChoice learner, Shape shape, NetworkShape network, int rounds) {
    double each = rounds * PureChoices.rowsToWeigh(shape) * network.numbers();
    long candidates = learner.values().get(NetworkChoice.CANDIDATES);
    if (each * candidates > MOST_WORK) {
      double most = Math.floor(MOST_WORK / each);
      throw new DemiluneException(
          String.format(
              Locale.ROOT,
              "%d candidates in each of %d rounds would take about %.2g days on one core: %s",
              candidates,
              rounds,
              each * candidates / WORK_PER_SECOND / 86_400,
              most >= 2
                  ? String.format(Locale.ROOT, "set candidates to %.0f or less", most)
                  : "use fewer units, layers or directions"));
    }
  }

  /** What the published algorithm would choose from. */
  private NetworkTheorem theorem(Shape shape) {
    return new NetworkTheorem(
        network.depth(),
        network.units(),
        network.features(),
        network.outputs(),
        network.length(0),
        margin > 0 ? margin : MARGIN_IF_OFF,
        PureChoices.rowsToWeigh(shape));
  }

  /** Returns what to expect. */
  Outlook outlook(Shape shape) {
    Outlook outlook =
        Outlook.of(choices.outlook(shape, Math.log((double) candidates)))
            .with("rows", PureChoices.rows(shape))
            .with("rounds", Integer.toString(rounds()) + (networks > 1 ? " for each class" : ""))
            .with("candidates", candidates + " in each round")
            .with("choice", String.format(Locale.ROOT, "ε = %.4g in each round", choices.epsilon()))
            .with("numbers", network.numbers() + " in a network")
            .with("theorem", theorem(shape).text());
    if (shape.rows() == 0) {
      return outlook;
    }
    double trials = (double) candidates * choices.choices() * shape.rows() * network.numbers();
    double bytes = (double) shape.rows() * network.inputs(0) * Double.BYTES;
    return outlook
        .with(
            "time",
            String.format(Locale.ROOT, "about %.2g s on one core", trials / WORK_PER_SECOND))
        .with("memory", String.format(Locale.ROOT, "about %.2g MB", bytes / 1e6 + 16));
  }
}
