// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.report;

import dev.demilune.evaluate.Evaluation;
import java.util.Objects;

/**
 * Another model on the same public rows, to compare with.
 *
 * @param name what it is, such as "without privacy"
 * @param evaluation its metrics
 */
public record Baseline(String name, Evaluation evaluation) {

  public Baseline {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(evaluation, "evaluation");
  }
}
