// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.gradient;

import java.io.Serializable;

/**
 * Says how one row pulls at the weights, given its label and its scores.
 *
 * <p>Implementations are stateless: several threads use one at the same time.
 */
@FunctionalInterface
interface RowRule extends Serializable {

  /**
   * Writes the row's coefficients, a vector of length at most one; {@link CenteredSum} enforces the
   * length.
   *
   * @param scores the row's scores, one per output, divided by the row's length, or by that of the
   *     longest row
   * @return false if the row contributes nothing, in which case nothing need be written
   */
  boolean coefficients(int label, double[] scores, double[] into);

  /**
   * Returns the rule with every coefficient of a row multiplied by the factor of its class.
   *
   * @param factors between 0 and 1, so that no row's vector becomes longer
   */
  default RowRule weighted(double[] factors) {
    double[] byClass = factors.clone();
    return (label, scores, into) -> {
      if (!coefficients(label, scores, into)) {
        return false;
      }
      for (int k = 0; k < into.length; k++) {
        into[k] *= byClass[label];
      }
      return true;
    };
  }
}
