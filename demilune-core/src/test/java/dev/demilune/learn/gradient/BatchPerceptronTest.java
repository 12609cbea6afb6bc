// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.gradient;

import static org.assertj.core.api.Assertions.assertThat;

import dev.demilune.data.VectorTable;
import dev.demilune.learn.Learner;
import dev.demilune.learn.Shape;
import dev.demilune.model.LinearClassifier;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BatchPerceptronTest {

  @ParameterizedTest
  @CsvSource({
    "1000, 2, 2, 0.1, 200",
    "1000, 2, 2, 0.125, 128",
    "1000, 2, 2, 0.5, 30", // at least
    "1000, 2, 2, 0.001, 10000", // at most
    "1000, 2, 2, 0, 30", // no margin says nothing
    "0, 2, 2, 0.1, 30", // an unknown number of rows may be large
    "20000, 784, 10, 0.1, 88", // 14 billion products
    "60000, 784, 10, 0.1, 30",
  })
  void roundsFollowFromTheMarginAndTheWork(
      long rows, int features, int classes, String margin, String rounds) {
    assertThat(
            BatchPerceptron.withDefaults()
                .with("margin", margin)
                .plan(
                    new Shape(rows, features, classes, Adjacency.ADD_OR_REMOVE_ONE),
                    ApproximateDp.of(1, 1e-6))
                .details())
        .containsEntry("steps", rounds);
  }

  /**
   * Ten classes of one unit vector each. A halfspace through their mean is at most 0.106 away from
   * the rows of the other nine; with a threshold of its own it can be farther from them.
   */
  @Test
  void oneHalfspacePerClassHasAThresholdOfItsOwn() {
    int classes = 10;
    double[][] rows = new double[classes][classes];
    int[] labels = new int[classes];
    for (int k = 0; k < classes; k++) {
      rows[k][k] = 1;
      labels[k] = k;
    }
    BoundedDataset data =
        BoundedDataset.of(
            Schema.vectors(classes, LabelSet.numbered(classes))
                .adjacency(Adjacency.REPLACE_ONE)
                .build(),
            VectorTable.of(rows, labels));
    Learner learner =
        BatchPerceptron.withDefaults().with("classes", "one-vs-rest").with("margin", "0.125");
    LinearClassifier model = learner.fitWithoutPrivacy(data).model().linear();
    for (int k = 0; k < classes; k++) {
      double squares = 0;
      for (int j = 0; j < classes; j++) {
        squares += model.weight(k, j) * model.weight(k, j);
      }
      for (int other = 0; other < classes; other++) {
        double distance = (model.weight(k, other) + model.bias(k)) / Math.sqrt(squares);
        if (other == k) {
          assertThat(distance).isPositive();
        } else {
          assertThat(distance).isLessThan(-0.12);
        }
      }
    }
  }
}
