// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.choice;

import dev.demilune.learn.Shape;
import java.util.Locale;

/**
 * What the constants of Nguyen, Ullman and Zakynthinou (2020), Algorithm 2, ask for.
 *
 * <p>Lengths are to be kept within η = γ/100 but for a probability of αβ²/(64n): k =
 * ln(2/that)/(η²/4 - η³/6) directions, by the bound of {@link dev.demilune.embed.SignProjection};
 * and a net of the unit ball of radius γ/10, for which (1 + 20/γ)^k points are enough. (The paper
 * prints (10/γ)^k, which is fewer than any net has.) Error α and failure β are taken as 0.1 here;
 * they enter by their logarithms.
 */
final class PublishedNet {

  private static final double ERROR = 0.1;
  private static final double FAILURE = 0.1;

  private PublishedNet() {}

  /** How many directions, for a number of rows; 0, if it is unknown, is taken as a thousand. */
  static double directions(double margin, long rows) {
    double eta = margin / 100;
    double wrong = ERROR * FAILURE * FAILURE / (64.0 * (rows > 0 ? rows : 1_000));
    return Math.ceil(Math.log(2 / wrong) / (eta * eta / 4 - eta * eta * eta / 6));
  }

  static String describe(double margin, Shape shape) {
    double asked = directions(margin, shape.rows());
    double dimension = Math.min(asked, shape.features());
    return String.format(
        Locale.ROOT,
        "%.3g directions%s, and a net of up to 10^%.4g points in %.3g dimensions",
        asked,
        asked >= shape.features() ? ", more than features, and so none" : "",
        dimension * Math.log10(1 + 20 / margin),
        dimension);
  }
}
