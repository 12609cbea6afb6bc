// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.certificate;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.Accountant;
import dev.demilune.accounting.EventJson;
import dev.demilune.privacy.Amount;
import dev.demilune.privacy.Certificate;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Computes what attackers can achieve, once for each event and amount. A trade-off function can
 * take seconds: programs that write pages about many fits of one plan keep one of these.
 */
public final class AttackCurves {

  /**
   * All that the bounds depend on.
   *
   * @param eventJson empty if the bounds do not use the event
   */
  private record Key(Amount amount, String eventJson) {}

  private final Map<Key, AttackBounds> known = new ConcurrentHashMap<>();
  private final boolean ofEvents;

  /** Computes bounds from events, which are as tight as the accountant. */
  public AttackCurves() {
    this(true);
  }

  private AttackCurves(boolean ofEvents) {
    this.ofEvents = ofEvents;
  }

  /** Computes bounds from ε and δ alone: looser, and at no cost. */
  public static AttackCurves ofAmounts() {
    return new AttackCurves(false);
  }

  /**
   * Of one release the trade-off is exact; several add up in ε and δ, and so does one whose event
   * this version does not know.
   */
  AttackBounds of(Certificate certificate) {
    boolean usesEvent = ofEvents && certificate.links().size() == 1;
    Key key =
        new Key(
            CertificateDocument.promised(certificate), usesEvent ? certificate.eventJson() : "");
    return known.computeIfAbsent(
        key, some -> AttackBounds.of(some.amount, accountant(some.eventJson)));
  }

  private static Optional<Accountant> accountant(String eventJson) {
    if (eventJson.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(Accountant.best(EventJson.parse(eventJson)));
    } catch (DemiluneException unknown) {
      return Optional.empty();
    }
  }
}
