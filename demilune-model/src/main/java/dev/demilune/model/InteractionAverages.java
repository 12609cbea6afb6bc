// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.model;

import dev.demilune.embed.CosineSine;
import dev.demilune.schema.Part;
import java.util.ArrayList;
import java.util.List;

/**
 * What interactions add on average for each value of a part, over rows whose other columns are
 * spread by the released shares, independently of each other: their share of a main effect, which
 * the shape function alone does not show.
 *
 * <p>The mean of e^{iq} for an angle q that is a sum of independent terms is the product of the
 * terms' means, and each of these is a sum over the points of a shape, by their shares. All of it
 * is a function of the published model.
 */
public final class InteractionAverages {

  private final List<Part> parts;
  private final List<ShapeFunction> shapes;
  private final Interactions interactions;
  private final double[][][] means; // means[direction][term]: the mean of e^{i term}

  private InteractionAverages(
      List<Part> parts, List<ShapeFunction> shapes, Interactions interactions) {
    this.parts = parts;
    this.shapes = shapes;
    this.interactions = interactions;
    this.means = new double[interactions.directions()][][];
    for (int j = 0; j < means.length; j++) {
      List<Interactions.Term> terms = interactions.terms(j);
      means[j] = new double[terms.size()][];
      for (int i = 0; i < means[j].length; i++) {
        Interactions.Term term = terms.get(i);
        means[j][i] = mean(term, shapes.get(term.part()), parts, interactions);
      }
    }
  }

  /**
   * Prepares the averages of interactions over the shares of shapes.
   *
   * @throws IllegalArgumentException if a shape of a part that they use has no shares
   */
  public static InteractionAverages of(
      List<Part> parts, List<ShapeFunction> shapes, Interactions interactions) {
    return new InteractionAverages(List.copyOf(parts), List.copyOf(shapes), interactions);
  }

  /** Returns whether all shapes have the shares that averages need. */
  public static boolean areKnown(AdditiveClassifier model) {
    return model.shapes().stream().allMatch(shape -> shape.shares().length > 0);
  }

  /**
   * Returns the mean cosine and sine of a direction's angle for a point of a part's shape, each
   * less its mean over all rows; zero for a direction that does not use the part.
   */
  public double[] wave(int direction, int part, int point) {
    double[] given = {1, 0};
    double[] all = {1, 0};
    boolean used = false;
    List<Interactions.Term> terms = interactions.terms(direction);
    for (int i = 0; i < terms.size(); i++) {
      Interactions.Term term = terms.get(i);
      boolean own = term.part() == part;
      used |= own;
      given =
          product(
              given,
              own ? at(term, point, shapes.get(part), parts, interactions) : means[direction][i]);
      all = product(all, means[direction][i]);
    }
    double[] offset = unit(interactions.offset(direction));
    double[] wave = product(offset, new double[] {given[0] - all[0], given[1] - all[1]});
    return used ? wave : new double[2];
  }

  /** Returns what all directions add on average, averages[point][class], of mean zero. */
  public double[][] of(int part) {
    ShapeFunction shape = shapes.get(part);
    double[][] averages = new double[shape.points()][shape.classes()];
    for (int j = 0; j < interactions.directions(); j++) {
      double[] cosine = interactions.cosine(j);
      double[] sine = interactions.sine(j);
      boolean used = interactions.terms(j).stream().anyMatch(term -> term.part() == part);
      for (int point = 0; used && point < averages.length; point++) {
        double[] wave = wave(j, part, point);
        for (int k = 0; k < cosine.length; k++) {
          averages[point][k] += cosine[k] * wave[0] + sine[k] * wave[1];
        }
      }
    }
    return averages;
  }

  /**
   * Returns interactions that do not depend on a part and otherwise add what these add on average
   * over it: a wave whose angle has an independent term is, on average over that term, a wave of
   * the rest of the angle, turned and shrunk by the term's mean.
   */
  public static Interactions without(
      int part, List<Part> parts, List<ShapeFunction> shapes, Interactions interactions) {
    int classes = shapes.get(0).classes();
    Interactions.Builder builder = Interactions.builder(parts, classes);
    for (int p = 0; p < parts.size(); p++) {
      if (interactions.hasWarp(p)) {
        builder.warp(p, interactions.warpBreakpoints(p), interactions.warpValues(p));
      }
    }
    for (int j = 0; j < interactions.directions(); j++) {
      List<Interactions.Term> rest = new ArrayList<>();
      double[] mean = {1, 0};
      for (Interactions.Term term : interactions.terms(j)) {
        if (term.part() == part) {
          mean = product(mean, mean(term, shapes.get(part), parts, interactions));
        } else {
          rest.add(term);
        }
      }
      // The mean of c cos(q + t) + s sin(q + t) over t, by the means of cos t and sin t.
      double[] cosine = new double[classes];
      double[] sine = new double[classes];
      for (int k = 0; k < classes; k++) {
        double c = interactions.cosine(j)[k];
        double s = interactions.sine(j)[k];
        cosine[k] = c * mean[0] + s * mean[1];
        sine[k] = s * mean[0] - c * mean[1];
      }
      builder.direction(interactions.offset(j), rest, cosine, sine);
    }
    return builder.build();
  }

  /** e^{i term} at a point of the part's shape. */
  private static double[] at(
      Interactions.Term term,
      int point,
      ShapeFunction shape,
      List<Part> parts,
      Interactions interactions) {
    List<Double> coefficients = term.coefficients();
    if (parts.get(term.part()) instanceof Part.Choice) {
      return unit(coefficients.get(point));
    }
    double[] breakpoints = shape.breakpoints();
    return point < breakpoints.length
        ? unit(coefficients.get(0) * (2 * interactions.warped(term.part(), breakpoints[point]) - 1))
        : unit(coefficients.get(1));
  }

  private static double[] mean(
      Interactions.Term term, ShapeFunction shape, List<Part> parts, Interactions interactions) {
    double[] shares = shape.shares();
    if (shares.length == 0) {
      throw new IllegalArgumentException(
          "the shape of '" + parts.get(term.part()).name() + "' has no shares of rows");
    }
    double[] sum = new double[2];
    for (int point = 0; point < shares.length; point++) {
      double[] wave = at(term, point, shape, parts, interactions);
      sum[0] += shares[point] * wave[0];
      sum[1] += shares[point] * wave[1];
    }
    return sum;
  }

  private static double[] unit(double angle) {
    double[] point = new double[2];
    CosineSine.point(angle, 1, point, 0);
    return point;
  }

  private static double[] product(double[] a, double[] b) {
    return new double[] {a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]};
  }
}
