// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.model;

import dev.demilune.internal.Check;
import dev.demilune.schema.EncodedRow;
import dev.demilune.schema.Schema;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;

/**
 * A linear model: the score of class k for a row x is w_k·u + b_k, where u = factor(|x|)·x is the
 * row mapped into the unit ball by the schema's {@link dev.demilune.schema.RowBound}.
 *
 * <p>Every class has a row of weights, also in a binary model: only differences of rows matter, so
 * a model made from a single halfspace may leave its first row zero.
 *
 * <p>Weights are stored feature by feature, all classes side by side, so that a sparse row touches
 * memory once per entry. The object is immutable and thread-safe, and scoring allocates nothing;
 * each thread passes its own array of scores.
 */
public final class LinearClassifier implements Classifier {

  private final Schema schema;
  private final int features;
  private final int classes;
  private final double[] weights; // weights[feature * classes + class]
  private final double[] biases;
  private final Optional<ScoreCalibration> calibration;

  private LinearClassifier(
      Schema schema, double[] weights, double[] biases, Optional<ScoreCalibration> calibration) {
    this.schema = schema;
    this.features = schema.features();
    this.classes = schema.labels().size();
    this.weights = weights;
    this.biases = biases;
    this.calibration = calibration;
  }

  /** Returns the model whose weights[k][j] multiplies bounded feature j for class k; copies. */
  public static LinearClassifier of(Schema schema, double[][] weights, double[] biases) {
    int features = schema.features();
    int classes = schema.labels().size();
    Check.between("rows of weights", weights.length, classes, classes);
    double[] featureMajor = new double[cells(features, classes)];
    for (int k = 0; k < classes; k++) {
      Check.between("weights of class " + k, weights[k].length, features, features);
      for (int j = 0; j < features; j++) {
        featureMajor[j * classes + k] = weights[k][j];
      }
    }
    return ofFeatureMajor(schema, featureMajor, biases.clone());
  }

  /** As {@link #of}, from weights laid out feature by feature; keeps the arrays. */
  static LinearClassifier ofFeatureMajor(Schema schema, double[] weights, double[] biases) {
    int cells = cells(schema.features(), schema.labels().size());
    Check.between("weights", weights.length, cells, cells);
    Check.between("biases", biases.length, schema.labels().size(), schema.labels().size());
    requireFinite("weight", weights);
    requireFinite("bias", biases);
    return new LinearClassifier(schema, weights, biases, Optional.empty());
  }

  private static int cells(int features, int classes) {
    return Math.toIntExact(Check.between("weights", (long) features * classes, 0, 1 << 30));
  }

  static void requireFinite(String name, double[] values) {
    for (double value : values) {
      if (!Double.isFinite(value)) {
        throw new IllegalArgumentException("every " + name + " must be finite, got " + value);
      }
    }
  }

  @Override
  public String kind() {
    return "linear";
  }

  @Override
  public Schema schema() {
    return schema;
  }

  /** Returns this model: its features are those of the schema. */
  @Override
  public LinearClassifier linear() {
    return this;
  }

  @Override
  public Optional<ScoreCalibration> calibration() {
    return calibration;
  }

  @Override
  public LinearClassifier calibrated(ScoreCalibration some) {
    Check.between("classes of the calibration", some.classes(), classes, classes);
    return new LinearClassifier(schema, weights, biases, Optional.of(some)); // shares the weights
  }

  @Override
  public LinearClassifier shifted(double[] added) {
    double[] moved = plus(biases, added);
    return new LinearClassifier(schema, weights, moved, calibration.map(c -> c.shifted(added)));
  }

  /** Returns the sum of two vectors of the same length, all finite. */
  static double[] plus(double[] one, double[] other) {
    Check.between("numbers", other.length, one.length, one.length);
    double[] sum = one.clone();
    Arrays.setAll(sum, k -> one[k] + other[k]);
    requireFinite("bias", sum);
    return sum;
  }

  /** Returns the number of encoded features. */
  public int features() {
    return features;
  }

  /** Returns the number of classes, which is the number of scores. */
  public int classes() {
    return classes;
  }

  /** Returns the weight of a bounded feature in the score of a class. */
  public double weight(int classIndex, int feature) {
    return weights[
        Objects.checkIndex(feature, features) * classes + Objects.checkIndex(classIndex, classes)];
  }

  /** Returns the score of the zero row for a class. */
  public double bias(int classIndex) {
    return biases[classIndex];
  }

  @Override
  public void scores(EncodedRow row, double[] into) {
    dotProducts(row, into);
    double factor = schema.rowBound().factor(row.norm());
    for (int k = 0; k < classes; k++) {
      into[k] = into[k] * factor + biases[k];
    }
  }

  /** Writes the scores of a vector in the unit ball, one entry per feature. */
  void scoresOfBounded(double[] vector, double[] into) {
    System.arraycopy(biases, 0, into, 0, classes);
    for (int j = 0, at = 0; j < features; j++, at += classes) {
      double value = vector[j];
      for (int k = 0; k < classes; k++) {
        into[k] += value * weights[at + k];
      }
    }
  }

  /** Writes w_k·x for every class: before bounding, in the row's own units, without the bias. */
  public void dotProducts(EncodedRow row, double[] into) {
    Arrays.fill(into, 0, classes, 0);
    for (int i = 0; i < row.size(); i++) {
      double value = row.value(i);
      int at = row.index(i) * classes;
      for (int k = 0; k < classes; k++) {
        into[k] += value * weights[at + k];
      }
    }
  }
}
