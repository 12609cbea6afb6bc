// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn;

import dev.demilune.model.Classifier;
import dev.demilune.privacy.Certificate;

/**
 * A privately trained model and the certificate that says what was promised.
 *
 * @param plan the public plan that ran
 */
public record PrivateFit(Classifier model, Certificate certificate, TrainingPlan plan) {}
