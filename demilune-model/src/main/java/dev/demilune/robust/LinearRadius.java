// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.robust;

import dev.demilune.model.LinearClassifier;
import dev.demilune.schema.EncodedRow;
import dev.demilune.schema.RowBound;

/**
 * The radius of a linear model.
 *
 * <p>It is the distance to the nearest point at which some other class wins or ties, not a
 * Lipschitz bound; {@link WorstPerturbation} shows that point.
 *
 * <p><b>Claim.</b> Let y = predict(x) and r the radius returned for x. Then predict(z) = y for
 * every vector z of doubles with |z − x| ≤ r; here predict is the program with its rounding, not an
 * idealization.
 *
 * <p><b>Proof.</b> Fix a rival j; the smallest of the rivals' radii is returned. Let v, β, t, h, B
 * and the flip region F(v, β) be as in {@link GreatCircle}, d the number of features, W the sum of
 * the norms of both classes' weights, X = |x|, and g = 4(d + 16)·2⁻⁵³.
 *
 * <p>(1) <em>The program's own rounding.</em> A sum of d products in doubles is off by at most
 * 1.01·d·2⁻⁵³ times the sum of their absolute values, at most |w_k||z| by Cauchy and Schwarz. The
 * norm of z is off by at most a factor of 1 ± (d/2 + 3)·2⁻⁵³, and bounding, adding the bias and
 * rounding add less than 4·2⁻⁵³; bounded rows have norm at most 1. So the computed score of class k
 * is off by at most (1.6·d + 8)·2⁻⁵³·(|w_k| + |b_k|), and the program can prefer j only where v·u +
 * β ≤ η, with η the sum of the two errors.
 *
 * <p>(2) <em>The computed n.</em> n is off by at most a factor of 1 ± (d/2 + 4)·2⁻⁵³. Let v' be v
 * scaled to the computed norm. As |u| ≤ 1, v·u + β ≤ η implies v'·u + β − η − |v − v'| ≤ 0. With τ
 * = g·(W + |b_y| + |b_j|), which exceeds η + |v − v'| and the rounding of β, every z at which the
 * program can prefer j is in F(v', β − τ).
 *
 * <p>(3) <em>The computed t and h.</em> By (1), t is off by at most g·q·X, where q = W/n. Where h =
 * √((X − t)(X + t)), h² is off by at most 3·g·q·X², so h by at most 3·g·q·X·(X/h); this is used for
 * h &gt; X/4 only. Closer to the axis h is computed as |x − (t/n)·v|, off by at most 3·g·q·X. Let
 * x' be the point with the computed coordinates, in the half-plane of x. Distances to a set are
 * 1-Lipschitz, so the distance from x to F(v', β − τ) is at least that from x' less |x − x'|, and
 * {@link GreatCircle} gives the latter up to g·(X + B).
 *
 * <p>Subtracting g·q·X + 3·g·q·X·(X/h or 1) + 3·g·(X + B) leaves a number strictly below the
 * distance. Where the difference is not positive we return 0, and at z = x nothing changes.
 *
 * <p>(4) <em>The limits of doubles.</em> Squares of weights lost to underflow change n and W by
 * less than 1e-150, which τ includes. {@link EncodedRow} takes values below 1e-100 for 0, which
 * moves z by less than g·(X + B) as long as X + B ≥ 1e-80, and cuts values above 1e100, which no z
 * in reach has (|z| ≤ 2X + B) as long as X + B ≤ 1e80; outside these limits we return 0 unless F is
 * empty. Overflow and NaN give 0 as well. ∎
 *
 * <p>The amount subtracted is about 1e-11 of |x| for a thousand features. An object is immutable
 * and may be shared between threads.
 *
 * <p><b>Source.</b> The distance to the cone generalizes the certificate of Ghazi, Kumar,
 * Manurangsi and Nguyen (2021), which is the case without a bias.
 */
final class LinearRadius implements CertifiedRadius {

  private static final double SMALLEST = 1e-80; // see Proof (4)
  private static final double LARGEST = 1e80;

  private final LinearClassifier model;
  private final ClassGeometry geometry;
  private final double clip;
  private final double rounding; // g

  /** Prepares a model: norms of the differences of all pairs of classes' weights. */
  LinearRadius(LinearClassifier model) {
    this.model = model;
    this.geometry = ClassGeometry.of(model);
    RowBound bound = model.schema().rowBound();
    this.clip = bound.rule() == RowBound.Rule.CLIP ? bound.norm() : 0;
    this.rounding = 4 * (model.features() + 16.0) * GreatCircle.UNIT;
  }

  @Override
  public double radius(EncodedRow row) {
    return radius(row, model.predict(row));
  }

  @Override
  public double radius(EncodedRow row, int predicted) {
    double[] products = new double[model.classes()];
    model.dotProducts(row, products);
    double smallest = Double.POSITIVE_INFINITY;
    for (int rival = 0; rival < model.classes(); rival++) {
      if (rival != predicted) {
        smallest = Math.min(smallest, against(rival, predicted, row, products));
      }
    }
    return smallest;
  }

  private double against(int rival, int predicted, EncodedRow row, double[] products) {
    double n = geometry.distance(predicted, rival); // |w_y - w_j|, the n of the claim
    double lengths = geometry.length(predicted) + geometry.length(rival);
    double biases = Math.abs(model.bias(predicted)) + Math.abs(model.bias(rival));
    double tau = rounding * (lengths + biases) + 1e-150; // Proof (2), and underflow by Proof (4)
    double bias = model.bias(predicted) - model.bias(rival) - tau;
    double x = row.norm();
    if (bias > n) {
      return Double.POSITIVE_INFINITY; // no row can prefer the rival
    }
    if (!(x + clip >= SMALLEST && x + clip <= LARGEST)) {
      return 0;
    }
    double q = lengths / n; // infinite or NaN for n = 0, which ends in 0 below
    // |t| ≤ |x| holds exactly
    double t = Math.max(-x, Math.min(x, (products[predicted] - products[rival]) / n));
    double h = Math.sqrt((x - t) * (x + t)); // no cancellation for h > x/4
    double amplification = 1;
    if (h > x / 4) {
      amplification = x / h; // below 4
    } else {
      // slow, but accurate near the axis; rare
      h = geometry.distanceFromAxis(row, predicted, rival, t / n);
    }
    double distance = GreatCircle.nearest(n, bias, clip, t, h, model.features()).distance();
    double subtracted = rounding * (q * x * (1 + 3 * amplification) + 3 * (x + clip));
    double radius = distance - subtracted; // rounds down: errs on the safe side
    return radius > 0 ? radius : 0; // NaN included
  }
}
