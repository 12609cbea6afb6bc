// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.robust;

import dev.demilune.DemiluneException;
import dev.demilune.embed.FourierFeatures;
import dev.demilune.model.AdditiveClassifier;
import dev.demilune.model.Classifier;
import dev.demilune.model.EmbeddedClassifier;
import dev.demilune.model.LinearClassifier;
import dev.demilune.model.NetworkClassifier;
import dev.demilune.schema.EncodedRow;

/**
 * How far a row can be moved before a model's prediction can change.
 *
 * <p>The radius is a Euclidean distance in the units of the encoded row before it is clipped or
 * scaled (bytes over 255 for pictures).
 *
 * <p><b>Claim.</b> Let y = predict(x) and r the radius returned for x. Then predict(z) = y for
 * every vector z of doubles with |z − x| ≤ r; here predict is the program with its rounding, not an
 * idealization.
 *
 * <p>Each kind of model has its own class and proof: {@link LinearRadius}, {@link EmbeddedRadius},
 * {@link NetworkRadius}, {@link AdditiveRadius}. An additive model reads columns, not vectors: for
 * it z is any record, and the distance is that of its numbers. An object is immutable and may be
 * shared between threads.
 */
public interface CertifiedRadius {

  /**
   * Prepares a model.
   *
   * @throws DemiluneException if there is no certificate for its kind
   */
  static CertifiedRadius of(Classifier model) {
    if (model instanceof LinearClassifier linear) {
      return new LinearRadius(linear);
    }
    // Projections clip their images, for which no proof is written: refused below.
    if (model instanceof EmbeddedClassifier embedded
        && embedded.embedding() instanceof FourierFeatures features) {
      return new EmbeddedRadius(embedded, features);
    }
    if (model instanceof NetworkClassifier network) {
      return new NetworkRadius(network);
    }
    if (model instanceof AdditiveClassifier additive) {
      return new AdditiveRadius(additive);
    }
    throw new DemiluneException(
        "there is no certified radius for this kind of model: train it without a projection, or"
            + " with a radial kernel");
  }

  /** Returns the radius within which the model's prediction for this row cannot change. */
  double radius(EncodedRow row);

  /** As {@link #radius(EncodedRow)}, for a caller that already has the model's prediction. */
  double radius(EncodedRow row, int predicted);
}
