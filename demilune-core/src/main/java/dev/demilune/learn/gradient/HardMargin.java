// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.gradient;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.GaussianCalibration;
import dev.demilune.learn.Goal;
import dev.demilune.learn.Shape;
import dev.demilune.privacy.Guarantee;
import java.util.OptionalDouble;
import org.apache.commons.numbers.gamma.InverseErfc;

/**
 * How many rows noisy sums need where a margin helps least: rows ±e_i, in D orthogonal directions
 * of which none informs on another (Ghazi, Kumar, Manurangsi and Nguyen 2021, Theorem 4).
 *
 * <p>Of n rows about n/D lie in a direction. All steps of a learner together know their sum up to
 * Gaussian noise of standard deviation 1/μ per unit of one row's contribution, so the direction's
 * sign comes out wrong with probability Φ(-μn/D), and with 1/2 if no row lies in it. For half of
 * the error each: n = D(z/μ + ln(2/α)), where Φ(-z) = α/2. This is an estimate: a learner divides
 * the budget over steps, of which early ones count less, and the number of rows in a direction
 * varies. HardMarginTest holds it against what learners do.
 */
public final class HardMargin {

  private HardMargin() {}

  /** Empty for guarantees that Gaussian noise cannot meet, and for more than two classes. */
  public static OptionalDouble expectedRows(Shape shape, Guarantee guarantee, Goal goal) {
    if (shape.classes() != 2) {
      return OptionalDouble.empty();
    }
    double mu;
    try {
      mu = GaussianCalibration.mu(guarantee) / shape.adjacency().contributionsChanged();
    } catch (DemiluneException e) { // a pure guarantee, or one beyond Gaussian noise
      return OptionalDouble.empty();
    }
    double quantile = Math.sqrt(2) * InverseErfc.value(goal.error()); // Φ(-z) = α/2
    double perDirection = quantile / mu + Math.log(2 / goal.error());
    return OptionalDouble.of(Math.ceil(goal.directions(shape.features()) * perDirection));
  }
}
