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
 * <p>It is the other side of {@link CertifiedRadius}: the radius says that nothing changes within
 * it, this class shows the change just beyond. It answers up to rounding and promises nothing; use
 * it to attack a model and to show someone what a flipped prediction looks like.
 *
 * <p>The point is found by {@link GreatCircle} in the half-plane that holds the row and the
 * difference v of two classes' weights. On the boundary two classes tie. One step further against v
 * decides it: the margin nt/max(|z|, B) + β never grows as t falls while h stays, because its
 * derivative is n/B inside the ball of clipping and nh²/|z|³ outside.
 */
public final class WorstPerturbation {

  private final int rival;
  private final double distance;
  private final double[] point;
  private final double[] against; // unit vector that takes the margin down

  private WorstPerturbation(int rival, double distance, double[] point, double[] against) {
    this.rival = rival;
    this.distance = distance;
    this.point = point;
    this.against = against;
  }

  /** Finds the nearest change; empty when no row at all is predicted differently. */
  public static Optional<WorstPerturbation> of(LinearClassifier model, EncodedRow row) {
    int predicted = model.predict(row);
    double[] x = dense(row, model.features());
    WorstPerturbation nearest = null;
    for (int rival = 0; rival < model.classes(); rival++) {
      if (rival != predicted) {
        WorstPerturbation candidate = towards(rival, predicted, model, x);
        if (candidate != null && (nearest == null || candidate.distance < nearest.distance)) {
          nearest = candidate;
        }
      }
    }
    return Optional.ofNullable(nearest);
  }

  private static WorstPerturbation towards(
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
    double[] off = plus(x, -t, axis);
    double h = length(off);
    RowBound bound = model.schema().rowBound();
    double clip = bound.rule() == RowBound.Rule.CLIP ? bound.norm() : 0;
    GreatCircle nearest = GreatCircle.nearest(n, bias, clip, t, h, features);
    if (Double.isInfinite(nearest.distance())) {
      return null;
    }
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

  /** Returns the nearest point moved on by this length, to where the rival wins. */
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

  /** A unit vector at right angles to a unit vector: the most distant coordinate axis, made so. */
  private static double[] perpendicular(double[] axis) {
    if (axis.length == 1) {
      return new double[1];
    }
    int smallest = 0;
    for (int j = 1; j < axis.length; j++) {
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
