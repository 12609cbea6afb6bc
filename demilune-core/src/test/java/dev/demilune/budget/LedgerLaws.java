/*
 * Copyright 2026 The Demilune Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package dev.demilune.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.demilune.DemiluneException;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.GaussianDp;
import dev.demilune.privacy.Guarantee;
import dev.demilune.privacy.PureDp;
import dev.demilune.privacy.ZeroConcentratedDp;
import dev.demilune.random.Randomness;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What holds for every ledger, in memory and in a file. */
abstract class LedgerLaws {

  abstract Ledger ledger(String name, Adjacency adjacency, Guarantee total);

  private Ledger ledger(String name, Guarantee total) {
    return ledger(name, Adjacency.REPLACE_ONE, total);
  }

  @Test
  void tenTimesATenthIsOne() {
    try (Ledger ledger = ledger("customers", PureDp.of(1))) {
      for (int i = 0; i < 10; i++) {
        ledger.spend("part " + i, PureDp.of(0.1));
      }

      assertThat(ledger.spent()).isEqualTo(Amount.of(PureDp.of(1)));
      assertThat(ledger.left()).isEqualTo(Amount.ZERO);
      assertThatThrownBy(() -> ledger.spend("one more", PureDp.of(1e-15)))
          .isInstanceOf(BudgetRefusedException.class);
    }
  }

  @Test
  void whatDoesNotFitIsRefusedWithTheReasonAndLeavesNothing() {
    try (Ledger ledger = ledger("customers", PureDp.of(1))) {
      ledger.spend("class counts", PureDp.of(0.5));

      assertThatThrownBy(() -> ledger.spend("churn model", PureDp.of(0.8)))
          .isInstanceOf(BudgetRefusedException.class)
          .hasMessage(
              "cannot spend ε=0.8 on 'churn model': ledger 'customers' has ε=0.5 left of ε=1"
                  + " (spent: 'class counts' ε=0.5). Nothing was spent and no data was read.");
      assertThat(ledger.entries()).hasSize(1);
      assertThat(ledger.left()).isEqualTo(Amount.of(PureDp.of(0.5)));

      ledger.spend("churn model", PureDp.of(0.5)); // what is left can still be spent
      assertThat(ledger.entries()).extracting(LedgerEntry::number).containsExactly(1L, 2L);
    }
  }

  @Test
  void deltaIsCountedToo() {
    try (Ledger ledger = ledger("patients", ApproximateDp.of(10, 1e-6))) {
      ledger.spend("a", ApproximateDp.of(1, 4e-7));
      ledger.spend("b", ApproximateDp.of(1, 6e-7));

      assertThatThrownBy(() -> ledger.spend("c", ApproximateDp.of(1, 1e-9)))
          .isInstanceOf(BudgetRefusedException.class)
          .hasMessage(
              "cannot spend ε=1, δ=1.0e-09 on 'c': ledger 'patients' has ε=8, δ=0 left of ε=10,"
                  + " δ=1.0e-06 (spent: 'a' ε=1, δ=4.0e-07; 'b' ε=1, δ=6.0e-07). Nothing was spent"
                  + " and no data was read.");
      ledger.spend("d", PureDp.of(8));
    }
  }

  @Test
  void aPureTotalAdmitsPureSpendsOnly() {
    try (Ledger ledger = ledger("voters", PureDp.of(1))) {
      assertThatThrownBy(() -> ledger.spend("a", ApproximateDp.of(0.1, 1e-9)))
          .isInstanceOf(BudgetRefusedException.class)
          .hasMessage(
              "cannot spend ε=0.1, δ=1.0e-09 on 'a': ledger 'voters' has ε=1 left of ε=1 (nothing"
                  + " spent yet). Its total has no δ, so it admits pure spends only. Nothing was"
                  + " spent and no data was read.");
    }
  }

  @Test
  void aLongHistoryIsShortened() {
    try (Ledger ledger = ledger("customers", PureDp.of(1))) {
      for (int i = 1; i <= 8; i++) {
        ledger.spend("p" + i, PureDp.of(0.125));
      }

      assertThatThrownBy(() -> ledger.spend("x", PureDp.of(1)))
          .hasMessageContaining("(spent: 'p4' ε=0.125; ")
          .hasMessageContaining("'p8' ε=0.125; and 3 earlier)");
    }
  }

  @Test
  void guaranteesThatDoNotAddUpAsEpsilonsAreRefusedForNow() {
    assertThatThrownBy(() -> ledger("x", GaussianDp.of(1)))
        .isInstanceOf(DemiluneException.class)
        .hasMessage(
            "a ledger counts ε and δ, and cannot hold μ = 1 (Gaussian DP): state it as PureDp or"
                + " ApproximateDp");
    try (Ledger ledger = ledger("x", ApproximateDp.of(1, 1e-6))) {
      assertThatThrownBy(() -> ledger.spend("a", ZeroConcentratedDp.of(0.1)))
          .isInstanceOf(DemiluneException.class)
          .hasMessageContaining("ρ = 0.1 (zCDP)");
      assertThat(ledger.entries()).isEmpty();
    }
  }

  @Test
  void extremesAddUpExactly() {
    try (Ledger ledger = ledger("x", ApproximateDp.of(1e300, 0.5))) {
      ledger.spend("tiny", ApproximateDp.of(Double.MIN_VALUE, Double.MIN_VALUE));
      ledger.spend("large", PureDp.of(9e299));

      assertThat(ledger.spent().epsilon())
          .isEqualTo(new BigDecimal("9e299").add(BigDecimal.valueOf(Double.MIN_VALUE)));
      assertThatThrownBy(() -> ledger.spend("too large", PureDp.of(1e299)))
          .isInstanceOf(BudgetRefusedException.class);
    }
  }

  /** Epsilons of different adjacencies do not add up, so one ledger never holds both. */
  @ParameterizedTest
  @EnumSource(Adjacency.class)
  void allowancesWorkForTheAdjacencyOfTheLedgerOnly(Adjacency adjacency) {
    try (Ledger ledger = ledger("customers", adjacency, PureDp.of(1))) {
      Allowance allowance = ledger.spend("churn model", PureDp.of(0.5));

      assertThat(ledger.adjacency()).isEqualTo(adjacency);
      assertThat(allowance.adjacency()).isEqualTo(adjacency);
      for (Adjacency other : Adjacency.values()) {
        if (other != adjacency) {
          assertThatThrownBy(() -> allowance.use(other))
              .isInstanceOf(DemiluneException.class)
              .hasMessage(
                  "the allowance for 'churn model' cannot be used on these data: ledger 'customers'"
                      + " counts for "
                      + adjacency
                      + " and the schema says "
                      + other
                      + "; give both the same adjacency");
        }
      }
      allowance.use(adjacency); // the refusals left it unused
    }
  }

  @Test
  void namesAndPurposesAreOneLine() {
    assertThatThrownBy(() -> ledger(" ", PureDp.of(1)))
        .isInstanceOf(DemiluneException.class)
        .hasMessageContaining("must not be blank");
    try (Ledger ledger = ledger("x", PureDp.of(1))) {
      assertThatThrownBy(() -> ledger.spend("a\nb", PureDp.of(1)))
          .isInstanceOf(DemiluneException.class)
          .hasMessageContaining("one line of at most 200 characters");
      ledger.spend("'); DROP TABLE entry; -- ♥", PureDp.of(1));
      assertThat(ledger.entries().get(0).purpose()).isEqualTo("'); DROP TABLE entry; -- ♥");
    }
  }

  @Test
  void everySpendHasItsOwnNoise() {
    Ledger ledger =
        Ledger.inMemory("x", Adjacency.REPLACE_ONE, PureDp.of(1), Randomness.reproducible(1));
    long first = ledger.spend("same purpose", PureDp.of(0.1)).use(Adjacency.REPLACE_ONE).nextLong();
    long second =
        ledger.spend("same purpose", PureDp.of(0.1)).use(Adjacency.REPLACE_ONE).nextLong();
    Ledger again =
        Ledger.inMemory("x", Adjacency.REPLACE_ONE, PureDp.of(1), Randomness.reproducible(1));

    assertThat(first).isNotEqualTo(second);
    assertThat(again.spend("same purpose", PureDp.of(0.1)).use(Adjacency.REPLACE_ONE).nextLong())
        .isEqualTo(first);
  }
}
