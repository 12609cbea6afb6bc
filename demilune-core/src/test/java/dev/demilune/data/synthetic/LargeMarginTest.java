// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.data.synthetic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.demilune.random.Randomness;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class LargeMarginTest {

  @Test
  void largeMarginPointsHaveTheirMargin() throws IOException {
    StringBuilder text = new StringBuilder();
    new LargeMargin(3, 0.2).write(text, 20_000, Randomness.reproducible(8)::nextLong);
    double[] direction = meanOfLabeledPoints(text.toString());
    double smallest = 1;
    for (String line : text.toString().lines().toList()) {
      double[] point = point(line);
      double squares = 0;
      double dot = 0;
      for (int j = 0; j < 3; j++) {
        squares += point[j] * point[j];
        dot += point[j] * direction[j];
      }
      assertThat(squares).isCloseTo(1, within(1e-6));
      smallest = Math.min(smallest, label(line) * dot);
    }
    // The mean of 20,000 points is within some 0.03 of the separating direction.
    assertThat(smallest).isBetween(0.15, 0.2);
  }

  private static double[] meanOfLabeledPoints(String text) {
    double[] sum = new double[3];
    for (String line : text.lines().toList()) {
      double[] point = point(line);
      for (int j = 0; j < 3; j++) {
        sum[j] += label(line) * point[j];
      }
    }
    double norm = Math.sqrt(sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2]);
    return new double[] {sum[0] / norm, sum[1] / norm, sum[2] / norm};
  }

  private static int label(String line) {
    return line.startsWith("+1") ? 1 : -1;
  }

  private static double[] point(String line) {
    double[] point = new double[3];
    for (int j = 1; j <= 3; j++) {
      int from = line.indexOf(" " + j + ":") + 3;
      int to = line.indexOf(' ', from);
      point[j - 1] = Double.parseDouble(to < 0 ? line.substring(from) : line.substring(from, to));
    }
    return point;
  }
}
