// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.grid;

import dev.demilune.feasibility.GridHalfspace;
import dev.demilune.feasibility.Halfspace;
import dev.demilune.feasibility.Rational;
import dev.demilune.learn.Shape;
import dev.demilune.learn.choice.Halfspaces;
import dev.demilune.model.LinearClassifier;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.FeatureRange;
import dev.demilune.schema.NumberScale;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * Rows as points with integer coordinates, and the way back: the integers that the schema declares,
 * counted from the middle of their ranges, or else the 16-bit grid of the bounded rows.
 *
 * <p><b>Claim.</b> A point is a function of one record and of public constants, and no coordinate
 * is larger than {@link #grid} says.
 *
 * <p><b>Proof.</b> Integers are clipped to their range when the record is encoded, the middle is
 * subtracted, and the bound is that of the end that is farther away. The grid of bounded rows has
 * its radius as its bound. ∎
 *
 * @param features of the rows that are searched
 * @param declared the range of each, if all are integers; empty for the grid
 */
record RowIntegers(int features, List<FeatureRange> declared) {

  RowIntegers {
    declared = List.copyOf(declared);
  }

  /** Returns the integers of rows of this shape, with this number of features after projection. */
  static RowIntegers of(Shape shape, int features) {
    return new RowIntegers(
        features, features == shape.features() ? shape.integers() : List.of()); // images are none
  }

  boolean areDeclared() {
    return !declared.isEmpty();
  }

  /** Returns the public bounds. */
  GridHalfspace grid() {
    return areDeclared()
        ? new GridHalfspace(declared.stream().map(RowIntegers::largest).toList())
        : new GridHalfspace(features, BoundedDataset.GRID_RADIUS);
  }

  private static long largest(FeatureRange range) {
    return (long) range.high() - middle(range); // rounds down: the upper half is not shorter
  }

  /** The middle, rounded down; ends are integers up to 2^60. */
  private static long middle(FeatureRange range) {
    return Math.floorDiv((long) range.low() + (long) range.high(), 2);
  }

  /** Returns a point for every row: private. */
  long[][] points(BoundedDataset data) {
    long[][] points = new long[Math.toIntExact(data.privateSize())][features];
    int place = 0;
    int[] row = new int[features];
    for (int index = 0; index < data.blocks(); index++) {
      BoundedDataset.Block block = data.block(index);
      long[] integers = data.integers(index);
      for (int i = 0; i < block.rows(); i++) {
        long[] point = points[place++];
        if (areDeclared()) {
          for (int j = 0; j < features; j++) {
            point[j] = integers[i * features + j] - middle(declared.get(j));
          }
        } else {
          block.copyTo(i, row);
          Arrays.setAll(point, j -> row[j]);
        }
      }
    }
    return points;
  }

  /** Returns the class of every row: private. */
  static int[] labels(BoundedDataset data) {
    int[] labels = new int[Math.toIntExact(data.privateSize())];
    int place = 0;
    for (int index = 0; index < data.blocks(); index++) {
      BoundedDataset.Block block = data.block(index);
      for (int i = 0; i < block.rows(); i++) {
        labels[place++] = block.label(i);
      }
    }
    return labels;
  }

  /** Returns the model of bounded rows that consists of halfspaces of points. */
  LinearClassifier classifier(BoundedDataset data, List<Halfspace> chosen) {
    double[] steps = new double[features];
    if (!areDeclared()) {
      Arrays.fill(steps, BoundedDataset.GRID_RADIUS);
      return Halfspaces.classifier(
          data, chosen, steps, Collections.nCopies(features, Rational.ZERO));
    }
    // The encoder maps a range to an interval of this length, and divides by the norm.
    boolean fromZero = data.schema().numberScale() == NumberScale.ZERO_TO_ONE;
    double length = (fromZero ? 1 : 2) / data.schema().rowBound().norm();
    Arrays.setAll(steps, j -> (declared.get(j).high() - declared.get(j).low()) / length);
    List<Rational> zeros =
        declared.stream()
            .map(range -> zero(range, fromZero).minus(Rational.of(middle(range))))
            .toList();
    return Halfspaces.classifier(data, chosen, steps, zeros);
  }

  /** The number of a range that is encoded as 0. */
  private static Rational zero(FeatureRange range, boolean fromZero) {
    return fromZero
        ? Rational.of((long) range.low())
        : Rational.of(BigInteger.valueOf((long) range.low() + (long) range.high()), BigInteger.TWO);
  }
}
