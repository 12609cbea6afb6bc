// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.data.synthetic;

import dev.demilune.internal.Check;
import dev.demilune.internal.Vectors;

/**
 * Rows squeezed toward the border between the classes: no margin at all.
 *
 * <p>Points are uniform in a cube of half side 1/√d, turned at random; the label is the side of its
 * middle plane. Of a given share of the rows the height above that plane is multiplied by the
 * width. So the rows of the strip fill all other directions d times over, and the one that decides
 * hardly at all.
 *
 * <p>Hard for: learners that add noise of a fixed norm, whatever the rows are. Sums of y·x have
 * only width/√d of the normal, less than they have of other directions by chance; and to be right
 * on the strip a normal must be within about the width of the true one.
 */
public final class StripInstance extends HardInstance {

  private final double width;
  private final double share;

  /**
   * Creates rows of which some lie in a strip.
   *
   * @param features at least 2
   * @param width of the strip, relative to the cube
   * @param share of the rows that lie in it
   */
  public StripInstance(int features, double width, double share) {
    super((int) Check.between("features", features, 2, 1_000_000), /* margin= */ 0);
    this.width = within("width", width);
    this.share = within("the share of rows in the strip", share);
  }

  private static double within(String name, double value) {
    if (!(value >= 0 && value <= 1)) {
      throw new IllegalArgumentException(name + " must be between 0 and 1, got " + value);
    }
    return value;
  }

  @Override
  Rows start(Draws draws) {
    // A reflection turns the first axis into a random direction.
    double[] mirror = new double[features()];
    draws.unit(mirror);
    double half = 1 / Math.sqrt(features());
    return into -> {
      for (int j = 0; j < into.length; j++) {
        into[j] = half * (2 * draws.uniform() - 1);
      }
      int label = into[0] < 0 ? -1 : 1;
      into[0] *= draws.uniform() < share ? width : 1;
      double twice = 2 * Vectors.dot(into, mirror);
      for (int j = 0; j < into.length; j++) {
        into[j] -= twice * mirror[j];
      }
      return label;
    };
  }
}
