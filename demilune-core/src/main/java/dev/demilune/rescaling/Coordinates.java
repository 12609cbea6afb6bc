// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.rescaling;

import java.io.Serializable;
import java.util.Arrays;

/** Public linear coordinates: row x has the image Ax, scaled to length one. Immutable. */
public final class Coordinates implements Serializable {

  private static final long serialVersionUID = 1L;

  private final double[] columns; // columns[j·d + i] is A's entry in line i and column j
  private final int dimension;

  private Coordinates(double[] columns, int dimension) {
    this.columns = columns;
    this.dimension = dimension;
  }

  /** Returns the rows' own coordinates. */
  public static Coordinates identity(int dimension) {
    double[] columns = new double[dimension * dimension];
    for (int i = 0; i < dimension; i++) {
      columns[i * dimension + i] = 1;
    }
    return new Coordinates(columns, dimension);
  }

  /** Returns the number of coordinates. */
  public int dimension() {
    return dimension;
  }

  /**
   * Returns A, column after column: column j is the image of the j-th unit vector. It must not be
   * written to.
   */
  public double[] columns() {
    return columns;
  }

  /** Returns BA, scaled so that its largest entry is one; only directions of images matter. */
  Coordinates then(double[][] b) {
    double[] product = new double[columns.length];
    double largest = 0;
    for (int j = 0; j < dimension; j++) {
      for (int i = 0; i < dimension; i++) {
        double sum = 0;
        for (int k = 0; k < dimension; k++) {
          sum += b[i][k] * columns[j * dimension + k];
        }
        product[j * dimension + i] = sum;
        largest = Math.max(largest, Math.abs(sum));
      }
    }
    double scale = 1 / largest;
    for (int i = 0; i < product.length; i++) {
      product[i] *= scale;
    }
    return new Coordinates(product, dimension);
  }

  /** Returns Aᵀw: the weights of rows that give the scores which w gives their images. */
  double[] pullBack(double[] weights) {
    double[] back = new double[dimension];
    for (int j = 0; j < dimension; j++) {
      for (int i = 0; i < dimension; i++) {
        back[j] += columns[j * dimension + i] * weights[i];
      }
    }
    return back;
  }

  /**
   * Scales an image to length one.
   *
   * @return whether it has a direction: if not, its row adds nothing
   */
  public static boolean toUnit(double[] image) {
    double squares = 0;
    for (double entry : image) {
      squares += entry * entry;
    }
    // NaN fails too. A square root is exact in Java: the same bits on every machine.
    if (!(squares > 0 && squares < Double.POSITIVE_INFINITY)) {
      return false;
    }
    double length = Math.sqrt(squares);
    for (int i = 0; i < image.length; i++) {
      image[i] /= length;
    }
    return true;
  }

  @Override
  public String toString() {
    return Arrays.toString(columns);
  }
}
