// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.data.synthetic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.demilune.random.Randomness;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class HardInstanceTest {

  /** The rows that a file holds, the label last. */
  private static List<double[]> rows(HardInstance instance, int count, long seed)
      throws IOException {
    StringBuilder text = new StringBuilder();
    instance.write(text, count, Randomness.reproducible(seed)::nextLong);
    List<double[]> rows = new ArrayList<>();
    for (String line : text.toString().lines().toList()) {
      String[] cells = line.split(" ", -1);
      double[] row = new double[instance.features() + 1];
      row[instance.features()] = Integer.parseInt(cells[0].replace("+", ""));
      for (int i = 1; i < cells.length; i++) {
        int colon = cells[i].indexOf(':');
        row[Integer.parseInt(cells[i].substring(0, colon)) - 1] =
            Double.parseDouble(cells[i].substring(colon + 1));
      }
      rows.add(row);
    }
    assertThat(rows).hasSize(count);
    return rows;
  }

  private static double dot(double[] w, double[] row) {
    double sum = 0;
    for (int j = 0; j < w.length; j++) {
      sum += w[j] * row[j];
    }
    return sum;
  }

  @Test
  void packedRowsKeepTheMarginOfTheirCodeword() throws IOException {
    HardInstance instance = new PackingInstance(0.01, 0, 3, 1);
    assertThat(instance.features()).isEqualTo(10);
    double[] w = SignCode.draw(10, 3, 0.15, draws(5))[1];
    for (double[] row : rows(instance, 2_000, 5)) {
      assertThat(row[10] * dot(w, row)).isGreaterThan(0.01 - 1e-6);
      assertThat(dot(java.util.Arrays.copyOf(row, 10), row)).isCloseTo(1, within(1e-6));
    }
  }

  private static Draws draws(long seed) {
    return new Draws(Randomness.reproducible(seed)::nextLong);
  }

  /** p = P(|w·x| < γ) on the sphere is 0.0233, five standard deviations being 0.002. */
  @Test
  void fewRowsOfTheSphereAreWithinTheMargin() {
    Draws draws = draws(6);
    double[] w = SignCode.draw(10, 1, 0.15, draws)[0];
    double[] x = new double[10];
    int within = 0;
    int all = 140_000;
    for (int i = 0; i < all; i++) {
      draws.unit(x);
      within += Math.abs(dot(w, x)) < 0.01 ? 1 : 0;
    }
    assertThat((double) within / all).isCloseTo(0.0233, within(0.002));
  }

  @Test
  void codewordsAreFarFromEachOther() {
    double[][] code = SignCode.draw(60, 30, 0.15, draws(7));
    for (int i = 0; i < code.length; i++) {
      assertThat(dot(code[i], code[i])).isCloseTo(1, within(1e-12));
      for (int j = 0; j < i; j++) {
        assertThat(dot(code[i], code[j])).isLessThanOrEqualTo(0.70 + 1e-12);
      }
    }
    // A distance of 9 of 60 is asked for, and closer pairs are there to be rejected.
    assertThatThrownBy(() -> SignCode.draw(4, 17, 0.15, draws(7)))
        .hasMessageStartingWith("members must be at most 16 in 4 features: no further sign vector");
  }

  @Test
  void robustPairsAreOppositeAndTheirMembersHaveACommonHalfWay() throws IOException {
    int members = 20;
    double[][] code = SignCode.draw(50, members, (1 - 0.588) / 2, draws(8));
    for (int i = 0; i < members; i++) {
      for (int j = 0; j < i; j++) {
        double length = Math.sqrt(2 + 2 * dot(code[i], code[j]));
        assertThat(1.01 * length / 2).isLessThanOrEqualTo(0.9); // in units of the margin
      }
    }
    HardInstance instance = new RobustPackingInstance(50, 0.5, members, 3);
    Set<Double> labels = new HashSet<>();
    for (double[] row : rows(instance, 100, 8)) {
      assertThat(row[50] * dot(code[3], row)).isCloseTo(0.505, within(1e-6));
      labels.add(row[50]);
    }
    assertThat(labels).hasSize(2);
  }

  @Test
  void coordinatesHaveOneSignForEachDirection() throws IOException {
    HardInstance instance = new CoordinateInstance(0.1);
    assertThat(instance.features()).isEqualTo(100);
    double[] signs = new double[100];
    int[] seen = new int[100];
    for (double[] row : rows(instance, 10_000, 9)) {
      int direction = 0;
      while (row[direction] == 0) {
        direction++;
      }
      assertThat(Math.abs(row[direction])).isEqualTo(1);
      double sign = row[100] * row[direction];
      assertThat(sign).isEqualTo(seen[direction]++ == 0 ? sign : signs[direction]);
      signs[direction] = sign;
      assertThat(sign / Math.sqrt(100)).isNotZero();
    }
    for (int count : seen) {
      assertThat(count).isBetween(40, 170); // 100 on average, six standard deviations
    }
    assertThat(java.util.Arrays.stream(signs).sum()).isBetween(-60.0, 60.0);
  }

  @Test
  void fingerprintRowsLieInOneBlockAndKeepItsMargin() throws IOException {
    HardInstance instance = new FingerprintInstance(0.001, 8);
    assertThat(instance.features()).isEqualTo(800); // ten by ten blocks
    Draws draws = draws(10);
    double[] separator = new double[800]; // (2q - 1)/√8 of every block, over ten
    for (int j = 0; j < separator.length; j++) {
      separator[j] = (2 * draws.uniform() - 1) / Math.sqrt(8) / 10;
    }
    assertThat(dot(separator, separator)).isLessThanOrEqualTo(1);
    for (double[] row : rows(instance, 1_000, 10)) {
      assertThat(row[800]).isEqualTo(1);
      assertThat(dot(separator, row)).isGreaterThan(0.001 - 1e-7);
      assertThat(dot(java.util.Arrays.copyOf(row, 800), row)).isCloseTo(1, within(1e-6));
    }
  }

  @Test
  void rowsOfACommonDirectionHaveTheirMarginAndShares() throws IOException {
    double root = Math.sqrt(0.99);
    int negative = 0;
    for (double[] row : rows(new CommonDirectionInstance(2, 0.1, 0.4), 20_000, 12)) {
      assertThat(row[0]).isCloseTo(0.1 * row[2], within(1e-7));
      assertThat(row[1]).isCloseTo(root, within(1e-7));
      negative += row[2] < 0 ? 1 : 0;
    }
    assertThat(negative / 20_000.0).isCloseTo(0.4, within(0.0174)); // five standard deviations
  }

  /** In more features: two rows there are, both of length one, 2·0.1 apart. */
  @Test
  void rowsOfACommonDirectionAreTurnedInMoreFeatures() throws IOException {
    List<double[]> rows = rows(new CommonDirectionInstance(7, 0.1, 0.5), 200, 13);
    double[] other = null;
    for (double[] row : rows) {
      assertThat(dot(java.util.Arrays.copyOf(row, 7), row)).isCloseTo(1, within(1e-6));
      if (row[7] != rows.get(0)[7]) {
        other = row;
      } else {
        assertThat(row).isEqualTo(rows.get(0));
      }
    }
    double product = dot(java.util.Arrays.copyOf(other, 7), rows.get(0));
    assertThat(Math.sqrt(2 - 2 * product)).isCloseTo(0.2, within(1e-5));
  }

  /**
   * In the strip all but one direction are those of the cube, 1/(3d) of mean square each; that one
   * has 10^-4 of it. The sum of mean squares shows how many rows are in it.
   */
  @Test
  void rowsOfAStripAreSqueezed() throws IOException {
    for (double share : new double[] {1, 0.4}) {
      double squares = 0;
      int positive = 0;
      for (double[] row : rows(new StripInstance(5, 0.01, share), 20_000, 14)) {
        double[] point = java.util.Arrays.copyOf(row, 5);
        squares += dot(point, point);
        positive += row[5] > 0 ? 1 : 0;
        assertThat(dot(point, point)).isLessThanOrEqualTo(1 + 1e-6);
      }
      double expected = (4 + (1 - share) + share * 1e-4) / 15;
      assertThat(squares / 20_000).isCloseTo(expected, within(0.006)); // five standard deviations
      assertThat(positive / 20_000.0).isCloseTo(0.5, within(0.018));
    }
  }

  @Test
  void theTrapHasItsMasses() throws IOException {
    double wrong = 0;
    for (double[] row : rows(new HingeTrapInstance(0.2), 20_000, 11)) {
      assertThat(Math.abs(row[0])).isIn(1.0, 0.2, (double) 0.2f);
      boolean far = Math.abs(row[0]) == 1;
      assertThat(row[1]).isEqualTo(far ? -Math.signum(row[0]) : Math.signum(row[0]));
      wrong += far ? 1 : 0;
    }
    assertThat(wrong / 20_000).isCloseTo(0.1, within(0.011)); // five standard deviations
  }

  @Test
  void whatTheTheoremsDoNotCoverIsRefused() {
    assertThatThrownBy(() -> new PackingInstance(0.03, 0, 1, 0))
        .hasMessageContaining("must be at most 0.0223 for the theorem to leave two features");
    assertThatThrownBy(() -> new PackingInstance(0.9, 100, 1, 0))
        .hasMessageStartingWith("margin must be at most 3/√features");
    assertThatThrownBy(() -> new PackingInstance(0.999, 9, 1, 0)) // one row in 10^11
        .hasMessageStartingWith("hardly a row of the sphere has a margin of 0.999 in 9 features");
    assertThatThrownBy(() -> new PackingInstance(0.01, 1, 1, 0))
        .hasMessageContaining("features must be");
    assertThatThrownBy(() -> new PackingInstance(0.01, 0, 2, 2))
        .hasMessageContaining("member must be");
    assertThatThrownBy(() -> new RobustPackingInstance(10, 1, 1, 0))
        .hasMessage("margin must be above 0 and at most 0.99, got 1.0");
    assertThatThrownBy(() -> new CoordinateInstance(0)).hasMessageContaining("margin must be");
    assertThatThrownBy(() -> new CommonDirectionInstance(1, 0.1, 0.4))
        .hasMessage("features must be between 2 and 1000000, got 1");
    assertThatThrownBy(() -> new CommonDirectionInstance(2, 1, 0.4))
        .hasMessage("margin must be above 0 and at most 0.999, got 1.0");
    assertThatThrownBy(() -> new CommonDirectionInstance(2, 0.1, 1.5))
        .hasMessage("the share of negatives must be between 0 and 1, got 1.5");
    assertThatThrownBy(() -> new StripInstance(5, -0.1, 1))
        .hasMessage("width must be between 0 and 1, got -0.1");
    assertThatThrownBy(() -> new StripInstance(5, 0.1, 2))
        .hasMessage("the share of rows in the strip must be between 0 and 1, got 2.0");
    assertThatThrownBy(() -> new FingerprintInstance(0.01, 5))
        .hasMessage("margin must be above 0 and at most 0.001, got 0.01");
    assertThatThrownBy(() -> new FingerprintInstance(1e-5, 100))
        .hasMessageContaining("at most 10000000 are written");
    assertThatThrownBy(() -> new HingeTrapInstance(Double.NaN))
        .hasMessageContaining("margin must be");
  }
}
