// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.grid;

import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.learn.choice.PureChoices;
import dev.demilune.mechanism.FlatSearch;
import dev.demilune.mechanism.StepFunction;
import dev.demilune.mechanism.ValueShift;
import dev.demilune.privacy.Adjacency;
import dev.demilune.random.Randomness;
import java.math.BigInteger;

/**
 * One exponential choice among all points of a perimeter; the proof is {@link AngleHalfspace}'s.
 */
record PerimeterSearch(Perimeter perimeter, PureChoices choices, Adjacency adjacency)
    implements PlaneSearch {

  private static final double ANY = 0.5; // no choice depends on it

  @Override
  public PrivacyEvent event() {
    return choices.event();
  }

  @Override
  public double mistakes(double failure) {
    return choices.scoreRange()
        / choices.epsilon()
        * (Math.log((double) perimeter.points()) - Math.log(failure));
  }

  @Override
  public int[] choose(PlaneRows rows, Randomness randomness) {
    StepFunction right = right(perimeter, rows);
    BigInteger number =
        new FlatSearch(right.size(), ValueShift.ofCounts(adjacency), choices.epsilon(), ANY)
            .choose(right, 0, randomness);
    return perimeter.point(number.longValueExact());
  }

  /** Counts, for every point, the rows that it gets right: private. */
  static StepFunction right(Perimeter perimeter, PlaneRows rows) {
    StepFunction.Builder right = StepFunction.builder(BigInteger.valueOf(perimeter.points()));
    rows.forEach((x, y, positive) -> perimeter.count(x, y, positive, right));
    return right.build();
  }
}
