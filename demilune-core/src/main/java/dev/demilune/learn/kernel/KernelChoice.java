// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.kernel;

import dev.demilune.learn.Learner;
import dev.demilune.learn.RowsTimesBudget;
import dev.demilune.learn.Shape;
import dev.demilune.learn.gradient.BatchPerceptron;
import dev.demilune.learn.gradient.GradientSettings;
import dev.demilune.learn.gradient.NoisyDescent;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Guarantee;
import java.util.Locale;

/**
 * What {@link KernelMargin} does for a problem of a given size: decided from the settings and from
 * public quantities.
 *
 * <p>The noise in a score does not depend on the number of features, but what has to be learned
 * does: features help when there are enough rows for the budget. What counts is the signal, μ times
 * the number of rows, over the number of rows that a neighbor changes. docs/decisions/ says where
 * the constants come from.
 *
 * @param embedded whether rows are embedded at all
 * @param frequencies how many frequencies, two features each
 * @param learner the linear learner, with its settings for this problem
 * @param reason one phrase for people
 */
public record KernelChoice(boolean embedded, int frequencies, Learner learner, String reason) {

  // Below, linear learners are as good or better.
  private static final double LEAST_SIGNAL = 1_500;

  // Rows with more inputs than this are sparse as a rule, and linear models do well on them.
  private static final int MOST_INPUTS = 1 << 13;

  private static final int FREQUENCIES = 2_048;

  // From this signal on, more features and steps gain 0.1 or 0.2 points for twice the time.
  private static final double LARGE_SIGNAL = 30_000;
  private static final int MORE_FREQUENCIES = 3_072;

  // Images of one class lie less close together than its rows.
  private static final String IMAGES_MARGIN = "0.08";

  // Images are spread over more directions than rows, so steps leave less noise in a score.
  private static final double PACE = 0.3;
  private static final int STEPS_ON_ALL_ROWS = 60;

  // From MANY_ROWS on, steps take samples of SAMPLED_ROWS, because a full pass computes all
  // images.
  private static final int MANY_ROWS = 20_000;
  private static final double SAMPLED_ROWS = 6_000;
  private static final int STEPS_ON_SAMPLES = 150;
  private static final int MORE_STEPS_ON_SAMPLES = 250;

  public static KernelChoice of(KernelMargin settings, Shape shape, Guarantee guarantee) {
    if (settings.features() > 0) {
      return embedded(settings, shape, guarantee, "as many features as set");
    }
    if (shape.features() > MOST_INPUTS) {
      return linear(
          settings,
          shape.features()
              + " inputs are more than features are made of by themselves: rows are taken as they"
              + " are, unless the setting 'features' is given");
    }
    double signal = RowsTimesBudget.of(shape, guarantee);
    if (signal == 0) {
      return linear(
          settings,
          "without a declared number of rows nothing says that features would pay: rows are taken"
              + " as they are, unless the setting 'features' is given");
    }
    String rounded = String.format(Locale.ROOT, "%.3g", signal);
    if (signal < LEAST_SIGNAL) {
      return linear(
          settings,
          "rows times budget is "
              + rounded
              + ", and features pay from about 1500 on: rows are taken as they are");
    }
    return embedded(
        settings,
        shape,
        guarantee,
        "rows times budget is " + rounded + ", enough for random features");
  }

  static KernelChoice withoutNoise(KernelMargin settings) {
    return embedded(settings, FREQUENCIES, settings.base(), "without noise features always pay");
  }

  private static KernelChoice linear(KernelMargin settings, String reason) {
    return new KernelChoice(false, 0, settings.base(), reason);
  }

  private static KernelChoice embedded(
      KernelMargin settings, Shape shape, Guarantee guarantee, String reason) {
    int frequencies = large(shape, guarantee) ? MORE_FREQUENCIES : FREQUENCIES;
    return embedded(settings, frequencies, forImages(settings.base(), shape, guarantee), reason);
  }

  private static boolean large(Shape shape, Guarantee guarantee) {
    return RowsTimesBudget.of(shape, guarantee) >= LARGE_SIGNAL;
  }

  private static KernelChoice embedded(
      KernelMargin settings, int usual, Learner learner, String reason) {
    int frequencies = settings.features() > 0 ? (settings.features() + 1) / 2 : usual;
    return new KernelChoice(true, frequencies, learner, reason);
  }

  /** Fits the default learner to images; one that was set up by hand stays as it is. */
  private static Learner forImages(Learner base, Shape shape, Guarantee guarantee) {
    if (base.equals(BatchPerceptron.withDefaults())) {
      return base.with("margin", IMAGES_MARGIN);
    }
    NoisyDescent plain = NoisyDescent.withDefaults();
    if (!base.equals(plain)) {
      return base;
    }
    // The accountant of sampled steps needs an ε and a δ.
    boolean sampled = shape.rows() >= MANY_ROWS && guarantee instanceof ApproximateDp;
    int samples = large(shape, guarantee) ? MORE_STEPS_ON_SAMPLES : STEPS_ON_SAMPLES;
    return plain
        .with(NoisyDescent.STEPS, sampled ? samples : STEPS_ON_ALL_ROWS)
        .with(NoisyDescent.PACE, PACE)
        .with(
            GradientSettings.RATE,
            sampled ? Math.max(GradientSettings.SMALLEST_RATE, SAMPLED_ROWS / shape.rows()) : 1.0);
  }

  /** Returns the shape of the problem that the linear learner is given. */
  Shape images(Shape rows) {
    return embedded
        ? new Shape(rows.rows(), 2 * frequencies, rows.classes(), rows.adjacency())
        : rows;
  }
}
