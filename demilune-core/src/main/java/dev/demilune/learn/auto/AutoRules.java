// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.auto;

import dev.demilune.DemiluneException;
import dev.demilune.learn.RowsTimesBudget;
import dev.demilune.learn.Shape;
import dev.demilune.learn.kernel.KernelChoice;
import dev.demilune.learn.kernel.KernelMargin;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Guarantee;
import dev.demilune.privacy.PureDp;
import java.util.Locale;
import java.util.Optional;

/**
 * The rules by which {@link Auto} chooses a learner.
 *
 * <p>Rules see public quantities alone. Their constants were chosen on parts of training rows; see
 * docs/decisions.
 */
final class AutoRules {

  private static final int KERNEL_FROM_FEATURES = 200;
  private static final double LARGE_SIGNAL = 5_000;

  // Lines do well on two classes; more classes are told apart by shapes sooner.
  private static final double SHAPES_FROM_SIGNAL = 250;
  private static final double SHAPES_FROM_SIGNAL_PER_PART = 10;
  private static final double SHAPES_OF_CLASSES_FROM_SIGNAL = 100;
  private static final double SHAPES_OF_CLASSES_FROM_SIGNAL_PER_PART = 5;

  // Of a class's weights: the length of what its rows say, over that of the noise.
  private static final double LEAST_SIGNAL_TO_NOISE = 0.15;

  private static final double LARGEST_EPSILON = 20;

  private static final double LONG_PURE_NOISE = 0.2;

  private AutoRules() {}

  /**
   * Refuses what would be noise whichever learner is taken, before anything is charged.
   *
   * <p>The rows of one of K classes of equal size, of length one at most, add up to n/K, and
   * Gaussian noise on a sum of d features has the length √d/μ. Where the former is a small part of
   * the latter, the weights of a class point nowhere, unless its rows are nearly the same.
   *
   * @throws DemiluneException with the rows or the ε that would do
   */
  static void requireSignal(Shape shape, Guarantee guarantee) {
    double signal = RowsTimesBudget.of(shape, guarantee);
    if (signal == 0
        || !(guarantee instanceof ApproximateDp asked)
        || shape.adjacency() == Adjacency.REPLACE_LABEL) {
      return;
    }
    double needed =
        LEAST_SIGNAL_TO_NOISE * Shape.outputs(shape.classes()) * Math.sqrt(shape.features());
    if (signal < needed) {
      throw new DemiluneException(
          String.format(
              Locale.ROOT,
              "what is learned of %d classes of %d features would be noise: rows times budget is"
                  + " %.3g, and about %.3g is needed; at %s that takes %d rows%s; to train on it all"
                  + " the same, name a learner, such as noisy-descent",
              shape.classes(),
              shape.features(),
              signal,
              needed,
              guarantee.describe(),
              (long) Math.ceil(shape.rows() * needed / signal),
              epsilonFor(needed, shape, asked)));
    }
  }

  /** The ε that would do with these rows, where a usual one would. */
  private static String epsilonFor(double needed, Shape shape, ApproximateDp asked) {
    for (double epsilon = asked.epsilon(); epsilon <= LARGEST_EPSILON; epsilon *= 1.05) {
      if (RowsTimesBudget.of(shape, ApproximateDp.of(epsilon, asked.delta())) >= needed) {
        return String.format(Locale.ROOT, ", and with these rows an ε of %.2g", epsilon);
      }
    }
    return "";
  }

  /** Where features are public, only the labels have a privacy cost. */
  static Optional<String> labelsOnly(Shape shape, Guarantee guarantee) {
    return shape.adjacency() == Adjacency.REPLACE_LABEL
        ? Optional.of("only labels are protected, so that features may be used freely")
        : Optional.empty();
  }

  /** One noisy linear term is enough for pure privacy, if it is short relative to the rows. */
  static Optional<String> pureWithShortNoise(Shape shape, Guarantee guarantee) {
    double noise = pureNoisePerRow(shape, guarantee);
    return shape.classes() == 2 && noise <= LONG_PURE_NOISE
        ? Optional.of(
            "with two classes and δ = 0 it did best where noise is short beside the rows, and it is"
                + " "
                + String.format(Locale.ROOT, "%.3g", noise)
                + " of them")
        : Optional.empty();
  }

  /** The noise of one sum for each class can be made short by a projection. */
  static Optional<String> pure(Shape shape, Guarantee guarantee) {
    if (!(guarantee instanceof PureDp)) {
      return Optional.empty();
    }
    double noise = pureNoisePerRow(shape, guarantee);
    return Optional.of(
        shape.classes() > 2
            ? "with more than two classes it did best at δ = 0"
            : shape.rows() == 0
                ? "the number of rows is not known beforehand, and it does well with few at δ = 0"
                : "at δ = 0 it did best where noise is long beside the rows, and it would be "
                    + String.format(Locale.ROOT, "%.3g", noise)
                    + " of them in all directions");
  }

  /** The length of pure noise on a sum of all rows, over their number; infinity if not pure. */
  private static double pureNoisePerRow(Shape shape, Guarantee guarantee) {
    return guarantee instanceof PureDp pure
        ? (shape.features() + 1.0)
            * shape.adjacency().contributionsChanged()
            / (pure.epsilon() * shape.rows())
        : Double.POSITIVE_INFINITY;
  }

  /** Named columns have shapes, which show where there are some rows for the budget. */
  static Optional<String> shapesPay(Shape shape, Guarantee guarantee) {
    double signal = RowsTimesBudget.of(shape, guarantee);
    int parts = shape.parts().size();
    double needed =
        shape.classes() == 2
            ? Math.max(SHAPES_FROM_SIGNAL, SHAPES_FROM_SIGNAL_PER_PART * parts)
            : Math.max(
                SHAPES_OF_CLASSES_FROM_SIGNAL, SHAPES_OF_CLASSES_FROM_SIGNAL_PER_PART * parts);
    return parts > 0 && signal >= needed
        ? Optional.of(
            "a table of named columns is learned best column by column, and "
                + RowsTimesBudget.describe(signal))
        : Optional.empty();
  }

  /**
   * Where {@link KernelChoice} takes random features, and rows are more like images than like
   * tables.
   */
  static Optional<String> kernelPays(Shape shape, Guarantee guarantee) {
    KernelChoice choice = KernelChoice.of(KernelMargin.withDefaults(), shape, guarantee);
    return choice.embedded() && shape.features() >= KERNEL_FROM_FEATURES
        ? Optional.of(
            "random features of " + shape.features() + " inputs pay where " + choice.reason())
        : Optional.empty();
  }

  /**
   * With this little noise it pays to find the minimizer, not only to come near it in few steps.
   */
  static Optional<String> manyRowsOfTwoClasses(Shape shape, Guarantee guarantee) {
    double signal = RowsTimesBudget.of(shape, guarantee);
    return shape.classes() == 2 && shape.features() < KERNEL_FROM_FEATURES && signal >= LARGE_SIGNAL
        ? Optional.of(
            "with two classes it did best where rows and budget are plenty, and "
                + RowsTimesBudget.describe(signal))
        : Optional.empty();
  }

  /** The last candidate: always. */
  static Optional<String> anything(Shape shape, Guarantee guarantee) {
    double signal = RowsTimesBudget.of(shape, guarantee);
    return Optional.of(
        signal == 0
            ? "the number of rows is not known beforehand, and it does well at most sizes"
            : "it did best at most sizes, and " + RowsTimesBudget.describe(signal));
  }
}
