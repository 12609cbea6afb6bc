// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.demilune.accounting.PrivacyEvent.GaussianSum;
import dev.demilune.accounting.PrivacyEvent.PoissonSampled;
import dev.demilune.accounting.PrivacyEvent.Repeated;
import dev.demilune.privacy.Adjacency;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RelativeWidthTest {

  private static final PrivacyEvent EVENT =
      new Repeated(
          new PoissonSampled(0.01, Adjacency.ADD_OR_REMOVE_ONE, new GaussianSum(1.1)), 1000);

  @Test
  void intervalsAreAsNarrowAsAskedAndAgree() {
    Interval usual = Accountant.best(EVENT).epsilonBetween(1e-5);
    Interval wide = Accountant.best(EVENT, 0.1).epsilonBetween(1e-5);
    Interval narrow = Accountant.best(EVENT, 1e-5).epsilonBetween(1e-5);

    assertThat(wide.width()).isLessThanOrEqualTo(0.1 * wide.upper());
    assertThat(usual.width()).isLessThanOrEqualTo(1e-3 * usual.upper());
    assertThat(narrow.width()).isLessThanOrEqualTo(1e-5 * narrow.upper());
    for (Interval other : new Interval[] {wide, usual}) { // all hold the one true price
      assertThat(other.lower()).isLessThanOrEqualTo(narrow.upper());
      assertThat(other.upper()).isGreaterThanOrEqualTo(narrow.lower());
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, 1e-9, 2, Double.NaN})
  void otherWidthsAreRefused(double width) {
    assertThatThrownBy(() -> Accountant.best(EVENT, width))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("relative width must be between 1e-6 and 1");
  }
}
