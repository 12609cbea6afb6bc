// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn;

import dev.demilune.DemiluneException;
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

  /** Returns everything the learner says about itself. */
  LearnerDescription description();

  /** Returns the name used on the command line and on certificates. */
  default String name() {
    return description().name();
  }

  /** Returns one line that says what the learner does and whose algorithm it is. */
  default String summary() {
    return description().summary() + " (" + description().source() + ")";
  }

  /** Returns the public configuration, in a fixed order; {@code auto} where a rule decides. */
  Map<String, String> settings();

  /** Returns whether the learner has a setting of this name, or of this former name. */
  default boolean has(String setting) {
    return settings().containsKey(setting);
  }

  /** Returns the current name of a setting that may be given by a former one. */
  default String nameOf(String setting) {
    return setting;
  }

  /**
   * Returns a copy with one setting changed; the message of a refusal lists the settings there are.
   */
  Learner with(String key, String value);

  /** Returns what {@link #fit} would do for a table of this shape, without any data. */
  Plan plan(Shape shape, Guarantee guarantee);

  /** Returns how many rows a goal needs, by theorems and by experiments, without data. */
  default RowsNeeded rowsNeeded(Shape shape, Guarantee guarantee, Goal goal) {
    return RowsNeeded.unknown();
  }

  /** Trains privately and returns the model with its certificate, and nothing else. */
  default PrivateFit fit(BoundedDataset rows, Allowance allowance) {
    return fit(rows, allowance, Progress.NONE);
  }

  /**
   * Trains privately, reporting how many of the planned steps are done. The plan is that of the
   * allowance; if only a guarantee was charged, it is made now, from what is public about the rows.
   */
  default PrivateFit fit(BoundedDataset rows, Allowance allowance, Progress progress) {
    if (allowance.isForAnything()) {
      allowance.requireAdjacency(rows.adjacency()); // before anything of the rows is looked at
      return plan(Shape.of(rows), allowance.guarantee()).orThrow().run(rows, allowance, progress);
    }
    if (allowance.plan().orElse(null) instanceof TrainingPlan plan && plan.isOf(this)) {
      return plan.run(rows, allowance, progress);
    }
    throw new DemiluneException(
        "the allowance for '"
            + allowance.purpose()
            + "' was charged for another plan than one of this "
            + name()
            + ": run the plan that was charged");
  }

  /** Trains the same model with the noise off: for comparison on data that are public. */
  UnprotectedFit fitWithoutPrivacy(BoundedDataset data);
}
