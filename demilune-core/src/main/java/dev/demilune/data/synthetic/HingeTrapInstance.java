// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.data.synthetic;

/**
 * Numbers of which the hinge loss wants a huge weight, though a small one is as right.
 *
 * <p>With α = γ/2, a row is 1 with label -1 or -1 with label 1, each with probability α/2, and γ
 * with label 1 or -γ with label -1 otherwise. Any positive weight is wrong on a share α of the
 * rows. The hinge loss max(0, 1 - yxw) is least at w = 1/γ, where it is (1 + γ)/2; among weights up
 * to 1 it is least at 1, where it is 1 - γ(1 - γ)/2.
 *
 * <p>Hard for: learners whose noise grows with the length of the weights that they look for: a
 * small hinge loss does not come with a small error, nor with a small weight. {@link #margin} is
 * the distance of most rows; no half-space keeps it from all.
 *
 * <p><b>Source.</b> Bassily, Mohri and Suresh (2022), appendix H.
 */
public final class HingeTrapInstance extends HardInstance {

  /** Rows at the distance γ, below 1, and a few at 1 on the wrong side. */
  public HingeTrapInstance(double margin) {
    super(1, checkMargin(margin, 0.999));
  }

  @Override
  Rows start(Draws draws) {
    return into -> {
      int side = draws.sign();
      boolean wrong = draws.uniform() < margin() / 2;
      into[0] = wrong ? side : side * margin();
      return wrong ? -side : side;
    };
  }
}
