// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.model;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.demilune.internal.Check;
import java.util.Arrays;

/**
 * How the scores of a model become probabilities: p = (1 - λ) softmax(a·s + b) + λπ, with one scale
 * a for all classes and an offset b for each. For two classes the softmax is the sigmoid of a(s₁ -
 * s₀) + b₁ - b₀, as in Platt (1999).
 *
 * <p>λ is the lapse rate: the share of rows of which the model is taken to know nothing but the
 * shares π of the classes. It bounds what one row can lose: -ln p is at most -ln λ more than that
 * of π, and at most -ln(1 - λ) more than without it. Most calibrations that are made here have a
 * small one, because rows that look like none before may have any score.
 *
 * <p>Equal scores have the softmax of b. A model predicts the class of the largest score, so for
 * two classes this says at which probability of the second class the prediction turns: the {@link
 * #threshold}. Moving the scores and the offsets against each other moves the threshold and leaves
 * the probabilities as they are ({@link Classifier#decidingBy}).
 */
public final class ScoreCalibration {

  private static final double NEVER = 1e-12;
  private static final double SUM_ERROR = 1e-9; // far above that of rounding

  private final double scale;
  private final double[] offsets;
  private final double lapse;
  private final double[] shares; // one per class, above 0; not used without a lapse

  private ScoreCalibration(double scale, double[] offsets, double lapse, double[] shares) {
    this.scale = scale;
    this.offsets = offsets;
    this.lapse = lapse;
    this.shares = shares;
  }

  /**
   * Returns a calibration without a lapse.
   *
   * @param scale a, above 0
   * @param offsets b, one per class
   */
  public static ScoreCalibration of(double scale, double... offsets) {
    Check.positive("scale", scale);
    Check.between("offsets", offsets.length, 2, Integer.MAX_VALUE);
    LinearClassifier.requireFinite("offset", offsets);
    return new ScoreCalibration(scale, offsets.clone(), 0, new double[offsets.length]);
  }

  /**
   * Returns the calibration with a lapse rate.
   *
   * @param rate λ, above 0 and below 1
   * @param classShares π, one per class, above 0; their sum is made one
   */
  public ScoreCalibration lapsing(double rate, double... classShares) {
    if (!(Check.positive("rate", rate) < 1)) {
      throw new IllegalArgumentException("rate must be below 1, got " + rate);
    }
    Check.between("shares", classShares.length, offsets.length, offsets.length);
    double sum = Arrays.stream(classShares).map(share -> Check.positive("share", share)).sum();
    return new ScoreCalibration(
        scale, offsets, rate, Arrays.stream(classShares).map(share -> share / sum).toArray());
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

  /** Returns λ; 0 where there is no lapse. */
  public double lapse() {
    return lapse;
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
      into[k] = mixed(into[k] / sum, k);
    }
  }

  private double mixed(double softmax, int classIndex) {
    return (1 - lapse) * softmax + lapse * shares[classIndex];
  }

  /** Returns ln p₁ - ln p₀ of two classes: the same bits on every machine. */
  public double logOdds(double[] scores) {
    double plain = scale * (scores[1] - scores[0]) + offsets[1] - offsets[0];
    if (lapse == 0) {
      return plain;
    }
    double odds = StrictMath.exp(-Math.abs(plain)); // at most one: nothing overflows
    double less = odds / (1 + odds);
    double more = 1 / (1 + odds);
    return StrictMath.log(mixed(plain > 0 ? more : less, 1))
        - StrictMath.log(mixed(plain > 0 ? less : more, 0));
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
    double plain = scale * scores[classIndex] + offsets[classIndex] - largest - Math.log(sum);
    return lapse == 0 ? plain : Math.log(mixed(Math.exp(plain), classIndex));
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
    return mixed(1 / (1 + Math.exp(offsets[0] - offsets[1])), 1);
  }

  /** Returns the calibration of the same model after constants were added to its scores. */
  ScoreCalibration shifted(double[] added) {
    double[] others = offsets.clone();
    Arrays.setAll(others, k -> offsets[k] - scale * added[k]); // the probabilities stay
    LinearClassifier.requireFinite("offset", others);
    return new ScoreCalibration(scale, others, lapse, shares);
  }

  /**
   * Returns what must be added to the scores so that the largest belongs to the class with the
   * largest cost times probability. Of more than two classes it is the probability without a lapse,
   * which no shift of the scores can follow.
   */
  double[] shiftFor(double[] costs) {
    Check.between("costs", costs.length, offsets.length, offsets.length);
    double[] added = new double[offsets.length];
    for (int k = 0; k < added.length; k++) {
      added[k] = (offsets[k] + Math.log(Check.positive("cost", costs[k]))) / scale;
    }
    if (lapse > 0 && added.length == 2) {
      // The second class wins from p = c₀/(c₀ + c₁) on, which the softmax alone reaches at t.
      double t = (costs[0] / (costs[0] + costs[1]) - lapse * shares[1]) / (1 - lapse);
      double inside = Math.max(NEVER, Math.min(1 - NEVER, t)); // beyond, one class always wins
      added[0] = offsets[0] / scale;
      added[1] = (offsets[1] + Math.log((1 - inside) / inside)) / scale;
    }
    return added;
  }

  JsonObject toJson() {
    JsonObject json = new JsonObject();
    json.addProperty("scale", scale);
    json.add("offsets", list(offsets));
    if (lapse > 0) {
      json.addProperty("lapse", lapse);
      json.add("shares", list(shares));
    }
    return json;
  }

  private static JsonArray list(double[] numbers) {
    JsonArray list = new JsonArray();
    for (double number : numbers) {
      list.add(number);
    }
    return list;
  }

  static ScoreCalibration fromJson(JsonObject json) {
    ScoreCalibration plain =
        of(json.get("scale").getAsDouble(), numbers(json.getAsJsonArray("offsets")));
    if (!json.has("lapse")) {
      return plain;
    }
    double[] shares = numbers(json.getAsJsonArray("shares"));
    plain.lapsing(json.get("lapse").getAsDouble(), shares); // checks them one by one
    if (Math.abs(Arrays.stream(shares).sum() - 1) > SUM_ERROR) {
      throw new IllegalArgumentException("the shares of the classes do not sum to one");
    }
    return new ScoreCalibration(
        plain.scale, plain.offsets, json.get("lapse").getAsDouble(), shares); // to the bit
  }

  private static double[] numbers(JsonArray list) {
    double[] numbers = new double[list.size()];
    Arrays.setAll(numbers, k -> list.get(k).getAsDouble());
    return numbers;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ScoreCalibration that
        && scale == that.scale
        && lapse == that.lapse
        && Arrays.equals(offsets, that.offsets)
        && Arrays.equals(shares, that.shares);
  }

  @Override
  public int hashCode() {
    return 31 * Double.hashCode(scale) + Arrays.hashCode(offsets);
  }

  @Override
  public String toString() {
    String plain = "softmax(" + scale + " s + " + Arrays.toString(offsets) + ")";
    return lapse == 0 ? plain : plain + ", or " + Arrays.toString(shares) + " in " + lapse;
  }
}
