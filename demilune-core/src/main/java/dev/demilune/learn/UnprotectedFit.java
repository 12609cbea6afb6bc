// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn;

import dev.demilune.model.Classifier;

/**
 * A model trained without any privacy.
 *
 * <p>Another type than {@link PrivateFit}, and without a certificate, so that the two cannot be
 * confused.
 */
public record UnprotectedFit(Classifier model) {}
