/*
 * Copyright 2026 The Demilune Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package dev.demilune.learn;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.embed.SignProjection;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Guarantee;
import dev.demilune.privacy.PureDp;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What a {@link NetworkChoice} would do, from public quantities alone, and what it refuses.
 *
 * @param network the networks that are tried
 * @param choices the rounds
 * @param candidates in each round
 * @param range the most by which a neighbour moves one count more than another
 */
record NetworkPlan(NetworkShape network, ChoiceRounds choices, long candidates, int range) {

  static final int MOST_ROUNDS_BY_RULE = 16;
  private static final int ROUNDS_OF_UNKNOWN_ROWS = 8;

  // Multiplications of all trials together: about ten days of one core.
  private static final double MOST_WORK = 1e15;
  private static final double WORK_PER_SECOND = 1e9; // measured: one core
  private static final long MOST_WEIGHTS = 1 << 24;

  /**
   * Where the best of all candidates is not 1.1 times as likely as the worst, nothing is chosen.
   */
  private static final double LEAST_SIGNAL = 0.1;

  static NetworkPlan of(NetworkChoice learner, Shape shape, Guarantee guarantee) {
    NetworkShape network = network(learner, shape, 1);
    int range = shape.adjacency().contributionsChanged();
    int rounds = rounds(learner, shape, guarantee, range);
    requireWork(learner, shape, network, rounds);
    ChoiceRounds choices = ChoiceRounds.of(rounds, learner.shrinking(), guarantee);
    requireSignal(shape, choices, guarantee, range);
    return new NetworkPlan(network, choices, learner.candidates(), range);
  }

  /**
   * Returns the networks for such rows.
   *
   * @param constant the intercept's; whether it is 0 does not matter to a plan
   */
  static NetworkShape network(NetworkChoice learner, Shape shape, double constant) {
    int features = shape.features();
    int directions = learner.directions(features);
    if ((long) features * learner.units() > MOST_WEIGHTS) {
      throw new DemiluneException(
          features
              + " features times "
              + learner.units()
              + " units are more weights than a network may have: set units to "
              + Math.max(1, MOST_WEIGHTS / features)
              + (features > MOST_WEIGHTS ? ", and leave out features" : " or less"));
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
        learner.layers(),
        learner.units(),
        dev.demilune.model.NetworkClassifier.outputs(shape.classes()),
        directions,
        constant,
        learner.draw());
  }

  /** The more rows and budget, the more rounds can be told from chance; chosen on other draws. */
  private static int rounds(NetworkChoice learner, Shape shape, Guarantee guarantee, int range) {
    if (learner.rounds() > 0) {
      return learner.rounds();
    }
    if (shape.rows() == 0) {
      return ROUNDS_OF_UNKNOWN_ROWS;
    }
    double signal = epsilon(guarantee) * shape.rows() * 2 / range;
    long rounds = Math.round(StrictMath.pow(signal, 0.28));
    return (int) Math.max(1, Math.min(MOST_ROUNDS_BY_RULE, rounds));
  }

  private static double epsilon(Guarantee guarantee) {
    if (guarantee instanceof PureDp pure) {
      return pure.epsilon();
    }
    return guarantee instanceof ApproximateDp promise ? promise.epsilon() : 1;
  }

  private static void requireWork(
      NetworkChoice learner, Shape shape, NetworkShape network, int rounds) {
    double each = (double) rounds * Math.max(1, shape.rows()) * network.numbers();
    if (each * learner.candidates() > MOST_WORK) {
      double most = Math.floor(MOST_WORK / each);
      throw new DemiluneException(
          String.format(
              Locale.ROOT,
              "%d candidates in each of %d rounds would take about %.2g days on one core: %s",
              learner.candidates(),
              rounds,
              each * learner.candidates() / WORK_PER_SECOND / 86_400,
              most >= 2
                  ? String.format(Locale.ROOT, "set candidates to %.0f or less", most)
                  : "use fewer units, layers or directions"));
    }
  }

  private static void requireSignal(
      Shape shape, ChoiceRounds choices, Guarantee guarantee, int range) {
    double signal = choices.epsilon() * shape.rows() / range;
    if (shape.rows() > 0 && signal < LEAST_SIGNAL) {
      throw new DemiluneException(
          String.format(
              Locale.ROOT,
              "with %s and %d rows a network that gets every row right would be chosen only %.3g"
                  + " times as often as one that gets every row wrong: use at least %.2g times the"
                  + " ε, or fewer rounds",
              guarantee.describe(),
              shape.rows(),
              Math.exp(signal),
              LEAST_SIGNAL / signal));
    }
  }

  PrivacyEvent event() {
    return choices.event();
  }

  Plan describe(String name, Shape shape) {
    Map<String, String> details = new LinkedHashMap<>();
    details.put("rows", Outlook.rows(shape, /* bought= */ false));
    details.put("rounds", Integer.toString(choices.rounds()));
    details.put("candidates", candidates + " in each round");
    details.put("choice", String.format(Locale.ROOT, "ε = %.4g in each round", choices.epsilon()));
    details.put("numbers", network.numbers() + " in a network");
    if (shape.rows() > 0) {
      double trials = (double) candidates * choices.rounds() * shape.rows() * network.numbers();
      details.put(
          "time", String.format(Locale.ROOT, "about %.2g s on one core", trials / WORK_PER_SECOND));
      double bytes = (double) shape.rows() * network.inputs(0) * Double.BYTES;
      details.put("memory", String.format(Locale.ROOT, "about %.2g MB", bytes / 1e6 + 16));
    }
    return new Plan(name, true, reason(shape), Optional.of(event()), details);
  }

  /** By how much a winner may be worse than the best, all but once in e times. */
  private String reason(Shape shape) {
    if (shape.rows() == 0) {
      return "the row count is not declared: planned for " + choices.rounds() + " rounds";
    }
    double lost = range / choices.epsilon() * (Math.log((double) candidates) + 1) / shape.rows();
    return lost >= 0.5
        ? "a round's choice may be wrong on half of the rows more than the best candidate: expect"
            + " little better than guessing, and use more rows, a larger ε or fewer rounds"
        : String.format(
            Locale.ROOT,
            "a round's choice is rarely wrong on more than %.2g %% of the rows more than the best"
                + " of its candidates",
            100 * lost);
  }
}
