// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.robust;

/**
 * A lower bound on the minimum over all t of one wave with a linear and a quadratic term,
 *
 * <pre>h(t) = C(cos t − 1) − E(t − sin t) + βt + κt²/2.</pre>
 *
 * <p><b>Claim.</b> Let A = √(C² + E²). For finite C, E, β and κ &gt; 0 with A ≤ 8κ the bound is at
 * most h(t) for every t.
 *
 * <p><b>Proof.</b> h'' = κ − C cos t − E sin t lies between κ − A and κ + A.
 *
 * <p><em>Convex waves,</em> κ ≥ 1.1A. A function whose second derivative is at least κ − A is at
 * least h(s) − h'(s)²/(2(κ − A)) everywhere, for any s. This is returned; s comes from Newton's
 * method, and how well it did is no part of the proof. Where it did not settle, what follows is
 * used, which holds for convex waves as well.
 *
 * <p><em>Other waves.</em> C cos t + E sin t ≥ −A and C ≤ A, so h(t) ≥ κt²/2 − b|t| − 2A with b =
 * |β − E|, which is not negative from |t| = T = (b + √(b² + 4κA))/κ on. As h(0) = 0, the minimum is
 * in [−T, T]. Of equidistant points there, T/N apart, the nearest to it is less than T/N away, and
 * h'' ≤ κ + A: the least value at the points, less (κ + A)(T/N)²/2, is returned. (The points are
 * iT/N for |i| ≤ N.)
 *
 * <p><em>Rounding.</em> For convex waves 1 − cos t and t − sin t are off by at most 100·2⁻⁵³ of
 * themselves: by Taylor's series up to a half, and beyond by {@link Math}, whose sine is off by one
 * unit in the last place. So h is off by at most 2⁻⁴⁴ of the sum of the sizes of its four terms,
 * and h' as well. The one is subtracted, the other added to |h'|. For others, N = 64 rotations by
 * T/N leave cosine and sine off by at most 5·64·2⁻⁵³, and h by at most 2⁻⁴⁴ of (4A + bT + κT²/2),
 * which is subtracted. T and the penalties are raised by 1e-9 of themselves, more than the rounding
 * of A, of κ − A ≥ κ/11 and of the operations on them. Squares that underflow matter only where the
 * caller's slope is below 1e-100. ∎
 *
 * <p>An object is a working space for one thread.
 */
final class WaveMinimum {

  /** κ must be at least A over this. */
  static final double STEEPEST = 8;

  private static final double CONVEX = 1.1;
  private static final int POINTS = 64; // N: on each side of zero
  private static final int NEWTON_STEPS = 8;
  private static final double ACCURATE = 1e-4; // relative loss at which Newton's method stops
  private static final double ROUNDING = 0x1p-44;
  private static final double RAISE = 1 + 1e-9;

  private double at;
  private double sine;
  private double versine; // 1 − cos t
  private double lag; // t − sin t

  /** Returns where the minimum is, about. */
  double at() {
    return at;
  }

  /** Returns the bound. */
  double bound(double c, double e, double beta, double kappa) {
    double amplitude = Math.sqrt(c * c + e * e);
    return kappa >= CONVEX * amplitude
        ? convex(c, e, beta, kappa, amplitude)
        : anywhere(c, e, beta, kappa, amplitude);
  }

  private double convex(double c, double e, double beta, double kappa, double amplitude) {
    at = -beta / (kappa - c); // the minimum of the quadratic part
    for (int step = 0; step < NEWTON_STEPS; step++) {
      turn(at);
      double value = value(c, e, beta, kappa);
      double slope = beta + kappa * at - c * sine - e * versine;
      double sizes =
          Math.abs(beta)
              + kappa * Math.abs(at)
              + Math.abs(c * sine)
              + Math.abs(e) * versine; // of the terms of h'
      double steep = Math.abs(slope) + ROUNDING * sizes; // rounds up
      double penalty = steep * steep / (2 * (kappa - amplitude)) * RAISE;
      if (!(penalty > ACCURATE * Math.abs(value))) {
        return value - penalty;
      }
      at -= slope / (kappa - c * (1 - versine) - e * sine);
    }
    return anywhere(c, e, beta, kappa, amplitude); // Newton's method runs in circles: very rare
  }

  private double anywhere(double c, double e, double beta, double kappa, double amplitude) {
    double b = Math.abs(beta - e);
    double reach = (b + Math.sqrt(b * b + 4 * kappa * amplitude)) / kappa * RAISE; // T
    double apart = reach / POINTS;
    double stepCosine = Math.cos(apart);
    double stepSine = Math.sin(apart);
    double cosine = 1;
    sine = 0;
    double least = 0; // h(0)
    at = 0;
    for (int i = 1; i <= POINTS; i++) {
      double turned = cosine * stepCosine - sine * stepSine;
      sine = cosine * stepSine + sine * stepCosine;
      cosine = turned;
      double t = i * apart;
      double even = c * (cosine - 1) + kappa * t * t / 2;
      double odd = e * sine + (beta - e) * t;
      double value = even - Math.abs(odd); // the smaller of h(t) and h(−t)
      if (value < least) {
        least = value;
        at = odd > 0 ? -t : t;
      }
    }
    double sizes = 4 * amplitude + b * reach + kappa * reach * reach / 2;
    return least - (kappa + amplitude) * apart * apart / 2 * RAISE - ROUNDING * sizes;
  }

  /** Returns h at the place that was turned to, rounded down. */
  private double value(double c, double e, double beta, double kappa) {
    double curved = kappa * at * at / 2;
    double sizes = Math.abs(c) * versine + Math.abs(e * lag) + Math.abs(beta * at) + curved;
    return curved + beta * at - c * versine - e * lag - ROUNDING * sizes;
  }

  private void turn(double t) {
    if (Math.abs(t) <= 0.5) {
      // Taylor's series; what is left out is below 2⁻⁵³ of the sum.
      double z = t * t;
      versine = z / 2 * (1 - z / 12 * (1 - z / 30 * (1 - z / 56 * (1 - z / 90 * (1 - z / 132)))));
      lag = t * z / 6 * (1 - z / 20 * (1 - z / 42 * (1 - z / 72 * (1 - z / 110 * (1 - z / 156)))));
      sine = t - lag;
    } else {
      sine = Math.sin(t);
      double half = Math.sin(t / 2);
      versine = 2 * half * half; // no cancellation
      lag = t - sine; // at least a twenty-fifth of t here
    }
  }
}
