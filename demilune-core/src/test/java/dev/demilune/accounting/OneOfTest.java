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
    assertThat(epsilon(OneOf.of(CHEAP, DEAR))).isEqualTo(epsilon(DEAR));
    PrivacyEvent twice = Composed.of(OneOf.of(CHEAP, DEAR), OneOf.of(DEAR, CHEAP));
    assertThat(epsilon(twice)).isEqualTo(epsilon(new Repeated(DEAR, 2)));
    assertThat(epsilon(OneOf.of(new Pure(0.1), new Pure(0.3)))).isEqualTo(0.3);
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

  private static double epsilon(PrivacyEvent event) {
    return Accountant.best(event).epsilon(1e-6);
  }
}
