// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.certificate;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonParser;
import dev.demilune.DemiluneException;
import dev.demilune.budget.Allowance;
import dev.demilune.budget.CertificateCheck;
import dev.demilune.budget.Ledger;
import dev.demilune.learn.AuditCase;
import dev.demilune.learn.Learner;
import dev.demilune.learn.Shape;
import dev.demilune.learn.TrainingPlan;
import dev.demilune.learn.auto.Learners;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Certificate;
import dev.demilune.privacy.ChainLink;
import dev.demilune.privacy.Guarantee;
import dev.demilune.privacy.PureDp;
import dev.demilune.random.Randomness;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.Schema;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** From its JSON alone, a certificate of any learner and budget is priced to the same digits. */
class RepricingTest {

  private static final List<Guarantee> BUDGETS =
      List.of(
          PureDp.of(0.3),
          PureDp.of(2),
          ApproximateDp.of(0.1, 1e-8),
          ApproximateDp.of(1.234567, 1e-6),
          ApproximateDp.of(8, 1e-5));

  static List<Learner> learners() {
    return Learners.all();
  }

  @ParameterizedTest
  @MethodSource("learners")
  void theJsonAloneGivesTheSameDigits(Learner learner) {
    int priced = 0;
    for (Adjacency adjacency : learner.description().adjacencies()) {
      for (Guarantee budget : BUDGETS) {
        Certificate certificate;
        try {
          TrainingPlan plan = learner.plan(Shape.of(schema(learner, adjacency)), budget).orThrow();
          Ledger ledger = Ledger.inMemory("people", adjacency, budget, Randomness.secure());
          Allowance allowance = ledger.spend("train", plan);
          allowance.use(plan, adjacency);
          certificate = allowance.certify(learner.name(), plan.settings(), plan.charged());
        } catch (DemiluneException refused) {
          continue; // not every learner works within every budget
        }
        ChainLink read =
            Certificate.fromJson(JsonParser.parseString(certificate.toJson().toString()))
                .links()
                .get(0);
        assertThat(CertificateCheck.repriced(read)).contains(certificate.guarantee());
        assertThat(CertificateCheck.ofPromise(read)).isEmpty();
        priced++;
      }
    }
    assertThat(priced).as("budgets of %s", learner.name()).isPositive();
  }

  private static Schema schema(Learner learner, Adjacency adjacency) {
    if (learner.description().audit().table() == AuditCase.Table.COLUMNS) {
      return Schema.builder()
          .number("age", 0, 120)
          .category("plan", "free", "pro")
          .label("churned", "no", "yes")
          .adjacency(adjacency)
          .expectedRows(100_000)
          .build();
    }
    return Schema.vectors(2, LabelSet.numbered(2))
        .adjacency(adjacency)
        .expectedRows(100_000)
        .build();
  }
}
