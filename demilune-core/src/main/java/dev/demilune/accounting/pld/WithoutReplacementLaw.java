// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting.pld;

/**
 * The privacy loss of a step on a random part of the rows of fixed size, when one row is replaced.
 *
 * <p><b>Claim.</b> Let the inner pair (A, B), its own mirror image, dominate the step when one row
 * is replaced, and q be the share of the rows that is drawn. This pair dominates both directions.
 *
 * <p><b>Proof.</b> Couple the samples of two neighbors so that they differ only where the row
 * concerned is drawn, which has probability q; where it is not drawn, compare with a sample in
 * which it takes the place of another row. For α = e^t ≥ 1 this bounds the divergence by that of qA
 * + (1-q)B against B (Zhu, Dong and Wang 2022; Balle, Barthe and Gaboardi 2018, Theorem 9). For α
 * &lt; 1 exchange the two neighbors: the bound is the mirror image of the first. So losses above 0
 * are those of the first pair, losses below 0 those of its mirror image, and what is left sits at
 * 0. ∎
 *
 * <p>The proof lets the row concerned take the place of any other, features and all. Where only a
 * label is replaced, the step is known to be private against that change alone, and the claim is
 * false: "release which row was drawn, and its label by randomized response" gains nothing.
 *
 * <p>It is one pair, not two directions: composing qA + (1-q)B against B alone would be wrong, as
 * steps of both directions may be mixed (Lebeda, Regehr, Kamath and Steinke 2024).
 */
public record WithoutReplacementLaw(LossLaw inner, double share) implements SymmetricLaw {

  private LossLaw removing() {
    return new SampledLaw(inner, share);
  }

  @Override
  public double pAbove(double t) {
    return removing().pAbove(t); // losses above 0 are those of qA + (1-q)B against B
  }

  @Override
  public double qAbove(double t) {
    return removing().qAbove(t);
  }

  @Override
  public Estimate above(double t) {
    return removing().above(t);
  }

  @Override
  public double error(double t) {
    return removing().error(Math.abs(t)) + 0x1p-50; // and the factor e^t of the mirrored half
  }

  /** 1 - P(L &gt; 0) - Q(L &gt; 0), with A(l &gt; 0) = 1 - B(l &gt; 0) - the inner atom at 0. */
  @Override
  public double atZero() {
    return (1 - share) * (1 - 2 * inner.qAbove(0)) + share * SymmetricLaw.atomAtZero(inner);
  }

  @Override
  public double atInfinity() {
    return Math.max(0, removing().atInfinity());
  }

  @Override
  public boolean canBeInfinite() {
    return inner.canBeInfinite();
  }

  @Override
  public double highest() {
    return removing().highest();
  }
}
