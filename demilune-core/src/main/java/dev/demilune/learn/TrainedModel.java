// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn;

import dev.demilune.model.Classifier;
import java.util.Map;

/**
 * What a training returns, all of it paid for.
 *
 * @param model the model
 * @param released settings that the training chose privately, for the certificate to show
 */
public record TrainedModel(Classifier model, Map<String, String> released) {

  /** Returns a model trained with the settings of its plan. */
  public static TrainedModel of(Classifier model) {
    return new TrainedModel(model, Map.of());
  }
}
