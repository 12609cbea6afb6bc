// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.Accountant;
import dev.demilune.accounting.GaussianCalibration;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.accounting.PrivacyEvent.GaussianSum;
import dev.demilune.accounting.PrivacyEvent.Pure;
import dev.demilune.accounting.PrivacyEvent.Repeated;
import dev.demilune.budget.entry.Balance;
import dev.demilune.budget.entry.Composition;
import dev.demilune.budget.entry.LedgerEntry;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.Amount;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Guarantee;
import dev.demilune.privacy.PureDp;
import dev.demilune.random.Randomness;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What holds for every ledger, in memory and in a file. */
abstract class LedgerLaws {

  abstract Ledger ledger(
      String name, Adjacency adjacency, Guarantee total, Composition composition);

  private Ledger ledger(String name, Guarantee total) {
    return ledger(name, Adjacency.REPLACE_ONE, total, Composition.ADDITIVE);
  }

  private Ledger composed(Guarantee total) {
    return ledger("customers", Adjacency.REPLACE_ONE, total, Composition.COMPOSED);
  }

  /** A forecast is what the spend then leaves, or its refusal, and changes nothing. */
  @ParameterizedTest
  @EnumSource(
      value = Composition.class,
      names = {"COMPOSED", "GAUSSIAN", "ADDITIVE"})
  void forecastsWhatASpendLeaves(Composition composition) {
    ApproximateDp total = ApproximateDp.of(1, 1e-5);
    try (Ledger ledger = ledger("customers", Adjacency.REPLACE_ONE, total, composition)) {
      ApproximateDp part = ApproximateDp.of(0.3, 1e-6);
      double noise = GaussianCalibration.noiseMultiplier(part, 1);
      PaidPlan plan = new Planned(part, Adjacency.REPLACE_ONE, new GaussianSum(noise));
      Purpose purpose = Purpose.of("a model");
      for (int spends = 0; spends < 3; spends++) {
        Balance before = ledger.balance();
        Balance foretold = ledger.after(purpose, plan);
        assertThat(ledger.balance()).isEqualTo(before);
        ledger.spend(purpose, plan);
        Balance after = ledger.balance();
        assertThat(foretold.spent()).isEqualTo(after.spent());
        assertThat(foretold.left()).isEqualTo(after.left());
      }
      ApproximateDp much = total; // all of it, of which some is spent
      double less = GaussianCalibration.noiseMultiplier(much, 1);
      PaidPlan tooMuch = new Planned(much, Adjacency.REPLACE_ONE, new GaussianSum(less));
      String refusal = refusal(() -> ledger.spend(purpose, tooMuch));
      assertThat(refusal(() -> ledger.after(purpose, tooMuch))).isEqualTo(refusal);
      PaidPlan other = new Planned(part, Adjacency.ADD_OR_REMOVE_ONE, plan.charged());
      assertThatThrownBy(() -> ledger.after(purpose, other))
          .hasMessageContaining("give both the same adjacency");
    }
  }

  private static String refusal(Runnable spend) {
    return catchThrowableOfType(BudgetRefusedException.class, spend::run).getMessage();
  }

  /** A plan to charge, which nobody runs. */
  private record Planned(Guarantee guarantee, Adjacency adjacency, PrivacyEvent charged)
      implements PaidPlan {
    @Override
    public String doneBy() {
      return "nobody";
    }
  }

  /** The first spend that says its columns ties the ledger to them, in any order. */
  @Test
  void aLedgerIsForOneTable() {
    TableColumns people = TableColumns.named(List.of("age", "job", "income"));
    TableColumns others = TableColumns.named(List.of("age", "jobincome"));
    assertThat(TableColumns.named(List.of("income", "age", "job"))).isEqualTo(people);
    assertThat(TableColumns.vectors(3)).isNotEqualTo(TableColumns.vectors(4));
    try (Ledger ledger = composed(ApproximateDp.of(1, 1e-6))) {
      ledger.spend("whoever", PureDp.of(0.1));
      assertThat(ledger.table()).isEmpty();
      ledger.forTable(people).spend("people", PureDp.of(0.1));
      assertThat(ledger.table()).contains(people);
      assertThatThrownBy(() -> ledger.forTable(others).spend("others", PureDp.of(0.1)))
          .isInstanceOf(DemiluneException.class)
          .isNotInstanceOf(BudgetRefusedException.class)
          .hasMessageContaining("is for a table with other columns")
          .hasMessageContaining("--allow-other-table");
      assertThat(ledger.entries()).hasSize(2);
      ledger.forAnotherTable(others).onBehalfOf("me").spend("others", PureDp.of(0.1));
      ledger.forTable(people).spend("people", PureDp.of(0.1)); // still the first one's
      assertThat(ledger.entries())
          .extracting(LedgerEntry::columns)
          .containsExactly("", people.fingerprint(), others.fingerprint(), people.fingerprint());
    }
  }

  /** The same release again and again: the composition costs much less than the sum. */
  @Test
  void aYearOfReleasesIsPricedByComposingThem() {
    ApproximateDp each = ApproximateDp.of(0.2, 1e-7);
    PrivacyEvent event = new GaussianSum(GaussianCalibration.noiseMultiplier(each, 1));
    try (Ledger ledger = composed(ApproximateDp.of(2, 1e-6))) {
      for (int week = 1; week <= 50; week++) {
        ledger.spend("week " + week, each, event);
      }

      Balance balance = ledger.balance();
      assertThat(balance.entries()).hasSize(50).allMatch(entry -> entry.event().equals(event));
      assertThat(balance.sum()).isEqualTo(Amount.of(ApproximateDp.of(10, 5e-6)));
      assertThat(balance.spent().delta()).isEqualByComparingTo("1e-6");
      double asList = Accountant.best(new Repeated(event, 50)).epsilon(1e-6);
      double price = balance.spent().epsilon().doubleValue();
      assertThat(asList).isLessThan(1.5);
      assertThat(price).isBetween(asList, 1.4 * asList); // what it costs to allow for looking
      assertThat(balance.left().epsilon().add(balance.spent().epsilon())).isEqualByComparingTo("2");
      assertThat(balance.accountant()).startsWith("Rényi filter of order ");

      // The total is the limit, and three quarters of what a list could hold fit.
      int more = 0;
      for (boolean refused = false; !refused; more += refused ? 0 : 1) {
        try {
          ledger.spend("more", each, event);
        } catch (BudgetRefusedException full) {
          refused = true;
        }
      }
      assertThat(ledger.spent().epsilon()).isLessThanOrEqualTo(new BigDecimal(2));
      long list = 1;
      while (Accountant.best(new Repeated(event, list + 1)).epsilon(1e-6) <= 2) {
        list++;
      }
      assertThat(50 + more).isBetween((int) (0.75 * list), (int) list);
    }
  }

  @Test
  void aSpendThatComposesToTooMuchIsRefusedWithItsPrice() {
    ApproximateDp each = ApproximateDp.of(1, 1e-6);
    PrivacyEvent event = new GaussianSum(GaussianCalibration.noiseMultiplier(each, 1));
    try (Ledger ledger = composed(ApproximateDp.of(1.2, 1e-6))) {
      ledger.spend("first", each, event);

      assertThatThrownBy(() -> ledger.spend("second", each, event))
          .isInstanceOf(BudgetRefusedException.class)
          .hasMessageStartingWith(
              "cannot spend ε=1, δ=1.0e-06 on 'second': ledger 'customers' has ε=0.2, δ=0 left")
          .hasMessageEndingWith("Nothing was spent and no data was read.");
    }
    try (Ledger ledger = composed(ApproximateDp.of(1.7, 1e-6))) {
      ledger.spend("first", each, event);
      ledger.spend("second", each, event);

      assertThatThrownBy(() -> ledger.spend("third", each, event))
          .isInstanceOf(BudgetRefusedException.class)
          .hasMessageContaining("Composed with what was spent, it would cost ε=")
          .hasMessageEndingWith("Nothing was spent and no data was read.");
      assertThat(ledger.entries()).hasSize(2);
    }
  }

  /** Of δ half is for addition, unless the first entry decides for addition alone. */
  @Test
  void theFirstEntryDecidesWhetherAComposedLedgerAdds() {
    ApproximateDp bare = ApproximateDp.of(0.1, 2e-7);
    try (Ledger ledger = composed(ApproximateDp.of(1, 1e-6))) {
      assertThat(ledger.left()).isEqualTo(ledger.total());
      ledger.spend("pure", PureDp.of(0.1));
      assertThat(ledger.left()).isEqualTo(Amount.of(ApproximateDp.of(0.9, 5e-7)));
      ledger.spend("bare", bare);
      ledger.spend("bare", bare);
      assertThat(ledger.left()).isEqualTo(Amount.of(ApproximateDp.of(0.7, 1e-7)));
      assertThatThrownBy(() -> ledger.spend("bare", bare))
          .isInstanceOf(BudgetRefusedException.class)
          .hasMessageContaining("Half of its δ is for spends that add up, and half for composing.");
      ledger.spend("the rest", ApproximateDp.of(0.7, 1e-7));
    }
    ApproximateDp most = ApproximateDp.of(0.9, 9e-7);
    try (Ledger ledger = composed(ApproximateDp.of(1, 1e-6))) {
      ledger.spend("most", most, new GaussianSum(GaussianCalibration.noiseMultiplier(most, 1)));
      assertThat(ledger.left()).isEqualTo(Amount.of(ApproximateDp.of(0.1, 1e-7)));
      ledger.spend("the rest", ApproximateDp.of(0.1, 1e-7));
      assertThat(ledger.spent()).isEqualTo(ledger.total());
    }
  }

  /** The shares that people divide a total into fit, in whatever parts. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 7, 10, 40})
  void equalSharesOfTheTotalFit(int parts) {
    ApproximateDp total = ApproximateDp.of(1, 1e-6);
    ApproximateDp each = ApproximateDp.of(total.epsilon() / parts, total.delta() / parts);
    PrivacyEvent event = new GaussianSum(GaussianCalibration.noiseMultiplier(each, 1));
    try (Ledger ledger = composed(total)) {
      for (int i = 0; i < parts; i++) {
        ledger.spend("part " + i, each, event);
      }
      assertThat(ledger.entries()).hasSize(parts);
    }
  }

  /** A ledger whose first entry is a bare (ε, δ) adds, and decimals that fit always fit. */
  @Test
  void composingNeverCostsMoreThanAdding() {
    try (Ledger ledger = composed(ApproximateDp.of(1, 1e-6))) {
      for (int i = 0; i < 10; i++) {
        if (i % 2 == 1) {
          ledger.spend("pure", PureDp.of(0.1));
        } else {
          ledger.spend("approximate", ApproximateDp.of(0.1, 2e-7));
        }
        Balance balance = ledger.balance();
        assertThat(balance.spent().epsilon()).isLessThanOrEqualTo(balance.sum().epsilon());
      }
      assertThat(ledger.balance().sum()).isEqualTo(ledger.total());
    }
  }

  @Test
  void anAdditiveLedgerAddsWhateverTheEvents() {
    ApproximateDp each = ApproximateDp.of(0.5, 5e-7);
    PrivacyEvent event = new GaussianSum(GaussianCalibration.noiseMultiplier(each, 1));
    try (Ledger ledger = ledger("customers", ApproximateDp.of(1, 1e-6))) {
      ledger.spend("a", each, event);
      ledger.spend("b", each, event);

      assertThat(ledger.spent()).isEqualTo(ledger.total());
      assertThat(ledger.balance().reliesOn()).isEmpty();
      assertThatThrownBy(() -> ledger.spend("c", each, event))
          .isInstanceOf(BudgetRefusedException.class)
          .hasMessageContaining("has ε=0, δ=0 left");
    }
  }

  @Test
  void aGaussianLedgerAdmitsGaussianSumsOnly() {
    ApproximateDp each = ApproximateDp.of(0.5, 5e-7);
    double noise = GaussianCalibration.noiseMultiplier(each, 4);
    PrivacyEvent event =
        PrivacyEvent.Composed.of(new GaussianSum(noise), new Repeated(new GaussianSum(noise), 3));
    try (Ledger ledger =
        ledger(
            "customers", Adjacency.REPLACE_ONE, ApproximateDp.of(1, 1e-6), Composition.GAUSSIAN)) {
      ledger.spend("a", each, event);
      ledger.spend("b", each, event);
      ledger.spend("c", each, event);

      assertThat(ledger.spent().epsilon()).isLessThan(ledger.total().epsilon());
      assertThat(ledger.balance().reliesOn()).isEmpty();
      assertThatThrownBy(() -> ledger.spend("d", each))
          .isInstanceOf(DemiluneException.class)
          .hasMessageContaining("'d' cannot be charged to a ledger that admits Gaussian sums only");
      assertThat(ledger.entries()).hasSize(3);
    }
  }

  @Test
  void aComposedLedgerReliesOnNothing() {
    ApproximateDp each = ApproximateDp.of(0.1, 1e-7);
    PrivacyEvent event = new GaussianSum(GaussianCalibration.noiseMultiplier(each, 1));
    try (Ledger ledger = composed(ApproximateDp.of(1, 1e-6))) {
      ledger.spend("a", each, event);
      ledger.spend("b", PureDp.of(0.1));
      assertThat(ledger.balance().reliesOn()).isEmpty();
    }
  }

  @Test
  void anEventThatCostsMoreThanItsGuaranteeIsRefused() {
    try (Ledger ledger = composed(ApproximateDp.of(1, 1e-6))) {
      assertThatThrownBy(() -> ledger.spend("a", ApproximateDp.of(0.1, 1e-7), new GaussianSum(4)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("the event of 'a' costs ε = ")
          .hasMessageContaining("where ε = 0.1, δ = 1.0e-07 is to be charged for it");
      assertThatThrownBy(() -> ledger.spend("b", PureDp.of(1), new GaussianSum(1e6)))
          .isInstanceOf(IllegalArgumentException.class);
      assertThat(ledger.entries()).isEmpty();
    }
  }

  @Test
  void eventsTooDeepOrTooManyToComposeAreRefused() {
    PrivacyEvent deep = new Pure(1e-3);
    while (deep.depth() < PrivacyEvent.DEEPEST) {
      deep = new Repeated(deep, 1);
    }
    PrivacyEvent deepest = deep;
    PrivacyEvent many = new Repeated(new Pure(1e-30), Long.MAX_VALUE);
    try (Ledger ledger = composed(ApproximateDp.of(1, 1e-6))) {
      assertThatThrownBy(() -> ledger.spend("deep", PureDp.of(0.1), deepest))
          .isInstanceOf(DemiluneException.class)
          .hasMessageContaining("the event of 'deep' is nested more than 62 deep");
      ledger.spend("many", ApproximateDp.of(0.1, 1e-7), many);
      for (double epsilon : new double[] {0.1, 1}) { // with room for the decimals, and without
        assertThatThrownBy(() -> ledger.spend("more", ApproximateDp.of(epsilon, 1e-7), many))
            .isInstanceOf(DemiluneException.class)
            .hasMessageContaining("2^63");
      }
      assertThat(ledger.entries()).hasSize(1);
      ledger.spend("other", PureDp.of(0.1)); // nothing has come to harm
    }
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
    try (Ledger ledger = ledger("customers", adjacency, PureDp.of(1), Composition.COMPOSED)) {
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
      for (String hidden :
          new String[] {"\u2028", "\u2029", "\u202e", "\u2066", "\u200f", "\u00ad"}) {
        assertThatThrownBy(() -> ledger.spend("10.0" + hidden + "x", PureDp.of(0.1)))
            .isInstanceOf(DemiluneException.class)
            .hasMessageEndingWith("cannot be seen or change the direction of writing");
        assertThatThrownBy(() -> ledger.onBehalfOf("a" + hidden))
            .isInstanceOf(DemiluneException.class);
      }
      assertThat(ledger.entries()).isEmpty();
      ledger.onBehalfOf("می\u200cخواهم").spend("שלום 👩\u200d🔬", PureDp.of(1e-9)); // words
      ledger.spend("'); DROP TABLE entry; -- ♥", PureDp.of(0.5));
      assertThat(ledger.entries().get(1).purpose()).isEqualTo("'); DROP TABLE entry; -- ♥");
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
