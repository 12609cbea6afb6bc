// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.choice;

import dev.demilune.learn.Shape;
import dev.demilune.learn.published.NetOfBall;
import dev.demilune.learn.published.SingleRowDescent;
import java.util.Locale;

/**
 * What the constants of Nguyen, Ullman and Zakynthinou (2020), Algorithm 2, ask for.
 *
 * <p>Its directions are those of {@link SingleRowDescent}, its net that of {@link NetOfBall}. Error
 * α and failure β are taken as 0.1 here; they enter by their logarithms.
 */
final class PublishedNet {

  private static final double ERROR = 0.1;
  private static final double FAILURE = 0.1;

  private PublishedNet() {}

  /** How many directions, for a number of rows; 0, if it is unknown, is taken as a thousand. */
  static double directions(double margin, long rows) {
    return SingleRowDescent.directions(
        margin, SingleRowDescent.failureOfLength(rows > 0 ? (double) rows : 1_000, ERROR, FAILURE));
  }

  static String describe(double margin, Shape shape) {
    double asked = directions(margin, shape.rows());
    double dimension = Math.min(asked, shape.features());
    return String.format(
        Locale.ROOT,
        "%.3g directions%s, and a net of up to 10^%.4g points in %.3g dimensions",
        asked,
        asked >= shape.features() ? ", more than features, and so none" : "",
        NetOfBall.logEnough(dimension, margin) / Math.log(10),
        dimension);
  }
}
