// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting;

import dev.demilune.internal.Check;
import dev.demilune.privacy.Adjacency;
import java.util.List;

/**
 * What a mechanism did, as a value from which an accountant computes the privacy cost.
 *
 * <p>Learners build events from the same local variables that drew the noise, so that a certificate
 * cannot drift from the code. Sensitivities are already divided out: a noise multiplier is a
 * standard deviation over an L2 sensitivity, under the adjacency that the surrounding certificate
 * names. Where rows are replaced, that sensitivity is the largest distance between the
 * contributions of two rows; on a Poisson sample (where a row may also contribute nothing) it is
 * twice the largest length of a contribution, see {@link PoissonSampled}.
 *
 * <p>Single releases come first, then the ways to put events together: sampling rows, repeating,
 * composing, selecting, and working on separate rows in parallel.
 */
public sealed interface PrivacyEvent {

  /** How deeply events may be nested; deeper ones are refused, so no event can exhaust a stack. */
  int DEEPEST = 64;

  /** How many single releases may be written down in one event, repetitions not counted. */
  int LARGEST = 100_000;

  /** Answers a question about the event: calls the one method of the fold that is for its kind. */
  <R> R fold(EventFold<R> fold);

  /** Returns the events that it is made of, in order; none for a single release. */
  default List<PrivacyEvent> parts() {
    return List.of();
  }

  /** Returns 1 for a single release, and one more than the deepest part for the others. */
  default int depth() {
    return 1 + depth(parts());
  }

  /** Returns how many single releases are written down in it, repetitions not counted. */
  default long size() {
    return parts().isEmpty() ? 1 : size(parts());
  }

  private static int depth(List<PrivacyEvent> parts) {
    return parts.stream().mapToInt(PrivacyEvent::depth).max().orElse(0);
  }

  private static long size(List<PrivacyEvent> parts) {
    return parts.stream().mapToLong(PrivacyEvent::size).sum();
  }

  /**
   * Refuses events that are too deep or too large. Parts have been checked before, so the walk is
   * over {@link #LARGEST} releases at most for each of them.
   */
  private static void checkSize(List<PrivacyEvent> parts) {
    Check.between("depth of events", depth(parts) + 1L, 2, DEEPEST);
    Check.between("number of events", size(parts), 1, LARGEST);
  }

  private static <T> T required(String name, T value) {
    if (value == null) {
      throw new IllegalArgumentException(name + " is missing");
    }
    return value;
  }

  /**
   * One release of a vector through the Gaussian mechanism (rounded Gaussian on integers included).
   */
  record GaussianSum(double noiseMultiplier) implements PrivacyEvent {
    public GaussianSum {
      Check.positive("noiseMultiplier", noiseMultiplier);
    }

    @Override
    public <R> R fold(EventFold<R> fold) {
      return fold.gaussianSum(this);
    }

    @Override
    public String toString() {
      return "Gaussian sum, noise multiplier " + noiseMultiplier;
    }
  }

  /** One release of an integer vector with discrete Gaussian noise. */
  record DiscreteGaussianSum(double noiseMultiplier) implements PrivacyEvent {
    public DiscreteGaussianSum {
      Check.positive("noiseMultiplier", noiseMultiplier);
    }

    @Override
    public <R> R fold(EventFold<R> fold) {
      return fold.discreteGaussianSum(this);
    }

    @Override
    public String toString() {
      return "discrete Gaussian sum, noise multiplier " + noiseMultiplier;
    }
  }

  /**
   * One release of an integer with discrete Gaussian noise, P(x) proportional to e^(-x²/2σ²).
   *
   * @param sigma σ, in units of the integer
   * @param sensitivity the most by which a neighbor changes the integer
   */
  record DiscreteGaussianCount(double sigma, long sensitivity) implements PrivacyEvent {
    public DiscreteGaussianCount {
      Check.positive("sigma", sigma);
      Check.between("sensitivity", sensitivity, 1, Long.MAX_VALUE);
    }

    @Override
    public <R> R fold(EventFold<R> fold) {
      return fold.discreteGaussianCount(this);
    }

    @Override
    public String toString() {
      return "discrete Gaussian count, σ = " + sigma + ", sensitivity " + sensitivity;
    }
  }

  /**
   * One release of a real number with Laplace noise.
   *
   * @param noiseMultiplier scale of the noise over the most by which a neighbor changes the number
   */
  record Laplace(double noiseMultiplier) implements PrivacyEvent {
    public Laplace {
      Check.positive("noiseMultiplier", noiseMultiplier);
    }

    @Override
    public <R> R fold(EventFold<R> fold) {
      return fold.laplace(this);
    }

    @Override
    public String toString() {
      return "Laplace noise, noise multiplier " + noiseMultiplier;
    }
  }

  /**
   * One release of an integer with discrete Laplace (two-sided geometric) noise, P(x) proportional
   * to e^(-|x|/scale).
   *
   * @param sensitivity the most by which a neighbor changes the integer
   */
  record DiscreteLaplace(double scale, long sensitivity) implements PrivacyEvent {
    public DiscreteLaplace {
      Check.positive("scale", scale);
      Check.between("sensitivity", sensitivity, 1, Long.MAX_VALUE);
    }

    @Override
    public <R> R fold(EventFold<R> fold) {
      return fold.discreteLaplace(this);
    }

    @Override
    public String toString() {
      return "discrete Laplace noise, scale " + scale + ", sensitivity " + sensitivity;
    }
  }

  /**
   * One answer out of a number of categories: the true one is e^ε times as likely as each other.
   */
  record RandomizedResponse(double epsilon, int categories) implements PrivacyEvent {
    public RandomizedResponse {
      Check.positive("epsilon", epsilon);
      Check.between("categories", categories, 2, Integer.MAX_VALUE);
    }

    @Override
    public <R> R fold(EventFold<R> fold) {
      return fold.randomizedResponse(this);
    }

    @Override
    public String toString() {
      return "randomized response, ε = " + epsilon + ", " + categories + " categories";
    }
  }

  /**
   * One choice by the exponential mechanism, or by any mechanism of bounded range ε: for any two
   * outputs, the log-likelihood ratios of two neighbors differ by at most ε. It is ε-DP, and costs
   * less than an ε-DP step of which nothing more is known.
   */
  record ExponentialChoice(double epsilon) implements PrivacyEvent {
    public ExponentialChoice {
      Check.positive("epsilon", epsilon);
    }

    @Override
    public <R> R fold(EventFold<R> fold) {
      return fold.exponentialChoice(this);
    }

    @Override
    public String toString() {
      return "exponential choice, ε = " + epsilon;
    }
  }

  /** Any ε-differentially private step, of which nothing more is known. */
  record Pure(double epsilon) implements PrivacyEvent {
    public Pure {
      Check.positive("epsilon", epsilon);
    }

    @Override
    public <R> R fold(EventFold<R> fold) {
      return fold.pure(this);
    }

    @Override
    public String toString() {
      return "pure step, ε = " + epsilon;
    }
  }

  /** Any (ε, δ)-differentially private step, of which nothing more is known. */
  record Approximate(double epsilon, double delta) implements PrivacyEvent {
    public Approximate {
      Check.notNegative("epsilon", epsilon);
      if (!(delta >= 0 && delta < 1)) {
        throw new IllegalArgumentException("delta must be at least 0 and below 1, got " + delta);
      }
    }

    @Override
    public <R> R fold(EventFold<R> fold) {
      return fold.approximate(this);
    }

    @Override
    public String toString() {
      return "approximate step, ε = " + epsilon + ", δ = " + delta;
    }
  }

  /**
   * An event on a fresh sample of the rows: each row is in it with the given probability,
   * independently of all others. Where the unit is a person, each person is in it so, with all rows
   * or with none. Which rows were drawn stays secret, and an empty sample is released like any
   * other.
   *
   * <p>Where rows or labels are replaced, the noise multiplier of a Gaussian sum inside is σ over
   * <em>twice the largest length of one row's contribution</em>, the contributions lying in a ball
   * around 0. The largest distance between two contributions is not enough: they may be close to
   * each other and far from 0, and then the noise does not hide whether the row was drawn.
   *
   * @param rate the probability of a row
   * @param adjacency what a neighbor is; the same for all samples of one event
   */
  record PoissonSampled(double rate, Adjacency adjacency, PrivacyEvent event)
      implements PrivacyEvent {
    public PoissonSampled {
      if (!(rate > 0 && rate <= 1)) {
        throw new IllegalArgumentException("rate must be above 0 and at most 1, got " + rate);
      }
      required("adjacency", adjacency);
      checkSize(List.of(required("event", event)));
    }

    @Override
    public List<PrivacyEvent> parts() {
      return List.of(event);
    }

    @Override
    public <R> R fold(EventFold<R> fold) {
      return fold.poissonSampled(this);
    }

    @Override
    public String toString() {
      return "on a Poisson sample of rate "
          + rate
          + " ("
          + adjacency.phrase()
          + "): ("
          + event
          + ")";
    }
  }

  /**
   * An event on a fresh sample of a fixed number of rows, all such samples being equally likely.
   * Neighbors have the same, public number of rows, one of which is replaced. It is not for
   * neighbors that differ in a label: with public features the output may show which rows were
   * drawn, and a label that is known to be in the sample gains nothing from the sampling.
   *
   * @param rows the number of rows that the sample is drawn from
   */
  record SampledWithoutReplacement(long batch, long rows, PrivacyEvent event)
      implements PrivacyEvent {
    public SampledWithoutReplacement {
      Check.between("rows", rows, 1, Long.MAX_VALUE);
      Check.between("batch", batch, 1, rows);
      checkSize(List.of(required("event", event)));
    }

    @Override
    public List<PrivacyEvent> parts() {
      return List.of(event);
    }

    @Override
    public <R> R fold(EventFold<R> fold) {
      return fold.sampledWithoutReplacement(this);
    }

    @Override
    public String toString() {
      return "on " + batch + " of " + rows + " rows without replacement: (" + event + ")";
    }
  }

  /**
   * The same event a number of times, each with fresh noise, each allowed to depend on earlier
   * outputs.
   */
  record Repeated(PrivacyEvent event, long times) implements PrivacyEvent {
    public Repeated {
      Check.between("times", times, 1, Long.MAX_VALUE);
      checkSize(List.of(required("event", event)));
    }

    @Override
    public List<PrivacyEvent> parts() {
      return List.of(event);
    }

    @Override
    public <R> R fold(EventFold<R> fold) {
      return fold.repeated(this);
    }

    @Override
    public String toString() {
      return times + " × (" + event + ")";
    }
  }

  /** Several events on the same rows, each allowed to depend on the outputs of those before. */
  record Composed(List<PrivacyEvent> events) implements PrivacyEvent {
    public Composed {
      events = List.copyOf(events);
      if (events.isEmpty()) {
        throw new IllegalArgumentException("a composition needs at least one event");
      }
      checkSize(events);
    }

    @Override
    public List<PrivacyEvent> parts() {
      return events;
    }

    /** Returns the composition of the events. */
    public static Composed of(PrivacyEvent... events) {
      return new Composed(List.of(events));
    }

    @Override
    public <R> R fold(EventFold<R> fold) {
      return fold.composed(this);
    }

    @Override
    public String toString() {
      return String.join(" + ", events.stream().map(Object::toString).toList());
    }
  }

  /**
   * An event run a secret, random number of times. Only the best run is released, "best" by any
   * total order on outputs that does not depend on the rows. (A score that does depend on them is
   * part of the event.)
   */
  record Selection(PrivacyEvent event, Repetitions repetitions) implements PrivacyEvent {
    public Selection {
      required("repetitions", repetitions);
      checkSize(List.of(required("event", event)));
    }

    @Override
    public List<PrivacyEvent> parts() {
      return List.of(event);
    }

    @Override
    public <R> R fold(EventFold<R> fold) {
      return fold.selection(this);
    }

    @Override
    public String toString() {
      return "best of " + repetitions + ": (" + event + ")";
    }
  }

  /**
   * One of several events. Which one it is may be known, and may depend on chance and on what was
   * released before, but not otherwise on the rows.
   */
  record OneOf(List<PrivacyEvent> events) implements PrivacyEvent {
    public OneOf {
      events = List.copyOf(events);
      if (events.isEmpty()) {
        throw new IllegalArgumentException("a choice of events needs at least one");
      }
      checkSize(events);
    }

    @Override
    public List<PrivacyEvent> parts() {
      return events;
    }

    /** Returns the event that is one of these. */
    public static OneOf of(PrivacyEvent... events) {
      return new OneOf(List.of(events));
    }

    @Override
    public <R> R fold(EventFold<R> fold) {
      return fold.oneOf(this);
    }

    @Override
    public String toString() {
      return "one of: ("
          + String.join("; or ", events.stream().map(Object::toString).toList())
          + ")";
    }
  }

  /**
   * Several events, each on rows of its own: two neighbors differ in the rows of one of them only.
   * This holds where one row is added or removed, and where the part of a row does not depend on
   * what may be replaced. Where whole rows are replaced, a row may move from one part to another,
   * and a ledger for that adjacency refuses the event. The division is fixed before the first
   * output.
   */
  record Parallel(List<PrivacyEvent> events) implements PrivacyEvent {
    public Parallel {
      events = List.copyOf(events);
      if (events.isEmpty()) {
        throw new IllegalArgumentException("parallel parts need at least one event");
      }
      checkSize(events);
    }

    @Override
    public List<PrivacyEvent> parts() {
      return events;
    }

    /** Returns the events, each on rows of its own. */
    public static Parallel of(PrivacyEvent... events) {
      return new Parallel(List.of(events));
    }

    @Override
    public <R> R fold(EventFold<R> fold) {
      return fold.parallel(this);
    }

    @Override
    public String toString() {
      return "on separate rows: ("
          + String.join("; ", events.stream().map(Object::toString).toList())
          + ")";
    }
  }
}
