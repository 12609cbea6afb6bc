// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.calibrate;

import dev.demilune.DemiluneException;
import dev.demilune.learn.Setting;
import dev.demilune.model.ScoreCalibration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Which class a calibrated model predicts, given the probabilities of a row. All of it is
 * post-processing of noisy counts.
 *
 * @param kind of rule
 * @param numbers the threshold, the recall, or one cost per class
 */
public record Decision(Kind kind, List<Double> numbers) {

  /** The kinds of rules. */
  public enum Kind {
    /** The largest probability times class weight; the likeliest class where weights are off. */
    BY_WEIGHTS,
    /** The second of two classes from a probability on. */
    THRESHOLD,
    /** The least expected cost: missing a row of class k costs the k-th number. */
    COST,
    /** The highest threshold at which the second of two classes has at least this recall. */
    RECALL,
    /** The largest probability over the class's share, which is best for balanced accuracy. */
    BALANCED_ACCURACY
  }

  /** The default. */
  public static final Decision BY_WEIGHTS = new Decision(Kind.BY_WEIGHTS, List.of());

  /** For balanced accuracy. */
  public static final Decision BALANCED = new Decision(Kind.BALANCED_ACCURACY, List.of());

  /** The setting of learners that calibrate. */
  public static final Setting<Decision> SETTING =
      Setting.value(
          "decision",
          "by-weights, balanced-accuracy, threshold=T, recall=R (two classes; numbers between 0"
              + " and 1) or cost=C0,C1,... (one above 0 per class: of missing a row of it)",
          Decision::parse,
          Object::toString,
          BY_WEIGHTS,
          "which class is predicted, given probabilities; needs calibration, but for by-weights");

  /** A threshold so low that every row is predicted to be of the second class. */
  static final double EVERYTHING = 1e-9;

  public Decision {
    numbers = List.copyOf(numbers);
  }

  private static Decision parse(String text) {
    int at = text.indexOf('=');
    String word = at < 0 ? text : text.substring(0, at);
    try {
      double[] numbers =
          at < 0
              ? new double[0]
              : Arrays.stream(text.substring(at + 1).split(",", -1))
                  .mapToDouble(Double::parseDouble)
                  .toArray();
      return switch (word) {
        case "by-weights" -> at < 0 ? BY_WEIGHTS : null;
        case "balanced-accuracy" -> at < 0 ? BALANCED : null;
        case "threshold" -> share(Kind.THRESHOLD, numbers);
        case "recall" -> share(Kind.RECALL, numbers);
        case "cost" -> cost(numbers);
        default -> null;
      };
    } catch (NumberFormatException notANumber) {
      return null;
    }
  }

  private static Decision share(Kind kind, double[] numbers) {
    return numbers.length == 1 && numbers[0] > 0 && numbers[0] < 1
        ? new Decision(kind, List.of(numbers[0]))
        : null;
  }

  private static Decision cost(double[] numbers) {
    boolean positive =
        Arrays.stream(numbers).allMatch(cost -> cost > 0 && cost < Double.POSITIVE_INFINITY);
    return numbers.length > 1 && positive
        ? new Decision(Kind.COST, Arrays.stream(numbers).boxed().toList())
        : null;
  }

  /**
   * Checks that the rule can be applied.
   *
   * @throws DemiluneException if not
   */
  public void require(int classes, boolean calibrated) {
    if (!calibrated && kind != Kind.BY_WEIGHTS) {
      throw new DemiluneException(
          "decision=" + this + " needs probabilities: set calibration=on as well");
    }
    if (classes != 2 && (kind == Kind.THRESHOLD || kind == Kind.RECALL)) {
      throw new DemiluneException(
          "decision=" + this + " is for two classes, and there are " + classes + ": use cost");
    }
    if (kind == Kind.COST && numbers.size() != classes) {
      throw new DemiluneException(
          "decision="
              + this
              + " has "
              + numbers.size()
              + " costs and there are "
              + classes
              + " classes: give one for each, in the order of the labels");
    }
  }

  /**
   * Returns the cost of missing a row of each class, for {@link
   * dev.demilune.model.Classifier#decidingBy}.
   *
   * @param weights the factors of the classes in training, all one where weights are off
   */
  public double[] costs(NoisyScores scores, ScoreCalibration calibration, double[] weights) {
    return switch (kind) {
      case BY_WEIGHTS -> weights.clone();
      case THRESHOLD, COST -> costs();
      case RECALL -> {
        double[] at = {0, scores.scoreForRecall(numbers.get(0))};
        double[] p = new double[2];
        calibration.probabilities(at, p);
        yield ofThreshold(Math.max(EVERYTHING, Math.min(1 - EVERYTHING, p[1])));
      }
      case BALANCED_ACCURACY -> Arrays.stream(scores.shares()).map(share -> 1 / share).toArray();
    };
  }

  /**
   * Returns the costs of a rule that needs no counts.
   *
   * @throws IllegalStateException if the rule is a target
   */
  public double[] costs() {
    return switch (kind) {
      case THRESHOLD -> ofThreshold(numbers.get(0));
      case COST -> numbers.stream().mapToDouble(Double::doubleValue).toArray();
      default -> throw new IllegalStateException(this + " needs the noisy counts of a fit");
    };
  }

  /** Returns the costs with which the second of two classes is predicted from a probability on. */
  public static double[] ofThreshold(double probability) {
    return new double[] {probability, 1 - probability};
  }

  @Override
  public String toString() {
    String word = Setting.word(kind);
    return numbers.isEmpty()
        ? word
        : word + "=" + numbers.stream().map(Object::toString).collect(Collectors.joining(","));
  }
}
