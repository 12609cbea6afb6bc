// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn;

import dev.demilune.accounting.PrivacyEvent;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What a learner would do, decided from public quantities alone.
 *
 * @param runnable whether {@link Learner#fit} would run
 * @param reason why not, and the nearest thing that would; or what to expect
 * @param event what would be done with the rows. If a ledger is charged for it ({@link
 *     dev.demilune.budget.Ledger#spend(String, dev.demilune.privacy.Guarantee, PrivacyEvent)}),
 *     {@link Learner#fit} does exactly this; if only the guarantee is charged, and the true number
 *     of rows is public, it plans anew for that number, within the guarantee
 * @param details noise, steps and the like, for people
 */
public record LegacyPlan(
    String learner,
    boolean runnable,
    String reason,
    Optional<PrivacyEvent> event,
    Map<String, String> details)
    implements Plan {

  public LegacyPlan {
    details = Collections.unmodifiableMap(new LinkedHashMap<>(details));
  }

  /** Returns the plan with one more detail for people. */
  public LegacyPlan with(String detail, String text) {
    Map<String, String> more = new LinkedHashMap<>(details);
    more.put(detail, text);
    return new LegacyPlan(learner, runnable, reason, event, more);
  }

  @Override
  public TrainingPlan orThrow() {
    throw new IllegalStateException(learner + " does not plan its training yet");
  }
}
