// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.gradient;

import dev.demilune.learn.Setting;

/** Settings that several gradient learners share. */
public final class GradientSettings {

  /** A smaller rate would take no row in any run that ends. */
  public static final double SMALLEST_RATE = 1e-9;

  /** Whether rows are centered. */
  public static final Setting<Boolean> CENTERING =
      Setting.onOff("centering", true, "whether rows are centered on a noisy mean")
          .formerly("centring");

  /** How many rows a step takes. */
  public static final Setting<Double> RATE =
      Setting.number(
          "rate",
          SMALLEST_RATE,
          1,
          1,
          "probability with which a step takes a row; 1 for full batches");

  private GradientSettings() {}
}
