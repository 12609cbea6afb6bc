// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.additive;

import dev.demilune.learn.gradient.ClippedDescent;

/**
 * How far the noise of the steps moves the averaged weights, direction by direction.
 *
 * <p>To first order the noise of a step passes through the later steps like any other deviation:
 * heavy-ball descent on a parabola, whose curvature in a direction is a public constant times the
 * variance that the whitened rows have in it. The response of the average to the noise of each step
 * is computed exactly for that parabola, and the squares are added up, because the noises are
 * independent.
 *
 * @param stepSize of a mean contribution
 * @param curvature of the loss, over the variance of the rows
 */
record StepNoise(ClippedDescent descent, double stepSize, double momentum, double curvature) {

  /** Returns the standard deviation along a direction in which unit rows have this variance. */
  double deviation(double variance) {
    int steps = descent.steps();
    double pull = stepSize * curvature * variance;
    double sum = 0;
    for (int from = 1; from <= steps; from++) {
      double weight = 0;
      double velocity = 0;
      double response = 0;
      for (int step = from; step <= steps; step++) {
        velocity = momentum * velocity - pull * weight + (step == from ? stepSize : 0);
        weight += velocity;
        response += descent.share(step) * weight;
      }
      double part = response * descent.deviation(from);
      sum += part * part;
    }
    return Math.sqrt(sum);
  }
}
