// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn;

import dev.demilune.budget.Allowance;
import dev.demilune.privacy.Guarantee;
import dev.demilune.rows.BoundedDataset;
import java.util.Map;

/**
 * A way to train a classifier privately: an immutable, public configuration.
 *
 * <p>Everything a learner holds may be printed. Rows, and what is computed from them, travel only
 * through {@link #fit}, which needs an {@link Allowance} that a ledger has already charged.
 */
public interface Learner {

  /** Returns the name used on the command line and on certificates. */
  String name();

  /** Returns one line that says what the learner does and whose algorithm it is. */
  String summary();

  /** Returns the public configuration, in a fixed order; {@code auto} where a rule decides. */
  Map<String, String> settings();

  /**
   * Returns a copy with one setting changed; the message of a refusal lists the settings there are.
   */
  Learner with(String key, String value);

  /** Returns what {@link #fit} would do for a table of this shape, without any data. */
  Plan plan(Shape shape, Guarantee guarantee);

  /** Returns how many rows are needed for a goal, by theorems and by experience, without data. */
  default RowsNeeded rowsNeeded(Shape shape, Guarantee guarantee, Goal goal) {
    return RowsNeeded.unknown();
  }

  /** Trains privately and returns the model with its certificate, and nothing else. */
  default PrivateFit fit(BoundedDataset data, Allowance allowance) {
    return fit(data, allowance, Progress.NONE);
  }

  /** Trains privately, reporting how many of the planned steps are done. */
  PrivateFit fit(BoundedDataset data, Allowance allowance, Progress progress);

  /** Trains the same model with the noise off: for comparison on data that are public. */
  UnprotectedFit fitWithoutPrivacy(BoundedDataset data);
}
