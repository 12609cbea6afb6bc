// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting.pld;

import dev.demilune.accounting.numeric.Rounding;

/**
 * The divergence of a composition, from above and from below, read from its tilted sum.
 *
 * <p>With masses p at the knots g = kh, and x = kh - ε between 0 and h,
 *
 * <pre>
 *   δ(ε) = D(k) + (1 - e^-x) B(k),  B(k) = p(k) + e^-h B(k+1),  D(k-1) = D(k) + (1 - e^-h) B(k),
 * </pre>
 *
 * sums of terms that are not negative, so their relative error is a few roundings per knot. Added
 * to the upper one: the mass at infinity, the mass above the window, and the mass below it if ε is
 * below. Taken from the lower one: what was outside the window, {@link TiltedSum#aliased}, times
 * the largest weight e^(κ - λg) (1 - e^(ε - g)) there is.
 */
final class ComposedLoss {

  private static final double U = Rounding.UNIT;

  private final TiltedSum sum;
  private final double spacing;
  private final double tilt;

  /** A knot's loss is the spacing times the knot and this. */
  private final double offset;

  private final double logarithm;
  private final double infiniteUpper;
  private final double infiniteLower;

  /** Bound on the relative error of everything summed here. */
  private final double slack;

  ComposedLoss(TiltedSum sum, LossSteps untilted) {
    TiltedSteps steps = sum.steps();
    this.sum = sum;
    this.spacing = steps.spacing();
    this.tilt = steps.tilt();
    this.offset = steps.offset();
    this.logarithm = steps.logarithm();
    double farthest = tilt * Math.max(Math.abs(loss(sum.first())), Math.abs(loss(sum.last())));
    // 8u per knot for the recurrences, 8u per unit of an exponent, the rest for single operations.
    this.slack =
        2 * steps.logarithmError()
            + U * (8.0 * (sum.last() - sum.first()) + 8 * farthest + 4 * Math.abs(logarithm) + 64);
    double escaped = 0;
    double inflation = 0;
    double finite = 0;
    double ratio = 0;
    for (LossSteps.Kind kind : untilted.kinds()) {
      LossMasses loss = kind.loss();
      double times = (double) kind.times();
      // ln Π(1 - p)^T, accurate for tiny p
      escaped += times * Math.log1p(-Math.min(1, loss.infiniteUpper));
      // Upper masses may add up to more than 1; the product grows by at most e to this excess.
      inflation += times * Math.max(0, LossMasses.total(loss.upper) + loss.infiniteUpper - 1);
      double finiteLower = LossMasses.total(loss.lower);
      finite += times * Math.log(finiteLower); // ln Πs^T; minus infinity if there is no lower mass
      ratio += loss.infiniteLower > 0 ? times * Math.log1p(loss.infiniteLower / finiteLower) : 0;
    }
    // Π(s + p)^T - Πs^T grows with the s; were each s + p = 1, it would be 1 - Π(1 - p)^T.
    this.infiniteUpper =
        Math.min(1, -Math.expm1(escaped) * Math.exp(inflation) * Rounding.PRODUCT_UP);
    // The same difference from the lower masses: Πs^T (Π(1 + p/s)^T - 1).
    double infinite = Math.exp(finite) * Math.expm1(ratio) * Rounding.PRODUCT_DOWN;
    this.infiniteLower = infinite > 0 && infinite <= 1 ? infinite : 0; // NaN if nothing is known
  }

  /** e^(κ - λg), the factor that undoes the tilt of a mass at knot g. */
  private double weight(long knot) {
    return Math.exp(logarithm - tilt * loss(knot));
  }

  /** A tilted mass at a loss, without the tilt; 0 is 0 even where the factor overflows. */
  private double untilted(double mass, double loss) {
    return mass == 0 ? 0 : mass * Math.exp(logarithm - tilt * loss);
  }

  private double loss(long knot) {
    return ((double) knot + offset) * spacing; // knots are below 2^50: exact as doubles
  }

  /** Bounds the smallest ε at a δ &gt; 0. */
  Bounds epsilon(double delta) {
    if (deltaUpper(-stretch()) <= delta) { // at ε = 0, with the sums moved outwards
      return Bounds.of(0, 0);
    }
    double upper = epsilonUpper(delta) + stretch(); // both ends are moved outwards
    double lower = Math.max(0, epsilonLower(delta) - stretch());
    return Bounds.of(Math.min(lower, upper), upper);
  }

  /** Bounds δ at this ε. */
  Bounds delta(double epsilon) {
    double stretch = Math.max(stretch(), 2 * LossMasses.STRETCH * epsilon);
    double upper = deltaUpper(Math.max(0, epsilon - stretch)); // δ falls with ε
    return Bounds.of(Math.min(deltaLower(epsilon + stretch), upper), upper);
  }

  /**
   * The distance of a sum of losses in the window from its knot: all points were stretched by the
   * same factor. A mass that is this much higher has the weight it would have at an ε this much
   * lower, or less.
   */
  private double stretch() {
    double farthest = Math.max(Math.abs(loss(sum.first())), Math.abs(loss(sum.last())));
    return 2 * LossMasses.STRETCH * farthest;
  }

  /** Smallest ε ≥ 0 at which the upper bound on δ is at most this; infinity if there is none. */
  private double epsilonUpper(double delta) {
    double divergence =
        (infiniteUpper + untilted(sum.above(), loss(sum.last())) * (1 + slack)) * (1 + slack);
    if (!(divergence < delta)) { // infinite losses and the tail alone are too much; or NaN
      return Double.POSITIVE_INFINITY;
    }
    double decay = Math.exp(-spacing); // e^-h of the recurrence
    double drop = -Math.expm1(-spacing); // 1 - e^-h, without cancellation
    double scaled = 0;
    // From above, where the terms are small: all are positive, so errors stay relative.
    for (long knot = sum.last(); knot >= sum.first() && loss(knot) > 0; knot--) {
      scaled = scaled * decay + sum.upperMass(knot) * weight(knot) * (1 + 2 * slack); // B(k)
      double next = divergence + drop * scaled; // D(k-1)
      if (!(next < delta)) { // written so that NaN ends here too
        if (Double.isNaN(next)) {
          return Double.POSITIVE_INFINITY;
        }
        // The share of the bucket, rounded down, is taken from its upper end.
        double share = (delta - divergence) / scaled * (1 - 8 * U);
        return upward(knot, share);
      }
      divergence = next;
    }
    return Math.max(0, loss(sum.first()) * (1 + 4 * U)); // no positive knot reaches δ
  }

  private double upward(long knot, double share) {
    // x from 1 - e^-x = share; rounded down, as it is subtracted from an upper end.
    double down = share <= 0 ? 0 : -Math.log1p(-Math.min(share, -Math.expm1(-spacing)));
    return Math.max(0, Math.nextUp(loss(knot) * (1 + 4 * U) - down * (1 - 8 * U)));
  }

  /** Largest ε at which the lower bound on δ is still at least this; 0 if there is none. */
  private double epsilonLower(double delta) {
    double decay = Math.exp(-spacing);
    double drop = -Math.expm1(-spacing);
    double divergence = infiniteLower;
    double scaled = 0;
    for (long knot = sum.last(); knot >= sum.first() && loss(knot) > 0; knot--) {
      // B(k) again, every product rounded down by the slack.
      scaled = scaled * decay + sum.lowerMass(knot) * weight(knot) * Math.max(0, 1 - 2 * slack);
      double next = divergence + drop * scaled;
      double needed = delta + aliased(loss(knot - 1)); // the largest over the bucket
      if (next * (1 - slack) >= needed) {
        // rounds up: it lowers a lower end
        double share = Math.max(0, (needed - divergence) / scaled * (1 + 8 * U));
        double down = share >= drop ? spacing : -Math.log1p(-share); // rounded up below
        return Math.max(0, Math.nextDown(loss(knot) * (1 - 4 * U) - down * (1 + 8 * U)));
      }
      divergence = next;
    }
    return 0;
  }

  private double aliased(double epsilon) {
    // The largest value of e^(-λx) (1 - e^-x) is at e^-x = λ/(1 + λ).
    // 1 at tilt 0, where pow(0, 0) = 1
    double largest = Math.pow(tilt / (1 + tilt), tilt) / (1 + tilt);
    return untilted(sum.aliased(), epsilon) * largest * Rounding.SPECTRUM_UP;
  }

  /** Upper bound on δ at this ε. */
  private double deltaUpper(double epsilon) {
    if (epsilon >= loss(sum.last())) {
      // Chernoff, whatever the window.
      double rounding = 8 * U * (Math.abs(logarithm) + tilt * Math.abs(epsilon) + 1);
      double exponent = sum.steps().logarithmOfMean() - tilt * epsilon + rounding;
      return atMostOne(infiniteUpper + Math.exp(exponent));
    }
    // Mass above the window weighs at most what it would at the last knot, the tilt being ≥ 0.
    double divergence = infiniteUpper + untilted(sum.above(), loss(sum.last()));
    if (epsilon < loss(sum.first())) {
      // Only mass above ε counts, and there e^(κ - λg) is at most its value at ε.
      divergence += untilted(sum.below(), epsilon);
    }
    return atMostOne(at(epsilon, divergence, true) * (1 + 4 * slack));
  }

  /** NaN, which no theorem says anything about, becomes the trivial bound. */
  private static double atMostOne(double bound) {
    return bound < 1 ? bound : 1;
  }

  /** Lower bound on δ at this ε. */
  private double deltaLower(double epsilon) {
    if (epsilon >= loss(sum.last())) { // the window says nothing here: infinite losses remain
      return infiniteLower;
    }
    double divergence = at(epsilon, infiniteLower, false) * (1 - 4 * slack); // rounded down
    double lower = divergence - aliased(epsilon);
    return lower > 0 ? Math.min(1, lower) : 0; // 0 for NaN as well
  }

  private double at(double epsilon, double start, boolean upper) {
    double decay = Math.exp(-spacing);
    double drop = -Math.expm1(-spacing);
    double divergence = start;
    double scaled = 0;
    for (long knot = sum.last(); knot >= sum.first(); knot--) {
      double mass = upper ? sum.upperMass(knot) : sum.lowerMass(knot);
      scaled = scaled * decay + mass * weight(knot);
      // x of the last bucket. At the first knot it may exceed h: no knot lies below.
      double distance = loss(knot) - epsilon;
      if (distance <= spacing || knot == sum.first()) {
        return divergence - Math.expm1(-Math.max(0, distance)) * scaled;
      }
      divergence += drop * scaled;
    }
    return divergence;
  }
}
