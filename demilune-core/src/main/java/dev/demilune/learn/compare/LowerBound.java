// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.compare;

/**
 * A number of rows below which no learner reaches a goal on every distribution of its margin.
 *
 * @param source what the bound says and whose it is
 */
public record LowerBound(double rows, String source) {}
