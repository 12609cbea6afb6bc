// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.budget;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.Accountant;
import dev.demilune.accounting.EventJson;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.budget.entry.LedgerCheck;
import dev.demilune.budget.entry.LedgerEntry;
import dev.demilune.privacy.Amount;
import dev.demilune.privacy.Certificate;
import dev.demilune.privacy.Guarantee;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Holds a certificate that was read from a file against what it speaks of: the ledger's entry, and
 * the privacy cost of its own event.
 *
 * <p>A model file has a checksum that anyone can recompute, so nothing on a certificate is believed
 * here. What the ledger does not hold cannot be checked against it: the learner's settings and the
 * weights of the model. Only a signature vouches for those.
 */
public final class CertificateCheck {

  /** Twice the usual width of a computed cost: other versions may end elsewhere within it. */
  private static final double WIDTH = 1.002;

  private CertificateCheck() {}

  /** Returns what is wrong with the promise itself, one clause each; empty if nothing is. */
  public static List<String> ofPromise(Certificate certificate) {
    List<String> faults = new ArrayList<>();
    Guarantee promised = certificate.guarantee();
    if (!Amount.of(promised).fitsIn(Amount.of(certificate.charged()))) {
      faults.add("it promises more weakly than was charged");
    }
    Optional<PrivacyEvent> event = event(certificate);
    if (event.isEmpty()) {
      faults.add("its event cannot be read");
      return faults;
    }
    if (!event.get().toString().equals(certificate.event())) {
      faults.add("the mechanism that it prints is not that of its event");
    }
    event
        .get()
        .fold(new AdjacencyFault(certificate.adjacency()))
        .ifPresent(fault -> faults.add("its event " + fault));
    double cost = cost(event.get(), promised.delta());
    if (!(cost <= promised.epsilon() * WIDTH)) {
      faults.add(
          "it promises "
              + promised.describe()
              + ", and its event costs ε = "
              + (float) cost
              + " at that δ");
    }
    return faults;
  }

  /**
   * Returns in what it differs from the entry of its hash, one clause each; empty if in nothing.
   */
  public static List<String> ofEntry(
      Certificate certificate, LedgerCheck ledger, LedgerEntry entry) {
    List<String> faults = new ArrayList<>();
    differs(faults, "ledger", ledger.ledger(), certificate.ledger());
    differs(faults, "adjacency", ledger.adjacency(), certificate.adjacency());
    differs(faults, "purpose", entry.purpose(), certificate.purpose());
    differs(faults, "amount", entry.amount(), Amount.of(certificate.charged()));
    boolean bare = entry.event().equals(Charge.plain(certificate.charged())); // for any event
    if (!bare && !event(certificate).equals(Optional.of(entry.event()))) {
      faults.add("another event");
    }
    return faults;
  }

  private static void differs(List<String> faults, String what, Object ours, Object theirs) {
    if (!ours.equals(theirs)) {
      faults.add("another " + what);
    }
  }

  private static Optional<PrivacyEvent> event(Certificate certificate) {
    try {
      return Optional.of(EventJson.parse(certificate.eventJson()));
    } catch (DemiluneException | IllegalArgumentException unknown) {
      return Optional.empty();
    }
  }

  private static double cost(PrivacyEvent event, double delta) {
    try {
      return Accountant.best(event).epsilon(delta);
    } catch (DemiluneException | IllegalArgumentException none) {
      return Double.POSITIVE_INFINITY; // no accountant has a cost for it
    }
  }
}
