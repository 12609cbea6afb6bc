// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.data.synthetic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.demilune.random.Randomness;
import dev.demilune.schema.Schema;
import dev.demilune.schema.file.SchemaFile;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlanePointsTest {

  @Test
  void withoutNoiseMoonsAreHalfCircles() throws IOException {
    List<String> lines = moons(0, 2_000, 1);
    assertThat(lines.get(0)).isEqualTo("x,y,moon");
    int upper = 0;
    for (String line : lines.subList(1, lines.size())) {
      String[] cells = line.split(",", -1);
      double x = Double.parseDouble(cells[0]);
      double y = Double.parseDouble(cells[1]);
      boolean isUpper = cells[2].equals("upper");
      upper += isUpper ? 1 : 0;
      double fromCenter = isUpper ? Math.hypot(x, y) : Math.hypot(x - 1, y - 0.5);
      assertThat(fromCenter).isCloseTo(1, within(1e-6));
      assertThat(isUpper ? y : 0.5 - y).isGreaterThanOrEqualTo(-1e-6);
    }
    assertThat(upper).isBetween(880, 1_120); // five standard deviations
  }

  private static List<String> moons(double noise, long rows, long seed) throws IOException {
    StringBuilder text = new StringBuilder();
    new TwoMoons(noise).write(text, rows, Randomness.reproducible(seed)::nextLong);
    return text.toString().lines().toList();
  }

  /** All lines of 180 directions, at all places. */
  @Test
  void theBestLineOnMoonsIsRightOnEightySevenPercent() throws IOException {
    int rows = 20_000;
    double[] x = new double[rows];
    double[] y = new double[rows];
    boolean[] upper = new boolean[rows];
    List<String> lines = moons(0.2, rows, 2);
    for (int i = 0; i < rows; i++) {
      String[] cells = lines.get(i + 1).split(",", -1);
      x[i] = Double.parseDouble(cells[0]);
      y[i] = Double.parseDouble(cells[1]);
      upper[i] = cells[2].equals("upper");
    }
    int best = 0;
    for (int degrees = 0; degrees < 180; degrees++) {
      double cosine = Math.cos(Math.toRadians(degrees));
      double sine = Math.sin(Math.toRadians(degrees));
      Integer[] order = new Integer[rows];
      java.util.Arrays.setAll(order, i -> i);
      java.util.Arrays.sort(
          order,
          (a, b) -> Double.compare(cosine * x[a] + sine * y[a], cosine * x[b] + sine * y[b]));
      int right = 0;
      for (boolean is : upper) {
        right += is ? 1 : 0;
      }
      for (int i : order) { // all from here on are upper, those before lower; or the other way
        right += upper[i] ? -1 : 1;
        best = Math.max(best, Math.max(right, rows - right));
      }
    }
    assertThat((double) best / rows).isCloseTo(0.87, within(0.01));
  }

  @Test
  void blobsAreInTheirCornersAndOppositeOnesTogether() throws IOException {
    StringBuilder text = new StringBuilder();
    XorBlobs.write(text, 4_000, Randomness.reproducible(3)::nextLong);
    List<String> lines = text.toString().lines().toList();
    assertThat(lines).hasSize(4_001).first().isEqualTo("x,y,signs");
    int[] corners = new int[4];
    for (String line : lines.subList(1, lines.size())) {
      String[] cells = line.split(",", -1);
      double x = Double.parseDouble(cells[0]);
      double y = Double.parseDouble(cells[1]);
      assertThat(Math.abs(x)).isBetween(0.3 - 1e-7, 1.0);
      assertThat(Math.abs(y)).isBetween(0.3 - 1e-7, 1.0);
      assertThat(cells[2]).isEqualTo(x * y > 0 ? "same" : "different");
      corners[(x > 0 ? 1 : 0) + (y > 0 ? 2 : 0)]++;
    }
    for (int corner : corners) {
      assertThat(corner).isBetween(850, 1_150); // five standard deviations
    }
  }

  @Test
  void aSeedWritesTheSamePointsAndSchemasCanBeRead() throws IOException {
    assertThat(moons(0.3, 10, 4)).isEqualTo(moons(0.3, 10, 4)).isNotEqualTo(moons(0.3, 10, 5));
    for (String yaml :
        List.of(
            TwoMoons.schemaYaml(20),
            TwoMoons.schemaYaml(0),
            XorBlobs.schemaYaml(20),
            XorBlobs.schemaYaml(0))) {
      Schema schema = SchemaFile.parse(yaml, "a test");
      assertThat(schema.features()).isEqualTo(2);
      assertThat(schema.expectedRows()).isIn(0L, 20L);
    }
  }

  @Test
  void noiseIsBounded() {
    assertThatThrownBy(() -> new TwoMoons(-0.1)).hasMessageContaining("noise must be");
    assertThatThrownBy(() -> new TwoMoons(2)).hasMessage("noise must be at most 1, got 2.0");
  }
}
