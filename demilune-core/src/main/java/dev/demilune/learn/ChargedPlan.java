// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.budget.Allowance;
import dev.demilune.rows.BoundedDataset;
import java.util.function.Function;

/** Finds the plan that an allowance was charged for. */
public final class ChargedPlan {

  private ChargedPlan() {}

  /**
   * Returns the plan for the data as far as they are public; or, if exactly one event was charged
   * and it is not that plan's, the plan that was made from the schema before the rows were read.
   *
   * @throws DemiluneException if neither has the event that was charged
   */
  public static <P> P of(
      BoundedDataset data,
      Allowance allowance,
      Function<Shape, P> planFor,
      Function<P, PrivacyEvent> eventOf) {
    if (allowance.event().isEmpty()) {
      return planFor.apply(Shape.of(data));
    }
    try {
      P plan = planFor.apply(Shape.of(data));
      if (allowance.event().get().equals(eventOf.apply(plan))) {
        return plan;
      }
    } catch (DemiluneException cannotBeDone) {
      // What was charged is another plan, which did not know the number of rows.
    }
    P declared = planFor.apply(Shape.of(data.schema()));
    if (!allowance.event().get().equals(eventOf.apply(declared))) {
      throw new DemiluneException(
          "the allowance for '"
              + allowance.purpose()
              + "' was charged for another plan than this learner has for these data: charge the"
              + " event of the plan for their schema, or only the guarantee");
    }
    return declared;
  }
}
