// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting.renyi;

import dev.demilune.accounting.numeric.Rounding;
import java.util.function.DoubleUnaryOperator;

/**
 * Converts a Rényi curve to ε and δ, at the best real order.
 *
 * <p><b>Claim.</b> An event whose divergence of order α is at most ρ, in both directions, is (ε,
 * δ)-DP with δ = e^((α-1)(ρ-ε)) (1 - 1/α)^α / (α-1); solved for ε, with ε = ρ + ln(1 - 1/α) -
 * ln(δα)/(α-1).
 *
 * <p><b>Source.</b> Canonne, Kamath and Steinke 2020, Proposition 12. It holds for every order, so
 * an imperfect search for the best one costs only tightness: a coarse grid, then golden sections
 * beside its best point. 32 times the rounding unit of the terms' magnitudes is added.
 */
public final class RenyiConversion {

  private static final double U = Rounding.UNIT;
  private static final double GOLDEN = (Math.sqrt(5) - 1) / 2;

  /** ln(α - 1) at the points of the grid. */
  private static final double FIRST = -6;

  private static final double SPACING = 0.25;
  private static final int POINTS = 100; // up to ln(α - 1) = 18.75

  private final RenyiCurve curve;
  private double[] grid; // guarded by this

  public RenyiConversion(RenyiCurve curve) {
    this.curve = curve;
  }

  /** The smallest ε that the curve proves at this δ, rounded up; infinity at δ = 0. */
  public double epsilon(double delta) {
    if (delta == 0) {
      return Double.POSITIVE_INFINITY;
    }
    return Math.max(0, best((x, rho) -> epsilon(delta, x, rho)));
  }

  private static double epsilon(double delta, double x, double rho) {
    // any order is valid, so the rounding of this one is no error
    return epsilonAt(1 + Math.exp(x), rho, delta);
  }

  /**
   * The ε that a divergence of one order proves at this δ, rounded up. It may be negative, where
   * even ε = 0 would be met with less δ.
   */
  public static double epsilonAt(double order, double rho, double delta) {
    double spent = (Math.log(delta) + Math.log(order)) / (order - 1);
    double entropy = Math.log1p(-1 / order);
    // 1/(α-1) for α close to 1, where α - 1 loses digits.
    double error = 32 * U * (rho + Math.abs(spent) - entropy + 1 / (order - 1));
    return rho + entropy - spent + error;
  }

  /** The smallest δ that the curve proves at this ε, rounded up; at most 1. */
  public double delta(double epsilon) {
    double logarithm = best((x, rho) -> logDelta(epsilon, x, rho));
    double bound = Math.exp(logarithm);
    return bound < 1 ? Math.min(1, bound * Rounding.CALL_UP + Double.MIN_NORMAL) : 1;
  }

  private static double logDelta(double epsilon, double x, double rho) {
    double order = 1 + Math.exp(x);
    double gain = (order - 1) * (rho - epsilon); // infinite for a curve that says nothing there
    double entropy = order * Math.log1p(-1 / order);
    double error = 32 * U * ((order - 1) * (rho + epsilon) - entropy + Math.abs(x) + 1);
    double value = gain + entropy - Math.log(order - 1) + error;
    return Double.isNaN(value) ? Double.POSITIVE_INFINITY : value; // no bound at this order
  }

  @FunctionalInterface
  private interface Cost {
    double at(double x, double rho);
  }

  /** The least cost over the orders tried. */
  private double best(Cost cost) {
    double[] rho = grid();
    int least = 0;
    for (int i = 1; i < POINTS; i++) {
      if (cost.at(FIRST + i * SPACING, rho[i]) < cost.at(FIRST + least * SPACING, rho[least])) {
        least = i;
      }
    }
    double center = FIRST + least * SPACING;
    double fromGrid = cost.at(center, rho[least]);
    DoubleUnaryOperator fresh = x -> cost.at(x, curve.at(1 + Math.exp(x)));
    // The refinement may do worse where the cost has several minima: the grid's value stays.
    return Math.min(fromGrid, refine(fresh, center - SPACING, center + SPACING));
  }

  private static double refine(DoubleUnaryOperator cost, double from, double to) {
    double a = from;
    double b = to;
    double left = b - GOLDEN * (b - a);
    double right = a + GOLDEN * (b - a);
    double atLeft = cost.applyAsDouble(left);
    double atRight = cost.applyAsDouble(right);
    double least = Math.min(atLeft, atRight);
    for (int i = 0; i < 20; i++) { // 2 SPACING 0.618^20: the cost is flat to 1e-8 there
      if (atLeft <= atRight) {
        b = right;
        right = left;
        atRight = atLeft;
        left = b - GOLDEN * (b - a);
        atLeft = cost.applyAsDouble(left);
        least = Math.min(least, atLeft);
      } else {
        a = left;
        left = right;
        atLeft = atRight;
        right = a + GOLDEN * (b - a);
        atRight = cost.applyAsDouble(right);
        least = Math.min(least, atRight);
      }
    }
    return least;
  }

  private synchronized double[] grid() {
    if (grid == null) {
      double[] values = new double[POINTS];
      for (int i = 0; i < POINTS; i++) {
        values[i] = curve.at(1 + Math.exp(FIRST + i * SPACING));
      }
      grid = values;
    }
    return grid;
  }
}
