// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.demilune.embed.SignProjection;
import java.util.Random;
import org.junit.jupiter.api.Test;

class NetworkTheoremTest {

  private static NetworkTheorem theorem(int depth, double norm, double margin) {
    return new NetworkTheorem(depth, 8, 1_000_000_000, 1, norm, margin, 1_000);
  }

  /** Γ_1 = τΛ, Γ_j = τΛ^j + (1 + τ)ΛΓ_(j-1): half of the margin at the end. */
  @Test
  void theDistortionLeavesHalfOfTheMargin() {
    for (int depth = 1; depth <= 6; depth++) {
      for (double norm : new double[] {0.7, 1, 3}) {
        NetworkTheorem theorem = theorem(depth, norm, 0.1);
        double tau = theorem.distortion();
        double apart = 0;
        for (int layer = 1; layer <= depth; layer++) {
          apart = tau * Math.pow(norm, layer) + (1 + tau) * norm * apart;
        }
        assertThat(apart).isCloseTo(0.05, within(1e-12));
      }
    }
  }

  /** Of the cover: matrices that are γ off, norms up to 2Λ, products up to √2 longer. */
  @Test
  void theCoverLeavesTheOtherHalf() {
    for (int depth = 1; depth <= 8; depth++) {
      double norm = 1.5;
      double gamma = theorem(depth, norm, 0.1).radius();
      double length = Math.sqrt(2); // of a projected row
      double apart = 0;
      for (int layer = 1; layer <= depth; layer++) {
        apart = gamma * length + 2 * norm * Math.sqrt(2) * apart;
        length *= 2 * norm * Math.sqrt(2);
      }
      assertThat(apart).isLessThan(0.05);
    }
  }

  @Test
  void aCoverOfAllLayersIsLargerThanPrinted() {
    // As printed, k = 10c²(2Λ)^(2(L-1))Λ² log/ρ² is to make the distance (2Λ)^(L-1)Λτ < ρ/2. But
    // the recursion Γ_j = τΛ^j + 2ΛΓ_(j-1) ends at Λ^L(2^L - 1)τ, nearly twice that.
    for (int depth = 2; depth <= 6; depth++) {
      double printed = Math.pow(2, depth - 1.0);
      double recursion = 0;
      for (int layer = 1; layer <= depth; layer++) {
        recursion = 1 + 2 * recursion;
      }
      assertThat(recursion).isEqualTo(2 * printed - 1).isGreaterThan(printed);
      if (depth > 2) {
        assertThat(recursion / printed / Math.sqrt(10)).isGreaterThan(0.5);
      }
      assertThat(recursion / printed / Math.sqrt(16)).isLessThan(0.5);
    }
    for (int depth = 3; depth <= 6; depth++) {
      NetworkTheorem wide = new NetworkTheorem(depth, 1_000_000, 1_000_000, 1, 1, 1.9, 100);
      double k = wide.directions();
      assertThat(k).isLessThan(1_000_000);
      assertThat(wide.numbers()).isEqualTo((depth - 1) * k * 1_000_000 + k);
      assertThat(wide.numbers()).isGreaterThan(k * 1_000_000); // the exponent in print
    }
  }

  /** Λ = 1, one hidden layer of eight units, two features: 24 numbers and no projection. */
  @Test
  void theSizeIsThatOfAHandCalculation() {
    NetworkTheorem theorem = new NetworkTheorem(2, 8, 2, 1, 1, 0.1, 1_000);
    assertThat(theorem.numbers()).isEqualTo(24);
    assertThat(theorem.radius()).isCloseTo(0.0025, within(1e-15));
    assertThat(theorem.logSize())
        .isCloseTo(24 * Math.log(1 + 4 * Math.sqrt(2) / 0.0025), within(1e-9));
    assertThat(theorem.text())
        .startsWith("for a margin of 0.100 and Λ = 1.00: ")
        .contains("a cover of 10^80.5 networks");
  }

  /** So many directions keep the scores of a network within half of the margin. */
  @Test
  void theDirectionsAreEnough() {
    int features = 3_000;
    int units = 3;
    NetworkTheorem theorem = new NetworkTheorem(2, units, features, 1, 1, 1, 20);
    int k = (int) theorem.directions();
    assertThat(k).isBetween(500, features - 1);
    SignProjection projection = SignProjection.of(features, k, 7);
    Random random = new Random(7);
    double[][] hidden = new double[units][];
    double[] last = unit(random, units);
    for (int unit = 0; unit < units; unit++) {
      hidden[unit] = unit(random, features);
      for (int i = 0; i < features; i++) {
        hidden[unit][i] /= Math.sqrt(units); // norm one for the whole layer
      }
    }
    double most = 0;
    for (int row = 0; row < 20; row++) {
      double[] x = unit(random, features);
      double[] image = new double[k];
      projection.project(x, image);
      double score = 0;
      double projected = 0;
      for (int unit = 0; unit < units; unit++) {
        double[] weights = new double[k];
        projection.project(hidden[unit], weights);
        score += last[unit] * Math.max(0, product(hidden[unit], x));
        projected += last[unit] * Math.max(0, product(weights, image));
      }
      most = Math.max(most, Math.abs(score - projected));
    }
    assertThat(most).isBetween(1e-6, 0.5);
  }

  private static double[] unit(Random random, int size) {
    double[] vector = random.doubles(size, -1, 1).toArray();
    double length = Math.sqrt(product(vector, vector));
    for (int i = 0; i < size; i++) {
      vector[i] /= length;
    }
    return vector;
  }

  private static double product(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }
}
