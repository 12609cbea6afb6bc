// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.explain;

import dev.demilune.DemiluneException;
import dev.demilune.internal.Isotonic;
import dev.demilune.model.AdditiveClassifier;
import dev.demilune.model.InteractionAverages;
import dev.demilune.model.Interactions;
import dev.demilune.model.SavedModel;
import dev.demilune.model.ShapeFunction;
import dev.demilune.schema.Part;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * A change of one shape function of an additive model.
 *
 * <p><b>Claim.</b> An edited model has the guarantee of the model that was edited.
 *
 * <p><b>Proof.</b> The edit is a function of the model file and of what its user asks for, and
 * reads no private row. A function of a differentially private output is as private as the output
 * (Dwork, McSherry, Nissim and Smith 2006). ∎
 *
 * <p>Nothing else is claimed: how accurate and how well calibrated the edited model is, only rows
 * can tell. The certificate of the edited model lists every edit.
 *
 * @param column the name of the column, or of what is taken from it
 * @param kind what is done to its shape
 */
public record ShapeEdit(String column, Kind kind) {

  /** What can be done to a shape. */
  public enum Kind {
    /**
     * Every breakpoint becomes the average of itself, counted twice, and its neighbors, three times
     * over; a choice must have an order. A standard error becomes the same average of standard
     * errors, which is at least that of the average.
     */
    SMOOTH,
    /** The nearest curve that never falls, in squares weighted by released shares or by width. */
    INCREASING,
    /** The nearest curve that never rises. */
    DECREASING,
    /** All points become their weighted mean; interactions that use the column, their average. */
    CONSTANT,
    /** All points become 0; interactions that use the column, their average over it. */
    ZERO;

    private String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private static final int PASSES = 3;

  /**
   * Reads an edit such as {@code age: smooth}; what is after the last colon is the kind.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static ShapeEdit parse(String text) {
    int colon = text.lastIndexOf(':');
    String word = text.substring(colon + 1).strip();
    for (Kind kind : Kind.values()) {
      if (colon > 0 && kind.word().equals(word)) {
        return new ShapeEdit(text.substring(0, colon).strip(), kind);
      }
    }
    throw new IllegalArgumentException(
        "an edit is a column, a colon and one of "
            + Arrays.stream(Kind.values()).map(Kind::word).collect(Collectors.joining(", "))
            + ", as in 'age: smooth'; got '"
            + text
            + "'");
  }

  /** Returns the edit as {@link #parse} reads it. */
  @Override
  public String toString() {
    return column + ": " + kind.word();
  }

  /**
   * Returns the edited model, whose certificate, if it has one, says what was done.
   *
   * @throws DemiluneException if the model is not additive, does not have the column, or the edit
   *     does not fit it
   */
  public SavedModel apply(SavedModel saved) {
    if (!(saved.model() instanceof AdditiveClassifier model)) {
      throw new DemiluneException(
          "only an additive model has shape functions to edit, and this one is "
              + saved.model().kind()
              + ": train with --learner additive");
    }
    int part = part(model);
    checkOrder(model.schema().parts().get(part), model.labels().size());
    AdditiveClassifier edited = model.withShape(part, edited(model, part));
    // Names of a file's schema may hold anything, and a certificate's texts are one line each.
    String sentence = "explain --edit '" + toString().replaceAll("\\p{Cntrl}", "?") + "'";
    if (model.interactions().isPresent()) {
      Interactions with = model.interactions().get();
      boolean fixed = kind == Kind.CONSTANT || kind == Kind.ZERO;
      if (fixed) {
        edited = edited.withInteractions(averaged(model, part, with));
      }
      if (with.using(part) > 0) {
        sentence +=
            ", with "
                + with.using(part)
                + (with.using(part) == 1
                    ? " interaction that uses it "
                    : " interactions that use it ")
                + (fixed ? "averaged over it" : "left as before");
      }
    }
    String said = sentence;
    return new SavedModel(edited, saved.certificate().map(promise -> promise.withEdit(said)));
  }

  private static Interactions averaged(AdditiveClassifier model, int part, Interactions with) {
    List<ShapeFunction> shapes = new ArrayList<>(model.shapes());
    shapes.set(part, shared(shapes.get(part)));
    return InteractionAverages.without(part, model.schema().parts(), shapes, with);
  }

  /** The shape with its released shares, or even ones if it has none. */
  private static ShapeFunction shared(ShapeFunction shape) {
    return shape.shares().length > 0 ? shape : shape.withEvenShares();
  }

  private int part(AdditiveClassifier model) {
    List<String> names = model.schema().parts().stream().map(Part::name).toList();
    int part = names.indexOf(column);
    if (part < 0) {
      throw new DemiluneException(
          "the model has no column '"
              + column
              + "': it has "
              + names.stream().limit(20).collect(Collectors.joining("', '", "'", "'"))
              + (names.size() > 20 ? " and " + (names.size() - 20) + " more" : ""));
    }
    return part;
  }

  private void checkOrder(Part part, int classes) {
    boolean ordering = kind == Kind.INCREASING || kind == Kind.DECREASING;
    if (part instanceof Part.Choice choice
        && !choice.ordered()
        && (ordering || kind == Kind.SMOOTH)) {
      throw new DemiluneException(
          "column '"
              + column
              + "' is a category without an order, so its values cannot be made "
              + (ordering ? kind.word() : "smooth")
              + ": declare it ordered and train again, or set it to constant");
    }
    if (ordering && classes > 2) {
      throw new DemiluneException(
          "with more than two classes a column can raise one class and lower another, so '"
              + this
              + "' is not defined: smooth, constant and zero are");
    }
  }

  /** How many points, from the first on, lie in the order of the column; missing does not. */
  private static int inOrder(AdditiveClassifier model, int part) {
    ShapeFunction shape = model.shapes().get(part);
    if (shape.isCurve()) {
      return shape.breakpoints().length;
    }
    Part.Choice choice = (Part.Choice) model.schema().parts().get(part);
    return choice.values().size() - (choice.missing() ? 1 : 0);
  }

  /** Edits the curve as people see it, with what interactions add to it on average. */
  private ShapeFunction edited(AdditiveClassifier model, int part) {
    if (kind == Kind.CONSTANT || kind == Kind.ZERO || !AdditiveEffects.hasAverages(model)) {
      return edited(model.shapes().get(part), inOrder(model, part));
    }
    ShapeFunction seen = edited(AdditiveEffects.mainEffect(model, part), inOrder(model, part));
    return seen.withValues(
        AdditiveEffects.sum(seen.values(), AdditiveEffects.averages(model, part), -1));
  }

  private ShapeFunction edited(ShapeFunction shape, int inOrder) {
    double[][] values = shape.values();
    return switch (kind) {
      case SMOOTH -> {
        ShapeFunction smooth = shape.withValues(smoothed(values, inOrder));
        yield shape.hasStandardErrors()
            ? smooth.withStandardErrors(smoothed(shape.standardErrors(), inOrder))
            : smooth;
      }
      case INCREASING, DECREASING -> {
        double[] weights = shared(shape).shares();
        int sign = kind == Kind.INCREASING ? 1 : -1;
        double[] signed = new double[inOrder];
        Arrays.setAll(signed, i -> sign * (values[i][1] - values[i][0]));
        double[] fitted = Isotonic.increasing(signed, Arrays.copyOf(weights, inOrder));
        for (int i = 0; i < inOrder; i++) {
          double middle = (values[i][0] + values[i][1]) / 2; // the sum of both scores stays
          values[i][0] = middle - sign * fitted[i] / 2;
          values[i][1] = middle + sign * fitted[i] / 2;
        }
        yield shape.withoutStandardErrors().withValues(values);
      }
      case CONSTANT -> {
        double[] weights = shared(shape).shares();
        double total = Arrays.stream(weights).sum();
        double[] mean = new double[shape.classes()];
        for (int i = 0; i < values.length; i++) {
          for (int k = 0; k < mean.length; k++) {
            mean[k] += weights[i] / total * values[i][k];
          }
        }
        Arrays.setAll(values, i -> mean);
        yield shape.withoutStandardErrors().withValues(values);
      }
      case ZERO ->
          shape.withoutStandardErrors().withValues(new double[shape.points()][shape.classes()]);
    };
  }

  private static double[][] smoothed(double[][] rows, int inOrder) {
    double[][] smooth = rows;
    for (int pass = 0; pass < PASSES; pass++) {
      double[][] before = smooth;
      smooth = new double[rows.length][];
      for (int i = 0; i < rows.length; i++) {
        smooth[i] = before[i].clone();
        for (int k = 0; i < inOrder && k < smooth[i].length; k++) {
          double left = before[Math.max(0, i - 1)][k]; // an end is its own neighbor
          double right = before[Math.min(inOrder - 1, i + 1)][k];
          smooth[i][k] = left / 4 + before[i][k] / 2 + right / 4;
        }
      }
    }
    return smooth;
  }
}
