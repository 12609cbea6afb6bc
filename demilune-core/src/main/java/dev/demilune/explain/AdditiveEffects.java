// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.explain;

import dev.demilune.model.AdditiveClassifier;
import dev.demilune.model.InteractionAverages;
import dev.demilune.model.ShapeFunction;
import dev.demilune.schema.Column;
import dev.demilune.schema.Part;
import dev.demilune.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;

/** The shape functions of an additive model as effects. */
final class AdditiveEffects {

  private AdditiveEffects() {}

  /**
   * Returns one effect for each part.
   *
   * @param factor of all values, such as that of a calibration
   */
  static List<Effect> of(AdditiveClassifier model, double factor) {
    List<Effect> effects = new ArrayList<>();
    List<Part> parts = model.schema().parts();
    for (int p = 0; p < parts.size(); p++) {
      Part part = parts.get(p);
      boolean complete = isComplete(model.schema(), part);
      effects.add(effect(part, mainEffect(model, p), factor, complete));
    }
    return effects;
  }

  /** Returns whether every cell counts as one of the values: none of them then never occurs. */
  private static boolean isComplete(Schema schema, Part part) {
    return schema.columns().stream()
        .anyMatch(
            column ->
                column instanceof Column.Category category
                    && category.name().equals(part.name())
                    && category.other() >= 0);
  }

  /**
   * Returns the shape of a part with what interactions add to it on average, as far as the model
   * knows where the rows are.
   */
  static ShapeFunction mainEffect(AdditiveClassifier model, int part) {
    ShapeFunction shape = model.shapes().get(part);
    return hasAverages(model)
        ? shape.withValues(sum(shape.values(), averages(model, part), 1))
        : shape;
  }

  static boolean hasAverages(AdditiveClassifier model) {
    return model.interactions().isPresent() && InteractionAverages.areKnown(model);
  }

  static double[][] averages(AdditiveClassifier model, int part) {
    return InteractionAverages.of(
            model.schema().parts(), model.shapes(), model.interactions().orElseThrow())
        .of(part);
  }

  static double[][] sum(double[][] values, double[][] others, int sign) {
    double[][] sum = new double[values.length][values[0].length];
    for (int i = 0; i < sum.length; i++) {
      for (int k = 0; k < sum[i].length; k++) {
        sum[i][k] = values[i][k] + sign * others[i][k];
      }
    }
    return sum;
  }

  private static Effect effect(Part part, ShapeFunction shape, double factor, boolean complete) {
    double[] breakpoints = shape.breakpoints();
    List<Effect.Point> points = new ArrayList<>();
    // The last value of a choice is none of the others: its noise is no effect where it cannot
    // occur.
    int count = shape.points() - (complete ? 1 : 0);
    for (int i = 0; i < count; i++) {
      double position = i < breakpoints.length ? breakpoints[i] : Double.NaN;
      points.add(
          new Effect.Point(
              label(part, i, position),
              position,
              values(shape, i, factor),
              errors(shape, i, factor)));
    }
    Optional<Part.Number> axis =
        part instanceof Part.Number number ? Optional.of(number) : Optional.empty();
    boolean ordered = part instanceof Part.Choice choice && choice.ordered();
    List<Double> shares = DoubleStream.of(shape.shares()).limit(count).boxed().toList();
    return new Effect(part.name(), axis, ordered, points, shares, 0);
  }

  private static String label(Part part, int point, double position) {
    if (part instanceof Part.Number number) {
      return Double.isNaN(position)
          ? Explanation.MISSING
          : Explanation.number(number.valueAt(position));
    }
    List<String> values = ((Part.Choice) part).values();
    return point < values.size() ? values.get(point) : Explanation.NONE_OF_THEM;
  }

  /** For two classes the second value less the first. */
  static List<Double> values(ShapeFunction shape, int point, double factor) {
    List<Double> values = new ArrayList<>();
    for (int k = shape.classes() == 2 ? 1 : 0; k < shape.classes(); k++) {
      double less = shape.classes() == 2 ? shape.value(point, 0) : 0;
      values.add(factor * (shape.value(point, k) - less));
    }
    return values;
  }

  private static List<Double> errors(ShapeFunction shape, int point, double factor) {
    List<Double> errors = new ArrayList<>();
    for (int c = 0; shape.hasStandardErrors() && c < shape.errorColumns(); c++) {
      errors.add(factor * shape.standardError(point, c));
    }
    return errors;
  }
}
