// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.choice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class SphericalCapTest {

  @Test
  void sharesOfCircleAndSphereAreTheKnownOnes() {
    assertThat(SphericalCap.share(2, 0.3)).isCloseTo(0.3 / Math.PI, within(1e-15));
    assertThat(SphericalCap.share(3, 0.3)).isCloseTo((1 - Math.cos(0.3)) / 2, within(1e-15));
    assertThat(SphericalCap.share(4, 0.3))
        .isCloseTo((0.3 - Math.sin(0.3) * Math.cos(0.3)) / Math.PI, within(1e-15));
    assertThat(SphericalCap.share(7, Math.PI / 2)).isCloseTo(0.5, within(1e-15));
    assertThat(SphericalCap.share(7, 2) + SphericalCap.share(7, Math.PI - 2))
        .isCloseTo(1, within(1e-15));
    assertThat(SphericalCap.share(1, 1)).isEqualTo(0.5);
    assertThat(SphericalCap.share(9, Math.PI)).isEqualTo(1);
  }

  @Test
  void probabilitiesOfManyDirectionsAreThoseOfIndependentOnes() {
    double share = SphericalCap.share(3, 0.1);
    assertThat(SphericalCap.covered(3, 0.1, 1)).isCloseTo(share, within(1e-15));
    assertThat(SphericalCap.covered(3, 0.1, 1_000))
        .isCloseTo(1 - Math.pow(1 - share, 1_000), within(1e-12));
    // Far below what 1 - x can hold, 10 million times 1e-30 is still right.
    double tiny = SphericalCap.share(20, 0.03);
    assertThat(tiny).isLessThan(1e-29);
    assertThat(SphericalCap.covered(20, 0.03, 1e7) / (1e7 * tiny)).isCloseTo(1, within(1e-9));
    double angle = SphericalCap.angle(11, 1e5, 0.95);
    assertThat(SphericalCap.covered(11, angle, 1e5)).isCloseTo(0.95, within(1e-9));
  }

  @Test
  void logarithmsGoOnWhereSharesVanish() {
    assertThat(SphericalCap.logShare(5, 0.1))
        .isCloseTo(Math.log(SphericalCap.share(5, 0.1)), within(1e-12));
    assertThat(SphericalCap.share(500, 0.01)).isZero();
    // Small caps are flat: halving the angle divides the share by 2^(k - 1).
    assertThat(SphericalCap.logShare(500, 0.01) - SphericalCap.logShare(500, 0.005))
        .isCloseTo(499 * Math.log(2), within(0.02));
    // 149·ln 0.01 - ln √75 - ln 3.5449
    assertThat(SphericalCap.logShare(150, 0.01)).isCloseTo(-689.60, within(0.05));
  }

  /** The whole of what the angle is for: turned by it, a row of the margin keeps just that much. */
  @Test
  void freedomIsWhatARowOfTheMarginBears() {
    double freedom = SphericalCap.freedom(0.3, 0.03);
    assertThat(Math.cos(Math.acos(0.3) + freedom)).isCloseTo(0.03, within(1e-12));
  }

  @Test
  void refusesWhatIsNoAngle() {
    assertThatThrownBy(() -> SphericalCap.share(3, -0.1))
        .hasMessage("angle must be between 0 and π, got -0.1");
    assertThatThrownBy(() -> SphericalCap.angle(3, 10, 1))
        .hasMessage("probability must be above 0 and below 1, got 1.0");
  }
}
