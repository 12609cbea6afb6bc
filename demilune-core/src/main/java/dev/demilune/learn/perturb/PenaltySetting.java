// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.perturb;

import dev.demilune.learn.Setting;

/** The setting that both perturbations have. */
public final class PenaltySetting {

  /** The smallest λ, by setting or by rule. */
  static final double LEAST_REGULARIZATION = 1e-3;

  private static final double MOST_REGULARIZATION = 1e12;

  /** The weight λ of the penalty; 0 for the rule. */
  public static final Setting<Double> REGULARIZATION =
      Setting.number(
              "regularization",
              LEAST_REGULARIZATION,
              MOST_REGULARIZATION,
              0,
              "weight of |w|²/2 beside the sum of the losses; by rule it follows from the noise")
          .or("auto", 0.0);

  private PenaltySetting() {}
}
