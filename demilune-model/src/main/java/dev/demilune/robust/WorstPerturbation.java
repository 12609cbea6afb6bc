// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.robust;

import dev.demilune.internal.Vectors;
import dev.demilune.model.LinearClassifier;
import dev.demilune.schema.EncodedRow;
import dev.demilune.schema.RowBound;
import java.util.Optional;

/**
 * The nearest row at which a linear model's prediction can change, in closed form.
 *
 * <p>The counterpart of {@link CertifiedRadius}: within the radius nothing changes, and this class
 * finds the change just beyond. The result is approximate and carries no guarantee; use it to
 * attack a model or to show what a flipped prediction looks like.
 *
 * <p>{@link GreatCircle} finds the point in the half-plane that contains the row and the difference
 * v of two classes' weights. On the boundary two classes tie. One further step against v breaks the
 * tie: the margin nt/max(|z|, B) + β never grows as t falls at fixed h, because its derivative is
 * n/B inside the ball of clipping and nh²/|z|³ outside.
 */
public final class WorstPerturbation {

  private final int rival;
  private final double distance;
  private final double[] point;
  private final double[] against; // unit vector along which the margin falls

  private WorstPerturbation(int rival, double distance, double[] point, double[] against) {
    this.rival = rival;
    this.distance = distance;
    this.point = point;
    this.against = against;
  }

  /** Finds the nearest change; empty if every row has the same prediction. */
  public static Optional<WorstPerturbation> of(LinearClassifier model, EncodedRow row) {
    int predicted = model.predict(row);
    double[] x = dense(row, model.features());
    WorstPerturbation nearest = null;
    for (int rival = 0; rival < model.classes(); rival++) {
      if (rival != predicted) {
        WorstPerturbation candidate = toward(rival, predicted, model, x);
        if (candidate != null && (nearest == null || candidate.distance < nearest.distance)) {
          nearest = candidate;
        }
      }
    }
    return Optional.ofNullable(nearest);
  }

  private static WorstPerturbation toward(
      int rival, int predicted, LinearClassifier model, double[] x) {
    int features = x.length;
    double[] v = new double[features];
    for (int j = 0; j < features; j++) {
      v[j] = model.weight(predicted, j) - model.weight(rival, j);
    }
    double n = length(v);
    double bias = model.bias(predicted) - model.bias(rival);
    if (n == 0) { // the two scores differ by the bias everywhere
      return bias > 0 ? null : new WorstPerturbation(rival, 0, x, new double[features]);
    }
    double[] axis = scaled(v, 1 / n);
    double t = Vectors.dot(axis, x);
    double[] off = plus(x, -t, axis); // across the axis; h is its norm
    double h = length(off);
    RowBound bound = model.schema().rowBound();
    double clip = bound.rule() == RowBound.Rule.CLIP ? bound.norm() : 0;
    GreatCircle nearest = GreatCircle.nearest(n, bias, clip, t, h, features);
    if (Double.isInfinite(nearest.distance())) {
      return null;
    }
    // on the axis every direction across is as near
    double[] sideways = h > 0 ? scaled(off, 1 / h) : perpendicular(axis);
    double[] point = plus(scaled(axis, nearest.along()), nearest.across(), sideways);
    return new WorstPerturbation(rival, nearest.distance(), point, scaled(axis, -1));
  }

  /** Returns the class that ties with the prediction at the nearest point. */
  public int rival() {
    return rival;
  }

  /** Returns the distance to the nearest point, not rounded to either side. */
  public double distance() {
    return distance;
  }

  /** Returns the nearest point, where the two classes tie: an encoded row, before bounding. */
  public double[] point() {
    return point.clone();
  }

  /** Returns the nearest point moved by this distance to the side where the rival wins. */
  public double[] beyond(double step) {
    return plus(point, step, against);
  }

  private static double[] dense(EncodedRow row, int features) {
    double[] x = new double[features];
    for (int i = 0; i < row.size(); i++) {
      x[row.index(i)] = row.value(i);
    }
    return x;
  }

  /** A unit vector orthogonal to a unit vector: the axis farthest from it, orthogonalized. */
  private static double[] perpendicular(double[] axis) {
    if (axis.length == 1) {
      return new double[1];
    }
    int smallest = 0;
    for (int j = 1; j < axis.length; j++) {
      // The axis of the smallest entry is farthest: |off|² is at least 1 - 1/features.
      if (Math.abs(axis[j]) < Math.abs(axis[smallest])) {
        smallest = j;
      }
    }
    double[] coordinate = new double[axis.length];
    coordinate[smallest] = 1;
    double[] off = plus(coordinate, -axis[smallest], axis);
    return scaled(off, 1 / length(off));
  }

  private static double length(double[] a) {
    return Math.sqrt(Vectors.dot(a, a));
  }

  private static double[] scaled(double[] a, double factor) {
    double[] result = new double[a.length];
    for (int j = 0; j < a.length; j++) {
      result[j] = factor * a[j];
    }
    return result;
  }

  private static double[] plus(double[] a, double factor, double[] b) {
    double[] result = a.clone();
    for (int j = 0; j < a.length; j++) {
      result[j] += factor * b[j];
    }
    return result;
  }
}
