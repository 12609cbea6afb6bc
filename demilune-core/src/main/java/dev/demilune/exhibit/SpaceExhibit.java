// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.exhibit;

import dev.demilune.audit.AuditClaim;
import dev.demilune.exhibit.HalfspacesViaThresholds.Counts;
import dev.demilune.exhibit.HalfspacesViaThresholds.Tie;
import dev.demilune.learn.Learner;
import dev.demilune.learn.grid.GridAggregate;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * {@link HalfspacesAngleByAngle} in three dimensions on two tables, compared with {@link
 * GridAggregate}.
 *
 * <p>The smaller table is 300 times the point (0, 0, 1), labeled +1: for every first angle some
 * second one classifies it correctly, so the largest first angles, near 2π, are kept. The larger
 * table has the point (-1, 0, 0), labeled +1, in addition: only first angles from π/2 to 3π/2
 * classify it correctly, for any second angle, and the largest of these are kept. The attack uses
 * the first coordinate of the normal, the cosine of the first angle.
 */
final class SpaceExhibit extends TwoTablesExhibit {

  static final int DIMENSIONS = 3;
  static final int LARGEST = 6;
  static final int KEPT = 200;
  private static final String BLOCKS = "51"; // few, for so few rows; privacy does not depend on it

  private static final String WHY =
      "Here the normal is chosen angle after angle. In each round angles are compared by how many"
          + " rows the best normal that begins with them is right about: this reads the rows, and"
          + " nobody pays for it, as in the plane. The paper counts its rounds as slices of a table"
          + " that is ordered anew each time, whose price would not grow with their number. But the"
          + " orders are of angles and follow from all rows; one row more moves the whole slice,"
          + " where that theorem allows one element of it to change. In grid-aggregate one row"
          + " moves one of many blocks, and every choice is paid for.";

  @Override
  public String name() {
    return "half-spaces-via-thresholds-3d";
  }

  @Override
  public String summary() {
    return "the same in three dimensions, angle after angle on slices (Huang, Chen, Tsai 2024);"
        + " repaired as grid-aggregate";
  }

  @Override
  Row common() {
    return new Row(List.of(0, 0, 1), true);
  }

  @Override
  Row more() {
    return new Row(List.of(-1, 0, 0), true);
  }

  @Override
  ToDoubleFunction<Run> published(AuditClaim claim) {
    HalfspacesAngleByAngle algorithm =
        new HalfspacesAngleByAngle(
            DIMENSIONS, LARGEST, KEPT, claim.epsilon(), claim.delta(), Tie.MIDDLE);
    Counts without = algorithm.read(rows(false), List.of());
    Counts with = algorithm.read(rows(true), List.of());
    return run ->
        Math.cos(
            algorithm
                .run(rows(run.larger()), run.larger() ? with : without, run.randomness())
                .get(0));
  }

  @Override
  Learner repaired() {
    return GridAggregate.withDefaults().with("intercept", "off").with("blocks", BLOCKS);
  }

  @Override
  String why() {
    return WHY;
  }
}
