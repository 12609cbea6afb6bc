// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.exhibit;

import dev.demilune.audit.AuditClaim;
import dev.demilune.learn.Learner;
import dev.demilune.learn.grid.AngleHalfspace;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * {@link HalfspacesViaThresholds} on two tables, compared with {@link AngleHalfspace}.
 *
 * <p>The smaller table is 300 times the point (0, 1), labeled +1: all angles from 0 to π classify
 * it correctly, and the largest of these, near π, are kept. The larger table has the point (1, 0),
 * labeled +1, in addition: only angles up to π/2 classify all rows correctly, and none above that
 * is kept. The attack uses the first coordinate of the normal.
 */
final class ThresholdsExhibit extends TwoTablesExhibit {

  static final int LARGEST = 10;
  static final int KEPT = 200;

  private static final String WHY =
      "The published proof takes the choice of the best angles for a post-processing of a noisy"
          + " list of angles. But that choice compares the angles by how many rows they are right"
          + " about: it reads the rows a second time, and nobody pays for it. Without the row (1,"
          + " 0) all angles up to π are equally good and the largest of them are kept; with it"
          + " those above π/2 are wrong once, and not one of the angles kept before is kept again."
          + " The threshold learner behind it is private when one of its examples changes; here one"
          + " row changes them all. Noise cannot mend this: choosing angles by their quality is"
          + " what has to be paid for, and angle-halfspace does just that.";

  @Override
  public String name() {
    return "half-spaces-via-thresholds";
  }

  @Override
  public String summary() {
    return "halfspaces of the plane by thresholds on angles (Huang, Chen, Tsai 2024); repaired as"
        + " angle-halfspace";
  }

  @Override
  Row common() {
    return new Row(List.of(0, 1), true);
  }

  @Override
  Row more() {
    return new Row(List.of(1, 0), true);
  }

  /** Returns the rows as the published algorithm takes them. */
  List<HalfspacesViaThresholds.Row> planeRows(boolean larger) {
    return rows(larger).stream()
        .map(
            row ->
                new HalfspacesViaThresholds.Row(
                    row.point().get(0), row.point().get(1), row.positive()))
        .toList();
  }

  @Override
  ToDoubleFunction<Run> published(AuditClaim claim) {
    HalfspacesViaThresholds algorithm =
        new HalfspacesViaThresholds(
            LARGEST, KEPT, claim.epsilon(), claim.delta(), HalfspacesViaThresholds.Tie.MIDDLE);
    HalfspacesViaThresholds.Counts without = algorithm.read(planeRows(false));
    HalfspacesViaThresholds.Counts with = algorithm.read(planeRows(true));
    return run -> Math.cos(algorithm.run(run.larger() ? with : without, run.randomness()));
  }

  @Override
  Learner repaired() {
    return AngleHalfspace.withDefaults();
  }

  @Override
  String why() {
    return WHY;
  }
}
