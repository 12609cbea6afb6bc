// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.gradient;

/** The usual losses of a margin t in units of ρ; t below one is at fault. */
public enum StandardLoss implements MarginLoss {
  /** max(0, 1 - t). */
  HINGE(1, Double.POSITIVE_INFINITY) {
    @Override
    public double slope(double margin) {
      return margin < 1 ? -1 : 0;
    }
  },

  /** ln(1 + exp(-t)). */
  LOGISTIC(1, 0.25) {
    @Override
    public double slope(double margin) {
      return -1 / (1 + StrictMath.exp(margin));
    }
  },

  /** 0 from t = 1 on, (1 - t)²/2 down to t = 0, and 1/2 - t below (Rennie and Srebro 2005). */
  SMOOTHED_HINGE(1, 1) {
    @Override
    public double slope(double margin) {
      return Math.max(-1, Math.min(0, margin - 1));
    }
  },

  /**
   * max(0, 1 - t)² down to t = -1, and its tangent -4t below: on the ball the square alone has
   * slopes of up to 2(1 + 1/ρ), and noise would be paid for all of that (Zhang 2004).
   */
  SQUARED_HINGE(4, 2) {
    @Override
    public double slope(double margin) {
      return Math.max(-4, Math.min(0, 2 * (margin - 1)));
    }
  };

  private final double lipschitz;
  private final double smoothness;

  StandardLoss(double lipschitz, double smoothness) {
    this.lipschitz = lipschitz;
    this.smoothness = smoothness;
  }

  @Override
  public double lipschitz() {
    return lipschitz;
  }

  @Override
  public double smoothness() {
    return smoothness;
  }
}
