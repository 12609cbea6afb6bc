// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.demilune.privacy.Adjacency;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.RowBound;
import dev.demilune.schema.Schema;
import org.junit.jupiter.api.Test;

class LinearClassifierTest {

  private static LinearClassifier model(RowBound bound) {
    Schema schema =
        Schema.vectors(3, LabelSet.of("a", "b"))
            .adjacency(Adjacency.REPLACE_ONE)
            .rows(bound)
            .build();
    return LinearClassifier.of(
        schema, new double[][] {{1, 2, 3}, {-4, 5, 6}}, new double[] {0.5, -0.5});
  }

  private static double[] scores(RowBound bound, double... x) {
    double[] into = new double[2];
    model(bound).scores(model(bound).schema().encode(x), into);
    return into;
  }

  @Test
  void scoresAreTheProductsWithTheBoundedRowPlusTheBias() {
    assertThat(scores(RowBound.scale(), 3, 0, 4))
        .containsExactly(new double[] {15.0 / 5 + 0.5, 12.0 / 5 - 0.5}, within(1e-15));
    assertThat(scores(RowBound.clip(2), 3, 0, 4))
        .containsExactly(new double[] {15.0 / 5 + 0.5, 12.0 / 5 - 0.5}, within(1e-15));
    assertThat(scores(RowBound.clip(10), 3, 0, 4))
        .containsExactly(new double[] {15.0 / 10 + 0.5, 12.0 / 10 - 0.5}, within(1e-15));
  }

  @Test
  void theZeroRowScoresTheBiases() {
    assertThat(scores(RowBound.scale(), 0, 0, 0)).containsExactly(0.5, -0.5);
    assertThat(scores(RowBound.clip(1), 0, 0, 0)).containsExactly(0.5, -0.5);
  }

  @Test
  void theLargestScoreWinsAndTheFirstOfEquals() {
    LinearClassifier model = model(RowBound.scale());
    assertThat(model.predict(new double[] {1, 0, 0})).isZero();
    assertThat(model.predict(new double[] {0, 1, 1})).isEqualTo(1);
    LinearClassifier flat =
        LinearClassifier.of(model.schema(), new double[2][3], new double[] {1, 1});
    assertThat(flat.predict(new double[] {0, 1, 1})).isZero();
  }

  @Test
  void changingTheArraysAfterwardsChangesNothing() {
    double[][] weights = {{1, 2, 3}, {4, 5, 6}};
    double[] biases = {7, 8};
    LinearClassifier model = LinearClassifier.of(model(RowBound.scale()).schema(), weights, biases);
    weights[1][2] = 99;
    biases[0] = 99;
    assertThat(model.weight(1, 2)).isEqualTo(6);
    assertThat(model.bias(0)).isEqualTo(7);
  }

  @Test
  void wrongSizesAndWeightsThatAreNotFiniteAreRefused() {
    Schema schema = model(RowBound.scale()).schema();
    assertThatThrownBy(() -> LinearClassifier.of(schema, new double[3][3], new double[2]))
        .hasMessage("rows of weights must be between 2 and 2, got 3");
    assertThatThrownBy(() -> LinearClassifier.of(schema, new double[2][4], new double[2]))
        .hasMessage("weights of class 0 must be between 3 and 3, got 4");
    assertThatThrownBy(() -> LinearClassifier.of(schema, new double[2][3], new double[3]))
        .hasMessage("biases must be between 2 and 2, got 3");
    double[][] broken = {{1, Double.NaN, 3}, {4, 5, 6}};
    assertThatThrownBy(() -> LinearClassifier.of(schema, broken, new double[2]))
        .hasMessage("every weight must be finite, got NaN");
    assertThatThrownBy(
            () ->
                LinearClassifier.of(
                    schema, new double[2][3], new double[] {0, Double.POSITIVE_INFINITY}))
        .hasMessage("every bias must be finite, got Infinity");
  }
}
