// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting.pld;

import dev.demilune.accounting.numeric.Rounding;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.DoublePredicate;

/**
 * Bounds the privacy cost of a scenario on finer and finer grids until the interval is narrow
 * enough.
 *
 * <p>The choices made here (range, tilt, spacing, buckets) decide how far apart the bounds are,
 * never whether they hold: {@link LossMasses}, {@link TiltedSum} and {@link ComposedLoss} prove
 * that.
 */
final class GridSearch {

  /** Longest window: at 2^21 points the arrays take 150 MB. */
  static final int LONGEST = 1 << 21;

  /** Longest window times kinds of steps: what can be transformed in half a minute. */
  private static final int MOST_WORK = 1 << 26;

  private static final int ATTEMPTS = 10;

  /** The spacing of the first grid, over the root mean square deviation of one tilted step. */
  private static final double FIRST_SPACING = 0.11;

  /** Above this the curve, which is straight in e^t between knots, bends too much. */
  private static final double LARGEST_SPACING = 0.25;

  /** Bucket widths of the first grid: over the distance from the mean, and times the tilt. */
  private static final double FIRST_GROWTH = 0.04;

  private static final double FIRST_WIDEST = 0.3;

  /** Tilted mass that may be outside the window, as a logarithm; less where all else is exact. */
  private static final double OUTSIDE = -19;

  private static final double OUTSIDE_ON_LATTICE = -45;

  /** Largest tilt times spacing: more would only magnify what is outside the window. */
  private static final double STEEPEST = 4;

  /** Losses rarer than this do not matter: relative to δ above, absolutely below. */
  private static final double RARE_ABOVE = 1e-7;

  private static final double RARE_BELOW = 1e-9;

  /** No grid reaches further out; losses beyond it are moved to infinity, or up. */
  private static final double FARTHEST = 0x1p30;

  /** No smaller δ is told from 0. */
  static final double SMALLEST_DELTA = 1e-280;

  /** The smallest spacing over the farthest loss: knots stay far from the largest int. */
  private static final double FINEST = 0x1p-28;

  private final Scenario scenario;
  private final double tolerance;
  private final int kinds;
  private final long[] times;
  private final double totalTimes;
  private final int longest;
  private final double[] bottoms;
  private final double[] tops;

  /** Found by {@link #pilot}: the tilt, each kind's tilted mean, and the deviation of one step. */
  private double tilt;

  private final double[] centers;
  private double deviation;

  private double logarithmOfBound;

  /** A spacing by which each step's loss may move with little effect on the answer. */
  private double shift;

  GridSearch(Scenario scenario, double tolerance) {
    this.scenario = scenario;
    this.tolerance = tolerance;
    this.kinds = scenario.steps().size();
    this.times = scenario.steps().stream().mapToLong(Scenario.Step::times).toArray();
    double sum = 0;
    for (long count : times) {
      sum += count;
    }
    this.totalTimes = sum;
    this.longest = Math.min(LONGEST, Integer.highestOneBit(Math.max(1 << 12, MOST_WORK / kinds)));
    this.bottoms = new double[kinds];
    this.tops = new double[kinds];
    this.centers = new double[kinds];
  }

  /**
   * Bounds the smallest ε at a δ &gt; 0.
   *
   * @param enough an upper bound at or below this need not be narrowed further
   */
  Bounds epsilon(double delta, double enough) {
    if (sumAtZero() <= delta) { // δ alone covers every step
      return Bounds.of(0, 0);
    }
    return answer(
        () -> {
          findRanges(delta);
          pilot(steps -> steps.tiltForBound(Math.log(delta)));
        },
        new Reading() {
          @Override
          public Bounds withoutGrid() {
            return new HighestLosses(scenario).epsilon(delta);
          }

          @Override
          public Bounds of(ComposedLoss loss) {
            return loss.epsilon(delta);
          }

          @Override
          public double chernoff(TiltedSteps steps) {
            return steps.chernoffEpsilon(delta);
          }
        },
        enough,
        true);
  }

  /** Bounds the δ at an ε; see {@link #epsilon} for the second argument. */
  Bounds delta(double epsilon, double enough) {
    return answer(
        () -> {
          findRanges(SMALLEST_DELTA); // reaches ε for every δ that is not smaller
          pilot(steps -> steps.tiltForMean(epsilon));
          if (logarithmOfBound < Math.log(SMALLEST_DELTA)) {
            pilotFromLargeDelta(epsilon);
          }
          // Now that δ is known roughly: what is rare beside it, two digits to spare.
          findRanges(0.01 * Math.exp(Math.max(Math.log(SMALLEST_DELTA), logarithmOfBound)));
          pilot(steps -> steps.tiltForMean(epsilon));
        },
        new Reading() {
          @Override
          public Bounds withoutGrid() {
            return Bounds.of(0, sumAtZero());
          }

          @Override
          public Bounds of(ComposedLoss loss) {
            return loss.delta(epsilon);
          }

          @Override
          public double chernoff(TiltedSteps steps) {
            return 1;
          }
        },
        enough,
        false);
  }

  /**
   * Finds the tilt for an ε where the widest range does not give it: a tilt can move the mean to
   * losses that are so rare that they matter for no δ, and is then far from the one for ε. Narrower
   * ranges come first, and the first one that holds what its own pilot finds is right.
   */
  private void pilotFromLargeDelta(double epsilon) {
    for (double delta = 1e-4; delta >= SMALLEST_DELTA; delta *= delta) {
      findRanges(delta);
      pilot(steps -> steps.tiltForMean(epsilon));
      if (logarithmOfBound >= Math.log(delta)) {
        return;
      }
    }
  }

  /** One of the two questions. */
  private interface Reading {

    /** Bounds that need no grid; the upper one may be infinity. */
    Bounds withoutGrid();

    Bounds of(ComposedLoss loss);

    /** An upper bound for grids that are too long to be composed. */
    double chernoff(TiltedSteps steps);
  }

  /** Bounds δ by its value at ε = 0, the total variation distance, which adds up over steps. */
  private double sumAtZero() {
    double sum = 0;
    for (Scenario.Step step : scenario.steps()) {
      // total variation distances add up under composition
      sum += step.times() * step.law().above(0).upper();
    }
    return sum < 1 ? Math.min(1, sum * Rounding.SUM_UP) : 1; // NaN as well
  }

  /** Looks for the grid and the tilt, then for the answer, unless it is known without a grid. */
  private Bounds answer(Runnable preparation, Reading reading, double enough, boolean retilts) {
    Bounds known = reading.withoutGrid();
    if (isEnough(known, enough)) { // cheap, and exact for few steps of bounded loss
      return known;
    }
    try {
      preparation.run();
      return search(reading, known, enough, retilts);
    } catch (LossMasses.LostException noGrid) {
      return new Bounds(
          known.lower(),
          known.upper(),
          Optional.of("no grid holds losses of such different sizes"));
    }
  }

  private boolean isEnough(Bounds found, double enough) {
    boolean finite = found.upper() < Double.POSITIVE_INFINITY;
    return (finite && found.width() <= tolerance * found.upper()) || found.upper() <= enough;
  }

  private interface TiltChoice {
    double of(LossSteps steps);
  }

  private Bounds search(Reading reading, Bounds known, double enough, boolean retilts) {
    double refinement = 1;
    boolean atTheLimit = false;
    double lower = known.lower();
    double upper = known.upper();
    boolean composed = false;
    int withoutGain = 0;
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      double spacing = spacing(refinement);
      // A new grid for each attempt: bounds of all grids hold, so the best are kept.
      LossSteps steps = discretize(spacing, refinement);
      ComposedLoss loss = compose(steps);
      if (loss == null) {
        atTheLimit = true;
        if (composed) {
          break;
        }
        // certain even if nothing is composed
        upper = Math.min(upper, reading.chernoff(TiltedSteps.of(steps, tilt)));
        refinement *= 4; // nothing is known yet: a coarser grid is better than none
        continue;
      }
      composed = true;
      Bounds read = reading.of(loss);
      double before = upper - lower;
      // Every grid's ends are certain, so the best of all grids are.
      lower = Math.max(lower, read.lower());
      upper = Math.min(upper, read.upper());
      double width = upper - lower;
      Bounds found = Bounds.of(Math.min(lower, upper), upper);
      if (isEnough(found, enough)) {
        return found;
      }
      withoutGain = width > 0.9 * before ? withoutGain + 1 : 0; // four such grids end the search
      // a lattice's grid is exact already
      if (atTheLimit || withoutGain == 4 || onLattice(spacing)) {
        break;
      }
      if (retilts && upper < Double.POSITIVE_INFINITY) {
        retilt(steps, steps.tiltForMean(upper)); // now that the answer is known, roughly
      }
      double wanted = Math.sqrt(0.7 * tolerance * upper / width); // the width goes as its square
      refinement *= wanted < 0.7 ? Math.max(0.25, wanted) : 0.7; // at most four times finer
    }
    String note =
        atTheLimit
            ? "a finer grid would have more than " + longest + " points"
            : "finer grids do not help, for rounding errors or losses that no grid meets";
    return new Bounds(Math.min(lower, upper), upper, Optional.of(note));
  }

  /** The composition on a grid, or null if it would be too long. */
  private ComposedLoss compose(LossSteps steps) {
    double spacing = steps.spacing();
    double used = Math.min(tilt, STEEPEST / spacing); // any tilt gives bounds
    double outside = onLattice(spacing) ? OUTSIDE_ON_LATTICE : OUTSIDE;
    double sd = Math.max(Math.sqrt(steps.at(used).variance()), spacing / 4); // above 0
    TiltedSum sum = TiltedSum.of(TiltedSteps.of(steps, used), sd, outside, longest);
    return sum == null ? null : new ComposedLoss(sum, steps);
  }

  /** Finds where each kind's losses are rare enough to be moved to infinity, or up. */
  private void findRanges(double delta) {
    for (int i = 0; i < kinds; i++) {
      LossLaw law = scenario.steps().get(i).law();
      // A union bound over all steps: moving these losses to infinity adds at most 1e-7 of δ.
      double rareAbove = RARE_ABOVE * delta / totalTimes + law.atInfinity() * Rounding.SUM_UP;
      double rareBelow = RARE_BELOW / totalTimes;
      // The divergence at 0 is of the order of a typical loss, where losses are small.
      double scale = Math.max(1e-300, Math.min(1, law.above(0).value()));
      tops[i] =
          reach(scale, law.highest(), t -> law.above(t).upper() <= rareAbove + Double.MIN_NORMAL);
      bottoms[i] = -reach(scale, -law.lowest(), t -> law.pUpTo(-t) <= rareBelow);
    }
  }

  /** About the smallest t that passes, at most the limit; found by doubling and halving. */
  private static double reach(double start, double end, DoublePredicate passes) {
    double limit = Math.min(end, FARTHEST);
    double high = start;
    // at most about 1030 doublings, from 1e-300 to 2^30
    while (high < limit && !passes.test(high)) {
      high *= 2;
    }
    if (high >= limit) {
      high = limit;
    }
    double low = high == start ? 0 : high / 2;
    for (int i = 0; i < 6; i++) { // within 1/64: a range need not be exact
      double middle = (low + high) / 2;
      if (passes.test(middle)) {
        high = middle;
      } else {
        low = middle;
      }
    }
    return high;
  }

  /** Finds the tilt on a coarse grid, in a few rounds because the buckets depend on the tilt. */
  private void pilot(TiltChoice choice) {
    double finest = Double.POSITIVE_INFINITY;
    for (Scenario.Step step : scenario.steps()) {
      finest = Math.min(finest, Math.max(1e-300, step.law().above(0).value()) / 4);
    }
    double spacing = rounded(finest);
    tilt = 0;
    Arrays.fill(centers, 0);
    for (int round = 0; round < 4; round++) {
      LossSteps steps = discretize(spacing, 2);
      double before = tilt;
      retilt(steps, choice.of(steps)); // the buckets follow the new tilt in the next round
      if (round > 0 && Math.abs(tilt - before) <= 0.1 * tilt) { // near enough for a pilot
        break;
      }
      spacing = rounded(Math.min(finest, deviation / 3));
    }
  }

  private void retilt(LossSteps steps, double chosen) {
    tilt = chosen;
    LossSteps.Cumulants all = steps.at(tilt);
    logarithmOfBound = all.chernoff(tilt);
    deviation = Math.sqrt(all.variance() / totalTimes);
    shift = 2 * tolerance * Math.abs(all.mean()) / totalTimes; // moves the sum by 2 tolerances
    for (int i = 0; i < kinds; i++) {
      centers[i] = steps.at(steps.kinds().get(i).loss(), tilt).mean();
    }
  }

  private LossSteps discretize(double spacing, double refinement) {
    List<LossSteps.Kind> steps = new ArrayList<>();
    for (int i = 0; i < kinds; i++) {
      LossLaw law = scenario.steps().get(i).law();
      double offset = GridOffset.of(law, spacing, totalTimes, bottoms[i], tops[i]);
      int[] knots =
          GridPoints.choose(
              law,
              spacing,
              offset,
              bottoms[i],
              tops[i],
              centers[i],
              FIRST_GROWTH * refinement,
              Math.min(100, FIRST_WIDEST * refinement / tilt)); // tilt 0 gives infinity, so 100
      steps.add(new LossSteps.Kind(LossMasses.of(law, spacing, offset, knots), times[i]));
    }
    return new LossSteps(spacing, steps);
  }

  /** Whether all losses are on the grid, so that a finer one would change nothing. */
  private boolean onLattice(double spacing) {
    return scenario.steps().stream()
        .allMatch(step -> step.law().lattice() > 0 && isMultiple(step.law().lattice(), spacing));
  }

  private static boolean isMultiple(double lattice, double spacing) {
    double ratio = lattice / spacing;
    return Math.abs(ratio - Math.rint(ratio)) <= 1e-12 * ratio && ratio >= 1 - 1e-12;
  }

  /** The spacing for a refinement: it divides the losses that must not fall between knots. */
  private double spacing(double refinement) {
    double smallest = Double.POSITIVE_INFINITY;
    for (Scenario.Step step : scenario.steps()) {
      smallest = Math.min(smallest, step.law().lattice() > 0 ? step.law().lattice() : 0);
    }
    double finest = finest();
    if (smallest > 0 && smallest >= finest && onLattice(smallest)) {
      return smallest; // all losses are on this grid: discretizing is exact
    }
    // Few knots: a tenth of one step's deviation, or what moves the answer by little.
    double free =
        refinement * Math.min(LARGEST_SPACING, Math.max(FIRST_SPACING * deviation, shift));
    double wanted = Math.max(free, finest);
    double anchor = 0;
    long most = 0;
    for (Scenario.Step step : scenario.steps()) {
      LossLaw law = step.law();
      double own = law.lattice() > 0 ? law.lattice() : law.highest();
      if (GridOffset.isAnchored(law) && own > wanted && step.times() > most) {
        anchor = own;
        most = step.times();
      }
    }
    if (anchor > 0 && anchor / wanted < 1e6) {
      return anchor / Math.ceil(anchor / wanted); // the anchor is a knot, and no coarser
    }
    return rounded(wanted);
  }

  /** The smallest spacing at which the farthest knots are safely ints. */
  private double finest() {
    double range = 0;
    for (int i = 0; i < kinds; i++) {
      range = Math.max(range, Math.max(tops[i], -bottoms[i]));
    }
    return range * FINEST;
  }

  /** A number of few digits near this one, so that its multiples are exact; not too small. */
  private double rounded(double spacing) {
    double floored = Math.max(spacing, finest());
    return Math.scalb(
        Math.rint(Math.scalb(floored, 10 - Math.getExponent(floored))),
        Math.getExponent(floored) - 10);
  }
}
