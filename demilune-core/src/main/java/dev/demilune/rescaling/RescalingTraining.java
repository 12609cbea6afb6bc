// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.rescaling;

import java.util.ArrayList;
import java.util.List;

/**
 * The loop of the rescaling perceptron: coordinates are stretched until rows near the boundary have
 * a margin, and a batch perceptron moves weights in them.
 *
 * <p>In coordinates A a row x has the unit image z = Ax/|Ax|, and a released second moment M of
 * images makes the next ones, M^(-1/2)A ({@link Stretch}). Repeated with all rows this approaches
 * the position in which images fill all directions alike (radial isotropy, Forster 2002), where no
 * halfspace leaves all rows near its boundary. Then M is that of the rows which violate the margin:
 * what is left near the boundary is stretched again, however thin it is. The weights' scores stay
 * the same, so rows once right with a margin tend to stay right.
 *
 * <p>Rows enter through {@link RescalingReleases} alone; every other line is post-processing of
 * what it returned, and the number of releases is public. No bound on the error is proved here.
 *
 * <p><b>Source.</b> Rescaling of the perceptron: Dunagan and Vempala (2008), Hoberg and Rothvoss
 * (2017); made private by Ene, Nguyen, Nguyen and Vladu (2025), of which we know the abstract. This
 * form, by second moments and in a fixed number of rounds, is ours; docs/decisions/0033.
 */
public final class RescalingTraining {

  /** The margin by default (docs/decisions/0033). */
  public static final double MARGIN = 0.02;

  // Directions that no row has must not become infinite.
  private static final double MOST_STRETCH = 1_000;

  // Rows that violate the margin are few and thin once most are right. To make up for all of it at
  // once would turn the other rows' images along the normal, and steps could not follow.
  private static final double MOST_STRETCH_OF_VIOLATING = 4;

  private final RescalingReleases releases;
  private final RescalingSchedule schedule;
  private final double margin;
  private final Runnable afterEach;
  private double count;

  /**
   * @param margin below which a unit image violates it
   * @param count the public or declared number of rows; 0 to take it from the first release
   * @param afterEach called after each release
   */
  public RescalingTraining(
      RescalingReleases releases, double margin, long count, Runnable afterEach) {
    this.releases = releases;
    this.schedule = releases.plan().schedule();
    this.margin = margin;
    this.count = count;
    this.afterEach = afterEach;
  }

  /**
   * Learns the halfspaces.
   *
   * @param halfspaces the rows, signed for each of them
   * @return the normals in the rows' own coordinates, of any length
   */
  public List<double[]> run(List<? extends SignedRows> halfspaces) {
    int dimension = halfspaces.get(0).dimension();
    Place shared = new Place(Coordinates.identity(dimension), new double[dimension]);
    for (int i = 0; i < schedule.shared(); i++) {
      // With zero weights no row has a margin: all count, and their signs cancel in zzᵀ.
      shared = rescaled(halfspaces.get(0), shared);
    }
    List<double[]> normals = new ArrayList<>();
    for (SignedRows rows : halfspaces) {
      Place place = shared;
      for (int i = 0; i < schedule.own(); i++) {
        place = moved(rows, rescaled(rows, place));
      }
      normals.add(place.coordinates.pullBack(place.weights));
    }
    return normals;
  }

  /** Coordinates, and weights in them. */
  @SuppressWarnings("ArrayRecordComponent") // made here, and never written to
  private record Place(Coordinates coordinates, double[] weights) {}

  private Place rescaled(SignedRows rows, Place place) {
    double[][] moment =
        releases.moment(rows, place.coordinates, place.weights, threshold(place.weights));
    if (count == 0) {
      count = rowsIn(moment);
    }
    afterEach.run();
    double floor = releases.plan().floor(moment.length);
    if (count < floor * moment.length) {
      return place; // even all rows together have eigenvalues that are below noise on average
    }
    boolean all = length(place.weights) == 0; // with zero weights no row has a margin
    Stretch stretch = Stretch.of(moment, floor, all ? MOST_STRETCH : MOST_STRETCH_OF_VIOLATING);
    return new Place(stretch.of(place.coordinates), unit(stretch.of(place.weights)));
  }

  /** Each unit image adds one to the trace; below its noise the trace says nothing. */
  private double rowsIn(double[][] moment) {
    double trace = 0;
    for (int i = 0; i < moment.length; i++) {
      trace += moment[i][i];
    }
    return Math.max(1, Math.max(trace, releases.plan().countNoise(moment.length)));
  }

  /** Steps of the batch perceptron; returns the average of the later half. */
  private Place moved(SignedRows rows, Place place) {
    double[] weights = place.weights.clone();
    double[] average = new double[weights.length];
    for (int step = 0; step < schedule.steps(); step++) {
      double[] pull = releases.pull(rows, place.coordinates, weights, threshold(weights));
      for (int j = 0; j < weights.length; j++) {
        weights[j] += pull[j] / count;
        average[j] += step >= schedule.steps() / 2 ? weights[j] : 0;
      }
      afterEach.run();
    }
    return new Place(place.coordinates, average);
  }

  private double threshold(double[] weights) {
    return margin * length(weights);
  }

  private static double length(double[] weights) {
    double squares = 0;
    for (double weight : weights) {
      squares += weight * weight;
    }
    return Math.sqrt(squares);
  }

  private static double[] unit(double[] weights) {
    double length = length(weights);
    double[] unit = new double[weights.length];
    for (int j = 0; j < unit.length; j++) {
      unit[j] = length > 0 ? weights[j] / length : 0;
    }
    return unit;
  }
}
