// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.demilune.accounting.PrivacyEvent.Composed;
import dev.demilune.accounting.PrivacyEvent.GaussianSum;
import dev.demilune.accounting.PrivacyEvent.OneOf;
import dev.demilune.accounting.PrivacyEvent.Pure;
import dev.demilune.accounting.PrivacyEvent.Repeated;
import dev.demilune.accounting.PrivacyEvent.Selection;
import dev.demilune.accounting.Repetitions.NegativeBinomial;
import java.util.List;
import org.junit.jupiter.api.Test;

class OneOfTest {

  private static final PrivacyEvent CHEAP = new Repeated(new GaussianSum(20), 9);
  private static final PrivacyEvent DEAR = new GaussianSum(4);

  @Test
  void costsWhatItsDearestCosts() {
    assertThat(epsilon(OneOf.of(CHEAP, DEAR)))
        .isBetween(epsilon(DEAR), epsilon(DEAR) * (1 + 1e-12));
    PrivacyEvent twice = Composed.of(OneOf.of(CHEAP, DEAR), OneOf.of(DEAR, CHEAP));
    double dear = epsilon(new Repeated(DEAR, 2));
    assertThat(epsilon(twice)).isBetween(dear, dear * (1 + 1e-12));
    assertThat(epsilon(OneOf.of(new Pure(0.1), new Pure(0.3)))).isEqualTo(epsilon(new Pure(0.3)));
  }

  /**
   * After randomized response of ε = 1/2, a pure step of ε = 1 where the answer was telling, else a
   * Gaussian sum: δ at ε = 1 is the mean of what each leaves to do, and above that of either step
   * taken always.
   */
  @Test
  void whichOneMayDependOnEarlierOutputs() {
    PrivacyEvent pure = new Pure(1);
    PrivacyEvent gaussian = new GaussianSum(1);
    double telling = 1 / (1 + Math.exp(-0.5));
    double adaptive = telling * delta(pure, 0.5) + (1 - telling) * delta(gaussian, 1.5);

    PrivacyEvent first = new Pure(0.5);
    assertThat(delta(Composed.of(first, pure), 1)).isLessThan(0.9 * adaptive);
    assertThat(delta(Composed.of(first, gaussian), 1)).isLessThan(0.9 * adaptive);
    assertThat(delta(Composed.of(first, OneOf.of(pure, gaussian)), 1)).isGreaterThan(adaptive);
  }

  /** Where no one event is the dearest at every order, a selection must not pick one. */
  @Test
  void aSelectionAmongThemCostsAtLeastTheSelectionOfEach() {
    PrivacyEvent pure = new Pure(0.8);
    double both = epsilon(best(OneOf.of(DEAR, pure)));
    assertThat(both).isGreaterThanOrEqualTo(epsilon(best(DEAR)));
    assertThat(both).isGreaterThanOrEqualTo(epsilon(best(pure)));
    assertThat(both).isLessThan(epsilon(best(Composed.of(DEAR, pure))));
  }

  @Test
  void needsSomethingToBeOneOf() {
    assertThatThrownBy(() -> new OneOf(List.of()))
        .hasMessage("a choice of events needs at least one");
  }

  private static PrivacyEvent best(PrivacyEvent event) {
    return new Selection(event, new NegativeBinomial(0, 0.05));
  }

  private static double delta(PrivacyEvent event, double epsilon) {
    return Accountant.best(event).delta(epsilon);
  }

  private static double epsilon(PrivacyEvent event) {
    return Accountant.best(event).epsilon(1e-6);
  }
}
