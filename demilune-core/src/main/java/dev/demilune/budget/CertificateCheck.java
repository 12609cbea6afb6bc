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
import dev.demilune.privacy.ChainLink;
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

  /** Returns what is wrong with the promise of the fit, one clause each; empty if nothing is. */
  public static List<String> ofPromise(Certificate certificate) {
    return ofPromise(ChainLink.of(ChainLink.Kind.TRAINING, certificate));
  }

  /** Returns what is wrong with the promise of one release, one clause each. */
  public static List<String> ofPromise(ChainLink release) {
    List<String> faults = new ArrayList<>();
    Guarantee promised = release.guarantee();
    if (!Amount.of(promised).fitsIn(Amount.of(release.charged()))) {
      faults.add("it promises more weakly than was charged");
    }
    Optional<PrivacyEvent> event = event(release);
    if (event.isEmpty()) {
      faults.add("its event cannot be read");
      return faults;
    }
    if (!event.get().toString().equals(release.mechanism())) {
      faults.add("the mechanism that it prints is not that of its event");
    }
    event
        .get()
        .fold(new AdjacencyFault(release.adjacency()))
        .ifPresent(fault -> faults.add("its event " + fault));
    double cost = cost(event.get(), promised.delta());
    if (!(cost <= promised.epsilon() * WIDTH)) {
      faults.add(
          "it promises "
              + promised.describe()
              + ", and its event costs ε = "
              + (float) cost
              + " at that δ");
      return faults;
    }
    Optional<Guarantee> again = repriced(release);
    if (again.isPresent()
        && (again.get().delta() != promised.delta()
            || promised.epsilon() > again.get().epsilon() * WIDTH)) {
      faults.add(
          "it promises "
              + promised.describe()
              + ", and of its event "
              + again.get().describe()
              + " is certified");
    }
    return faults;
  }

  /**
   * Computes from the release's JSON alone what a certificate promises for it: on the same version,
   * the same digits. Empty if the event cannot be read or costs more than was charged.
   */
  public static Optional<Guarantee> repriced(ChainLink release) {
    try {
      PrivacyEvent event = EventJson.parse(release.eventJson());
      return Optional.of(Certification.promise(Accountant.best(event), release.charged(), event));
    } catch (DemiluneException | IllegalArgumentException | IllegalStateException none) {
      return Optional.empty();
    }
  }

  /** Returns in what the fit differs from the entry of its hash, one clause each. */
  public static List<String> ofEntry(
      Certificate certificate, LedgerCheck ledger, LedgerEntry entry) {
    return ofEntry(ChainLink.of(ChainLink.Kind.TRAINING, certificate), ledger, entry);
  }

  /** Returns in what a release differs from the entry of its hash; empty if in nothing. */
  public static List<String> ofEntry(ChainLink release, LedgerCheck ledger, LedgerEntry entry) {
    List<String> faults = new ArrayList<>();
    differs(faults, "ledger", ledger.ledger(), release.ledger());
    differs(faults, "adjacency", ledger.adjacency(), release.adjacency());
    differs(faults, "purpose", entry.purpose(), release.purpose());
    differs(faults, "amount", entry.amount(), Amount.of(release.charged()));
    boolean bare = entry.event().equals(Charge.plain(release.charged())); // for any event
    if (!bare && !event(release).equals(Optional.of(entry.event()))) {
      faults.add("another event");
    }
    return faults;
  }

  private static void differs(List<String> faults, String what, Object ours, Object theirs) {
    if (!ours.equals(theirs)) {
      faults.add("another " + what);
    }
  }

  private static Optional<PrivacyEvent> event(ChainLink release) {
    try {
      return Optional.of(EventJson.parse(release.eventJson()));
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
