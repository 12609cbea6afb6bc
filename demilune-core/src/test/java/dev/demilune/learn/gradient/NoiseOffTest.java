// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.gradient;

import static org.assertj.core.api.Assertions.assertThat;

import dev.demilune.learn.Learner;
import dev.demilune.model.LinearClassifier;
import dev.demilune.privacy.Adjacency;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.Schema;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * With the noise off, the learners are the plain algorithms: {@link PlainTraining} writes them down
 * again in double precision, without grid, blocks or integers.
 */
class NoiseOffTest {

  private static final int ROWS = 600;
  private static final int FEATURES = 6;

  @Test
  void descentOnTheHingeLossOfTwoClasses() {
    NoisyDescent learner = NoisyDescent.withDefaults().with("steps", "25");
    PlainTraining plain = plain(2, 25, 13, 0.7 * 25, 0.3, true);
    compare(learner, plain, 2, (label, scores) -> hingeOfTwo(label, scores[0]));
  }

  @Test
  void descentOnTheLogisticLossOfTwoClassesUncentered() {
    NoisyDescent learner =
        NoisyDescent.withDefaults()
            .with("loss", "softmax")
            .with("steps", "25")
            .with("momentum", "0")
            .with("centering", "off");
    compare(
        learner,
        plain(2, 25, 13, 25, 0, false),
        2,
        (label, scores) -> {
          double sign = label == 1 ? 1 : -1;
          return new double[] {sign * Math.min(1, 2 / (1 + Math.exp(sign * scores[0])))};
        });
  }

  @Test
  void descentOnTheSoftmaxLossOfManyClasses() {
    NoisyDescent learner = NoisyDescent.withDefaults().with("loss", "softmax").with("steps", "25");
    compare(learner, plain(4, 25, 9, 0.7 * 15 * 4, 0.3, true), 4, NoiseOffTest::softmax);
  }

  @Test
  void descentOnTheHingeLossOfManyClasses() {
    NoisyDescent learner = NoisyDescent.withDefaults().with("steps", "6");
    compare(learner, plain(4, 6, 2, 0.7 * 15 * 4, 0.3, true), 4, NoiseOffTest::hingeOfMany);
  }

  @Test
  void theSupportVectorMachineOfTwoClassesUncentered() {
    PrivateSvm learner =
        PrivateSvm.withDefaults()
            .with("steps", "25")
            .with("regularization", "0.01")
            .with("centering", "off");
    PlainTraining plain = plain(2, 25, 13, 25, 0, false).regularized(0.01);
    compare(learner, plain, 2, (label, scores) -> hingeOfTwo(label, scores[0]));
  }

  @Test
  void theSupportVectorMachineOfManyClasses() {
    PrivateSvm learner = PrivateSvm.withDefaults().with("steps", "4").with("regularization", "0.1");
    PlainTraining plain = plain(4, 4, 2, 0.5 / 0.1, 0, true).regularized(0.1); // half a shrinking
    compare(learner, plain, 4, NoiseOffTest::hingeOfMany);
  }

  @Test
  void theSupportVectorMachineOfOneHalfspacePerClass() {
    PrivateSvm learner =
        PrivateSvm.withDefaults()
            .with("steps", "4")
            .with("regularization", "0.1")
            .with("classes", "one-vs-rest");
    // Half a shrinking, and a constant for the thresholds, though the schema has none.
    PlainTraining plain =
        new PlainTraining(4, 4, 2, 0.5 / 0.1, 0, true, /* intercept= */ 0.3).regularized(0.1);
    compare(
        learner,
        plain,
        4,
        (label, scores) -> {
          double[] alpha = new double[4];
          for (int k = 0; k < 4; k++) {
            double sign = k == label ? 1 : -1;
            alpha[k] = sign * scores[k] <= 1 ? sign / 2 : 0;
          }
          return alpha;
        });
  }

  @Test
  void thePerceptronOfTwoClasses() {
    BatchPerceptron learner =
        BatchPerceptron.withDefaults().with("margin", "0.15").with("rounds", "12");
    PlainTraining plain = plain(2, 12, 6, 1, 0, true);
    compare(
        learner,
        plain,
        2,
        (label, scores) -> {
          double sign = label == 1 ? 1 : -1;
          boolean fault = sign * scores[0] <= 0.15 * plain.distance(0, -1);
          return new double[] {fault ? sign : 0};
        });
  }

  @Test
  void thePerceptronOfManyClasses() {
    BatchPerceptron learner =
        BatchPerceptron.withDefaults().with("margin", "0.15").with("rounds", "12");
    PlainTraining plain = plain(4, 12, 6, 1, 0, true);
    compare(
        learner,
        plain,
        4,
        (label, scores) -> {
          int rival = rival(label, scores);
          double[] alpha = new double[4];
          if (scores[label] - scores[rival] <= 0.15 * plain.distance(label, rival)) {
            boolean first = plain.distance(0, 1) == 0; // zero weights: all rivals tie
            for (int k = 0; k < 4; k++) {
              alpha[k] = first ? -1.0 / 3 : k == rival ? -1 : 0;
            }
            alpha[label] = 1;
            PlainTraining.scale(alpha, 1 / PlainTraining.length(alpha));
          }
          return alpha;
        });
  }

  @Test
  void thePerceptronOfOneHalfspacePerClass() {
    BatchPerceptron learner =
        BatchPerceptron.withDefaults()
            .with("margin", "0.15")
            .with("rounds", "12")
            .with("classes", "one-vs-rest");
    // With a constant for the thresholds, though the schema has none.
    PlainTraining plain = new PlainTraining(4, 12, 6, 1, 0, true, /* intercept= */ 0.3);
    compare(
        learner,
        plain,
        4,
        (label, scores) -> {
          double[] alpha = new double[4];
          for (int k = 0; k < 4; k++) {
            double sign = k == label ? 1 : -1;
            alpha[k] = sign * scores[k] <= 0.15 * plain.distance(k, -1) ? sign / 2 : 0;
          }
          return alpha;
        });
  }

  private static double[] hingeOfTwo(int label, double score) {
    double sign = label == 1 ? 1 : -1;
    return new double[] {sign * score < 1 ? sign : 0};
  }

  private static double[] hingeOfMany(int label, double[] scores) {
    int rival = rival(label, scores);
    double[] alpha = new double[scores.length];
    if (scores[label] - scores[rival] < 1) {
      double sum = 0;
      for (int k = 0; k < scores.length; k++) {
        alpha[k] = k == label ? 0 : -Math.exp(5 * scores[k]);
        sum -= alpha[k];
      }
      alpha[label] = sum;
      PlainTraining.scale(alpha, 1 / PlainTraining.length(alpha));
    }
    return alpha;
  }

  private static double[] softmax(int label, double[] scores) {
    double sum = 0;
    for (double score : scores) {
      sum += Math.exp(score);
    }
    double[] alpha = new double[scores.length];
    for (int k = 0; k < scores.length; k++) {
      alpha[k] = (k == label ? 1 : 0) - Math.exp(scores[k]) / sum;
    }
    PlainTraining.scale(alpha, 1 / Math.max(0.5, PlainTraining.length(alpha)));
    return alpha;
  }

  private static int rival(int label, double[] scores) {
    int rival = -1;
    for (int k = 0; k < scores.length; k++) {
      if (k != label && (rival < 0 || scores[k] > scores[rival])) {
        rival = k;
      }
    }
    return rival;
  }

  private static PlainTraining plain(
      int classes, int steps, int averaged, double rate, double momentum, boolean centered) {
    return new PlainTraining(
        classes == 2 ? 1 : classes,
        steps,
        averaged,
        rate,
        momentum,
        centered,
        Schema.defaultIntercept(classes));
  }

  /** The grid is 3e-5 wide, and rows at a jump of the rule fall on either side of it. */
  private static void compare(
      Learner learner, PlainTraining plain, int classes, PlainTraining.Rule rule) {
    SplittableRandom random = new SplittableRandom(17);
    double[][] centers = new double[classes][];
    for (int k = 0; k < classes; k++) {
      centers[k] = random.doubles(FEATURES, 0, 1).toArray();
    }
    double[][] rows = new double[ROWS][FEATURES];
    int[] labels = new int[ROWS];
    for (int i = 0; i < ROWS; i++) {
      labels[i] = random.nextInt(classes);
      for (int j = 0; j < FEATURES; j++) {
        rows[i][j] = centers[labels[i]][j] + random.nextDouble(-0.4, 0.4);
      }
    }
    Schema schema =
        Schema.vectors(FEATURES, LabelSet.numbered(classes))
            .adjacency(Adjacency.ADD_OR_REMOVE_ONE)
            .build();
    BoundedDataset data = HostileRows.bound(schema, rows, labels);

    LinearClassifier model = learner.fitWithoutPrivacy(data).model().linear();
    double[][] weights = plain.train(rows, labels, rule);

    double squares = 0;
    double errors = 0;
    for (int k = 0; k < weights.length; k++) {
      int row = classes == 2 ? 1 : k;
      for (int j = 0; j <= FEATURES; j++) {
        double actual = j < FEATURES ? model.weight(row, j) : model.bias(row);
        squares += weights[k][j] * weights[k][j];
        errors += (actual - weights[k][j]) * (actual - weights[k][j]);
      }
    }
    assertThat(Math.sqrt(errors / squares)).isLessThan(2e-3);

    int different = 0;
    int wrong = 0;
    for (int i = 0; i < ROWS; i++) {
      int predicted = model.predict(rows[i]);
      different += predicted == plain.predict(weights, rows[i]) ? 0 : 1;
      wrong += predicted == labels[i] ? 0 : 1;
    }
    assertThat(different).isLessThanOrEqualTo(1);
    assertThat(wrong).isLessThan(ROWS / 4); // the comparison is not between two broken models
  }
}
