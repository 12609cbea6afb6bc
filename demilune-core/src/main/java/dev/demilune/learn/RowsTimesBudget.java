// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.GaussianCalibration;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Guarantee;
import dev.demilune.privacy.Notice;
import dev.demilune.privacy.PureDp;
import java.util.Locale;
import java.util.Optional;

/**
 * Rows times budget: μ·n per unit of one row's contribution. This public number determines how well
 * a linear learner can do.
 */
public final class RowsTimesBudget {

  /** From about here on a model gets useful. */
  static final double WEAK = 10;

  private static final double LARGEST_EPSILON = 1e6;

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

  /**
   * Returns that a budget is too small for the declared rows, with what would do, to be said before
   * it is charged; empty where it is not, or where that is not known.
   */
  public static Optional<Notice> tooSmall(Shape shape, Guarantee guarantee) {
    double signal = of(shape, guarantee);
    if (!(signal > 0 && signal < WEAK)) {
      return Optional.empty();
    }
    return Optional.of(
        new Notice(
            Notice.Level.AMBER,
            String.format(
                Locale.ROOT,
                "%,d rows are few for this epsilon: expect little better than guessing. About %,d"
                    + " rows would do, or an epsilon of about %.2g.",
                shape.rows(),
                (long) Math.ceil(shape.rows() * WEAK / signal),
                enough(shape, guarantee))));
  }

  /** The least epsilon, to some percent, that makes up for few rows. */
  private static double enough(Shape shape, Guarantee guarantee) {
    double epsilon = guarantee.epsilon();
    double signal = 0;
    while (signal < WEAK && epsilon < LARGEST_EPSILON) {
      epsilon *= 1.05;
      signal =
          of(
              shape,
              guarantee instanceof PureDp
                  ? PureDp.of(epsilon)
                  : ApproximateDp.of(epsilon, guarantee.delta()));
    }
    return epsilon;
  }

  public static String describe(double signal) {
    return "rows times budget is " + String.format(Locale.ROOT, "%.3g", signal);
  }
}
