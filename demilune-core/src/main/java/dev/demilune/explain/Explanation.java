// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.explain;

import dev.demilune.model.AdditiveClassifier;
import dev.demilune.model.Classifier;
import dev.demilune.model.EmbeddedClassifier;
import dev.demilune.model.Interactions;
import dev.demilune.model.LinearClassifier;
import dev.demilune.model.ScoreCalibration;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.RowBound;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a model does with each column, as far as that can be shown.
 *
 * @param measure what the values are, such as "log-odds of 'yes' against 'no'"
 * @param lines the classes of the values: one line for two classes, the second against the first
 * @param effects one for each part of a record, the most important first; empty where no column has
 *     an effect of its own
 * @param importanceBasis how the importance of a column is defined here, in one sentence
 * @param remarks what a reader must know, one sentence each
 */
public record Explanation(
    String measure,
    List<String> lines,
    List<Effect> effects,
    String importanceBasis,
    List<String> remarks) {

  /** Half of the width of a 95 % band, in standard errors of normal noise. */
  public static final double BAND = 1.96;

  static final String MISSING = "(missing)";
  static final String NONE_OF_THEM = "(none of these)";

  public Explanation {
    lines = List.copyOf(lines);
    effects = List.copyOf(effects);
    remarks = List.copyOf(remarks);
  }

  /** Explains a model. */
  public static Explanation of(Classifier model) {
    if (model instanceof AdditiveClassifier additive) {
      return additive(additive);
    }
    if (model instanceof LinearClassifier linear && !linear.schema().isVectors()) {
      return linear(linear);
    }
    return of(model, List.of(), List.of(cannotBeShown(model)));
  }

  private static Explanation of(Classifier model, List<Effect> effects, List<String> remarks) {
    List<String> lines = lines(model.labels());
    return new Explanation(
        measure(model),
        lines,
        Importance.sorted(effects, lines.size()),
        Importance.isByShares(effects)
            ? "Importance is the standard deviation of what a column adds, over the shares of rows"
                + " that the model released with noise."
            : "Importance is the difference between the most and the least that a column can add:"
                + " the model carries no shares of rows, so it takes no notice of how many rows are"
                + " where.",
        remarks);
  }

  private static Explanation additive(AdditiveClassifier model) {
    List<Effect> effects = AdditiveEffects.of(model, factor(model));
    List<String> remarks = new ArrayList<>();
    remarks.add(
        effects.stream().anyMatch(Effect::hasBand)
            ? "The band is where a value would be without the noise of the training steps, with 95"
                + " % certainty at each point on its own: 1.96 standard errors, computed to first"
                + " order from that known noise. It does not cover the noise of ranks, center,"
                + " second moment and calibration, nor which people were in the data, nor what"
                + " the method of training shrinks, clips or smooths."
            : "The model carries no standard errors, so no band is drawn: parts of a curve may be"
                + " noise.");
    if (effects.stream().anyMatch(Effect::hasBand) && !effects.stream().allMatch(Effect::hasBand)) {
      remarks.add("A column without a band was edited, or its noise is not known.");
    }
    if (effects.stream().anyMatch(e -> e.axis().isPresent() && !e.shares().isEmpty())) {
      remarks.add(
          "The gray strip at the foot of a curve shows where the rows are, as the model released it"
              + " with noise: where it is low, few people speak for the curve.");
    }
    model.interactions().ifPresent(some -> remarks.add(interactions(model, some)));
    return of(model, effects, remarks);
  }

  private static String interactions(AdditiveClassifier model, Interactions some) {
    double squares = 0;
    for (int i = 0; i < some.directions(); i++) {
      double[] cosine = some.cosine(i);
      double[] sine = some.sine(i);
      double amplitude = 0;
      for (int k = 0; k < cosine.length; k++) {
        double less = cosine.length == 2 ? 1 : 0;
        if (k > 0 || less == 0) {
          double c = cosine[k] - less * cosine[0];
          double s = sine[k] - less * sine[0];
          amplitude += (c * c + s * s) / (cosine.length == 2 ? 1 : cosine.length);
        }
      }
      squares += amplitude;
    }
    String count = some.directions() + (some.directions() == 1 ? " interaction" : " interactions");
    return AdditiveEffects.hasAverages(model)
        ? "The model has "
            + count
            + " of several columns. A curve includes what they add on average, over rows whose"
            + " other columns are spread by the released shares, independently of each other; it"
            + " does not show how they make one column's effect depend on another."
        : "The model has "
            + count
            + " of several columns, which the curves do not show; the root of half their summed"
            + " squared heights is "
            + number(factor(model) * Math.sqrt(squares / 2))
            + ", to compare with the importance of a column.";
  }

  private static Explanation linear(LinearClassifier model) {
    RowBound bound = model.schema().rowBound();
    return of(
        model,
        LinearEffects.of(model, factor(model)),
        List.of(
            "The model is linear in the encoded columns. No band is drawn, and a weight may be"
                + " noise: in every linear learner but output-perturbation the noise is in the"
                + " objective, or goes through steps, shrinking or choices that depend on the rows,"
                + " so that its size in a weight is no public number, and the model file holds"
                + " weights only.",
            bound.rule() == RowBound.Rule.SCALE
                ? "Rows are scaled to length one before they are scored, so that all columns of a"
                    + " long row count less; shown is what a column adds in a row of length one."
                : "Rows longer than "
                    + number(bound.norm())
                    + " are shrunk to that length before they are scored; shown is what a column"
                    + " adds in a row that is not."));
  }

  private static String cannotBeShown(Classifier model) {
    if (model instanceof LinearClassifier) {
      return "The model is linear in the entries of plain vectors, which have no names, units or"
          + " categories to draw; its weights are in the model file, one line for each entry.";
    }
    if (model instanceof EmbeddedClassifier) {
      return "The model is "
          + model.kind()
          + ": each mixes all columns, so no column has a curve of its own that could be drawn."
          + " Train with --learner additive to see shape functions.";
    }
    return "The model is a "
        + model.kind()
        + ": what a column does depends on all others, so no column has a curve of its own that"
        + " could be drawn. Train with --learner additive to see shape functions.";
  }

  private static double factor(Classifier model) {
    return model.calibration().map(ScoreCalibration::scale).orElse(1.0);
  }

  private static String measure(Classifier model) {
    LabelSet labels = model.labels();
    String what = model.calibration().isPresent() ? "log-odds" : "score";
    return labels.size() == 2
        ? what + " of '" + labels.name(1) + "' against '" + labels.name(0) + "'"
        : what + " of each class";
  }

  private static List<String> lines(LabelSet labels) {
    return labels.size() == 2 ? List.of(labels.name(1)) : labels.names();
  }

  /** Returns the effect of a part by its name. */
  public Optional<Effect> effect(String name) {
    return effects.stream().filter(effect -> effect.name().equals(name)).findFirst();
  }

  /** Writes a number for people: four digits, without an exponent where that is short. */
  static String number(double value) {
    BigDecimal rounded = new BigDecimal(value).round(new MathContext(4));
    if (rounded.signum() == 0) {
      return "0";
    }
    // Whole numbers, such as years and amounts, keep all their digits.
    if (value == Math.rint(value) && Math.abs(value) < 1e9) {
      return Long.toString((long) value);
    }
    double size = Math.abs(value);
    return size >= 1e-4 && size < 1e9
        ? rounded.stripTrailingZeros().toPlainString()
        : Double.toString(rounded.doubleValue());
  }
}
