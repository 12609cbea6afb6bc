// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.calibrate;

import dev.demilune.internal.Check;

/**
 * What is believed of a calibration before the noisy counts are seen; where they are mostly noise,
 * this is the calibration.
 *
 * @param scale the expected factor from scores to log odds
 * @param scaleDeviation how far it may be off
 * @param offsetDeviation how far the log odds of the second of two classes may be from zero at a
 *     score difference of zero
 */
public record ScorePrior(double scale, double scaleDeviation, double offsetDeviation) {

  /** Scores of a logistic loss: log odds, if training had its way. */
  public static final ScorePrior LOG_ODDS = new ScorePrior(1, 0.25, 0.3);

  /** Scores of a hinge loss of margin one: no log odds, and nobody knows how far from them. */
  public static final ScorePrior MARGIN = new ScorePrior(2, 1.5, 1);

  public ScorePrior {
    Check.positive("scale", scale);
    Check.positive("scaleDeviation", scaleDeviation);
    Check.positive("offsetDeviation", offsetDeviation);
  }
}
