// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.budget;

import static org.assertj.core.api.Assertions.assertThat;

import dev.demilune.accounting.Accountant;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.accounting.PrivacyEvent.ExponentialChoice;
import dev.demilune.accounting.PrivacyEvent.GaussianSum;
import dev.demilune.accounting.PrivacyEvent.Laplace;
import dev.demilune.accounting.PrivacyEvent.PoissonSampled;
import dev.demilune.accounting.PrivacyEvent.Repeated;
import dev.demilune.budget.entry.Balance;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.PureDp;
import dev.demilune.random.Randomness;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Fifty releases of several kinds, as a table sees them in a year. */
@Tag("slow")
class YearOfReleasesTest {

  private static final Adjacency ADJACENCY = Adjacency.ADD_OR_REMOVE_ONE;
  private static final double DELTA = 1e-8;

  private static PrivacyEvent release(int week) {
    double noise = 20 + week % 3;
    return switch (week % 4) {
      case 0 -> new GaussianSum(noise);
      case 1 -> new Repeated(new PoissonSampled(0.01, ADJACENCY, new GaussianSum(2)), 100);
      case 2 -> new Laplace(noise);
      default -> new ExponentialChoice(1 / noise);
    };
  }

  @Test
  void mixedReleasesAreComposedToMuchLessThanTheirSum() {
    try (Ledger ledger =
        Ledger.inMemory("customers", ADJACENCY, ApproximateDp.of(3, 1e-6), Randomness.secure())) {
      for (int week = 1; week <= 50; week++) {
        PrivacyEvent event = release(week);
        ApproximateDp alone =
            ApproximateDp.of(Accountant.best(event).epsilon(DELTA) * (1 + 1e-12), DELTA);
        ledger.spend("week " + week, alone, event);
      }
      ledger.spend("a count", PureDp.of(0.1)); // of which nothing more is known

      Balance balance = ledger.balance();
      assertThat(balance.entries()).hasSize(51);
      assertThat(balance.sum().epsilon().doubleValue()).isGreaterThan(6); // twice the total
      assertThat(balance.spent().epsilon().doubleValue())
          .isLessThan(0.45 * balance.sum().epsilon().doubleValue());
      assertThat(balance.accountant()).startsWith("Rényi filter of order ");
      assertThat(balance.reliesOn()).isEmpty();
    }
  }
}
