/*
 * Copyright 2026 The Demilune Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package dev.demilune.budget;

import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.Certificate;
import dev.demilune.privacy.Guarantee;
import dev.demilune.random.Randomness;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The right to one fit, already charged. Only a {@link Ledger} can make one.
 *
 * <p>It works once: {@link #use} hands out the randomness and refuses a second call, so no two fits
 * share a charge or a noise stream.
 */
public final class Allowance {

  private final Guarantee guarantee;
  private final String ledger;
  private final String purpose;
  private final Randomness randomness;
  private final AtomicBoolean used = new AtomicBoolean();

  Allowance(Guarantee guarantee, String ledger, String purpose, Randomness randomness) {
    this.guarantee = guarantee;
    this.ledger = ledger;
    this.purpose = purpose;
    this.randomness = randomness;
  }

  /** Returns what was charged, and so what the fit has to promise. */
  public Guarantee guarantee() {
    return guarantee;
  }

  /** Returns the name of the ledger that was charged. */
  public String ledger() {
    return ledger;
  }

  /** Returns what it was charged for. */
  public String purpose() {
    return purpose;
  }

  /**
   * Marks the allowance as used and returns the randomness of the fit.
   *
   * @throws IllegalStateException at the second call
   */
  public Randomness use() {
    if (used.getAndSet(true)) {
      throw new IllegalStateException(
          "the allowance for '" + purpose + "' refuses a second use: spend again for a second fit");
    }
    return randomness;
  }

  /**
   * Returns the certificate of the fit that used this allowance.
   *
   * @param settings public settings of the learner, printed in their order
   * @param event what was done, built from the variables that drew the noise
   * @param reliesOn what this learner relies on beyond what all learners do, one phrase each
   * @throws IllegalStateException if the allowance was not used, or if the event costs more than
   *     was charged
   */
  public Certificate certify(
      Adjacency adjacency,
      String learner,
      Map<String, String> settings,
      PrivacyEvent event,
      String... reliesOn) {
    if (!used.get()) {
      throw new IllegalStateException(
          "the allowance for '" + purpose + "' cannot certify a fit that did not use it");
    }
    return Certification.of(
        this, randomness, adjacency, learner, settings, event, List.of(reliesOn));
  }
}
