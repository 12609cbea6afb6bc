// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.explain;

import dev.demilune.model.LinearClassifier;
import dev.demilune.schema.Column;
import dev.demilune.schema.NumberScale;
import dev.demilune.schema.Part;
import dev.demilune.schema.RowBound;
import dev.demilune.schema.Schema;
import dev.demilune.schema.Steps;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The weights of a linear model as effects: a straight line for a number, or a polygon through its
 * knots, and a bar for every bin and every value of a category.
 *
 * <p>The scores are linear in the row after bounding. Where rows are clipped to a norm this is the
 * row divided by that norm, up to rows beyond it; where rows are scaled to length one, it depends
 * on all columns, and effects are those in a row of length one.
 */
final class LinearEffects {

  private final LinearClassifier model;
  private final double factor;
  private int feature; // the next one

  private LinearEffects(LinearClassifier model, double factor) {
    this.model = model;
    RowBound bound = model.schema().rowBound();
    this.factor = bound.rule() == RowBound.Rule.CLIP ? factor / bound.norm() : factor;
  }

  static List<Effect> of(LinearClassifier model, double factor) {
    return new LinearEffects(model, factor).effects();
  }

  private List<Effect> effects() {
    List<Effect> effects = new ArrayList<>();
    Schema schema = model.schema();
    for (Column column : schema.columns()) {
      int first = feature;
      for (Part part : column.parts()) {
        effects.add(
            part instanceof Part.Number number
                ? number(number, steps(column))
                : choice((Part.Choice) part));
      }
      feature = first + column.width(); // the parts of a column are all of its features
    }
    return effects;
  }

  private static Steps.Kind steps(Column column) {
    return column instanceof Column.Date date
        ? date.steps().kind()
        : ((Column.Numeric) column).steps().kind();
  }

  private Effect number(Part.Number number, Steps.Kind kind) {
    List<Effect.Point> points = new ArrayList<>();
    if (kind == Steps.Kind.LINE) {
      double atLow = model.schema().numberScale() == NumberScale.ZERO_TO_ONE ? 0 : -1;
      points.add(point(Explanation.number(number.low()), 0, feature, atLow));
      points.add(point(Explanation.number(number.high()), 1, feature++, 1));
    } else if (kind == Steps.Kind.KNOTS) {
      points.add(point(Explanation.number(number.low()), 0, feature++, 1));
      for (double mark : number.marks()) {
        points.add(point(Explanation.number(mark), number.positionOf(mark), feature++, 1));
      }
      points.add(point(Explanation.number(number.high()), 1, feature++, 1));
    } else {
      for (int bin = 0; bin <= number.marks().size(); bin++) {
        double from = bin == 0 ? number.low() : number.marks().get(bin - 1);
        double to = bin < number.marks().size() ? number.marks().get(bin) : number.high();
        String label = Explanation.number(from) + " to " + Explanation.number(to);
        points.add(point(label, Double.NaN, feature++, 1));
      }
    }
    if (number.missing()) {
      points.add(point(Explanation.MISSING, Double.NaN, feature++, 1));
    }
    return new Effect(
        number.name(),
        kind == Steps.Kind.BINS ? Optional.empty() : Optional.of(number),
        /* ordered= */ true,
        points,
        List.of(),
        0);
  }

  private Effect choice(Part.Choice choice) {
    List<Effect.Point> points = new ArrayList<>();
    int values = choice.values().size();
    int inOrder = choice.ordered() ? values - (choice.missing() ? 1 : 0) : 0;
    List<Double> sum = point("", Double.NaN, feature, 0).values();
    for (int v = 0; v < values; v++) {
      // An ordered value has the features of all values up to it.
      Effect.Point own =
          point(
              choice.values().get(v),
              Double.NaN,
              feature++,
              v < inOrder ? 1 / Math.sqrt(inOrder) : 1);
      if (v < inOrder) {
        List<Double> added = new ArrayList<>();
        for (int line = 0; line < sum.size(); line++) {
          added.add(sum.get(line) + own.values().get(line));
        }
        sum = added;
        own = new Effect.Point(own.label(), Double.NaN, sum, List.of());
      }
      points.add(own);
    }
    return new Effect(choice.name(), Optional.empty(), choice.ordered(), points, List.of(), 0);
  }

  /** What a feature of this value adds. */
  private Effect.Point point(String label, double position, int index, double value) {
    List<Double> values = new ArrayList<>();
    int classes = model.classes();
    for (int k = classes == 2 ? 1 : 0; k < classes; k++) {
      double less = classes == 2 ? model.weight(0, index) : 0;
      values.add(factor * value * (model.weight(k, index) - less));
    }
    return new Effect.Point(label, position, values, List.of());
  }
}
