// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.robust;

import dev.demilune.model.NetworkClassifier;
import dev.demilune.model.NetworkLayer;
import dev.demilune.schema.EncodedRow;

/**
 * The radius of a network of rectified linear units.
 *
 * <p><b>Claim.</b> As {@link CertifiedRadius} says.
 *
 * <p><b>Proof.</b> Fix a rival j; the smallest of the rivals' radii is returned.
 *
 * <p>(1) <em>Slope.</em> A layer is |W|-Lipschitz, where |W| is the largest singular value of its
 * weights, and rectifying is 1-Lipschitz. So the margin of y over j changes by at most L = |w_y -
 * w_j|·Π|W_l| per unit of the unit ball, where w are the rows of the last layer (zero for the first
 * of two classes) and the product is over the others; {@link SpectralBound} bounds each factor from
 * above. A margin g at u therefore stays positive at distances below g/L, and {@link
 * UnitBallRadius} converts to the row's own units.
 *
 * <p>(2) <em>Rounding.</em> Let F_l be the Frobenius norm of a layer's weights, b_l its biases, m_l
 * its inputs and u = 2⁻⁵³. A bounded row has norm at most s_0 = 1 and is off by at most e_0 = (d/2
 * + 24)u; the vector of units has norm at most s_l = F_l·s_(l-1) + |b_l|, and a sum of m + 1 terms
 * is off by at most 1.01(m + 1)u times the sum of their absolute values, so units are off by at
 * most e_l = F_l·e_(l-1) + 1.01(m_l + 1)u·(s_l + F_l·e_(l-1)). With E the last of these, the
 * program can prefer j at z only where the exact margin is at most 2E, and the computed margin at
 * the row is off by at most 3E, its own subtraction included: 8E is subtracted, the rounding of E
 * included. Where a layer's Frobenius norm is not between 1e-80 and 1e80, products may leave the
 * range of doubles and the radius is 0, as it is after overflow and for NaN. ∎
 *
 * <p><b>Source.</b> The bound by a product of norms is folklore (Szegedy and others 2014). It is
 * sound and often far below the true distance, increasingly so with more layers.
 */
final class NetworkRadius implements CertifiedRadius {

  private static final double SMALLEST = 1e-80;
  private static final double LARGEST = 1e80;

  private final NetworkClassifier model;
  private final int classes;
  private final double hidden; // the slope of all layers but the last
  private final double scoreError; // E; NaN where products may leave the range of doubles

  NetworkRadius(NetworkClassifier model) {
    this.model = model;
    this.classes = model.labels().size();
    double product = 1;
    double size = 1; // s_0: a bounded row has norm at most 1
    double error = (model.schema().features() / 2.0 + 24) * GreatCircle.UNIT;
    for (int l = 0; l < model.layers().size(); l++) {
      NetworkLayer layer = model.layers().get(l);
      double frobenius = SpectralBound.frobenius(layer);
      boolean empty = frobenius == 0 && isZero(layer); // not just underflowed squares
      if (!empty && !(frobenius >= SMALLEST && frobenius <= LARGEST)) {
        error = Double.NaN; // stays NaN, and every radius becomes 0
      }
      double biases = 0;
      for (int unit = 0; unit < layer.units(); unit++) {
        biases += Math.abs(layer.bias(unit)); // the L1 norm bounds |b_l|
      }
      size = frobenius * size + biases;
      error =
          frobenius * error
              + 1.01 * (layer.inputs() + 1.0) * GreatCircle.UNIT * (size + frobenius * error);
      if (l < model.layers().size() - 1) {
        product *= SpectralBound.of(layer); // an upper bound of |W_l|
      }
    }
    scoreError = error;
    hidden = product;
  }

  private static boolean isZero(NetworkLayer layer) {
    for (int unit = 0; unit < layer.units(); unit++) {
      for (int input = 0; input < layer.inputs(); input++) {
        if (layer.weight(unit, input) != 0) {
          return false;
        }
      }
    }
    return true;
  }

  /** L. */
  private double slope(int predicted, int rival) {
    NetworkLayer last = model.layers().get(model.layers().size() - 1);
    double squares = 0;
    double sum = 0;
    for (int i = 0; i < last.inputs(); i++) {
      double difference = weight(last, predicted, i) - weight(last, rival, i);
      squares += difference * difference;
      sum += Math.abs(difference);
    }
    // The L1 norm bounds the L2 norm, and does not underflow where squares do.
    double length = squares >= SMALLEST * SMALLEST ? Math.sqrt(squares) : sum;
    return length * hidden * (1 + 1e-9) + 1e-140; // rounds up
  }

  private static double weight(NetworkLayer last, int classIndex, int input) {
    if (last.units() == 1) {
      // one output for two classes: the first scores 0
      return classIndex == 0 ? 0 : last.weight(0, input);
    }
    return last.weight(classIndex, input);
  }

  @Override
  public double radius(EncodedRow row) {
    return radius(row, model.predict(row));
  }

  @Override
  public double radius(EncodedRow row, int predicted) {
    double[] scores = new double[classes];
    model.scores(row, scores);
    double smallest = Double.POSITIVE_INFINITY; // in the unit ball
    for (int rival = 0; rival < classes; rival++) {
      if (rival != predicted) {
        // Proof (2), and underflow
        double margin = scores[predicted] - scores[rival] - 8 * scoreError - 1e-150;
        double distance = margin > 0 ? margin / slope(predicted, rival) * UnitBallRadius.LOWER : 0;
        smallest = Math.min(smallest, distance);
      }
    }
    return UnitBallRadius.ofRow(model.schema().rowBound(), row.norm(), smallest);
  }
}
