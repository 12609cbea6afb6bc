// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.robust;

/**
 * The nearest point of a flip region, computed in the plane through the row and the weights.
 *
 * <p>A class y beats its rival j at the row z as long as v·u(z) + β &gt; 0, where v is the
 * difference of their weights, β of their biases, and u(z) = z / max(|z|, B): B is the norm of
 * clipping, and B = 0 stands for scaling. With n = |v|, the <em>flip region</em> is
 *
 * <pre>F = { z : v·z + β·max(|z|, B) ≤ 0 }.</pre>
 *
 * <p>Membership depends on z only through t, its coordinate along v, and h ≥ 0, its distance from
 * the axis through v: F is a solid of revolution, and the half-plane (t, h) is one of its
 * meridians.
 *
 * <p><b>Claim.</b> Let x ∉ F have coordinates (t, h), in at least two dimensions. If β &gt; n then
 * F is empty. Otherwise put cos φ = −β/n with 0 ≤ φ ≤ π and e = (cos φ, sin φ); the distance from x
 * to the closure of F is the smaller of the distances, in the half-plane, to the segment from (B
 * cos φ, 0) to B·e and to the ray {λe : λ ≥ B}. In one dimension it is the distance to the
 * segment's foot B cos φ alone.
 *
 * <p><b>Proof.</b> Since v·z ≥ −n|z|, the left side of F's inequality is at least (β − n)·max(|z|,
 * B), which is positive for β &gt; n: F is empty (with B = 0 the zero row, which scores β &gt; 0,
 * is not in it either). Also β &gt; −n, or x would be in F; so φ exists. Let z have coordinates (p,
 * q) and let α be the angle between the half-planes of x and z; then |z − x|² = (p − t)² + q² + h²
 * − 2qh·cos α, least at α = 0. Turning z about the axis does not leave F, so the nearest point lies
 * in x's own half-plane. There, F is {p ≤ B cos φ} inside the disc of radius B and {angle ≥ φ}
 * outside of it; both meet the circle in the point B·e. So the points of F that are limits of
 * points outside of it lie on the segment p = B cos φ, 0 ≤ q ≤ B sin φ, or on the ray. The point of
 * the closure of F nearest to x is such a limit (all points between it and x are outside F), and
 * segment and ray belong to the closure. In one dimension there is no half-plane, only the axis:
 * there F = {p ≤ B cos φ}, because on p ≤ −B we have np + β|p| = −(n − β)|p| ≤ 0, and on p ≥ B it
 * is (n + β)p &gt; 0. ∎
 *
 * <p>Under scaling B = 0: the segment shrinks to the apex, F is a circular cone, and the claim
 * reads |x|·sin(φ − θ), or |x| where φ − θ exceeds a right angle, θ being the angle between x and
 * v. No inverse cosine is needed, and sin φ = √((n − β)(n + β))/n has no cancellation.
 *
 * <p><b>Rounding.</b> Given the doubles n, β, B, t and h, the distance returned differs from the
 * exact one by at most 32·2⁻⁵³·(√(t² + h²) + B). A row within rounding of F counts as being in F.
 * Proof: cos φ and sin φ carry relative errors of at most 4·2⁻⁵³, λ ≤ max(|x|, B) an absolute one
 * of 8·2⁻⁵³·max(|x|, B) (an error in λ moves the candidate by as much), and the differences and the
 * hypotenuse one of 2⁻⁵³ each. The sign of nt + β·max(|x|, B) is wrong only where its size is below
 * 8·2⁻⁵³·n·max(|x|, B), and there the answer is 0. ∎
 *
 * @param distance from the row to the flip region; 0 inside it, infinite if it is empty
 * @param along the nearest point's coordinate along v
 * @param across the nearest point's distance from the axis
 */
record GreatCircle(double distance, double along, double across) {

  /** Half the distance from 1 to the next double: the largest relative error of one operation. */
  static final double UNIT = 0x1p-53;

  private static final GreatCircle NEVER =
      new GreatCircle(Double.POSITIVE_INFINITY, Double.NaN, Double.NaN);

  /** n = weights, β = bias, B = clip (0 for scaling), as in the claim. */
  static GreatCircle nearest(
      double weights, double bias, double clip, double t, double h, int dimensions) {
    if (bias > weights) { // F is empty, see Proof
      return NEVER;
    }
    double length = Math.hypot(t, h);
    double reach = Math.max(length, clip); // max(|x|, B)
    double margin = weights * t + bias * reach;
    if (!(margin > 8 * UNIT * weights * reach)) { // in the region, or too close to tell, or NaN
      return new GreatCircle(0, t, h);
    }
    // |bias| <= weights from here on: below -weights, the margin cannot be positive.
    double cosine = -bias / weights;
    // A product of two factors: 1 - cos² would cancel near the axis.
    double sine = Math.sqrt(Math.max(0, weights - bias) * Math.max(0, weights + bias)) / weights;
    // the nearest point of the segment
    GreatCircle segment = at(clip * cosine, Math.min(h, clip * sine), t, h);
    if (dimensions == 1) {
      return segment;
    }
    // the foot of the perpendicular, or the ray's start
    double lambda = Math.max(clip, t * cosine + h * sine);
    GreatCircle ray = at(lambda * cosine, lambda * sine, t, h);
    return ray.distance < segment.distance ? ray : segment;
  }

  private static GreatCircle at(double along, double across, double t, double h) {
    return new GreatCircle(Math.hypot(t - along, h - across), along, across);
  }
}
