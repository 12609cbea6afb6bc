// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.perturb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.demilune.accounting.Accountant;
import dev.demilune.accounting.GaussianCalibration;
import dev.demilune.learn.LearnerDescription;
import dev.demilune.learn.Shape;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.PureDp;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ObjectivePlanTest {

  @ParameterizedTest
  @EnumSource(
      value = Adjacency.class,
      names = "ADD_OR_REMOVE_PERSON",
      mode = EnumSource.Mode.EXCLUDE)
  void thePriceIsWithinTheGuarantee(Adjacency adjacency) {
    for (double epsilon : new double[] {0.001, 0.1, 1, 8, 100}) {
      for (double delta : new double[] {1e-12, 1e-5, 0.1}) {
        for (int classes : new int[] {2, 10}) {
          Shape shape = new Shape(classes == 2 ? 0 : 500, 20, classes, adjacency);
          ObjectivePlan plan = ObjectivePlan.of(shape, ApproximateDp.of(epsilon, delta));

          assertThat(Accountant.best(plan.event()).epsilon(delta))
              .as("ε = %s, δ = %s, %d classes", epsilon, delta, classes)
              // Not far below it either, where (ε, δ) is not also (0, δ) or composes better than
              // adding.
              .isBetween(delta < 0.01 && classes == 2 ? 0.99 * epsilon : 0, epsilon);
          assertThat(
                  ObjectivePlan.delta(
                      adjacency,
                      plan.tilt().standardDeviation(),
                      plan.minimum().epsilon(),
                      plan.threshold()))
              .isLessThanOrEqualTo(plan.minimum().delta());
        }
      }
    }
  }

  /** One gradient with the same guarantee: what nothing can beat. */
  @Test
  void theNoiseIsHardlyMoreThanThatOfOneGradient() {
    for (Adjacency adjacency : LearnerDescription.ROW_ADJACENCIES) {
      Shape shape = new Shape(1_000, 20, 2, adjacency);
      for (double epsilon : new double[] {0.1, 1, 3}) {
        ApproximateDp guarantee = ApproximateDp.of(epsilon, 1e-5);
        double least =
            adjacency.contributionsChanged() * GaussianCalibration.noiseMultiplier(guarantee, 1);

        assertThat(ObjectivePlan.of(shape, guarantee).tilt().standardDeviation())
            .isBetween(least, 1.03 * least);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Adjacency.class,
      names = "ADD_OR_REMOVE_PERSON",
      mode = EnumSource.Mode.EXCLUDE)
  void pureNoiseCostsItsShareAndTheCurvatureNothing(Adjacency adjacency) {
    for (double epsilon : new double[] {0.001, 0.1, 1, 8}) {
      for (int classes : new int[] {2, 10}) {
        Shape shape = new Shape(classes == 2 ? 0 : 500, 20, classes, adjacency);
        ObjectivePlan plan = ObjectivePlan.of(shape, PureDp.of(epsilon));
        double price = Accountant.best(plan.event()).epsilon(0);
        assertThat(price).isBetween(0.999 * epsilon, epsilon);

        // One row moves the pulls by 1/s, and a threshold of as much is free.
        int changed = adjacency.contributionsChanged();
        double scale = ((Tilt.L2Laplace) plan.tilt()).scale();
        assertThat(changed / scale)
            .isBetween(0.999 * plan.minimum().epsilon(), plan.minimum().epsilon());
        assertThat(plan.threshold()).isBetween(0.999 / scale, (1 + 1e-8) / scale);
        assertThat(plan.threshold() * changed)
            .isLessThanOrEqualTo(plan.minimum().epsilon() * (1 + 1e-15));
        assertThat(plan.minimum().delta()).isZero();
      }
    }
  }
}
