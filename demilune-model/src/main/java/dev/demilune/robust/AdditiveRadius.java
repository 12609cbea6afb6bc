// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.robust;

import dev.demilune.model.AdditiveClassifier;
import dev.demilune.model.Interactions;
import dev.demilune.model.ShapeFunction;
import dev.demilune.schema.EncodedRow;
import dev.demilune.schema.NumberScale;
import dev.demilune.schema.Part;
import java.util.List;

/**
 * The radius of an additive model.
 *
 * <p><b>Claim.</b> Let y = predict(x) and r the radius returned for x. Then predict(z) = y for
 * every record z with the same choices and the same missing numbers, whose numbers differ from
 * those of x by a Euclidean distance of at most r; a number is measured by its position on the
 * schema's number scale, which is its encoded feature unless the schema declares bins or knots.
 * Where all numbers are such features this holds for every record whose encoded row is within r of
 * that of x, as {@link CertifiedRadius} says: with choices or missing numbers r is below the least
 * distance by which another choice, or a number in place of a missing one, moves the encoded row.
 * That is 1, or 1/√k for a category of k ordered values.
 *
 * <p><b>Proof.</b> Fix a rival j; the smallest of the rivals' radii is returned. Let g be the
 * margin of y over j, s the length of the number scale, and t_p the position of the number p.
 *
 * <p>(1) <em>Shapes.</em> The part of g that p contributes is piecewise linear in t_p. From t_p to
 * a position on its right it falls by at most the distance times the steepest fall among the
 * segments from that of t_p on; to the left likewise. Let a_p be the larger of both.
 *
 * <p>(2) <em>Interactions.</em> Direction i contributes A cos(q + φ), of slope at most A_i in its
 * angle q, where A_i is the length of the two differences of weights. The angle changes by at most
 * Σ_p 2|c_ip|w_p|Δt_p|, where c_ip is the coefficient and w_p the steepest slope of the warp. Let
 * k_p = Σ_i 2A_i|c_ip|w_p.
 *
 * <p>(3) So g falls by at most Σ_p (a_p + k_p)|Δt_p|, which by Cauchy and Schwarz is at most |(a +
 * k)/s| times the distance s|Δt|. A margin g stays positive at distances below g/|(a + k)/s|.
 *
 * <p>(4) <em>Rounding.</em> With unit 2⁻⁵³, P parts and m directions, let M_k be |b_k| plus the
 * largest absolute values of all shapes and of all weights of directions. An interpolated value is
 * off by at most 8·2⁻⁵³ of its shape's largest; the sum of 2P + 2m + 1 terms by at most (2P + 2m +
 * 2)·2⁻⁵³·M_k; a cosine or sine by at most 4e-16(1 + Q) and its angle by at most (T + 8)·2⁻⁵³·Q,
 * where Q bounds the sum of an angle's absolute terms and T is their number. So a computed score is
 * off by at most E_k = (2P + 2m + 16)·2⁻⁵³·M_k + Σ_i |(c_ik, s_ik)|·(4e-16 + (T_i + 8)·2⁻⁵³)(1 +
 * Q_i). The program can prefer j at z only where the exact g is at most E_y + E_j, and the computed
 * margin at x is off by as much: 4(E_y + E_j) is subtracted. Slopes are quotients of differences of
 * doubles; they and the result are moved to the safe side by a relative 1e-12, more than their
 * rounding. Encoding rounds a position's feature by at most 2⁻⁵²: P·1e-15 is subtracted. Overflow
 * and NaN give 0. ∎
 *
 * <p>The bound of the interactions is the weak part: warps that follow the ranks of a crowded
 * column are steep somewhere, and their steepest slope is used everywhere.
 */
final class AdditiveRadius implements CertifiedRadius {

  private static final double BELOW_ONE = 1 - 1e-12;
  private static final double RAISE = 1 + 1e-12;
  private static final int MOST_CLASSES_KEPT = 64;

  private final AdditiveClassifier model;
  private final int classes;
  private final double scale; // s
  private final double[] scoreErrors; // E_k
  private final double[][] breakpoints; // of each part; empty for a choice
  private final double[][] slopes; // slopes[part][segment * classes + class]
  private final double[][] pairRates; // k of all pairs of classes; null when there are too many

  AdditiveRadius(AdditiveClassifier model) {
    this.model = model;
    this.classes = model.labels().size();
    this.scale = model.schema().numberScale() == NumberScale.ZERO_TO_ONE ? 1 : 2;
    int parts = model.shapes().size();
    breakpoints = new double[parts][];
    slopes = new double[parts][];
    for (int p = 0; p < parts; p++) {
      ShapeFunction shape = model.shapes().get(p);
      breakpoints[p] = shape.breakpoints();
      slopes[p] = new double[Math.max(0, breakpoints[p].length - 1) * classes];
      for (int i = 0; i < slopes[p].length; i++) {
        int segment = i / classes;
        double width = breakpoints[p][segment + 1] - breakpoints[p][segment];
        slopes[p][i] =
            (shape.value(segment + 1, i % classes) - shape.value(segment, i % classes)) / width;
      }
    }
    scoreErrors = new double[classes];
    for (int k = 0; k < classes; k++) {
      scoreErrors[k] = scoreError(k);
    }
    pairRates = classes <= MOST_CLASSES_KEPT ? new double[classes * classes][] : null;
    for (int i = 0; pairRates != null && i < pairRates.length; i++) {
      pairRates[i] = interactionRates(i / classes, i % classes);
    }
  }

  /** E_k of Proof (4). */
  private double scoreError(int k) {
    double sum = Math.abs(model.bias(k)); // M_k
    for (ShapeFunction shape : model.shapes()) {
      double largest = 0;
      for (int point = 0; point < shape.points(); point++) {
        largest = Math.max(largest, Math.abs(shape.value(point, k)));
      }
      sum += largest;
    }
    double error = 0;
    int directions = 0;
    if (model.interactions().isPresent()) {
      Interactions of = model.interactions().get();
      directions = of.directions();
      for (int i = 0; i < directions; i++) {
        double cosine = Math.abs(of.cosine(i)[k]);
        double sine = Math.abs(of.sine(i)[k]);
        sum += cosine + sine;
        double angle = Math.abs(of.offset(i)); // Q_i
        List<Interactions.Term> terms = of.terms(i);
        for (Interactions.Term term : terms) {
          angle += term.coefficients().stream().mapToDouble(Math::abs).max().orElse(0);
        }
        error += (cosine + sine) * (4e-16 + (terms.size() + 8) * GreatCircle.UNIT) * (1 + angle);
      }
    }
    return error + (2.0 * model.shapes().size() + 2.0 * directions + 16) * GreatCircle.UNIT * sum;
  }

  @Override
  public double radius(EncodedRow row) {
    return radius(row, model.predict(row));
  }

  @Override
  public double radius(EncodedRow row, int predicted) {
    double[] scores = new double[classes];
    model.scores(row, scores);
    double smallest = Double.POSITIVE_INFINITY;
    for (int rival = 0; rival < classes; rival++) {
      if (rival != predicted) {
        double slack = 4 * (scoreErrors[predicted] + scoreErrors[rival]) + 1e-150; // Proof (4)
        double margin = scores[predicted] - scores[rival] - slack;
        double steepest = steepest(row, predicted, rival) * RAISE;
        // Infinite where no number matters; 0/0 is NaN and ends in 0.
        smallest = Math.min(smallest, margin > 0 ? margin / steepest : 0);
      }
    }
    double lowered = Math.min(smallest, leastJump(row)) * BELOW_ONE;
    double radius = lowered - row.parts() * 1e-15;
    return radius > 0 ? radius : 0; // NaN included
  }

  /** The least distance at which a choice can be another one, or a number missing or not. */
  private double leastJump(EncodedRow row) {
    List<Part> parts = model.schema().parts();
    double least = Double.POSITIVE_INFINITY;
    for (int p = 0; p < parts.size(); p++) {
      if (parts.get(p) instanceof Part.Choice choice) {
        // The value for missing is counted as well: errs on the safe side.
        least = Math.min(least, choice.ordered() ? 1 / Math.sqrt(choice.values().size()) : 1);
      } else if (parts.get(p).missing() || Double.isNaN(row.part(p))) {
        least = Math.min(least, 1);
      }
    }
    return least;
  }

  /** |(a + k)/s| of Proof (3). */
  private double steepest(EncodedRow row, int predicted, int rival) {
    double[] rates = // k_p
        pairRates == null
            ? interactionRates(predicted, rival)
            : pairRates[predicted * classes + rival];
    double squares = 0;
    double sum = 0;
    for (int p = 0; p < breakpoints.length; p++) {
      if (breakpoints[p].length > 0 && !Double.isNaN(row.part(p))) {
        double rate = (steepestFall(p, row.part(p), predicted, rival) + rates[p]) / scale;
        squares += rate * rate;
        sum += rate;
      }
    }
    // The L1 norm bounds the L2 norm, and does not underflow where squares do.
    return squares >= 1e-160 ? Math.sqrt(squares) : sum;
  }

  /** a_p of Proof (1). */
  private double steepestFall(int part, double position, int predicted, int rival) {
    double steepest = 0;
    double[] slopesOf = slopes[part];
    for (int segment = 0; segment < breakpoints[part].length - 1; segment++) {
      double slope = slopesOf[segment * classes + predicted] - slopesOf[segment * classes + rival];
      // Cancellation between the two slopes is covered by adding their own rounding.
      double rounding =
          1e-15
              * (Math.abs(slopesOf[segment * classes + predicted])
                  + Math.abs(slopesOf[segment * classes + rival]));
      if (breakpoints[part][segment + 1] >= position) { // reached to the right, or the own segment
        steepest = Math.max(steepest, -slope + rounding);
      }
      if (breakpoints[part][segment] <= position) { // reached to the left, or the own segment
        steepest = Math.max(steepest, slope + rounding);
      }
    }
    return steepest;
  }

  /** k_p of Proof (2). */
  private double[] interactionRates(int predicted, int rival) {
    double[] rates = new double[breakpoints.length];
    if (model.interactions().isEmpty()) {
      return rates;
    }
    Interactions of = model.interactions().get();
    for (int i = 0; i < of.directions(); i++) {
      double[] cosine = of.cosine(i);
      double[] sine = of.sine(i);
      double amplitude =
          Math.hypot(cosine[predicted] - cosine[rival], sine[predicted] - sine[rival]);
      for (Interactions.Term term : of.terms(i)) {
        int p = term.part();
        if (breakpoints[p].length > 0) {
          double warp = of.hasWarp(p) ? steepestWarp(of, p) : 1;
          rates[p] += 2 * amplitude * Math.abs(term.coefficients().get(0)) * warp;
        }
      }
    }
    return rates;
  }

  private static double steepestWarp(Interactions of, int part) {
    double[] at = of.warpBreakpoints(part);
    double[] values = of.warpValues(part);
    double steepest = 0;
    for (int i = 1; i < at.length; i++) {
      steepest = Math.max(steepest, Math.abs((values[i] - values[i - 1]) / (at[i] - at[i - 1])));
    }
    return steepest;
  }
}
