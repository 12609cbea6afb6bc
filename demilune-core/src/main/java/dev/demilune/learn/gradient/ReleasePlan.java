// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.gradient;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.Calibration;
import dev.demilune.accounting.GaussianCalibration;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.accounting.numeric.Rounding;
import dev.demilune.learn.Outlook;
import dev.demilune.learn.Shape;
import dev.demilune.learn.calibrate.ClassCountRelease;
import dev.demilune.learn.calibrate.ScoreOptions;
import dev.demilune.learn.calibrate.ScoreRelease;
import dev.demilune.mechanism.NoisyIntegerSum;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Guarantee;
import dev.demilune.random.RoundedGaussian;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.rows.Shares;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Optional;

/**
 * How a gradient learner's budget is spread over its releases, fixed before any row is seen.
 *
 * @param mu μ of Gaussian DP that full-batch steps would need for as good an average: of the
 *     guarantee itself if all rows are in every step, smaller if steps sample
 * @param signal μ·n per unit of one row's contribution, or 0 when n is not known: the one number
 *     that says how well a learner can do
 * @param phases the noise of the steps, one mechanism for every phase of the schedule
 * @param options how classes count and whether scores are calibrated
 * @param classCounts the noisy numbers of rows of the classes, if weights need them
 * @param scores the noisy counts of scores, if they are calibrated
 */
public record ReleasePlan(
    Adjacency adjacency,
    double mu,
    double signal,
    Optional<NoisyIntegerSum> count,
    Optional<NoisyIntegerSum> mean,
    Schedule schedule,
    List<NoisyIntegerSum> phases,
    long contribution,
    ScoreOptions options,
    Optional<ClassCountRelease> classCounts,
    Optional<ScoreRelease> scores) {

  // Shares of μ²: little for the count, which is a single number.
  private static final double COUNT_SHARE = 0.01;
  private static final double MEAN_SHARE_UNKNOWN_ROWS = 0.06;

  // Larger noise is drawn more slowly, and under noise of this size a coarser contribution loses
  // nothing.
  private static final double LARGEST_NOISE = 0x1p36;

  // The rows of a person share a contribution, and each must be fine enough.
  private static final double LARGEST_NOISE_OF_PERSONS = 0x1p39;

  // Beyond it the sampler has no proof; a little below, because noise is rounded up.
  private static final double MOST_NOISE = 0.999 * RoundedGaussian.LARGEST_SIGMA;

  public ReleasePlan {
    phases = List.copyOf(phases);
  }

  /**
   * Returns the plan that spends the guarantee on the steps and, if wanted, on a center.
   *
   * @throws DemiluneException if there is none: Gaussian noise cannot meet the guarantee or cannot
   *     be drawn, or the model would be too large
   */
  static ReleasePlan of(Shape shape, Guarantee guarantee, Schedule schedule, boolean centered) {
    return of(shape, guarantee, schedule, centered, ScoreOptions.NONE);
  }

  /** As above, with class weights and a calibration, if wanted. */
  static ReleasePlan of(
      Shape shape, Guarantee guarantee, Schedule schedule, boolean centered, ScoreOptions options) {
    options.require(shape);
    if (schedule.sampled() && shape.adjacency().isOfPersons()) {
      throw new DemiluneException(
          "steps on samples take rows one by one, and what that saves is not proved for a person of"
              + " several rows: leave the rate at 1");
    }
    double mu = GaussianCalibration.mu(guarantee);
    int shares = Shares.of(shape.adjacency());
    int changed = shape.adjacency().contributionsChanged();
    // A public count is never bought, not even that of a table without rows.
    boolean bought = shape.rows() == 0 && !shape.adjacency().rowCountIsPublic();
    double countShare = bought ? COUNT_SHARE : 0;
    double meanShare = centered ? meanShare(mu * shape.rows() / changed, shape.features()) : 0;
    // Gaussian DP composes by squares: μ² is what is divided, and shares of it add up to one.
    double left = 1 - countShare - meanShare - options.classCountShare() - options.scoreShare();
    Optional<NoisyIntegerSum> count = release(1, countShare, mu);
    Optional<NoisyIntegerSum> mean =
        release((long) BoundedDataset.GRID_RADIUS * changed * shares, meanShare, mu);
    Optional<ClassCountRelease> classCounts =
        multiplier(options.classCountShare(), mu)
            .map(noise -> ClassCountRelease.of(shape.adjacency(), noise));
    Optional<ScoreRelease> scores =
        multiplier(options.scoreShare(), mu)
            .map(noise -> ScoreRelease.of(shape.adjacency(), noise));
    List<PrivacyEvent> before = before(count, mean, classCounts);
    List<PrivacyEvent> after = after(scores);
    // The multiplier of a step of weight one. Full batches: steps of multiplier base/√c_t cost
    // Σ c_t/base² = left · μ²; NOISE_UP covers the roundings, so they cost no more.
    double base =
        Math.max(
            schedule.leastNoise(),
            schedule.sampled()
                ? sampledNoise(guarantee, shape.adjacency(), before, schedule, after)
                : Math.sqrt(schedule.totalWeight() / left) / mu * Rounding.NOISE_UP);
    double largest = largest(base, schedule);
    double meanMultiplier = mean.map(NoisyIntegerSum::noiseMultiplier).orElse(0.0);
    requireDrawable(Math.max(largest, meanMultiplier * shares), changed, guarantee.describe());
    long contribution = contribution(largest, shape.adjacency());
    // Sampled steps take a share of the rows: their signal is smaller by the rate.
    double reached =
        schedule.sampled() || schedule.leastNoise() > 0
            ? schedule.rate() * Math.sqrt(schedule.totalWeight() / left) / base
            : mu;
    return new ReleasePlan(
        shape.adjacency(),
        reached,
        reached * shape.rows() / changed,
        count,
        mean,
        schedule,
        phases(base, schedule, contribution * changed),
        contribution,
        options,
        classCounts,
        scores);
  }

  /**
   * Returns the plan of steps, all rows in each, and of what the options buy, that cost μ together:
   * for learners that buy other things beside. Steps that count less in the average have more
   * noise.
   *
   * @param averaged how many of the last weights are averaged
   * @throws DemiluneException if the noise cannot be drawn, or the options do not fit
   */
  public static ReleasePlan ofSteps(
      Shape shape, double mu, int steps, int averaged, ScoreOptions options) {
    options.require(shape);
    Schedule schedule = Schedule.matched(steps, averaged, 1);
    int changed = shape.adjacency().contributionsChanged();
    double left = 1 - options.classCountShare() - options.scoreShare();
    double base = Math.sqrt(schedule.totalWeight() / left) / mu * Rounding.NOISE_UP;
    double largest = largest(base, schedule);
    requireDrawable(largest, changed, "so small a budget");
    long contribution = contribution(largest, shape.adjacency());
    return new ReleasePlan(
        shape.adjacency(),
        mu,
        mu * shape.rows() / changed,
        Optional.empty(),
        Optional.empty(),
        schedule,
        phases(base, schedule, contribution * changed),
        contribution,
        options,
        multiplier(options.classCountShare(), mu)
            .map(noise -> ClassCountRelease.of(shape.adjacency(), noise)),
        multiplier(options.scoreShare(), mu)
            .map(noise -> ScoreRelease.of(shape.adjacency(), noise)));
  }

  /** Returns the multiplier of the noisiest phase, which decides how fine a grid can be. */
  private static double largest(double base, Schedule schedule) {
    return schedule.phases().stream()
        .mapToDouble(phase -> multiplier(base, phase))
        .max()
        .orElseThrow();
  }

  private static List<NoisyIntegerSum> phases(double base, Schedule schedule, long sensitivity) {
    return schedule.phases().stream()
        .map(phase -> sum(sensitivity, multiplier(base, phase)))
        .toList();
  }

  /**
   * As fine as the sampler's speed allows, and fine enough for a coefficient of one. The noise is
   * relative to it: this choice has no effect on privacy.
   */
  private static long contribution(double largest, Adjacency adjacency) {
    double noise = adjacency.isOfPersons() ? LARGEST_NOISE_OF_PERSONS : LARGEST_NOISE;
    return (long)
        Math.max(
            BoundedDataset.GRID_RADIUS,
            Math.min(CenteredSum.FINEST, noise / (largest * adjacency.contributionsChanged())));
  }

  /** Refuses noise that cannot be drawn on the coarsest grid. */
  private static void requireDrawable(double largest, int changed, String described) {
    // Negated, so that NaN is refused too.
    if (!(largest * BoundedDataset.GRID_RADIUS * changed < MOST_NOISE)) {
      throw new DemiluneException(
          "the noise for " + described + " is larger than can be drawn: use a larger ε or δ");
    }
  }

  /** Steps that count less in the average have more noise; see {@link Schedule}. */
  private static double multiplier(double base, Schedule.Phase phase) {
    return base / Math.sqrt(phase.weight()); // variance in proportion to 1/c_t, see Schedule
  }

  /**
   * Returns the smallest multiplier of a step of weight one with which all releases together, those
   * before and after the steps included, meet the guarantee. The accountant sees the event that the
   * plan will charge.
   */
  private static double sampledNoise(
      Guarantee guarantee,
      Adjacency adjacency,
      List<PrivacyEvent> before,
      Schedule schedule,
      List<PrivacyEvent> after) {
    return Calibration.smallestNoise(
        (ApproximateDp) guarantee, // mu() has refused a pure one
        base ->
            event(
                adjacency,
                before,
                schedule,
                schedule.phases().stream()
                    .map(phase -> new PrivacyEvent.GaussianSum(multiplier(base, phase)))
                    .toList(),
                after));
  }

  /**
   * The center's share of μ²: the less signal for the number of features, the more the mean needs,
   * up to a third. Where the count is not known the share is fixed, so that no noise depends on
   * another release.
   */
  private static double meanShare(double signal, int features) {
    return signal == 0
        ? MEAN_SHARE_UNKNOWN_ROWS
        : Math.max(0.02, Math.min(0.3, 25.0 * features / (signal * signal)));
  }

  private static Optional<NoisyIntegerSum> release(long sensitivity, double share, double mu) {
    return multiplier(share, mu).map(noise -> sum(sensitivity, noise));
  }

  private static Optional<Double> multiplier(double share, double mu) {
    return share == 0
        ? Optional.empty()
        // μ of this release is μ√share; rounded up, errs on the safe side.
        : Optional.of(Rounding.NOISE_UP / (mu * Math.sqrt(share)));
  }

  private static NoisyIntegerSum sum(long sensitivity, double multiplier) {
    // Cannot overflow: at most (2 · 2^29)², and below 2^60 for shares. Exact, because a wrapped one
    // would be too small.
    return NoisyIntegerSum.of(Math.multiplyExact(sensitivity, sensitivity), multiplier);
  }

  /** Returns the number of steps. */
  public int steps() {
    return schedule.steps();
  }

  /** Returns the noise of the steps. */
  public Outlook.Noise noise() {
    DoubleSummaryStatistics noise =
        phases.stream().mapToDouble(NoisyIntegerSum::noiseMultiplier).summaryStatistics();
    return new Outlook.Noise(noise.getMin(), noise.getMax());
  }

  /** Returns the mechanism of a step, counted from one. */
  NoisyIntegerSum mechanism(int step) {
    int phase = 0;
    for (int left = step; left > schedule.phases().get(phase).steps(); phase++) {
      left -= schedule.phases().get(phase).steps();
    }
    return phases.get(phase);
  }

  /** Returns what the releases cost, from the mechanisms that make them. */
  public PrivacyEvent event() {
    return event(
        adjacency,
        before(count, mean, classCounts),
        schedule,
        phases.stream().map(NoisyIntegerSum::event).toList(),
        after(scores));
  }

  private static List<PrivacyEvent> before(
      Optional<NoisyIntegerSum> count,
      Optional<NoisyIntegerSum> mean,
      Optional<ClassCountRelease> classCounts) {
    List<PrivacyEvent> events = new ArrayList<>();
    count.ifPresent(mechanism -> events.add(mechanism.event()));
    mean.ifPresent(mechanism -> events.add(mechanism.event()));
    classCounts.ifPresent(release -> events.add(release.event()));
    return events;
  }

  private static List<PrivacyEvent> after(Optional<ScoreRelease> scores) {
    return scores.<List<PrivacyEvent>>map(release -> List.of(release.event())).orElse(List.of());
  }

  private static PrivacyEvent event(
      Adjacency adjacency,
      List<PrivacyEvent> before,
      Schedule schedule,
      List<PrivacyEvent.GaussianSum> sums,
      List<PrivacyEvent> after) {
    List<PrivacyEvent> events = new ArrayList<>(before);
    for (int i = 0; i < sums.size(); i++) {
      // A multiplier is relative to the sensitivity under the adjacency, with or without a sample:
      // the length of one contribution if a row is there or not, twice that if it is replaced.
      PrivacyEvent step =
          schedule.sampled()
              ? new PrivacyEvent.PoissonSampled(schedule.rate(), adjacency, sums.get(i))
              : sums.get(i);
      events.add(new PrivacyEvent.Repeated(step, schedule.phases().get(i).steps()));
    }
    events.addAll(after);
    return new PrivacyEvent.Composed(events);
  }
}
