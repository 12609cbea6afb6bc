// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.feasibility;

import static org.assertj.core.api.Assertions.assertThat;

import dev.demilune.budget.Ledger;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Guarantee;
import dev.demilune.privacy.PureDp;
import dev.demilune.random.Randomness;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;

class GridHalfspaceTest {

  private static final Guarantee ONE = ApproximateDp.of(1, 1e-6);
  private final Random random = new Random(3);

  /**
   * The encoding of Kaplan, Mansour, Stemmer and Tsfadia (2020): its right sides are all zero, so
   * the origin satisfies everything, whatever the labels are; here they are drawn by chance.
   */
  @Test
  void theOriginSatisfiesEverythingAsPublished() {
    GridHalfspace grid = new GridHalfspace(2, 50);
    long[][] points = points(200, 2, 50);
    boolean[] labels = new boolean[200];
    int positive = 0;
    for (int i = 0; i < labels.length; i++) {
      labels[i] = random.nextBoolean();
      positive += labels[i] ? 1 : 0;
    }
    List<Rational> origin = List.of(Rational.ZERO, Rational.ZERO, Rational.ZERO);

    assertThat(grid.publishedConstraints(points, labels).depth(origin)).isEqualTo(200);
    // And as a halfspace it calls every point positive.
    assertThat(correct(grid.halfspace(origin), points, labels)).isEqualTo(positive);
    assertThat(grid.constraints(points, labels).depth(origin)).isEqualTo(positive);
  }

  /** All points on one line, each three times. */
  @Test
  void pointsNeedNoGeneralPosition() {
    GridHalfspace grid = new GridHalfspace(2, 9);
    long[][] points = new long[27][];
    boolean[] labels = new boolean[27];
    for (int i = 0; i < points.length; i++) {
      points[i] = new long[] {i % 9, i % 9};
      labels[i] = i % 9 >= 4;
    }
    List<Rational> point = DeepPoint.withoutPrivacy(grid.constraints(points, labels));

    assertThat(correct(grid.halfspace(point), points, labels)).isEqualTo(27);
  }

  @Test
  void aConstraintThatHoldsIsALabelThatIsTold() {
    GridHalfspace grid = new GridHalfspace(2, 9);
    for (int run = 0; run < 300; run++) {
      long[][] points = points(20, 2, 9);
      boolean[] labels = new boolean[20];
      for (int i = 0; i < labels.length; i++) {
        labels[i] = random.nextBoolean();
      }
      List<Rational> point =
          List.of(
              Rational.of(random.nextInt(-9, 10), 4),
              Rational.of(random.nextInt(-9, 10), 4),
              Rational.of(random.nextInt(-9, 10), 4));
      assertThat(correct(grid.halfspace(point), points, labels))
          .isGreaterThanOrEqualTo(grid.constraints(points, labels).depth(point));
    }
  }

  /** One feature, X = 2^20, ε = 1, δ = 1e-6, at most a tenth wrong. */
  @Test
  void thePlanAsksForFarFewerRowsThanThePublishedConstants() {
    GridHalfspace grid = new GridHalfspace(1, 1 << 20);
    assertThat(grid.rowsFor(Adjacency.REPLACE_ONE, ONE, 0.1)).isEqualTo(1_590);
    assertThat(grid.rowsFor(Adjacency.ADD_OR_REMOVE_ONE, ONE, 0.1)).isEqualTo(790);
    double published = grid.publishedRowsFor(Adjacency.REPLACE_ONE, ONE, 0.1);
    assertThat(published).isBetween(1.9e11, 2.1e11);
    assertThat(grid.publishedRowsFor(Adjacency.REPLACE_ONE, PureDp.of(1), 0.1)).isInfinite();
  }

  /** The table of docs/grid.md. */
  @Test
  void thePageSaysWhatThePlanAsksFor() throws IOException {
    String page = Files.readString(Path.of("../docs/grid.md"));
    for (int features = 1; features <= 2; features++) {
      for (long largest : new long[] {100, 1 << 15, 1 << 20}) {
        GridHalfspace grid = new GridHalfspace(features, largest);
        assertThat(page)
            .contains(
                String.format(
                    Locale.ROOT,
                    " | %,d | %.1f·10^11 |",
                    grid.rowsFor(Adjacency.REPLACE_ONE, ONE, 0.1),
                    grid.publishedRowsFor(Adjacency.REPLACE_ONE, ONE, 0.1) / 1e11));
      }
    }
  }

  /** A run with the plan's rows fails one time in twenty at most; this one is seeded. */
  @Test
  void learnsAThresholdOnTheFineGrid() {
    GridHalfspace grid = new GridHalfspace(1, 1 << 20);
    int rows = (int) grid.rowsFor(Adjacency.ADD_OR_REMOVE_ONE, ONE, 0.1);
    long[][] points = points(rows, 1, 1 << 20);
    boolean[] labels = new boolean[rows];
    for (int i = 0; i < rows; i++) {
      labels[i] = points[i][0] <= 123_456;
    }
    DeepPoint search = grid.search(Adjacency.ADD_OR_REMOVE_ONE).expecting(rows);
    DeepPointPlan plan = search.plan(ONE);
    Ledger ledger = Ledger.inMemory("test", search.adjacency(), ONE, Randomness.reproducible(1));
    GridHalfspace.Learned learned =
        grid.learn(points, labels, plan, ledger.spend("threshold", plan));
    assertThat(correct(learned.halfspace(), points, labels)).isGreaterThanOrEqualTo(9 * rows / 10);
    assertThat(learned.certificate().event()).isEqualTo(plan.charged().toString());
  }

  private static int correct(Halfspace halfspace, long[][] points, boolean[] labels) {
    int correct = 0;
    for (int i = 0; i < points.length; i++) {
      correct += halfspace.contains(points[i]) == labels[i] ? 1 : 0;
    }
    return correct;
  }

  private long[][] points(int rows, int features, long largest) {
    long[][] points = new long[rows][];
    for (int i = 0; i < rows; i++) {
      points[i] = random.longs(features, -largest, largest + 1).toArray();
    }
    return points;
  }
}
