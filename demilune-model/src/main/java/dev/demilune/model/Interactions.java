// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.model;

import dev.demilune.embed.CosineSine;
import dev.demilune.internal.Check;
import dev.demilune.schema.EncodedRow;
import dev.demilune.schema.Part;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * What several parts of a record add to the scores together: for each direction j, a cosine and a
 * sine of the angle q_j, weighted for each class.
 *
 * <p>The angle is the direction's offset plus a term for each of a few parts: for a number, its
 * coefficient times 2u - 1, where u is the position after the part's warp, or a coefficient of its
 * own if the number is missing; for a choice, the coefficient of its value, or that of none of
 * them.
 *
 * <p>Immutable and thread-safe; the same scores on every machine.
 */
public final class Interactions implements Serializable {
  private static final long serialVersionUID = 1;

  private final List<Part> parts;
  private final int classes;
  private final Warp[] warps; // of each part; null where u is the position itself
  private final List<Direction> directions;

  /** A piecewise linear map of a number's position to [0, 1]. */
  @SuppressWarnings("ArrayRecordComponent") // nobody else sees the arrays
  private record Warp(double[] breakpoints, double[] values) implements Serializable {
    double at(double position) {
      int left = ShapeFunction.segment(breakpoints, position);
      double right = ShapeFunction.fraction(breakpoints, left, position);
      return (1 - right) * values[left] + right * values[left + 1];
    }
  }

  /**
   * The term of a part in an angle.
   *
   * @param part the index in the schema's parts
   * @param coefficients of a number: its coefficient, and what a missing one adds; of a choice: one
   *     for each value and a last one for none of them
   */
  public record Term(int part, List<Double> coefficients) {
    public Term {
      coefficients = List.copyOf(coefficients);
    }
  }

  /** One angle, and its weights for each class. */
  @SuppressWarnings("ArrayRecordComponent") // nobody else sees the arrays
  private record Direction(
      double offset, int[] parts, double[][] coefficients, double[] cosine, double[] sine)
      implements Serializable {}

  private Interactions(List<Part> parts, int classes, Warp[] warps, List<Direction> directions) {
    this.parts = parts;
    this.classes = classes;
    this.warps = warps;
    this.directions = directions;
  }

  /** Starts with no direction and no warp. */
  public static Builder builder(List<Part> parts, int classes) {
    return new Builder(List.copyOf(parts), classes);
  }

  /** Collects warps and directions, and checks each. */
  public static final class Builder {
    private final List<Part> parts;
    private final int classes;
    private final Warp[] warps;
    private final List<Direction> directions = new ArrayList<>();

    private Builder(List<Part> parts, int classes) {
      this.parts = parts;
      this.classes = classes;
      this.warps = new Warp[parts.size()];
    }

    /**
     * Sets the warp of a number.
     *
     * @param breakpoints positions, strictly increasing from 0 to 1
     * @param values u at each of them, between 0 and 1
     */
    public Builder warp(int part, double[] breakpoints, double[] values) {
      if (!(parts.get(Objects.checkIndex(part, parts.size())) instanceof Part.Number)) {
        throw new IllegalArgumentException("only a number has a warp, part " + part + " is none");
      }
      ShapeFunction.checkPositions(breakpoints);
      Check.between("values of a warp", values.length, breakpoints.length, breakpoints.length);
      for (double value : values) {
        if (!(value >= 0 && value <= 1)) { // NaN fails too
          throw new IllegalArgumentException(
              "every value of a warp must be between 0 and 1, got " + value);
        }
      }
      warps[part] = new Warp(breakpoints.clone(), values.clone());
      return this;
    }

    /**
     * Adds a direction.
     *
     * @param cosine the weight of the angle's cosine for each class
     * @param sine the weight of its sine for each class
     */
    public Builder direction(double offset, List<Term> terms, double[] cosine, double[] sine) {
      Check.between("weights of a cosine", cosine.length, classes, classes);
      Check.between("weights of a sine", sine.length, classes, classes);
      LinearClassifier.requireFinite("weight of a direction", cosine);
      LinearClassifier.requireFinite("weight of a direction", sine);
      int[] indices = new int[terms.size()];
      double[][] coefficients = new double[terms.size()][];
      for (int i = 0; i < indices.length; i++) {
        Term term = terms.get(i);
        indices[i] = Objects.checkIndex(term.part(), parts.size());
        int expected =
            parts.get(indices[i]) instanceof Part.Choice choice ? choice.values().size() + 1 : 2;
        Check.between("coefficients of a term", term.coefficients().size(), expected, expected);
        coefficients[i] = term.coefficients().stream().mapToDouble(c -> c).toArray();
        LinearClassifier.requireFinite("coefficient of a direction", coefficients[i]);
      }
      LinearClassifier.requireFinite("offset of a direction", new double[] {offset});
      directions.add(new Direction(offset, indices, coefficients, cosine.clone(), sine.clone()));
      return this;
    }

    public Interactions build() {
      return new Interactions(parts, classes, warps.clone(), List.copyOf(directions));
    }
  }

  /** Returns the number of directions that use a part. */
  public int using(int part) {
    return (int)
        directions.stream()
            .filter(direction -> Arrays.stream(direction.parts).anyMatch(p -> p == part))
            .count();
  }

  /** Returns the number of directions. */
  public int directions() {
    return directions.size();
  }

  public double offset(int direction) {
    return directions.get(direction).offset;
  }

  /** Returns the terms of a direction's angle. */
  public List<Term> terms(int direction) {
    Direction of = directions.get(direction);
    List<Term> terms = new ArrayList<>();
    for (int i = 0; i < of.parts.length; i++) {
      terms.add(new Term(of.parts[i], Arrays.stream(of.coefficients[i]).boxed().toList()));
    }
    return terms;
  }

  /** Returns the weights of a direction's cosine, one for each class. */
  public double[] cosine(int direction) {
    return directions.get(direction).cosine.clone();
  }

  /** Returns the weights of a direction's sine, one for each class. */
  public double[] sine(int direction) {
    return directions.get(direction).sine.clone();
  }

  /** Returns whether a part has a warp. */
  public boolean hasWarp(int part) {
    return warps[part] != null;
  }

  /** Returns the positions between which a part's warp is linear. */
  public double[] warpBreakpoints(int part) {
    return warps[part].breakpoints.clone();
  }

  /** Returns the values of a part's warp at its breakpoints. */
  public double[] warpValues(int part) {
    return warps[part].values.clone();
  }

  /** Returns u of a number's position; NaN where it is missing. */
  double warped(int part, double position) {
    return warps[part] == null || Double.isNaN(position) ? position : warps[part].at(position);
  }

  boolean fits(List<Part> others, int otherClasses) {
    return parts.equals(others) && classes == otherClasses;
  }

  /** Adds what the directions add to each score. */
  public void addTo(EncodedRow row, double[] scores) {
    double[] centered = new double[parts.size()]; // 2u - 1 of numbers, NaN where missing
    for (int p = 0; p < centered.length; p++) {
      if (parts.get(p) instanceof Part.Number) {
        centered[p] = 2 * warped(p, row.part(p)) - 1;
      }
    }
    double[] point = new double[2];
    for (Direction direction : directions) {
      double angle = direction.offset;
      for (int i = 0; i < direction.parts.length; i++) {
        int p = direction.parts[i];
        double[] coefficients = direction.coefficients[i];
        if (parts.get(p) instanceof Part.Number) {
          angle += Double.isNaN(centered[p]) ? coefficients[1] : coefficients[0] * centered[p];
        } else {
          int choice = (int) row.part(p);
          int none = coefficients.length - 1;
          angle += coefficients[choice < 0 ? none : Math.min(choice, none)];
        }
      }
      CosineSine.point(angle, 1, point, 0);
      for (int k = 0; k < classes; k++) {
        scores[k] += direction.cosine[k] * point[0] + direction.sine[k] * point[1];
      }
    }
  }
}
