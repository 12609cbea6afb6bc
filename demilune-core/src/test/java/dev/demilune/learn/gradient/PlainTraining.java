// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.gradient;

import java.util.Arrays;

/**
 * Gradient training as one would write it first: dense loops in double precision.
 *
 * <p>Rows are brought to length one, centered on their mean, given a constant, brought to length
 * one again; weights move along the mean of α ⊗ z, and the last of them are averaged.
 */
final class PlainTraining {

  /** Says how a row pulls, given its label and its scores. */
  interface Rule {
    double[] pull(int label, double[] scores);
  }

  private final int outputs;
  private final int steps;
  private final int averaged;
  private final double rate;
  private final double momentum;
  private final boolean centered;
  private final double intercept;
  private double regularization;
  private double[][] weights;

  PlainTraining(
      int outputs,
      int steps,
      int averaged,
      double rate,
      double momentum,
      boolean centered,
      double intercept) {
    this.outputs = outputs;
    this.steps = steps;
    this.averaged = averaged;
    this.rate = rate;
    this.momentum = momentum;
    this.centered = centered;
    this.intercept = intercept;
  }

  /** Adds a penalty on the weights' length to the mean loss. */
  PlainTraining regularized(double lambda) {
    regularization = lambda;
    return this;
  }

  /** Returns one line per output: its weights, and then its bias. */
  double[][] train(double[][] rows, int[] labels, Rule rule) {
    int features = rows[0].length;
    double[] mean = new double[features];
    for (double[] row : rows) {
      double[] unit = unit(row);
      for (int j = 0; j < features; j++) {
        mean[j] += centered ? unit[j] / rows.length : 0;
      }
    }
    double constant = intercept * Math.sqrt(Math.max(0.01, 1 - length(mean) * length(mean)));
    weights = new double[outputs][features + 1];
    double[][] velocity = new double[outputs][features + 1];
    double[][] average = new double[outputs][features + 1];
    for (int step = 0; step < steps; step++) {
      double[][] pull = new double[outputs][features + 1];
      for (int i = 0; i < rows.length; i++) {
        double[] z = centeredUnit(rows[i], mean, constant);
        double[] scores = new double[outputs];
        for (int k = 0; k < outputs; k++) {
          scores[k] = dot(weights[k], z);
        }
        double[] alpha = rule.pull(labels[i], scores);
        for (int k = 0; k < outputs; k++) {
          for (int j = 0; j <= features; j++) {
            pull[k][j] += alpha[k] * z[j] / rows.length;
          }
        }
      }
      for (int k = 0; k < outputs; k++) {
        for (int j = 0; j <= features; j++) {
          velocity[k][j] =
              momentum * velocity[k][j] + rate * (pull[k][j] - regularization * weights[k][j]);
          weights[k][j] += velocity[k][j];
          average[k][j] += step >= steps - averaged ? weights[k][j] / averaged : 0;
        }
      }
    }
    for (double[] line : average) {
      line[features] *= constant;
      for (int j = 0; j < features; j++) {
        line[features] -= line[j] * mean[j];
      }
    }
    return average;
  }

  /** Returns the distance between two current weight vectors; -1 stands for the zero vector. */
  double distance(int a, int b) {
    double[] difference = weights[a].clone();
    for (int j = 0; b >= 0 && j < difference.length; j++) {
      difference[j] -= weights[b][j];
    }
    return length(difference);
  }

  int predict(double[][] model, double[] row) {
    double[] extended = Arrays.copyOf(unit(row), row.length + 1);
    extended[row.length] = 1;
    if (outputs == 1) {
      return dot(model[0], extended) > 0 ? 1 : 0;
    }
    int best = 0;
    for (int k = 1; k < outputs; k++) {
      best = dot(model[k], extended) > dot(model[best], extended) ? k : best;
    }
    return best;
  }

  private static double[] centeredUnit(double[] row, double[] mean, double constant) {
    double[] z = Arrays.copyOf(unit(row), row.length + 1);
    for (int j = 0; j < row.length; j++) {
      z[j] -= mean[j];
    }
    z[row.length] = constant;
    return unit(z);
  }

  private static double[] unit(double[] vector) {
    double[] unit = vector.clone();
    scale(unit, 1 / length(vector));
    return unit;
  }

  static void scale(double[] vector, double factor) {
    for (int j = 0; j < vector.length; j++) {
      vector[j] *= factor;
    }
  }

  static double length(double[] vector) {
    return Math.sqrt(dot(vector, vector));
  }

  private static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int j = 0; j < a.length; j++) {
      sum += a[j] * b[j];
    }
    return sum;
  }
}
