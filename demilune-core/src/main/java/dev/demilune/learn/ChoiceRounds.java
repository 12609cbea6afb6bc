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
import dev.demilune.accounting.Calibration;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.mechanism.Exponential;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Guarantee;
import dev.demilune.privacy.PureDp;

/**
 * Several private choices one after the other, each among public candidates around the last winner,
 * ever closer to it.
 *
 * <p><b>Claim.</b> If candidates of a round depend on public numbers and on earlier winners only,
 * and a candidate's score is the number of rows that it gets wrong, the winners of all rounds
 * together meet the guarantee.
 *
 * <p><b>Proof.</b> Whether a row is counted depends on the candidate and on that row alone. Where a
 * row is added or removed, all counts move by 0 or 1 in one direction; where a row or its label is
 * replaced, by at most 1 up or down. {@link Exponential} makes of this a choice of bounded range
 * ε_r, given the earlier winners, and the accountant prices the composition of all of them, which
 * is at most rounds·ε_r, at no more than the guarantee. ∎
 *
 * @param rounds how many choices
 * @param epsilon ε_r, the price of each
 * @param shrinking by what the distance from the last winner is multiplied after each round
 */
record ChoiceRounds(int rounds, double epsilon, double shrinking) {

  private static final double ROUNDING = 1e-12; // so that a sum of equal parts is not above ε

  static ChoiceRounds of(int rounds, double shrinking, Guarantee guarantee) {
    if (guarantee instanceof PureDp pure) {
      double each = rounds == 1 ? pure.epsilon() : pure.epsilon() / rounds * (1 - ROUNDING);
      return new ChoiceRounds(rounds, each, shrinking);
    }
    if (guarantee instanceof ApproximateDp target) {
      double noise =
          Calibration.smallestNoise(
              target, some -> new ChoiceRounds(rounds, 1 / some, shrinking).event());
      return new ChoiceRounds(rounds, 1 / noise, shrinking);
    }
    throw new DemiluneException(
        "a choice is planned for ε, or for ε and δ, and not for " + guarantee.describe());
  }

  PrivacyEvent event() {
    PrivacyEvent one = new PrivacyEvent.ExponentialChoice(epsilon);
    return rounds == 1 ? one : new PrivacyEvent.Repeated(one, rounds);
  }

  /** The mechanism of every round, for counts of rows. */
  Exponential choice(Adjacency adjacency) {
    return adjacency == Adjacency.ADD_OR_REMOVE_ONE
        ? Exponential.ofMonotone(epsilon)
        : Exponential.of(epsilon);
  }

  /** How far from the last winner the candidates of a round are; the first round has none. */
  double radius(int round) {
    double radius = 1;
    for (int i = 1; i < round; i++) {
      radius *= shrinking;
    }
    return radius;
  }
}
