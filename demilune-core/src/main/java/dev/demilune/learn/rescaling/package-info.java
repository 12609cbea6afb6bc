// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The learner that needs no margin in many features: {@link
 * dev.demilune.learn.rescaling.RescalingPerceptron}. The algorithm is in {@link
 * dev.demilune.rescaling}; here it meets bounded rows, classes and plans.
 */
package dev.demilune.learn.rescaling;
