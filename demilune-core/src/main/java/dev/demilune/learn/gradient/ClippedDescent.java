// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.gradient;

import dev.demilune.learn.Progress;
import dev.demilune.learn.TrainedModel;
import dev.demilune.learn.calibrate.ClassCountRelease;
import dev.demilune.learn.calibrate.ClassWeights;
import dev.demilune.learn.calibrate.NoisyScores;
import dev.demilune.learn.calibrate.RowScores;
import dev.demilune.learn.calibrate.ScoreOptions;
import dev.demilune.learn.calibrate.ScoreRelease;
import dev.demilune.model.Classifier;
import dev.demilune.random.Randomness;
import dev.demilune.rows.Batch;
import dev.demilune.rows.BoundedDataset;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Descent on a logistic loss of linear scores, with clipped contributions: for learners that make
 * their own rows and buy other things beside the steps.
 *
 * <p>A row k with constant c has the score (w·k + w₀c)/L for a public length L, whatever its own
 * length, and pulls at the weights by a clipped coefficient times (k, c)/max(L, |(k, c)|). So what
 * is minimized is a convex function of linear scores, in which long rows count less, and {@link
 * CenteredSum} bounds what one row contributes.
 *
 * <p><b>Claim.</b> One descent, with the class counts and the counts of scores that its options ask
 * for, is what {@link ReleasePlan#event} of its plan says.
 *
 * <p><b>Proof.</b> Steps 3 and 5 of {@link NoisyReleases}: each sum has the sensitivity of the
 * plan's mechanism, whatever the weights, which depend on earlier releases only; no step is
 * released twice, and none that is not planned. ∎
 */
public final class ClippedDescent {

  private final ReleasePlan plan;
  private final Optional<Randomness> randomness;
  private final double rows;
  private final Set<String> made = new HashSet<>();

  /**
   * @param plan of the steps
   * @param randomness of the noise; none for exact sums, with which nothing may be called private
   * @param rows to divide by: declared, public or bought
   */
  public ClippedDescent(ReleasePlan plan, Optional<Randomness> randomness, double rows) {
    this.plan = plan;
    this.randomness = randomness;
    this.rows = rows;
  }

  /** The event covers each release once: a repeated one would reuse its noise. */
  private void once(String release) {
    if (!made.add(release)) {
      throw new IllegalStateException(release + " were released already");
    }
  }

  /**
   * Returns the average of the last weights, feature-major, one column per output; the last line
   * belongs to the constant. Two classes have one output, the score of the second.
   *
   * @param factors of the classes, none where all rows count alike
   * @param constant c in grid units
   * @param length L in grid units, at least c
   * @param stepSize how far the mean contribution of a row moves the weights
   */
  public double[] weights(
      BoundedDataset data,
      Optional<double[]> factors,
      int constant,
      long length,
      double stepSize,
      double momentum,
      Progress progress) {
    once("steps");
    RowRule rule =
        data.classes() == 2 ? Loss.SOFTMAX.binary(/* margin= */ 1) : Loss.clippedSoftmax();
    return new LinearTraining(
            data,
            new Steps(data.features(), factors),
            plan.schedule(),
            Descent.withMomentum(momentum))
        .clippedWeights(constant, length, stepSize, rule, progress);
  }

  /**
   * Returns the factors of the classes, from noisy counts if their weights are balanced; none where
   * all rows count alike. To be called once.
   */
  public Optional<double[]> factors(BoundedDataset data) {
    ClassWeights weights = plan.options().weights();
    if (!weights.isOn()) {
      return Optional.empty();
    }
    once("class counts");
    double[] counts =
        plan.classCounts()
            .map(
                release ->
                    randomness
                        .map(noise -> release.of(data, noise.stream("class counts")))
                        .orElseGet(() -> ClassCountRelease.withoutPrivacy(data)))
            .orElseGet(() -> new double[data.classes()]);
    return Optional.of(weights.factors(counts));
  }

  /**
   * Returns the calibrated model and what it was told to predict, or the model as it is. To be
   * called once.
   *
   * @param scores of a model that is a function of releases
   */
  public TrainedModel calibrated(
      BoundedDataset data,
      Classifier model,
      Function<Classifier, RowScores> scores,
      Optional<double[]> factors) {
    ScoreOptions options = plan.options();
    if (!options.calibrated()) {
      return TrainedModel.of(model);
    }
    once("scores");
    Classifier counted = options.unweighted(model, factors);
    RowScores of = scores.apply(counted);
    NoisyScores noisy =
        randomness
            .map(
                noise ->
                    plan.scores()
                        .orElseThrow()
                        .of(data, of, options.cells(), noise.stream("scores")))
            .orElseGet(() -> ScoreRelease.withoutPrivacy(data, of, options.cells()));
    return options.finish(counted, noisy, factors);
  }

  /** Returns the number of steps. */
  public int steps() {
    return plan.schedule().steps();
  }

  /** Returns what the weights after a step, counted from one, contribute to the average. */
  public double share(int step) {
    return plan.schedule().share(step);
  }

  /**
   * Returns the standard deviation of a step's noise in the mean contribution of a row, of length
   * at most one.
   */
  public double deviation(int step) {
    return randomness.isEmpty()
        ? 0
        : plan.mechanism(step).noiseStandardDeviation() / (rows * plan.contribution());
  }

  /** The releases of the steps. */
  private final class Steps implements GradientReleases {
    private final int features;
    private final Optional<double[]> factors;
    private int released;

    Steps(int features, Optional<double[]> factors) {
      this.features = features;
      this.factors = factors;
    }

    @Override
    public Optional<double[]> factors() {
      return factors;
    }

    @Override
    public double rows() {
      return rows;
    }

    @Override
    public int[] centre() {
      return new int[features]; // rows come centered
    }

    @Override
    public long contribution() {
      return plan.contribution();
    }

    @Override
    public double rowsPerStep() {
      return rows;
    }

    @Override
    public long[] release(int step, Function<Batch, long[]> sum) {
      if (step != released + 1 || step > steps()) {
        throw new IllegalStateException("step " + step + " of " + steps() + " is not due");
      }
      released = step; // before the sum: a step that fails cannot be repeated
      long[] sums = sum.apply(Batch.ALL);
      // The noise is added in place, so the exact sum never leaves this method.
      randomness.ifPresent(
          noise -> plan.mechanism(step).release(sums, noise.stream("step " + step)));
      return sums;
    }
  }
}
