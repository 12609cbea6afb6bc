// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import dev.demilune.embed.FourierFeatures;
import dev.demilune.model.EmbeddedClassifier;
import dev.demilune.model.LinearClassifier;
import dev.demilune.schema.EncodedRow;

/**
 * Looks for the nearest row with another prediction, for a kernel model of rows scaled to length
 * one: on the sphere, the margin over each rival is replaced by its tangent again and again, and
 * the point of the tangent's zero nearest to the row is tried next.
 */
final class KernelAttack {

  private static final int STEPS = 12;
  private static final double BEYOND = 1.002; // a little beyond the tangent's zero

  private final EmbeddedClassifier model;
  private final FourierFeatures features;

  KernelAttack(EmbeddedClassifier model) {
    this.model = model;
    this.features = (FourierFeatures) model.embedding();
  }

  /** Returns the distance of the nearest change found, at most the row's norm. */
  double distance(EncodedRow row, int predicted) {
    double[] start = model.bounded(row);
    double sine = 1;
    for (int rival = 0; rival < model.labels().size(); rival++) {
      if (rival != predicted) {
        sine = Math.min(sine, toward(rival, predicted, start));
      }
    }
    return sine * row.norm(); // from the row to the line through the point that was found
  }

  private double toward(int rival, int predicted, double[] start) {
    double[] scores = new double[model.labels().size()];
    double[] u = start;
    double nearest = 1;
    for (int step = 0; step < STEPS; step++) {
      EncodedRow here = new EncodedRow(); // u is encoded: a point of the sphere, not a record
      for (int j = 0; j < u.length; j++) {
        here.add(j, u[j]);
      }
      if (model.predict(here, scores) != predicted) {
        double cosine = dot(u, start);
        nearest = Math.min(nearest, Math.sqrt(Math.max(0, 1 - cosine * cosine)));
      }
      double[] slope = slope(rival, predicted, u);
      double tangent = scores[predicted] - scores[rival]; // at the start
      tangent += dot(slope, start) - dot(slope, u);
      double factor = BEYOND * tangent / dot(slope, slope);
      double[] next = new double[u.length];
      for (int j = 0; j < next.length; j++) {
        next[j] = start[j] - factor * slope[j];
      }
      double norm = Math.sqrt(dot(next, next));
      for (int j = 0; j < next.length; j++) {
        next[j] /= norm;
      }
      u = next;
    }
    return nearest;
  }

  /** Returns the gradient of the margin along the sphere. */
  private double[] slope(int rival, int predicted, double[] u) {
    LinearClassifier linear = model.linear();
    double[] image = new double[features.outputs()];
    features.apply(u, image);
    double[] coefficients = new double[features.frequencies()];
    for (int i = 0; i < coefficients.length; i++) {
      double a = linear.weight(predicted, 2 * i) - linear.weight(rival, 2 * i);
      double b = linear.weight(predicted, 2 * i + 1) - linear.weight(rival, 2 * i + 1);
      coefficients[i] = b * image[2 * i] - a * image[2 * i + 1];
    }
    double[] slope = new double[u.length];
    features.sumOfFrequencies(coefficients, slope);
    double outward = dot(slope, u);
    for (int j = 0; j < u.length; j++) {
      slope[j] -= outward * u[j];
    }
    return slope;
  }

  private static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int j = 0; j < a.length; j++) {
      sum += a[j] * b[j];
    }
    return sum;
  }
}
