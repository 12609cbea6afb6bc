// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.data.synthetic;

/**
 * One-dimensional rows on which the hinge loss requires a large weight, although a small one
 * misclassifies no more.
 *
 * <p>With α = γ/2, a row is 1 with label -1 or -1 with label 1, each with probability α/2, and γ
 * with label 1 or -γ with label -1 otherwise. Any positive weight misclassifies a fraction α of the
 * rows. The hinge loss max(0, 1 - yxw) has its minimum (1 + γ)/2 at w = 1/γ; among weights up to 1
 * its minimum is 1 - γ(1 - γ)/2, at 1.
 *
 * <p>Hard for: learners whose noise grows with the norm of the weights they search: a small hinge
 * loss implies neither a small error nor a small weight. {@link #margin} is the distance of most
 * rows; no halfspace separates all rows with it.
 *
 * <p><b>Source.</b> Bassily, Mohri and Suresh (2022), appendix H.
 */
public final class HingeTrapInstance extends HardInstance {

  /** Creates rows at distance γ, below 1, and a few at 1 on the wrong side. */
  public HingeTrapInstance(double margin) {
    super(1, checkMargin(margin, 0.999));
  }

  @Override
  Rows start(Draws draws) {
    return into -> {
      int side = draws.sign();
      boolean wrong = draws.uniform() < margin() / 2; // α = γ/2 for both sides together
      into[0] = wrong ? side : side * margin();
      return wrong ? -side : side;
    };
  }
}
