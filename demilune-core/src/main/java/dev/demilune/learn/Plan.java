// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.PrivacyEvent;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** A learner's answer to a shape and a guarantee: a refusal, or a plan that is ready to run. */
public sealed interface Plan permits Plan.Refused, TrainingPlan {

  /** Returns the name of the learner. */
  String learner();

  /** Returns whether it is ready to run. */
  boolean runnable();

  /** Returns the reason of a refusal and the nearest alternative, or what to expect. */
  String reason();

  /** Returns what would be done with the rows; empty for a refusal. */
  Optional<PrivacyEvent> event();

  /** Returns steps, rows and the like, for people to read. */
  Map<String, String> details();

  /**
   * Returns the plan that is ready to run.
   *
   * @throws DemiluneException with the reason of a refusal
   */
  TrainingPlan orThrow();

  /**
   * Makes a plan, or a refusal with the message of what it throws.
   *
   * @param learner who plans
   * @param planning throws a {@link DemiluneException} where there is no plan
   */
  static Plan of(Learner learner, Supplier<Plan> planning) {
    try {
      return planning.get();
    } catch (DemiluneException e) {
      return new Refused(learner.name(), e.getMessage());
    }
  }

  /**
   * There is no plan.
   *
   * @param reason why, and the nearest alternative that can work
   */
  record Refused(String learner, String reason) implements Plan {

    @Override
    public boolean runnable() {
      return false;
    }

    @Override
    public Optional<PrivacyEvent> event() {
      return Optional.empty();
    }

    @Override
    public Map<String, String> details() {
      return Map.of();
    }

    @Override
    public TrainingPlan orThrow() {
      throw new DemiluneException(reason);
    }
  }
}
