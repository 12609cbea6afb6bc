// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.gradient;

import dev.demilune.learn.Shape;
import dev.demilune.learn.calibrate.ClassCountRelease;
import dev.demilune.learn.calibrate.LinearScores;
import dev.demilune.learn.calibrate.NoisyScores;
import dev.demilune.learn.calibrate.ScoreRelease;
import dev.demilune.mechanism.NoisyIntegerSum;
import dev.demilune.model.LinearClassifier;
import dev.demilune.random.PoissonSampling;
import dev.demilune.random.Randomness;
import dev.demilune.rows.Batch;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.rows.Shares;
import java.util.Optional;
import java.util.function.Function;

/**
 * The releases of a gradient learner, each through a {@link NoisyIntegerSum}.
 *
 * <p><b>Claim.</b> All releases together are what {@link ReleasePlan#event} says, for the adjacency
 * of the data.
 *
 * <p><b>Proof.</b> The noise multipliers are fixed by the {@link ReleasePlan} before any row is
 * seen, and no release can be made more often than it says. (1) The count moves by at most one row.
 * (2) One row adds at most GRID_RADIUS to the length of the sum of rows ({@link BoundedDataset}).
 * (3) One row adds a matrix of norm at most the contribution bound to a step's sum ({@link
 * CenteredSum}), whatever the weights are; they depend on earlier releases only, so the steps
 * compose adaptively. A neighbor adds or removes one such part, or replaces it by another, which
 * moves a sum by at most twice the bound: {@link
 * dev.demilune.privacy.Adjacency#contributionsChanged} says which. The plan's mechanisms have these
 * sensitivities. (4) With a rate below one, a step's sum runs over a batch: every row is in it with
 * exactly that probability, independently of the other rows, of earlier batches and of all noise,
 * because each batch has a key of its own ({@link Batch}). What a row contributes depends on its
 * own values and on earlier releases, never on who else is in the batch; the sum is divided by the
 * expected and not by the true size of the batch, and an empty one is released like any other.
 * Batches are secret. So each step is a Gaussian sum on a Poisson sample, as its event states. (5)
 * Class counts and counts of scores, where the plan has them, have the proofs of {@link
 * ClassCountRelease} and {@link ScoreRelease}: the scores are those of a model that is a function
 * of the releases before. Factors of classes make no row's part of a step longer ({@link
 * dev.demilune.learn.calibrate.ClassWeights}). What is done with the results is post-processing. ∎
 *
 * <p>Where the unit is a person, she takes the place of a row: (1) counts persons; in (2), (3) and
 * (5) the part of all her rows together has the bound that one row has elsewhere ({@link Shares},
 * {@link CenteredSum}); of (4) there is none, because her rows would not be taken together.
 *
 * <p><b>Relies on.</b> One row per person, or a column that names the person; the schema's ranges
 * chosen without the data.
 *
 * <p><b>Source.</b> Dong, Roth and Su (2022) for the composition of Gaussian mechanisms; Abadi and
 * others (2016) for noisy sums over Poisson samples.
 */
final class NoisyReleases implements GradientReleases {

  private final BoundedDataset data;
  private final ReleasePlan plan;
  private final Randomness randomness;
  private final double rows;
  private final int[] center;
  private final Optional<double[]> factors;
  private int stepsReleased;
  private boolean scoresReleased;

  NoisyReleases(BoundedDataset data, ReleasePlan plan, Randomness randomness) {
    this.data = data;
    this.plan = plan;
    this.randomness = randomness;
    // Step 1 of the proof; a declared or public number costs nothing.
    this.rows =
        plan.count().map(this::buyCount).orElse((double) Math.max(1, Shape.of(data).rows()));
    // Step 2, after the count: the mean is divided by it.
    this.center = plan.mean().map(this::buyCenter).orElseGet(() -> new int[data.features()]);
    this.factors = buyFactors();
  }

  /** Step 5 of the proof; declared weights cost nothing. */
  private Optional<double[]> buyFactors() {
    if (!plan.options().weights().isOn()) {
      return Optional.empty();
    }
    double[] counts =
        plan.classCounts()
            .map(release -> release.of(data, randomness.stream("class counts")))
            .orElseGet(() -> new double[data.classes()]);
    return Optional.of(plan.options().weights().factors(counts));
  }

  @Override
  public Optional<double[]> factors() {
    return factors.map(double[]::clone);
  }

  /** Returns the noisy counts of a trained model's scores, once. */
  NoisyScores scores(LinearClassifier model) {
    if (scoresReleased) {
      throw new IllegalStateException("the scores are released once");
    }
    scoresReleased = true;
    return plan.scores()
        .orElseThrow()
        .of(data, LinearScores.of(model), plan.options().cells(), randomness.stream("scores"));
  }

  private double buyCount(NoisyIntegerSum mechanism) {
    long[] count = {data.privateSize()};
    mechanism.release(count, randomness.stream("row count"));
    // Below its own noise the count says nothing; the noise's size is then the safer guess.
    return Math.max((double) count[0], Math.max(1, mechanism.noiseStandardDeviation()));
  }

  @Override
  public double rows() {
    return rows;
  }

  private int[] buyCenter(NoisyIntegerSum mechanism) {
    long[] sum = Center.rowSum(data); // exact and private until the next line
    mechanism.release(sum, randomness.stream("mean"));
    return Center.of(sum, rows * Shares.of(data.adjacency()), mechanism.noiseStandardDeviation());
  }

  @Override
  public int[] centre() {
    return center.clone();
  }

  @Override
  public long contribution() {
    return plan.contribution();
  }

  @Override
  public double rowsPerStep() {
    return rows * plan.schedule().rate(); // expected, not true: step 4 of the proof
  }

  @Override
  public long[] release(int step, Function<Batch, long[]> sum) {
    // The event covers this many steps, each once: a repeated step would reuse its noise.
    int steps = plan.schedule().steps();
    if (step != stepsReleased + 1 || step > steps) {
      throw new IllegalStateException("step " + step + " of " + steps + " is not due");
    }
    stepsReleased = step; // before the sum: a step that fails cannot be repeated
    long[] sums = sum.apply(batch(step));
    // Step 3: the noise is added in place, so the exact sum never leaves this method.
    plan.mechanism(step).release(sums, randomness.stream("step " + step));
    return sums;
  }

  private Batch batch(int step) {
    // A stream for every step, apart from its noise: batches are independent of all else (step 4).
    return plan.schedule().sampled()
        ? Batch.sampled(
            PoissonSampling.withRate(plan.schedule().rate()),
            randomness.stream("batch " + step).key())
        : Batch.ALL;
  }
}
