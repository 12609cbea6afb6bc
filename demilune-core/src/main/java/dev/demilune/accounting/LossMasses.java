/*
 * Copyright 2026 The Demilune Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package dev.demilune.accounting;

import java.util.Arrays;

/**
 * A privacy loss moved to whole multiples of a grid's spacing: once so that nothing can become
 * cheaper, once so that nothing can become dearer.
 *
 * <p><b>Claim.</b> Write c(a) for the sum over knots g of mass(g) (1 - a e^-g)₊, plus the mass at
 * infinity. Then for every a &gt; 0, c(a) with the lower masses ≤ H(a) ≤ c(a) with the upper ones,
 * where H(e^t) = P(L &gt; t) - e^t Q(L &gt; t) is the divergence of the pair. And so composed:
 * replacing any number of steps by their upper (lower) masses does not lower (raise) the divergence
 * of the composition.
 *
 * <p><b>Proof that it composes.</b> The divergence of a composition, at e^ε, is the mean of H(e^(ε
 * - Y)) over the sum Y of the other steps' losses under P. It is monotone in H, and stays so if Y
 * has any measure that is not negative, of total mass 1 or not; so the steps can be replaced one by
 * one.
 *
 * <p><b>Proof of the upper masses.</b> H is convex in a = e^t. Values w(g) ≥ H(e^g) at the knots,
 * joined by straight lines in a, with w(last) as the constant after the last knot and a line to (0,
 * 1) before the first, are above H everywhere. Such a broken line is c(a) for the masses "jump of
 * the slope times e^g". Rounding errors are added to each mass, and a mass that is negative because
 * the w are not quite convex is made 0; both only raise c. (This is the connect-the-dots rule.)
 *
 * <p><b>Proof of the lower masses.</b> Every event S gives a line P(S) - aQ(S) below H. In each
 * bucket between two knots take the event {L &gt; middle of the bucket}, or, where its line is
 * negative at the far end, the empty event. If v(g) is at most the value at e^g of the lines on
 * both sides of g, then the broken line through the v is below those lines, and so below H. It ends
 * at a constant that is at most P(L = ∞), and begins with the least possible curve, 1 - a. For
 * smooth laws v and w differ by a third power of the bucket's width, and the two distributions by a
 * square: their means agree, their variances differ by about a quarter of the width's square. Each
 * mass is lowered by its rounding error, and where this makes it negative, what is missing is taken
 * from masses at higher knots: (1 - a e^-g)₊ grows with g, so this only lowers c.
 *
 * <p><b>Computing.</b> For t &lt; 0 the curve is kept as H(a) - 1 + a, which is small there; a line
 * may be added to a curve without changing its jumps of slope. Only values relative to each other
 * over one bucket enter, so nothing cancels that is not small.
 *
 * <p><b>Source.</b> Doroshenko, Ghazi, Kamath, Kumar and Manurangsi, PoPETs 2022, for the upper
 * masses. The lower ones are ours.
 */
final class LossMasses {

  private static final double U = 0x1p-53;

  final int[] knots;
  final double[] upper;
  final double[] lower;
  final double infiniteUpper;
  final double infiniteLower;

  private LossMasses(
      int[] knots, double[] upper, double[] lower, double infiniteUpper, double infiniteLower) {
    this.knots = knots;
    this.upper = upper;
    this.lower = lower;
    this.infiniteUpper = infiniteUpper;
    this.infiniteLower = infiniteLower;
  }

  /**
   * Moves a loss to some of the multiples of a spacing.
   *
   * @param knots increasing; 0 is one of them and neither the first nor the last
   */
  static LossMasses of(LossLaw law, double spacing, int[] knots) {
    double[] above = valuesAbove(law, spacing, knots);
    double[] below = valuesBelow(law, spacing, knots);
    int count = knots.length;
    double[] upper = masses(above, knots, spacing);
    for (int i = 0; i < count; i++) {
      upper[i] = Math.max(0, upper[i] + rounding(above, knots, spacing, i));
    }
    double[] lower = masses(below, knots, spacing);
    double missing = 0;
    for (int i = 0; i < count; i++) {
      double rest = lower[i] - rounding(below, knots, spacing, i) - missing;
      lower[i] = Math.max(0, rest);
      missing = Math.max(0, -rest);
    }
    double infiniteLower = below[count - 1] - missing;
    if (infiniteLower < 0) { // the missing part cannot be taken from anywhere: say nothing
      return new LossMasses(knots, upper, new double[count], above[count - 1], 0);
    }
    return new LossMasses(knots, upper, lower, above[count - 1], infiniteLower);
  }

  /** Sum of masses, rounded up. */
  static double total(double[] masses) {
    double sum = 0;
    for (double mass : masses) {
      sum += mass;
    }
    return sum * (1 + masses.length * U);
  }

  /** Upper bounds at the knots: of H for t ≥ 0, of H - 1 + a for t &lt; 0. */
  private static double[] valuesAbove(LossLaw law, double spacing, int[] knots) {
    int count = knots.length;
    double[] values = new double[count];
    int zero = 0;
    for (int i = 0; i < count; i++) {
      double t = knots[i] * spacing;
      double off = 2 * Math.abs(Math.fma(knots[i], spacing, -t)); // rounding of the product
      if (knots[i] >= 0) {
        double value = law.above(t).upper();
        // A little further down, so that an atom which rounding put on the other side counts.
        value += off == 0 ? 0 : off * law.qAbove(Math.max(0, t - 2 * off)) * (1 + 0x1p-20);
        values[i] = Math.min(1, value);
        zero = knots[i] == 0 ? i : zero;
      } else {
        double value = law.below(t).upper();
        value += off == 0 ? 0 : off * law.qUpTo(Math.min(0, t + 2 * off)) * (1 + 0x1p-20);
        values[i] = Math.min(1, value);
      }
    }
    makeMonotone(values, zero);
    return values;
  }

  /** Lower bounds at the knots such that the lines between them are below the curve. */
  private static double[] valuesBelow(LossLaw law, double spacing, int[] knots) {
    int count = knots.length;
    double[] values = new double[count];
    Arrays.fill(values, 1);
    int zero = 0;
    for (int i = 0; i + 1 < count; i++) {
      zero = knots[i] == 0 ? i : zero;
      double width = (knots[i + 1] - knots[i]) * spacing;
      double t = 0.5 * ((double) knots[i] + knots[i + 1]) * spacing;
      double off = 4 * U * Math.abs(t); // of the distances from the middle to the knots
      double leftFactor = -Math.expm1(-width / 2);
      double rightFactor = Math.expm1(width / 2);
      double left;
      double right;
      if (knots[i] >= 0) {
        double value = law.above(t).lower();
        double mass = law.qAbove(t);
        double relative = law.error(t) + 16 * U * (1 + width);
        double moved = 2 * mass * off;
        left = value + leftFactor * mass * (1 - relative) - moved;
        right = value - rightFactor * mass * (1 + relative) - moved * (1 + rightFactor);
        left = right < 0 ? 0 : left; // the empty event
      } else {
        double value = law.below(t).lower();
        double mass = law.qUpTo(t);
        double relative = law.error(t) + 16 * U * (1 + width);
        double moved = 2 * mass * off;
        left = value - leftFactor * mass * (1 + relative) - moved;
        right = value + rightFactor * mass * (1 - relative) - moved * (1 + rightFactor);
        right = left < 0 ? 0 : right;
      }
      values[i] = Math.min(values[i], Math.max(0, left * (1 - 4 * U)));
      values[i + 1] = Math.min(values[i + 1], Math.max(0, right * (1 - 4 * U)));
    }
    values[0] = 0;
    values[count - 1] = Math.min(values[count - 1], Math.max(0, law.atInfinity()));
    makeMonotone(values, zero);
    return values;
  }

  /** H falls with t, and H - 1 + a grows: a bound at one knot is one at all further out. */
  private static void makeMonotone(double[] values, int zero) {
    for (int i = zero + 1; i < values.length; i++) {
      values[i] = Math.min(values[i], values[i - 1]);
    }
    for (int i = zero - 1; i >= 0; i--) {
      values[i] = Math.min(values[i], values[i + 1]);
    }
  }

  private static double[] masses(double[] values, int[] knots, double spacing) {
    double[] masses = new double[knots.length];
    for (int i = 0; i < masses.length; i++) {
      masses[i] = rise(values, knots, spacing, i) - fall(values, knots, spacing, i);
      masses[i] += knots[i] == 0 ? 1 : 0; // where the curve changes its representation
    }
    return masses;
  }

  /** e^g times the slope in a to the right of knot i. */
  private static double rise(double[] values, int[] knots, double spacing, int i) {
    return i + 1 == knots.length
        ? 0
        : (values[i + 1] - values[i]) / Math.expm1((knots[i + 1] - knots[i]) * spacing);
  }

  /** e^g times the slope in a to the left of knot i. */
  private static double fall(double[] values, int[] knots, double spacing, int i) {
    return i == 0
        ? values[0]
        : (values[i] - values[i - 1]) / -Math.expm1(-(knots[i] - knots[i - 1]) * spacing);
  }

  /** Bound on the rounding error of mass i, the values being exact. */
  private static double rounding(double[] values, int[] knots, double spacing, int i) {
    double right = i + 1 == knots.length ? 0 : (knots[i + 1] - knots[i]) * spacing;
    double left = i == 0 ? 0 : (knots[i] - knots[i - 1]) * spacing;
    double terms =
        Math.abs(rise(values, knots, spacing, i))
            + Math.abs(fall(values, knots, spacing, i))
            + (knots[i] == 0 ? 1 : 0);
    return terms == 0 ? 0 : (16 + 2 * (left + right)) * U * terms + Double.MIN_NORMAL;
  }
}
