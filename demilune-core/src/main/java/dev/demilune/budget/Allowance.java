// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.budget;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.budget.entry.LedgerEntry;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.Certificate;
import dev.demilune.privacy.Guarantee;
import dev.demilune.random.Randomness;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The right to one fit, already charged. Only a {@link Ledger} can make one.
 *
 * <p>It works once: {@link #use} hands out the randomness and refuses a second call, so no two fits
 * share a charge or a noise stream. It works for data of the ledger's adjacency only.
 */
public final class Allowance {

  private final Guarantee guarantee;
  private final Optional<PaidPlan> plan;
  private final Optional<PrivacyEvent> event;
  private final Adjacency adjacency;
  private final String ledger;
  private final LedgerEntry entry;
  private final String purpose;
  private final Randomness randomness;
  private final Map<String, String> circumstances;
  private final AtomicBoolean used = new AtomicBoolean();

  Allowance(
      Guarantee guarantee,
      Optional<PaidPlan> plan,
      Optional<PrivacyEvent> event,
      Adjacency adjacency,
      String ledger,
      LedgerEntry entry,
      Randomness randomness,
      Map<String, String> circumstances) {
    this.guarantee = guarantee;
    this.plan = plan;
    this.event = event;
    this.adjacency = adjacency;
    this.ledger = ledger;
    this.entry = entry;
    this.purpose = entry.purpose();
    this.randomness = randomness;
    this.circumstances = circumstances;
  }

  /** Returns what was charged, and so what the fit has to promise. */
  public Guarantee guarantee() {
    return guarantee;
  }

  /**
   * Returns the exact event that was charged; empty if the fit may do anything within the
   * guarantee.
   */
  public Optional<PrivacyEvent> event() {
    return event;
  }

  /** Returns whether only a guarantee was charged, for any event within it. */
  public boolean isForAnything() {
    return event.isEmpty();
  }

  /** Returns the plan that was charged; empty if a guarantee or a bare event was. */
  public Optional<PaidPlan> plan() {
    return plan;
  }

  /**
   * Marks the allowance as used by a plan and returns the randomness of its run. Nothing may have
   * been computed from rows before.
   *
   * @param running the plan that was charged, the very object; or any plan of the guarantee, if
   *     only that was charged
   * @param ofData the adjacency of the data that the plan is about to read
   * @throws DemiluneException if it is another plan, or an adjacency is not the ledger's; the
   *     allowance then stays unused
   * @throws IllegalStateException at the second call
   */
  public Randomness use(PaidPlan running, Adjacency ofData) {
    requireAdjacency(ofData);
    requireAdjacency(running.adjacency());
    boolean charged =
        isForAnything()
            ? running.guarantee().equals(guarantee)
            : plan.isPresent() && plan.get() == running; // the very object, not its like
    if (!charged) {
      throw new DemiluneException(
          "the allowance for '"
              + purpose
              + "' was charged for another plan: run the plan that was charged");
    }
    return use(ofData);
  }

  /** Returns the adjacency that the ledger counts for, and so the one of the promise. */
  public Adjacency adjacency() {
    return adjacency;
  }

  /** Returns the name of the ledger that was charged. */
  public String ledger() {
    return ledger;
  }

  /** Returns the ledger's entry, which holds the charge. */
  public LedgerEntry entry() {
    return entry;
  }

  /** Returns what it was charged for. */
  public String purpose() {
    return purpose;
  }

  /**
   * Refuses data of another adjacency than the ledger's, before anything of them is looked at: what
   * is public there, such as the number of rows, may be private here.
   *
   * @throws DemiluneException if the adjacencies differ
   */
  public void requireAdjacency(Adjacency ofData) {
    if (ofData != adjacency) {
      throw new DemiluneException(
          "the allowance for '"
              + purpose
              + "' cannot be used on these data: ledger '"
              + ledger
              + "' counts for "
              + adjacency
              + " and the schema says "
              + ofData
              + "; give both the same adjacency");
    }
  }

  /**
   * Marks the allowance as used and returns the randomness of the fit. Nothing may have been
   * computed from rows before.
   *
   * @param ofData the adjacency of the data that the fit is about to read
   * @throws DemiluneException if it is not the ledger's; the allowance then stays unused
   * @throws IllegalStateException at the second call
   */
  public Randomness use(Adjacency ofData) {
    requireAdjacency(ofData);
    if (used.getAndSet(true)) {
      throw new IllegalStateException(
          "the allowance for '" + purpose + "' refuses a second use: spend again for a second fit");
    }
    return randomness;
  }

  /**
   * Returns the certificate of the fit that used this allowance, for the ledger's adjacency.
   *
   * @param settings public settings of the learner, printed in their order
   * @param event what was done, built from the variables that drew the noise
   * @param reliesOn what this learner relies on beyond what all learners do, one phrase each
   * @throws IllegalStateException if the allowance was not used, if another event was charged, or
   *     if the event costs more than was charged
   * @throws DemiluneException if the event is about another adjacency than the ledger's
   */
  public Certificate certify(
      String learner, Map<String, String> settings, PrivacyEvent event, String... reliesOn) {
    if (!used.get()) {
      throw new IllegalStateException(
          "the allowance for '" + purpose + "' cannot certify a fit that did not use it");
    }
    if (this.event.isPresent() && !this.event.get().equals(event)) {
      throw new IllegalStateException(
          "the allowance for '"
              + purpose
              + "' was charged for "
              + this.event.get()
              + " and cannot certify a fit that did "
              + event);
    }
    Charge.check(purpose, event, adjacency);
    return Certification.of(this, randomness, learner, settings, event, List.of(reliesOn))
        .withCircumstances(circumstances);
  }
}
