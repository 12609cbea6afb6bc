// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.privacy;

/**
 * What is promised to each person, relative to an {@link Adjacency}.
 *
 * <p>A guarantee says how much, not how it was achieved; events ({@code accounting}) say that.
 */
public sealed interface Guarantee permits PureDp, ApproximateDp {

  /** Returns ε. */
  double epsilon();

  /** Returns δ, which is 0 for pure differential privacy. */
  double delta();

  /** Returns the guarantee as text, for example {@code ε = 1, δ = 1.0e-06}. */
  String describe();
}
