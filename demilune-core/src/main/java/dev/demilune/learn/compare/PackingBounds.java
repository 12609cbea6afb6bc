// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.compare;

import dev.demilune.accounting.numeric.Rounding;
import dev.demilune.learn.Goal;
import dev.demilune.learn.Shape;
import dev.demilune.privacy.Adjacency;
import java.util.ArrayList;
import java.util.List;

/**
 * How many rows every learner of pure ε needs, by a packing: many distributions, no two of which
 * have a common good classifier.
 *
 * <p><b>Claim.</b> Let K distributions be such that no classifier has an error of at most α on two
 * of them. A learner of pure ε that reaches α on each with probability at least 1 - β, β &lt; 1/2,
 * needs n ≥ ln((K - 1)(1 - β)/β)/(cε) rows, c being 1 where rows are replaced and 2 where they are
 * added or removed.
 *
 * <p><b>Proof.</b> Let G_i be the classifiers of error at most α on the i-th distribution: disjoint
 * sets. Two tables of n rows are n replacements apart, or 2n removals and additions: c·n steps. So
 * whatever table S_1 the first distribution gives, and S_i any other, P(A(S_1) ∈ G_i) ≥
 * e^(-cnε)·P(A(S_i) ∈ G_i); on average over tables, at least e^(-cnε)(1 - β). The K - 1 events are
 * disjoint from each other and from A(S_1) ∈ G_1, which has probability 1 - β at least: (K -
 * 1)e^(-cnε)(1 - β) ≤ β. ∎
 *
 * <p><b>How many distributions.</b> Of sign vectors of length D, any that differ from all chosen so
 * far in r places or more can be chosen next; each excludes at most V = Σ_(i&lt;r) C(D, i). So at
 * least 2^D/V can be chosen (Gilbert 1952, Varshamov 1957).
 *
 * <p><i>Signs of directions:</i> rows as in {@link LowerBounds}, D = {@link Goal#directions}. Where
 * two sign vectors differ, any classifier is wrong about one of the two labels of e_i, and of -e_i;
 * so its errors on both add up to the share of places in which they differ, and r = ⌊2αD⌋ + 1
 * places are enough. The tables of two sign vectors may have the same rows and differ in labels, so
 * this holds where labels are replaced, too.
 *
 * <p><i>Robust learners:</i> rows ±1.01γw with labels ±1, w a sign vector over √d of all d
 * features. A classifier whose robust error at 0.9γ is below 1/2 is constant within 0.9γ of either
 * row. Half way between 1.01γw and -1.01γw' a point is 1.01γ|w + w'|/2 from both, at most 0.9γ if
 * w·w' ≤ 0.588, that is if they differ in 0.206 of the places: r = ⌈0.206d⌉. Features differ here,
 * so it says nothing of labels alone.
 *
 * <p><b>Source.</b> The argument is that of Nguyen, Ullman and Zakynthinou (2020), Theorem 12,
 * whose own distributions ({@link dev.demilune.data.synthetic.PackingInstance}, d = 1/(1000γ²),
 * distance 0.15 as the proof needs) give the same formula with a thousandth of the directions; and
 * of Ghazi, Kumar, Manurangsi and Nguyen (2021), Theorem 2. The bound of their Theorem 3 for
 * approximate guarantees, by fingerprinting, is asymptotic only: {@link LowerBounds#asymptotic}.
 */
final class PackingBounds {

  private static final double ROBUST_DISTANCE = 0.206;
  private static final double MOST_ROBUST_MARGIN = 0.99;
  private static final double MOST_SUMMED = 100_000;

  private PackingBounds() {}

  static List<LowerBound> of(Shape shape, double epsilon, Goal goal) {
    List<LowerBound> bounds = new ArrayList<>();
    if (!(goal.failure() < 0.5)) {
      return bounds;
    }
    int steps = shape.adjacency().addsOrRemoves() ? 2 : 1;
    double directions = goal.directions(shape.features());
    double places = Math.floor(2 * goal.error() * directions * Rounding.PRODUCT_UP) + 1;
    bounds.add(
        new LowerBound(
            rows(logMembers(directions, places), goal.failure(), steps * epsilon),
            "for any learner of pure ε: sign patterns of which no classifier is good for two"
                + " (packing, as of Nguyen, Ullman, Zakynthinou 2020, Theorem 12)"));
    if (shape.adjacency() != Adjacency.REPLACE_LABEL && goal.margin() <= MOST_ROBUST_MARGIN) {
      double different = Math.ceil(ROBUST_DISTANCE * shape.features());
      bounds.add(
          new LowerBound(
              rows(logMembers(shape.features(), different), goal.failure(), steps * epsilon),
              "for any learner of pure ε whose predictions may not change within 0.9 of the margin"
                  + " (packing of Ghazi, Kumar, Manurangsi, Nguyen 2021, Theorem 2)"));
    }
    return bounds;
  }

  /** ⌈ln((K - 1)(1 - β)/β)/(cε)⌉, not below 0. */
  static double rows(double logMembers, double failure, double stepsTimesEpsilon) {
    double logOthers = logMembers + Math.log(-Math.expm1(-logMembers)); // -∞ for one member
    double rows = (logOthers + Math.log((1 - failure) / failure)) / stepsTimesEpsilon;
    // Rounded down before it is made whole: a lower bound must not be too high.
    return Math.max(0, Math.ceil(rows * Rounding.PRODUCT_DOWN));
  }

  /**
   * Returns ln of the least number of members, rounded down: sign vectors that differ in at least
   * this many places.
   */
  static double logMembers(double length, double different) {
    if (different > length) {
      return 0; // one alone
    }
    if (length > MOST_SUMMED) {
      // Σ_(i≤r) C(D, i) ≤ e^(D·H(r/D)) for r ≤ D/2, H being the entropy in nats.
      double share = (different - 1) / length;
      double entropy = -share * Math.log(share) - (1 - share) * Math.log1p(-share);
      return share > 0 && share < 0.5
          ? Math.max(Math.log(2), length * (Math.log(2) - entropy) * Rounding.SUM_DOWN)
          : Math.log(2);
    }
    double term = 1; // C(length, i) over C(length, different - 1)
    double sum = 1;
    double logLast = 0;
    for (double i = different - 1; i >= 1; i--) {
      logLast += Math.log((length - i + 1) / i);
      if (term > 1e-20) { // smaller terms are within the slack below
        term *= i / (length - i + 1);
        sum += term;
      }
    }
    double logVolume = logLast + Math.log(sum);
    double logMembers = length * Math.log(2) - logVolume;
    // Each logarithm of the sum is off by less than 1e-15 of its size.
    double slack = 1e-12 * (1 + length);
    // 2^D/V is rounded up: a vector and its opposite are two at least.
    return Math.max(Math.log(2), logMembers - slack);
  }
}
