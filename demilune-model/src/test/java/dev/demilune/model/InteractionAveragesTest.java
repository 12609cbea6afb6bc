// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.demilune.privacy.Adjacency;
import dev.demilune.schema.Column;
import dev.demilune.schema.EncodedRow;
import dev.demilune.schema.Schema;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

class InteractionAveragesTest {

  private static final double[] AGES = {0, 0.2, 1, Double.NaN};
  private static final double[] SHARES = {0.5, 0.3, 0.1, 0.1};

  private static Schema schema() {
    return Schema.builder()
        .column(Column.number("age", 0, 100).missingAsValue())
        .category("plan", "free", "pro")
        .number("days", 0, 10)
        .label("churned", "no", "yes")
        .adjacency(Adjacency.REPLACE_ONE)
        .build();
  }

  private static AdditiveClassifier model() {
    ShapeFunction age =
        ShapeFunction.curve(new double[] {0, 0.2, 1}, new double[4][2]).withShares(SHARES);
    ShapeFunction plan =
        ShapeFunction.choice(new double[3][2]).withShares(new double[] {0.5, 0.375, 0.125});
    ShapeFunction days =
        ShapeFunction.curve(new double[] {0, 1}, new double[2][2])
            .withShares(new double[] {0.25, 0.75});
    Interactions interactions =
        Interactions.builder(schema().parts(), 2)
            .warp(0, new double[] {0, 0.5, 1}, new double[] {0, 0.9, 1})
            .direction(
                0.3,
                List.of(
                    new Interactions.Term(0, List.of(2.5, 0.7)),
                    new Interactions.Term(1, List.of(1.0, -2.0, 0.25))),
                new double[] {0, 1.5},
                new double[] {0.25, -0.5})
            .direction(
                0,
                List.of(
                    new Interactions.Term(2, List.of(1.5, 0.0)),
                    new Interactions.Term(1, List.of(0.0, 1.0, 0.5))),
                new double[] {0, 0.5},
                new double[] {0, 1})
            .build();
    return AdditiveClassifier.of(schema(), new double[2], List.of(age, plan, days))
        .withInteractions(interactions);
  }

  private static double difference(AdditiveClassifier model, double... parts) {
    EncodedRow row = new EncodedRow();
    row.start(-1);
    for (double part : parts) {
      row.addPart(part);
    }
    double[] scores = new double[2];
    model.scores(row, scores);
    return scores[1] - scores[0];
  }

  /** The mean over plans and days; shapes are zero. */
  private static double givenAge(AdditiveClassifier model, double age) {
    double[] plans = {0.5, 0.375, 0.125};
    double mean = 0;
    for (int plan = 0; plan < 3; plan++) {
      int value = plan == 2 ? -1 : plan;
      mean += plans[plan] * 0.25 * difference(model, age, value, 0);
      mean += plans[plan] * 0.75 * difference(model, age, value, 1);
    }
    return mean;
  }

  private static double overAges(DoubleUnaryOperator at) {
    double mean = 0;
    for (int i = 0; i < AGES.length; i++) {
      mean += SHARES[i] * at.applyAsDouble(AGES[i]);
    }
    return mean;
  }

  @Test
  void averagesAreThoseOfManyRows() {
    AdditiveClassifier model = model();
    InteractionAverages averages =
        InteractionAverages.of(
            model.schema().parts(), model.shapes(), model.interactions().orElseThrow());
    double overall = overAges(age -> givenAge(model, age));
    double[][] ages = averages.of(0);
    for (int point = 0; point < 4; point++) {
      assertThat(ages[point][1] - ages[point][0])
          .isCloseTo(givenAge(model, AGES[point]) - overall, within(1e-13));
    }
    double[][] plans = averages.of(1);
    for (int plan = 0; plan < 3; plan++) {
      int value = plan == 2 ? -1 : plan;
      double expected =
          overAges(
                  age ->
                      0.25 * difference(model, age, value, 0)
                          + 0.75 * difference(model, age, value, 1))
              - overall;
      assertThat(plans[plan][1] - plans[plan][0]).isCloseTo(expected, within(1e-13));
    }
  }

  @Test
  void averagesOfAChoiceHaveMeanZeroOverItsShares() {
    AdditiveClassifier model = model();
    double[][] plans =
        InteractionAverages.of(
                model.schema().parts(), model.shapes(), model.interactions().orElseThrow())
            .of(1);
    double mean = 0.5 * plans[0][1] + 0.375 * plans[1][1] + 0.125 * plans[2][1];
    assertThat(mean).isCloseTo(0, within(1e-14));
  }

  @Test
  void withoutSharesThereAreNone() {
    AdditiveClassifier model = model().withShape(2, ShapeFunction.zero(schema().parts().get(2), 2));
    assertThat(InteractionAverages.areKnown(model)).isFalse();
    assertThatThrownBy(
            () ->
                InteractionAverages.of(
                    model.schema().parts(), model.shapes(), model.interactions().orElseThrow()))
        .hasMessage("the shape of 'days' has no shares of rows");
  }
}
