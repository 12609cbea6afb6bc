// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.gradient;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.Calibration;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.learn.Goal;
import dev.demilune.learn.ModelMemory;
import dev.demilune.learn.Outlook;
import dev.demilune.learn.Progress;
import dev.demilune.learn.RowOutlook;
import dev.demilune.learn.Shape;
import dev.demilune.learn.TrainedModel;
import dev.demilune.learn.TrainingPlan;
import dev.demilune.learn.published.PerceptronRows;
import dev.demilune.mechanism.NoisyCounts;
import dev.demilune.mechanism.NoisyIntegerSum;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Guarantee;
import dev.demilune.random.PoissonSampling;
import dev.demilune.random.Randomness;
import dev.demilune.random.RoundedGaussian;
import dev.demilune.rows.Batch;
import dev.demilune.rows.BoundedDataset;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Algorithm 1 of Ghazi, Kumar, Manurangsi and Nguyen (2021) with its own constants, on rows as they
 * are: a round counts the rows of a sample that violate 0.95 of the margin, stops if they are few,
 * and adds them to the weights if not. If no round stops, the result is FAIL: zero weights.
 *
 * <p><b>Claim.</b> The fit meets (ε, δ) for the schema's adjacency. The event is that of all T
 * rounds, each a noisy count and a noisy sum on one Poisson sample, whether they are run or not.
 *
 * <p><b>Proof.</b> (1) A round takes every row with exactly its rate, independently of all else, as
 * in step 4 of {@link NoisyReleases}. (2) On a sample, whether a row is counted depends on its own
 * values and on released weights. A row that is added, removed or replaced moves the count by at
 * most one: {@link NoisyCounts} of one count. (3) A row adds to the sum a vector no longer than the
 * contribution: rows keep their lengths, and the longest, at most 1 in the unit ball, has exactly
 * that ({@link CenteredSum}). A replaced row moves the sum by at most twice as much; the
 * sensitivity of the sum is the contribution times the number of parts that a neighbor changes. (4)
 * Count and sum are of the same sample, so they compose inside it, and the rounds compose
 * adaptively. (5) Weights, the stop and FAIL are functions of noisy counts and noisy sums; a round
 * that stops draws no noise for its sum, and is charged for it. The noise is the paper's; where the
 * accountant finds the whole to cost more than (ε, δ), that of counts and sums is larger by one
 * factor, a function of public numbers. ∎
 *
 * <p><b>Sampling.</b> Exact discrete Laplace and rounded Gaussian noise on exact integers; rows are
 * taken by exact coins.
 *
 * <p><b>Relies on.</b> Ranges, labels and the expected row count chosen without the data; one row
 * per person.
 *
 * <p><b>Source.</b> Ghazi, Kumar, Manurangsi and Nguyen (2021), Algorithm 1, Lemma 19 and Theorem
 * 6. We depart from them: the count is compared with a share of the declared number of rows, the
 * true one being private; the first round never stops, as there are no weights to return; Laplace
 * noise is discrete; a schema's intercept c makes rows (x, c)/√(1 + c²), and the margin is that of
 * these.
 */
final class PublishedPerceptron {

  /** The key under which a certificate says how training ended. */
  static final String OUTCOME = "outcome";

  /** The published constants can ask for more; this many would take more than a day. */
  private static final double MOST_ROUNDS = 1e8;

  /** Theorem 6 is for this probability of failure. */
  private static final double FAILURE = 0.1;

  // As in ReleasePlan: larger noise is drawn more slowly.
  private static final double LARGEST_NOISE = 0x1p36;
  private static final double MOST_NOISE = 0.999 * RoundedGaussian.LARGEST_SIGMA;

  /** Coefficients of a row are integers of at least about this size. */
  private static final long LEAST_COEFFICIENT = 64;

  private final double margin;
  private final double error;

  /**
   * @param margin γ
   * @param error α
   */
  PublishedPerceptron(double margin, double error) {
    this.margin = margin;
    this.error = error;
  }

  /** What a round learns from the rows. */
  private interface Releases {

    Batch batch(int round);

    /** Returns the count, fit to be seen. */
    long count(int round, long exact);

    /** Makes the sum fit to be seen, in place. */
    void sum(int round, long[] exact);
  }

  /**
   * The noise of a round.
   *
   * @param contribution the most that a row adds to the sum
   */
  record Noise(
      PoissonSampling sampling, NoisyCounts count, NoisyIntegerSum sum, long contribution) {

    PrivacyEvent event(Shape shape, int rounds) {
      return new PrivacyEvent.Repeated(
          new PrivacyEvent.PoissonSampled(
              sampling.rate(),
              shape.adjacency(),
              PrivacyEvent.Composed.of(count.event(), sum.event())),
          rounds);
    }
  }

  /**
   * Plans the training.
   *
   * @throws DemiluneException if the constants do not apply, or ask for too much
   */
  TrainingPlan plan(BatchPerceptron learner, Shape shape, Guarantee guarantee) {
    ModelMemory.require(shape);
    requireTwo(shape.classes());
    if (shape.adjacency().isOfPersons()) {
      throw new DemiluneException(
          "the published algorithm samples rows one by one, which is not proved for a person of"
              + " several rows: use published-error=off");
    }
    if (!(guarantee instanceof ApproximateDp target)) {
      throw new DemiluneException(
          "the published constants are for an ε and a δ, and not for " + guarantee.describe());
    }
    if (shape.rows() == 0 && !shape.adjacency().rowCountIsPublic()) {
      throw new DemiluneException(
          "the published algorithm stops at a share of the rows: declare the expected number of"
              + " rows, or use published-error=off");
    }
    int rounds = rounds();
    // One factor for both noises: 1, unless Lemma 19 does not apply.
    double factor =
        Math.max(
            1,
            Calibration.smallestNoise(
                target, some -> noise(shape, target, rounds, some).event(shape, rounds)));
    Noise noise = noise(shape, target, rounds, factor);
    if (!(noise.sum.noiseStandardDeviation() < MOST_NOISE)) {
      throw new DemiluneException(
          "the published noise for "
              + guarantee.describe()
              + " is larger than can be drawn: use a larger ε or δ");
    }
    return TrainingPlan.of(
        learner,
        shape,
        guarantee,
        noise.event(shape, rounds),
        outlook(shape, target, rounds, noise, factor),
        (rows, run) ->
            train(
                rows,
                rounds,
                // The declared number, or the public one: the true one may be private.
                noise.sampling.rate() * Math.max(1, Shape.of(rows).rows()),
                noise.contribution,
                noisy(noise, run.randomness()),
                run.progress()));
  }

  /** Trains on exact counts and sums of all rows. */
  TrainedModel withoutPrivacy(BoundedDataset rows) {
    requireTwo(rows.classes());
    return train(
        rows,
        rounds(),
        (double) Math.max(1, rows.privateSize()), // the true number: nothing here is protected
        CenteredSum.FINEST,
        exact(),
        Progress.NONE);
  }

  private static void requireTwo(int classes) {
    if (classes != 2) {
      throw new DemiluneException(
          "the published constants are for two classes, and there are " + classes);
    }
  }

  private int rounds() {
    double asked = PerceptronRows.rounds(margin, error);
    if (!(asked <= MOST_ROUNDS)) {
      throw new DemiluneException(
          String.format(
              Locale.ROOT,
              "the published constants ask for %.2g rounds at margin %s and error %s: use larger"
                  + " ones, or published-error=off",
              asked,
              margin,
              error));
    }
    return (int) asked; // fits: MOST_ROUNDS is 10^8
  }

  /** Returns the published noise times a factor. */
  static Noise noise(Shape shape, ApproximateDp target, int rounds, double factor) {
    int changed = shape.adjacency().contributionsChanged();
    // σ is in units of one row; a multiplier is relative to what a neighbor changes: one, or two.
    double multiplier =
        factor * PerceptronRows.noise(rounds, target.epsilon(), target.delta()) / changed;
    double scale = factor * PerceptronRows.countNoise(rounds, target.epsilon(), target.delta());
    // Relative to it is the noise: this choice has no effect on privacy.
    long contribution =
        (long)
            Math.max(
                LEAST_COEFFICIENT * BoundedDataset.GRID_RADIUS,
                Math.min(CenteredSum.FINEST, LARGEST_NOISE / (multiplier * changed)));
    long sensitivity = contribution * changed;
    return new Noise(
        PoissonSampling.withRate(PerceptronRows.rate(rounds)),
        new NoisyCounts(
            Math.max(NoisyCounts.SMALLEST_SCALE, Math.min(NoisyCounts.LARGEST_SCALE, scale)),
            /* countsMoved= */ 1),
        // Cannot overflow: at most (2 · 2^29)². Exact, because a wrapped one would be too small.
        NoisyIntegerSum.of(Math.multiplyExact(sensitivity, sensitivity), multiplier),
        contribution);
  }

  private Outlook outlook(
      Shape shape, ApproximateDp target, int rounds, Noise noise, double factor) {
    double multiplier = noise.sum.noiseMultiplier();
    return Outlook.of(expectation(shape, target, factor))
        .with("steps", Integer.toString(rounds))
        .with("rate", Double.toString(noise.sampling.rate()))
        .withNoise(multiplier)
        .with("count noise", String.format(Locale.ROOT, "%.4g", noise.count.scale()))
        .with("rows", RowOutlook.rows(shape, /* bought= */ false));
  }

  private String expectation(Shape shape, ApproximateDp target, double factor) {
    if (error >= 0.5) {
      return "as published, for an error that guessing has: nothing is promised";
    }
    double needed =
        PerceptronRows.of(shape, target, new Goal(margin, error, FAILURE), OptionalDouble.empty())
            .guaranteed()
            .orElseThrow(); // two classes and a δ
    return shape.rows() >= needed && factor == 1
        ? String.format(
            Locale.ROOT,
            "as published: if a halfspace has margin %s on all rows as they are, then with"
                + " probability 0.9 all but %s of new rows are right and withstand perturbations of"
                + " 0.9 margins",
            margin,
            error)
        : String.format(
            Locale.ROOT,
            "as published, but its theorem needs %.3g rows and %s noise: nothing is promised, and"
                + " noise may decide when it stops",
            needed,
            factor == 1 ? "this" : "less");
  }

  private static Releases noisy(Noise noise, Randomness randomness) {
    return new Releases() {
      @Override
      public Batch batch(int round) {
        // A stream for every round, apart from its noise.
        return Batch.sampled(noise.sampling, randomness.stream("batch " + round).key());
      }

      @Override
      public long count(int round, long exact) {
        long[] count = {exact};
        noise.count.release(count, randomness.stream("count " + round));
        return count[0];
      }

      @Override
      public void sum(int round, long[] exact) {
        noise.sum.release(exact, randomness.stream("step " + round));
      }
    };
  }

  private static Releases exact() {
    return new Releases() {
      @Override
      public Batch batch(int round) {
        return Batch.ALL; // what a sample would be on average
      }

      @Override
      public long count(int round, long exact) {
        return exact;
      }

      @Override
      public void sum(int round, long[] exact) {}
    };
  }

  /**
   * @param rowsPerRound how many rows a round is expected to take
   */
  private TrainedModel train(
      BoundedDataset data,
      int rounds,
      double rowsPerRound,
      long contribution,
      Releases releases,
      Progress progress) {
    int constant = data.gridIntercept();
    CenteredSum sum =
        new CenteredSum(
            data,
            new int[data.features()],
            constant,
            /* outputs= */ 1,
            contribution,
            CenteredSum.longest(constant));
    double few = 0.3 * error * rowsPerRound;
    double[] weights = new double[sum.weights()];
    boolean stopped = false; // a function of releases
    for (int round = 1; round <= rounds; round++) {
      if (!stopped) {
        RowRule rule = BatchPerceptron.twoClasses(0.95 * margin * Margins.length(weights));
        long[] exact = sum.overCounting(releases.batch(round), weights, rule, /* weight= */ 1);
        // At zero weights every row violates the margin: a small count would be noise.
        stopped = releases.count(round, exact[weights.length]) < few && round > 1;
        if (!stopped) {
          long[] pull = Arrays.copyOf(exact, weights.length); // without the count
          releases.sum(round, pull);
          for (int i = 0; i < weights.length; i++) {
            weights[i] += (double) pull[i] / contribution;
          }
        }
      }
      progress.step(round, rounds); // also after stopping: the number of reports is public
    }
    double length = Margins.length(weights);
    // FAIL is an output like any other, and paid for: weights of zero.
    double factor = stopped && length > 0 ? 1 / length : 0;
    Arrays.setAll(weights, i -> factor * weights[i]);
    return new TrainedModel(sum.classifier(weights), Map.of(OUTCOME, stopped ? "stopped" : "FAIL"));
  }
}
