// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.GaussianCalibration;
import dev.demilune.privacy.Guarantee;
import dev.demilune.privacy.PureDp;
import java.util.Locale;

/**
 * Rows times budget: μ·n per unit of one row's contribution. This public number determines how well
 * a linear learner can do.
 */
public final class RowsTimesBudget {

  private RowsTimesBudget() {}

  /** 0 where the number of rows is not known, and where the guarantee has no μ. */
  public static double of(Shape shape, Guarantee guarantee) {
    return mu(shape, guarantee) * shape.rows() / shape.adjacency().contributionsChanged();
  }

  /** For pure noise on a vector, that of Gaussian noise as large in each of its entries. */
  private static double mu(Shape shape, Guarantee guarantee) {
    if (guarantee instanceof PureDp pure) {
      return pure.epsilon() / Math.sqrt(shape.features() + 1.0);
    }
    try {
      return GaussianCalibration.mu(guarantee);
    } catch (DemiluneException e) {
      return 0;
    }
  }

  public static String describe(double signal) {
    return "rows times budget is " + String.format(Locale.ROOT, "%.3g", signal);
  }
}
