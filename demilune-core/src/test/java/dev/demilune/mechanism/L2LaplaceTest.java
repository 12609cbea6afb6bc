// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.mechanism;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.random.Randomness;
import dev.demilune.random.RoundedL2Laplace;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

class L2LaplaceTest {

  @Test
  void theScaleIsNeverBelowSensitivityOverEpsilon() {
    for (double epsilon : new double[] {0.1, 1, 1.0 / 3, 0.7, 3}) {
      for (long sensitivity : new long[] {1, 3, 33_409, 123_456_789_123L}) {
        double scale = L2Laplace.of(sensitivity, epsilon).scale();
        BigDecimal product = new BigDecimal(scale).multiply(new BigDecimal(epsilon));
        assertThat(product).isGreaterThanOrEqualTo(new BigDecimal(sensitivity));
        assertThat(product.doubleValue()).isLessThan(sensitivity * (1 + 1e-15));
      }
    }
  }

  @Test
  void itsEventIsPure() {
    assertThat(L2Laplace.of(5, 0.25).event()).isEqualTo(new PrivacyEvent.Pure(0.25));
  }

  @Test
  void columnsGetTheNoiseOfVectorsOneAfterTheOther() {
    long[] sums = {10, 20, 30, 40, 50, 60};
    new L2Laplace(1000, 0.5, 2).release(sums, Randomness.reproducible(1));

    Randomness randomness = Randomness.reproducible(1);
    long[] even = {10, 30, 50};
    long[] odd = {20, 40, 60};
    RoundedL2Laplace.of(2000).addTo(even, randomness);
    RoundedL2Laplace.of(2000).addTo(odd, randomness);
    assertThat(sums).containsExactly(even[0], odd[0], even[1], odd[1], even[2], odd[2]);
  }

  @Test
  void theStandardDeviationIsThatOfAColumn() {
    assertThat(new L2Laplace(6, 2, 4).noiseStandardDeviation(32)).isEqualTo(9); // 3·√(8 + 1)
  }

  @Test
  void refusesWhatIsNoSensitivity() {
    assertThatThrownBy(() -> L2Laplace.of(0, 1)).hasMessageContaining("sensitivity");
    assertThatThrownBy(() -> L2Laplace.of(1, 0)).hasMessageContaining("epsilon");
    assertThatThrownBy(() -> new L2Laplace(1, 1, 0)).hasMessageContaining("columns");
    assertThat(L2Laplace.canBeDrawn(1, 1e-12)).isFalse();
    assertThat(L2Laplace.canBeDrawn(1, 1e4)).isFalse();
    assertThat(L2Laplace.canBeDrawn(1, 1)).isTrue();
  }
}
