// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.robust;

/**
 * How far a margin stays positive around one row, from the waves it consists of at that row.
 *
 * <p><b>Claim.</b> Let Σ_i C_i(cos t_i − 1) + E_i sin t_i be the change of the margin when the row
 * moves by δ, t_i = ω_i·δ, and let w = Σ β_i ω_i. If the margin at the row is at least g + |Σ E_i
 * ω_i − w||δ|, it stays positive for every |δ| up to the distance.
 *
 * <p><b>Proof.</b> In a block, t_i = r_i v_i with v = SPδ and so |v| ≤ |δ|, S being orthogonal and
 * P a projection ({@link EmbeddedRadius}). Add Σ β_i t_i − w·δ = 0: the change is at least
 *
 * <pre>
 * Σ_i h_i(t_i) − λ Σ_i v_i² − |Σ E_i ω_i − w||δ|,
 * h_i(t) = C_i(cos t − 1) − E_i(t − sin t) + β_i t + κ_i t²/2,
 * </pre>
 *
 * for any λ &gt; 0 and κ_i = 2λ/r_i². Each h_i is at least D_i, its minimum over all t ({@link
 * WaveMinimum}), and Σ_i v_i² ≤ B|δ|² with B blocks. So the margin stays positive as long as Bλ|δ|²
 * &lt; g + Σ D_i. This holds for every λ; the largest distance of a few is returned. ∎
 *
 * <p>λ is a Lagrange multiplier, and the largest distance over λ is what the ball allows if every
 * block moved by itself. Where the β of the blocks are those of one and the same w/B, blocks of
 * waves that are nearly straight all want to move in one direction, and little is lost. The
 * derivative of Σ D_i in λ is Σ v_i² at the minima; the best λ makes it the quotient (g + Σ D_i)/λ,
 * and λ is corrected accordingly.
 *
 * <p><b>Rounding.</b> κ_i is off by at most 4·2⁻⁵³, and a sum of m numbers by (m + 8)·2⁻⁵³ of the
 * sum of their sizes, which is subtracted. The result is lowered by 1e-12 of itself.
 */
final class LocalDistance {

  private static final int TRIES = 5;
  private static final double SETTLED = 0.02; // relative change of λ that is not worth a try

  private final double[] radii;
  private final int blocks;
  private final double[] c;
  private final double[] e;
  private final double[] beta;
  private final WaveMinimum wave = new WaveMinimum();

  private double total; // Σ D_i of the last λ, rounded down
  private double moved; // Σ v_i² at its minima

  /**
   * @param radii r_i
   */
  LocalDistance(double[] radii, int blocks, double[] c, double[] e, double[] beta) {
    this.radii = radii;
    this.blocks = blocks;
    this.c = c;
    this.e = e;
    this.beta = beta;
  }

  /**
   * Returns the distance, or some number ≥ {@code enough} if it is not below that.
   *
   * @param slope about |w|
   */
  double of(double margin, double slope, double enough) {
    double least = leastMultiplier();
    // The best λ of straight waves, unless there is no slope here.
    double lambda = Math.max(slope * slope / (2 * margin * blocks), 2 * least);
    double best = 0;
    for (int attempt = 0; attempt < TRIES; attempt++) {
      minimize(lambda);
      double quotient = (margin + total) / lambda;
      double distance = Math.sqrt(Math.max(0, quotient) / blocks) * UnitBallRadius.LOWER;
      best = Math.max(best, distance); // NaN of a model beyond all bounds ends as NaN
      if (best >= enough) {
        return best;
      }
      // Straight waves: D falls as 1/λ, and Σ v² as its square.
      double wanted = quotient > 0 ? Math.sqrt(moved / quotient) : 2;
      double next = Math.max(lambda * Math.max(0.25, Math.min(4, wanted)), least);
      if (!(Math.abs(next - lambda) > SETTLED * lambda)) {
        break;
      }
      lambda = next;
    }
    return best;
  }

  /** Returns the smallest λ that {@link WaveMinimum} can do with: κ_i ≥ A_i/8 for all i. */
  private double leastMultiplier() {
    double largest = 0;
    for (int i = 0; i < radii.length; i++) {
      largest = Math.max(largest, radii[i] * radii[i] * Math.sqrt(c[i] * c[i] + e[i] * e[i]));
    }
    return largest / (2 * WaveMinimum.STEEPEST) * (1 + 1e-12);
  }

  private void minimize(double lambda) {
    double sum = 0;
    double sizes = 0;
    moved = 0;
    for (int i = 0; i < radii.length; i++) {
      double kappa = 2 * lambda / (radii[i] * radii[i]);
      double bound = wave.bound(c[i], e[i], beta[i], kappa);
      sum += bound;
      sizes += Math.abs(bound);
      double move = wave.at() / radii[i];
      moved += move * move;
    }
    total = sum - (radii.length + 8) * GreatCircle.UNIT * sizes; // rounds down
  }
}
