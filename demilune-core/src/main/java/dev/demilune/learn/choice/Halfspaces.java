// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.choice;

import dev.demilune.feasibility.Halfspace;
import dev.demilune.feasibility.Rational;
import dev.demilune.model.LinearClassifier;
import dev.demilune.rows.BoundedDataset;
import java.util.Arrays;
import java.util.List;

/** Chosen halfspaces as a classifier: one of two classes, or one for each class. */
public final class Halfspaces {

  private Halfspaces() {}

  /** Returns the class on the positive side of a halfspace; of two classes it is the second. */
  public static int positive(int problem, int classes) {
    return classes == 2 ? 1 : problem;
  }

  /**
   * Returns the classifier of these data.
   *
   * @param chosen for each halfspace a vector of any length but zero, in the features and, if it is
   *     longer, in the intercept's constant
   */
  public static LinearClassifier classifier(BoundedDataset data, int[][] chosen) {
    double constant = (double) data.gridIntercept() / BoundedDataset.GRID_RADIUS;
    double[][] vectors = new double[chosen.length][];
    Arrays.setAll(vectors, problem -> Arrays.stream(chosen[problem]).asDoubleStream().toArray());
    return classifier(data, vectors, constant);
  }

  /**
   * Returns the classifier of these data for vectors of doubles.
   *
   * @param constant of vectors that are longer than there are features, in units of the largest row
   */
  public static LinearClassifier classifier(
      BoundedDataset data, double[][] chosen, double constant) {
    int features = data.features();
    double[][] weights = new double[data.classes()][features];
    double[] biases = new double[data.classes()];
    for (int problem = 0; problem < chosen.length; problem++) {
      double[] vector = chosen[problem];
      double squares = 0;
      for (double value : vector) {
        squares += value * value;
      }
      // Unit vectors, so that halfspaces of several classes can be compared.
      double factor = squares > 0 ? 1 / Math.sqrt(squares) : 0;
      int positive = positive(problem, data.classes());
      for (int j = 0; j < features; j++) {
        weights[positive][j] = vector[j] * factor;
      }
      biases[positive] = vector.length > features ? constant * vector[features] * factor : 0;
    }
    return LinearClassifier.of(data.schema(), weights, biases);
  }

  /**
   * Returns the classifier of these data for halfspaces of integers x: a·x ≥ w on one side and a·x
   * ≤ w - 1 on the other, so that the border is halfway between.
   *
   * @param steps how many integers a feature of 1 is more than one of 0
   * @param zeros the number, perhaps between two integers, that is a feature of 0
   */
  public static LinearClassifier classifier(
      BoundedDataset data, List<Halfspace> chosen, double[] steps, List<Rational> zeros) {
    double[][] weights = new double[data.classes()][data.features()];
    double[] biases = new double[data.classes()];
    for (int problem = 0; problem < chosen.size(); problem++) {
      Halfspace halfspace = chosen.get(problem);
      int positive = positive(problem, data.classes());
      // a·x = a·(zero + step·feature), subtracted exactly: both may be large, and nearly equal.
      Rational threshold = halfspace.threshold();
      for (int j = 0; j < data.features(); j++) {
        threshold = threshold.minus(halfspace.normal().get(j).times(zeros.get(j)));
      }
      // The border a·x = w - 1/2 lies halfway between the integers w - 1 and w.
      double bias = 0.5 - threshold.doubleValue();
      double squares = bias * bias;
      for (int j = 0; j < data.features(); j++) {
        double weight = halfspace.normal().get(j).doubleValue() * steps[j];
        weights[positive][j] = weight;
        squares += weight * weight;
      }
      // Comparable among classes, as above.
      double factor = squares > 0 ? 1 / Math.sqrt(squares) : 0;
      for (int j = 0; j < data.features(); j++) {
        weights[positive][j] *= factor;
      }
      biases[positive] = bias * factor;
    }
    return LinearClassifier.of(data.schema(), weights, biases);
  }
}
