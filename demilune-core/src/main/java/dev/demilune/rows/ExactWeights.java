// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.rows;

import java.io.Serializable;

/**
 * Weights rounded to integers times a unit, so that scores of rows are exact integers in doubles.
 *
 * <p><b>Claim.</b> The score of a row under an output is the same integer in every layout of the
 * row, in every order of additions and with fused operations or without. So it is a function of the
 * weights and of that row alone.
 *
 * <p><b>Proof.</b> The unit of an output is the length of its weights divided by 2^37; they are
 * divided by it and rounded to the nearest integers. This adds at most √d/2 to their length, where
 * d &lt; 2^31 is the number of features. The length of the weights is the root of a sum of d
 * squares, which is rounded by a factor of at most 1 + d·2^-53: the integers are longer by at most
 * d·2^-17. All other operations add less than √d·2^-13. Since d·2^-17 is below 0.36·√d, the
 * integers have length at most 2^37 + √d &lt; 2^37.1. A row has length at most {@link
 * BoundedDataset#GRID_RADIUS} &lt; 2^15. By Cauchy and Schwarz every sum of some of the products
 * lies below 2^52.1 in size; so does every product. Doubles hold integers below 2^53 exactly: no
 * operation rounds, so their order does not matter. ∎
 *
 * <p>Rounding moves the score of a row of length one by at most (1 + 2^-14)·2^-38·√d times the
 * length of the output's weights; weights of length below 2^-985 count as zero. It decides the
 * coefficient of a row and never a sum, so it costs no privacy.
 */
public final class ExactWeights implements Serializable {

  private static final long serialVersionUID = 1;

  /** Of the integers of one output, before they are rounded. */
  private static final double LENGTH = 0x1p37;

  /** Vectors of doubles have at most so many lanes. */
  static final int MOST_LANES = 8;

  private final int features;
  private final double[] units; // of the outputs
  private final double[] byOutput; // all features of the first output, then of the second, ...
  private transient volatile double[] byFeature; // made where rows are sparse

  private ExactWeights(int features, double[] units, double[] byOutput) {
    this.features = features;
    this.units = units;
    this.byOutput = byOutput;
  }

  /**
   * Rounds weights. Those of an output that has one that is not finite count as zero.
   *
   * @param weights feature by feature, with all outputs of each; what follows the features is not
   *     read
   */
  public static ExactWeights of(double[] weights, int features, int outputs) {
    double[] units = new double[outputs];
    double[] byOutput = new double[Math.multiplyExact(outputs, features)];
    for (int k = 0; k < outputs; k++) {
      units[k] = unit(weights, features, outputs, k);
      if (units[k] >= Double.MIN_NORMAL) { // else zeros, also if it is not a number
        for (int j = 0; j < features; j++) {
          byOutput[k * features + j] = Math.rint(weights[j * outputs + k] / units[k]);
        }
      }
    }
    return new ExactWeights(features, units, byOutput);
  }

  /** Returns the length of an output's weights divided by 2^37; zero if one is not finite. */
  private static double unit(double[] weights, int features, int outputs, int output) {
    double largest = 0;
    for (int j = 0; j < features; j++) {
      largest = Math.max(largest, Math.abs(weights[j * outputs + output])); // NaN if one is
    }
    if (!(largest > 0 && largest < Double.POSITIVE_INFINITY)) {
      return 0;
    }
    double squares = 0;
    for (int j = 0; j < features; j++) {
      double part = weights[j * outputs + output] / largest; // at most one
      squares += part * part;
    }
    return largest / LENGTH * Math.sqrt(squares); // in this order: nothing overflows
  }

  /** Returns the number of outputs. */
  public int outputs() {
    return units.length;
  }

  /** Returns what the scores of an output are to be multiplied by. */
  public double unit(int output) {
    return units[output];
  }

  /**
   * Returns the exact score of a grid vector, which may be longer than rows are: of length at most
   * 2^25.
   */
  public long score(int[] gridVector, int output) {
    long sum = 0; // below 2^63, by Cauchy and Schwarz
    for (int j = 0; j < features; j++) {
      sum += ((long) byOutput[output * features + j]) * gridVector[j];
    }
    return sum;
  }

  /** Returns the number of columns in which scores stand: at least as many as there are outputs. */
  public int columns() {
    return columns(outputs());
  }

  static int columns(int outputs) {
    // Few outputs would leave most lanes of a vector empty.
    return outputs < MOST_LANES / 2
        ? outputs
        : (outputs + MOST_LANES - 1) / MOST_LANES * MOST_LANES;
  }

  /** Returns all features of the first output, then of the second, and so on. */
  double[] byOutput() {
    return byOutput;
  }

  /**
   * Returns all columns of the first feature, then of the second; those beyond outputs are zero.
   */
  double[] byFeature() {
    double[] made = byFeature;
    if (made == null) {
      synchronized (this) { // workers ask at once, and memory is counted for one array
        made = byFeature;
        if (made == null) {
          made = transposed();
          byFeature = made;
        }
      }
    }
    return made;
  }

  private double[] transposed() {
    int columns = columns();
    double[] made = new double[Math.multiplyExact(features, columns)];
    for (int k = 0; k < outputs(); k++) {
      for (int j = 0; j < features; j++) {
        made[j * columns + k] = byOutput[k * features + j];
      }
    }
    return made;
  }
}
