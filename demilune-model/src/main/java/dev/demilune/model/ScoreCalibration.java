// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.model;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.demilune.internal.Check;
import java.util.Arrays;

/**
 * How the scores of a model become probabilities: p = softmax(a·s + b), with one scale a for all
 * classes and an offset b for each. For two classes that is the sigmoid of a(s₁ - s₀) + b₁ - b₀, as
 * in Platt (1999).
 *
 * <p>Equal scores have the probabilities softmax(b). A model predicts the class of the largest
 * score, so for two classes this says at which probability of the second class the prediction
 * turns: the {@link #threshold}. Moving the scores and the offsets against each other moves the
 * threshold and leaves the probabilities as they are ({@link Classifier#decidingBy}).
 */
public final class ScoreCalibration {

  private final double scale;
  private final double[] offsets;

  private ScoreCalibration(double scale, double[] offsets) {
    this.scale = scale;
    this.offsets = offsets;
  }

  /**
   * Returns a calibration.
   *
   * @param scale a, above 0
   * @param offsets b, one per class
   */
  public static ScoreCalibration of(double scale, double... offsets) {
    Check.positive("scale", scale);
    Check.between("offsets", offsets.length, 2, Integer.MAX_VALUE);
    LinearClassifier.requireFinite("offset", offsets);
    return new ScoreCalibration(scale, offsets.clone());
  }

  /** Returns the number of classes. */
  public int classes() {
    return offsets.length;
  }

  /** Returns a, by which scores are multiplied. */
  public double scale() {
    return scale;
  }

  /** Returns b of a class, in units of log odds. */
  public double offset(int classIndex) {
    return offsets[classIndex];
  }

  /** Writes one probability per class; both arrays may be the same. */
  public void probabilities(double[] scores, double[] into) {
    double largest = Double.NEGATIVE_INFINITY;
    for (int k = 0; k < offsets.length; k++) {
      into[k] = scale * scores[k] + offsets[k];
      largest = Math.max(largest, into[k]);
    }
    double sum = 0;
    for (int k = 0; k < offsets.length; k++) {
      into[k] = Math.exp(into[k] - largest); // at most one: nothing overflows
      sum += into[k];
    }
    for (int k = 0; k < offsets.length; k++) {
      into[k] /= sum;
    }
  }

  /** Returns ln p of a class: finite also where p is too small for a double. */
  public double logProbability(double[] scores, int classIndex) {
    double largest = Double.NEGATIVE_INFINITY;
    for (int k = 0; k < offsets.length; k++) {
      largest = Math.max(largest, scale * scores[k] + offsets[k]);
    }
    double sum = 0;
    for (int k = 0; k < offsets.length; k++) {
      sum += Math.exp(scale * scores[k] + offsets[k] - largest);
    }
    return scale * scores[classIndex] + offsets[classIndex] - largest - Math.log(sum);
  }

  /**
   * Returns the probability of the second of two classes from which on it is predicted.
   *
   * @throws IllegalStateException for more than two classes
   */
  public double threshold() {
    if (offsets.length != 2) {
      throw new IllegalStateException("only a model of two classes has a threshold");
    }
    return 1 / (1 + Math.exp(offsets[0] - offsets[1]));
  }

  /** Returns the calibration of the same model after constants were added to its scores. */
  ScoreCalibration shifted(double[] added) {
    double[] others = offsets.clone();
    Arrays.setAll(others, k -> offsets[k] - scale * added[k]); // the probabilities stay
    return of(scale, others);
  }

  /**
   * Returns what must be added to the scores so that the largest belongs to the class with the
   * largest cost times probability.
   */
  double[] shiftFor(double[] costs) {
    Check.between("costs", costs.length, offsets.length, offsets.length);
    double[] added = new double[offsets.length];
    for (int k = 0; k < added.length; k++) {
      added[k] = (offsets[k] + Math.log(Check.positive("cost", costs[k]))) / scale;
    }
    return added;
  }

  JsonObject toJson() {
    JsonObject json = new JsonObject();
    json.addProperty("scale", scale);
    JsonArray list = new JsonArray();
    for (double offset : offsets) {
      list.add(offset);
    }
    json.add("offsets", list);
    return json;
  }

  static ScoreCalibration fromJson(JsonObject json) {
    JsonArray list = json.getAsJsonArray("offsets");
    double[] offsets = new double[list.size()];
    for (int k = 0; k < offsets.length; k++) {
      offsets[k] = list.get(k).getAsDouble();
    }
    return of(json.get("scale").getAsDouble(), offsets);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ScoreCalibration that
        && scale == that.scale
        && Arrays.equals(offsets, that.offsets);
  }

  @Override
  public int hashCode() {
    return 31 * Double.hashCode(scale) + Arrays.hashCode(offsets);
  }

  @Override
  public String toString() {
    return "softmax(" + scale + " s + " + Arrays.toString(offsets) + ")";
  }
}
