// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.demilune.privacy.Amount;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Guarantee;
import dev.demilune.privacy.PureDp;
import org.junit.jupiter.api.Test;

class SplitTest {

  @Test
  void tenthsAreTenths() {
    assertThat(Split.evenly(PureDp.of(1), 10)).isEqualTo(PureDp.of(0.1));
    assertThat(Split.evenly(ApproximateDp.of(1, 1e-6), 4))
        .isEqualTo(ApproximateDp.of(0.25, 2.5e-7));
    assertThat(Split.evenly(PureDp.of(Math.PI), 1)).isEqualTo(PureDp.of(Math.PI));
  }

  @Test
  void partsNeverAddUpToMoreThanTheWholeAndWasteAlmostNothing() {
    for (double whole : new double[] {1, 0.1, Math.PI, 0.30000000000000004, 1e300, 1e-300}) {
      for (int parts = 1; parts < 200; parts++) {
        Guarantee total = ApproximateDp.of(whole, 1e-6);
        Guarantee part = Split.evenly(total, parts);
        Amount sum = Amount.ZERO;
        for (int i = 0; i < parts; i++) {
          sum = sum.plus(Amount.of(part));
        }
        assertThat(sum.fitsIn(Amount.of(total))).isTrue();
        assertThat(Amount.of(total).minus(sum).epsilon().doubleValue()).isLessThan(whole * 1e-13);
      }
    }
  }

  @Test
  void noPartsIsAMistake() {
    assertThatThrownBy(() -> Split.evenly(PureDp.of(1), 0))
        .hasMessage("parts must be at least 1, got 0");
  }
}
