// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.feasibility;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.accounting.numeric.Rounding;
import dev.demilune.budget.Allowance;
import dev.demilune.budget.PaidPlan;
import dev.demilune.feasibility.Constraints.Bounds;
import dev.demilune.mechanism.FlatSearch;
import dev.demilune.mechanism.QuasiConcave;
import dev.demilune.mechanism.StepFunction;
import dev.demilune.mechanism.ValueShift;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.Guarantee;
import dev.demilune.random.Randomness;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The plan of a {@link DeepPoint} search, decided from public numbers: which rows are drawn, which
 * search finds which coordinate with which part of ε, the largest loss, and the time it takes. The
 * proofs are in {@link DeepPoint}.
 *
 * <p>It is made once. A ledger charges it, and {@link #run} is the only way to a certified point.
 */
public final class DeepPointPlan implements PaidPlan {

  private static final String NAME = "deep-point";

  /** Below this all weights of a choice are within a twentieth of one another. */
  private static final double LEAST_TILT = 0.05;

  private final DeepPoint settings;
  private final Guarantee guarantee;
  private final RowSample sample;
  private final double epsilon; // on the sample
  private final List<QuasiConcave> searches;

  private DeepPointPlan(
      DeepPoint settings,
      Guarantee guarantee,
      RowSample sample,
      double epsilon,
      List<QuasiConcave> searches) {
    this.settings = settings;
    this.guarantee = guarantee;
    this.sample = sample;
    this.epsilon = epsilon;
    this.searches = List.copyOf(searches);
  }

  /**
   * Plans a search.
   *
   * @param rows the public number of rows to plan for; 0 if nothing is known
   */
  static DeepPointPlan of(DeepPoint settings, long rows, Guarantee guarantee) {
    RowSample sample = SearchWork.sample(settings.expecting(rows));
    double whole = guarantee.epsilon();
    // More than the whole where a sample is drawn.
    double epsilon = sample.inside(whole * Rounding.PART_DOWN);
    // No theorem is at hand for a δ inside a sample; and a promise needs a number of rows.
    double delta = sample.isAll() && sample.rows() > 0 ? guarantee.delta() : 0;
    ValueShift shift = ValueShift.ofCounts(settings.adjacency());
    // ε·n/r for one coordinate: the exponent between a point of full depth and one of depth 0.
    double tilt = epsilon * sample.drawn() / shift.range() / settings.unknowns();
    if (sample.rows() > 0 && tilt < LEAST_TILT) {
      throw new DemiluneException(
          String.format(
              Locale.ROOT,
              "with ε = %.3g all points are as good as one another, whatever %d rows say: ask for"
                  + " an ε of at least %.3g, or bring %.2g times the rows",
              whole,
              sample.rows(),
              whole * LEAST_TILT / tilt,
              LEAST_TILT / tilt));
    }
    return new DeepPointPlan(
        settings,
        guarantee,
        sample,
        epsilon,
        searches(settings, shift, epsilon, delta * Rounding.PART_DOWN));
  }

  private static List<QuasiConcave> searches(
      DeepPoint settings, ValueShift shift, double epsilon, double delta) {
    List<BigInteger> sizes = VertexSpace.largestSizes(settings.bounds());
    int unknowns = sizes.size();
    double failure = settings.failureProbability() / unknowns; // a union bound over the coordinates
    double[] roots = new double[unknowns];
    double sum = 0;
    for (int i = 0; i < unknowns; i++) {
      double logarithm = logarithm(sizes.get(i)) - Math.log(failure);
      // √aᵢ, see Budget; r is the same for all
      roots[i] = Math.sqrt(timesCounted(i, unknowns) * logarithm);
      sum += roots[i];
    }
    List<QuasiConcave> searches = new ArrayList<>();
    for (int i = 0; i < unknowns; i++) {
      // rounds down: the parts add up to at most ε
      double part = epsilon * Rounding.PART_DOWN * roots[i] / sum;
      QuasiConcave flat = new FlatSearch(sizes.get(i), shift, part, failure);
      QuasiConcave best = QuasiConcave.best(sizes.get(i), shift, part, delta / unknowns, failure);
      // At the last of several the recursion needs the envelope, and the deficit doubles.
      boolean doubles = i > 0 && i == unknowns - 1;
      // 2(D + l) with an envelope against D + l without: losses are public, so is the choice.
      long before = doubles ? deficit(searches, unknowns) : 0;
      searches.add(doubles && 2 * (before + best.loss()) >= before + flat.loss() ? flat : best);
    }
    return searches;
  }

  /** Returns the deficit if all rows are used. */
  static long deficit(DeepPoint settings, Guarantee guarantee) {
    ValueShift shift = ValueShift.ofCounts(settings.adjacency());
    List<QuasiConcave> searches =
        searches(
            settings,
            shift,
            guarantee.epsilon() * Rounding.PART_DOWN,
            guarantee.delta() * Rounding.PART_DOWN);
    return deficit(searches, searches.size());
  }

  /** How often the loss of a coordinate counts in the deficit, if the last search is flat. */
  private static int timesCounted(int coordinate, int unknowns) {
    // Each later search but a flat last one doubles; the first does not, if some z satisfies all.
    return 1 << Math.max(0, unknowns - 1 - Math.max(coordinate, 1));
  }

  /** Returns the number of rows that it is made for; 0 if that was not known. */
  public long rows() {
    return sample.rows();
  }

  /** Returns the number of rows that are drawn, or expected to be; 0 for all of them. */
  public long drawnRows() {
    return sample.drawn();
  }

  /** Returns whether all rows are used. */
  public boolean isForAllRows() {
    return sample.isAll();
  }

  /** Returns the ε of all searches together, on the rows that are drawn. */
  public double epsilonOnSample() {
    return epsilon;
  }

  /** Returns the searches, one for each coordinate, on the largest domains there can be. */
  public List<QuasiConcave> searches() {
    return searches;
  }

  /**
   * Returns the largest number of drawn rows that are violated, if some point satisfies them all,
   * except with the failure probability.
   */
  public long deficit() {
    return deficit(searches, searches.size());
  }

  private static long deficit(List<QuasiConcave> done, int unknowns) {
    long deficit = 0;
    for (int i = 0; i < done.size(); i++) {
      QuasiConcave search = done.get(i);
      // The cases of the proof: z exists for the first, the depth itself for a flat last one.
      boolean asItIs = i == 0 || (i == unknowns - 1 && search instanceof FlatSearch);
      deficit = asItIs ? deficit + search.loss() : 2 * (deficit + search.loss());
    }
    return deficit;
  }

  @Override
  public String doneBy() {
    return NAME;
  }

  @Override
  public Guarantee guarantee() {
    return guarantee;
  }

  @Override
  public Adjacency adjacency() {
    return settings.adjacency();
  }

  @Override
  public PrivacyEvent charged() {
    List<PrivacyEvent> choices = searches.stream().map(QuasiConcave::event).toList();
    // Composed inside one sample: all coordinates look at the same rows.
    return sample.event(choices.size() == 1 ? choices.get(0) : new PrivacyEvent.Composed(choices));
  }

  /** Returns the estimated seconds of exact work on two cores; 0 if the rows are not known. */
  public double seconds() {
    return SearchWork.seconds(settings.bounds(), sample.drawn());
  }

  /** Returns what to expect, as text. */
  public String expectation() {
    String violated =
        String.format(
            Locale.ROOT,
            "if one point satisfies all rows, the one found violates at most %d of %s, with"
                + " probability %.3g",
            deficit(),
            isForAllRows() ? "them" : "those drawn",
            1 - settings.failureProbability());
    String drawn =
        isForAllRows()
            ? ""
            : String.format(
                Locale.ROOT,
                "%d of %d rows are drawn, on which ε may be %.3g; ",
                drawnRows(),
                rows(),
                epsilon);
    return drawn
        + "coordinates are chosen among "
        + searches.stream()
            .map(search -> "2^" + (search.size().bitLength() - 1))
            .collect(Collectors.joining(", "))
        + " fractions, losing at most "
        + searches.stream()
            .map(search -> Long.toString(search.loss()))
            .collect(Collectors.joining(", "))
        + " rows; "
        + violated
        + (rows() > 0 ? String.format(Locale.ROOT, "; about %.2g s of work", seconds()) : "");
  }

  /**
   * Finds a point.
   *
   * @param allowance charged for this plan, or for its guarantee only
   * @throws DemiluneException if the allowance was charged for another plan, or the public number
   *     of rows, not known before, is too large; the allowance then stays unused
   */
  public PrivatePoint run(Constraints constraints, Allowance allowance) {
    allowance.requireAdjacency(adjacency()); // the number of rows may be private elsewhere
    requireBounds(constraints);
    if (adjacency().rowCountIsPublic()) {
      requireTimeFor(constraints.size()); // a public number may refuse; a private one may not
    }
    // used up before any row is searched
    List<Rational> point = choose(constraints, allowance.use(this, adjacency()));
    return new PrivatePoint(point, allowance.certify(NAME, settings.settings(), charged()));
  }

  /**
   * Refuses a public number of rows that was not known when the plan was made, if all rows are used
   * and they are too many, or too few to matter.
   */
  public void requireTimeFor(long present) {
    if (isForAllRows()) {
      of(settings.sampling(DeepPoint.ALL_ROWS), present, guarantee);
    }
  }

  private void requireBounds(Constraints constraints) {
    if (!constraints.bounds().equals(settings.bounds())) {
      throw new IllegalArgumentException("the constraints must have the bounds of the plan");
    }
  }

  /**
   * Chooses a point: as private as the event says, if called once. For larger plans that hold the
   * event and certify it; other callers use {@link #run}.
   */
  public List<Rational> choose(Constraints constraints, Randomness randomness) {
    requireBounds(constraints);
    Constraints rows =
        constraints.select(sample.draw(constraints.size(), randomness.stream("sample")));
    List<Rational> point = new ArrayList<>();
    for (int i = 0; i < searches.size(); i++) {
      // by released coordinates and bounds
      RationalDomain domain = new VertexSpace(settings.bounds(), point).domain();
      QuasiConcave search = search(i, domain.size());
      StepFunction depth = DepthFunctions.of(rows, point, domain, search.size());
      // Public: what some point reaches if all rows can be satisfied and no search failed so far.
      long promise = sample.drawn() - deficit(searches.subList(0, i), searches.size());
      BigInteger number =
          search.choose(
              // The recursion needs a quasi-concave function, which the last depth is not.
              search instanceof FlatSearch ? depth : depth.envelope(),
              promise,
              // its own stream: the searches' noise is independent
              randomness.stream("coordinate " + i));
      point.add(domain.value(number));
    }
    return point;
  }

  /** A flat search is the same event on any number of points, and loses less on a smaller one. */
  private QuasiConcave search(int coordinate, BigInteger size) {
    return searches.get(coordinate) instanceof FlatSearch flat
        ? new FlatSearch(size, flat.shift(), flat.epsilon(), flat.failureProbability())
        : searches.get(coordinate);
  }

  /** Returns the logarithm of the largest number of points to choose from. */
  static double logPoints(Bounds bounds) {
    return VertexSpace.largestSizes(bounds).stream().mapToDouble(DeepPointPlan::logarithm).sum();
  }

  private static double logarithm(BigInteger number) {
    int shift = Math.max(0, number.bitLength() - 1000); // doubles end at 2^1024
    return Math.log(number.shiftRight(shift).doubleValue()) + shift * Math.log(2);
  }
}
