// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.embed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class HadamardTest {

  @Test
  void itIsTheMatrixOfSharedBits() {
    SplittableRandom random = new SplittableRandom(1);
    for (int n = 1; n <= 1024; n *= 2) {
      double[] x = new double[n];
      for (int i = 0; i < n; i++) {
        x[i] = random.nextInt(-1000, 1000); // whole numbers: sums are exact
      }
      double[] y = x.clone();
      Hadamard.transform(y);
      for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int j = 0; j < n; j++) {
          sum += (Integer.bitCount(i & j) % 2 == 0 ? 1 : -1) * x[j];
        }
        assertThat(y[i]).as("n = %d, i = %d", n, i).isEqualTo(sum);
      }
    }
  }

  @Test
  void twiceIsTheVectorTimesItsSize() {
    double[] x = new double[1 << 14];
    SplittableRandom random = new SplittableRandom(2);
    for (int i = 0; i < x.length; i++) {
      x[i] = random.nextInt(-1000, 1000);
    }
    double[] y = x.clone();
    Hadamard.transform(y);
    Hadamard.transform(y);
    for (int i = 0; i < x.length; i++) {
      assertThat(y[i]).isEqualTo(x.length * x[i]);
    }
  }

  @Test
  void sizesArePaddedToPowersOfTwo() {
    assertThat(Hadamard.paddedSize(1)).isEqualTo(1);
    assertThat(Hadamard.paddedSize(2)).isEqualTo(2);
    assertThat(Hadamard.paddedSize(3)).isEqualTo(4);
    assertThat(Hadamard.paddedSize(784)).isEqualTo(1024);
    assertThat(Hadamard.paddedSize(1024)).isEqualTo(1024);
  }

  @Test
  void theCircleAgreesWithTheLibrary() {
    SplittableRandom random = new SplittableRandom(3);
    double[] point = new double[2];
    for (int i = 0; i < 200_000; i++) {
      double angle = (random.nextDouble() - 0.5) * (i % 2 == 0 ? 10 : 2000);
      CosineSine.point(angle, 1, point, 0);
      double error = 4e-16 * (1 + Math.abs(angle));
      assertThat(point[0]).isCloseTo(StrictMath.cos(angle), within(error));
      assertThat(point[1]).isCloseTo(StrictMath.sin(angle), within(error));
    }
    for (double angle : new double[] {0, -0.0, 1e15, -1e18, 1e300}) {
      CosineSine.point(angle, 1, point, 0);
      assertThat(Math.hypot(point[0], point[1])).isCloseTo(1, within(1e-15));
    }
  }
}
