// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting;

import static org.assertj.core.api.Assertions.assertThat;

import dev.demilune.accounting.PrivacyEvent.Composed;
import dev.demilune.accounting.PrivacyEvent.GaussianSum;
import dev.demilune.accounting.PrivacyEvent.Laplace;
import dev.demilune.accounting.PrivacyEvent.PoissonSampled;
import dev.demilune.accounting.PrivacyEvent.Pure;
import dev.demilune.accounting.PrivacyEvent.Repeated;
import dev.demilune.privacy.Adjacency;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecentAccountantsTest {

  private static final int MORE_THAN_ARE_KEPT = 300;

  private static PrivacyEvent sampled(double noise) {
    return new Repeated(
        new PoissonSampled(0.1, Adjacency.ADD_OR_REMOVE_ONE, new GaussianSum(noise)), 20);
  }

  @Test
  void equalCompositionsHaveOneAccountant() {
    Accountant first = Accountant.best(sampled(2));

    assertThat(Accountant.best(sampled(2))).isSameAs(first);
    assertThat(Accountant.best(Composed.of(sampled(2)))).isSameAs(first);
  }

  /** Every part of the question counts: another answer for any of them would be a wrong price. */
  @Test
  void anythingElseHasAnother() {
    Accountant first = Accountant.best(sampled(2));

    assertThat(Accountant.best(sampled(Math.nextUp(2.0)))).isNotSameAs(first);
    assertThat(Accountant.best(sampled(2), 1e-2)).isNotSameAs(first);
    assertThat(Accountant.best(new Repeated(sampled(2), 2))).isNotSameAs(first);
    assertThat(
            Accountant.best(
                new Repeated(
                    new PoissonSampled(0.1, Adjacency.REPLACE_ONE, new GaussianSum(2)), 20)))
        .isNotSameAs(first);
    // Sums in another order may be rounded differently.
    assertThat(Accountant.best(Composed.of(new Laplace(3), sampled(2))))
        .isNotSameAs(Accountant.best(Composed.of(sampled(2), new Laplace(3))));
  }

  /** What was planned in one process is priced in another: nothing may hang on what was asked. */
  @Test
  void whatIsMadeAgainGivesTheSameAnswers() {
    List<PrivacyEvent> events =
        List.of(sampled(2), Composed.of(sampled(3), new Laplace(5)), new Laplace(0.7));
    for (PrivacyEvent event : events) {
      Accountant first = Accountant.best(event);
      double epsilon = first.epsilon(1e-6);
      double delta = first.delta(0.5);
      for (int i = 0; i < MORE_THAN_ARE_KEPT; i++) {
        Accountant.best(new Pure(1 + i));
      }
      Accountant again = Accountant.best(event);

      assertThat(again).isNotSameAs(first);
      assertThat(again.delta(0.5)).isEqualTo(delta); // asked in the other order
      assertThat(again.epsilon(1e-6)).isEqualTo(epsilon);
    }
  }

  @Test
  void longListsAreNotKept() {
    List<PrivacyEvent> releases = new ArrayList<>();
    for (int i = 0; i < 65; i++) {
      releases.add(new Laplace(100 + i));
    }

    assertThat(Accountant.best(new Composed(releases)))
        .isNotSameAs(Accountant.best(new Composed(releases)));
    assertThat(Accountant.best(new Composed(releases.subList(1, 65))))
        .isSameAs(Accountant.best(new Composed(releases.subList(1, 65))));
  }

  @Test
  void answersAreForgottenBeforeTheyFillTheMemory() {
    int[] asked = new int[1];
    Answers<Double> answers =
        new Answers<>(
            x -> {
              asked[0]++;
              return 2 * x;
            });
    answers.at(0);
    answers.at(0);
    assertThat(asked[0]).isEqualTo(1);
    for (int i = 1; i <= 1_000; i++) {
      assertThat(answers.at(i)).isEqualTo(2.0 * i);
    }
    answers.at(0);
    assertThat(asked[0]).isEqualTo(1_002);
  }
}
