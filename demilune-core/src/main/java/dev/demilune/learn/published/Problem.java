// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.published;

import dev.demilune.learn.Goal;
import dev.demilune.learn.Shape;
import dev.demilune.privacy.Guarantee;

/** The quantities that all formulas are made of, by the papers' letters. */
record Problem(Shape shape, Guarantee guarantee, Goal goal) {
  double n() {
    return (double) shape.rows();
  }

  double d() {
    return shape.features();
  }

  double alpha() {
    return goal.error();
  }

  double beta() {
    return goal.failure();
  }

  double gamma() {
    return goal.margin();
  }

  double epsilon() {
    return guarantee.epsilon();
  }

  double delta() {
    return guarantee.delta();
  }
}
