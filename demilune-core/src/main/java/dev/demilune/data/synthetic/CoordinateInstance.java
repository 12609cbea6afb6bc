// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.data.synthetic;

/**
 * Rows along orthogonal directions, each with its own secret sign.
 *
 * <p>With d = ⌊1/γ²⌋ features and signs s, a row is τe_i with label τs_i, with direction i and sign
 * τ uniform; s/√d separates with margin 1/√d ≥ γ.
 *
 * <p>Hard for: every private learner, pure or approximate. Only the n/d rows of a direction give
 * information about its sign, and group privacy protects them: about d/ε rows are needed ({@code
 * demilune plan} has the constants).
 *
 * <p><b>Source.</b> Ghazi, Kumar, Manurangsi and Nguyen (2021), Theorem 4, with a corrected
 * separator.
 */
public final class CoordinateInstance extends HardInstance {

  /** Creates rows with as many directions as the margin allows. */
  public CoordinateInstance(double margin) {
    super(directions(margin), margin);
  }

  private static int directions(double margin) {
    checkMargin(margin, 1);
    double directions = Math.floor(1 / (margin * margin) * (1 + 1e-9)); // 0.1 gives 100, not 99
    if (directions > 1_000_000) {
      throw new IllegalArgumentException(
          "margin must be at least 0.001, for a million features, got " + margin);
    }
    return (int) directions;
  }

  @Override
  Rows start(Draws draws) {
    int[] signs = new int[features()];
    java.util.Arrays.setAll(signs, j -> draws.sign());
    return into -> {
      int direction = draws.below(into.length);
      int side = draws.sign();
      into[direction] = side;
      return side * signs[direction]; // margin |s_i|/√d = 1/√d in every direction
    };
  }
}
