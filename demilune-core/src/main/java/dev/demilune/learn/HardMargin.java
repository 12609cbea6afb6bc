// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.GaussianCalibration;
import dev.demilune.privacy.Guarantee;
import java.util.OptionalDouble;
import org.apache.commons.numbers.gamma.InverseErfc;

/**
 * How many rows a learner by noisy sums is expected to need for a margin γ, whatever the number of
 * features.
 *
 * <p>All steps of a learner together know a sum of rows up to Gaussian noise of standard deviation
 * 1/μ per unit of one row's contribution. Two kinds of rows say little of the separating direction:
 *
 * <ul>
 *   <li>rows ±e_i in 1/γ² orthogonal directions (Ghazi, Kumar, Manurangsi and Nguyen 2021, Theorem
 *       4): the nγ² rows of a direction have to outweigh the noise, and to be there at all. Its
 *       sign comes out wrong with probability Φ(-μnγ²), and with 1/2 if no row lies in it. For half
 *       of the error α each: n = (z/μ + ln(2/α))/γ², where Φ(-z) = α/2;
 *   <li>rows ±γu + √(1-γ²)v with a common direction v ({@link
 *       dev.demilune.data.synthetic.CommonDirectionInstance}), in two features already: the sum
 *       says nγ of u, and the weight along v has to be below γ times that along u. So the noise 1/μ
 *       along v has to be below nγ²: n = z/(μγ²) again.
 * </ul>
 *
 * <p>The first is the larger. It is an estimate: a learner divides the budget over steps, of which
 * early ones count less, and over the center of the rows. So it is multiplied by a factor that was
 * measured for the learner; and it is not given for fewer steps than the second kind of rows needs,
 * which is a multiple of 1/γ² (Novikoff 1962), however many rows there are. Benchmark section
 * rows-needed has the measurements, RowsExpectedTest repeats some.
 *
 * @param factor what to multiply by
 * @param turns the fewest steps, in units of 1/γ²; 0 if any number is enough
 */
public record HardMargin(double factor, double turns) {

  /**
   * Returns the estimate; empty for guarantees that Gaussian noise cannot meet, for more than two
   * classes, and for too few steps.
   *
   * @param steps of the learner
   */
  public OptionalDouble expectedRows(Shape shape, Guarantee guarantee, Goal goal, double steps) {
    double squared = goal.margin() * goal.margin();
    if (shape.classes() != 2 || steps * squared < turns * (1 - 1e-9)) {
      return OptionalDouble.empty();
    }
    double mu;
    try {
      mu = GaussianCalibration.mu(guarantee) / shape.adjacency().contributionsChanged();
    } catch (DemiluneException e) {
      return OptionalDouble.empty();
    }
    double quantile = Math.sqrt(2) * InverseErfc.value(goal.error()); // Φ(-z) = α/2
    double perDirection = quantile / mu + Math.log(2 / goal.error());
    return OptionalDouble.of(Math.ceil(factor * perDirection / squared));
  }
}
