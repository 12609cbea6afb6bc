// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.budget;

import dev.demilune.accounting.Accountant;
import dev.demilune.accounting.EventJson;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Certificate;
import dev.demilune.privacy.Guarantee;
import dev.demilune.privacy.PureDp;
import dev.demilune.random.Randomness;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Derives a certificate: computes the privacy cost of the event and compares it with the charge.
 */
public final class Certification {

  private static final String PUBLIC =
      "ranges, categories, labels and settings chosen without the data, or learned from them at a"
          + " price of their own";

  private static final String ARITHMETIC =
      "noise and choices drawn from their exact laws, in integers";

  /** Enough digits to read; rounded up, on the safe side. */
  private static final MathContext PRINTED = new MathContext(9, RoundingMode.CEILING);

  private Certification() {}

  static Certificate of(
      Allowance allowance,
      Randomness used,
      String learner,
      Map<String, String> settings,
      PrivacyEvent event,
      List<String> reliesOn) {
    Accountant accountant = Accountant.best(event);
    List<String> relied = new ArrayList<>(List.of(PUBLIC, allowance.adjacency().premise()));
    relied.addAll(reliesOn);
    Guarantee promised = promise(accountant, allowance.guarantee(), event);
    return new Certificate(
        promised,
        allowance.guarantee(),
        allowance.adjacency(),
        learner,
        settings,
        event.toString(),
        EventJson.write(event).toString(),
        accountant.nameAt(promised.delta()),
        used.describe(),
        used.isSecure(),
        allowance.ledger(),
        allowance.purpose(),
        allowance.entry().hash(),
        relied,
        ARITHMETIC);
  }

  /** What a certificate promises for an event, of which at most the charge may be promised. */
  static Guarantee promise(Accountant accountant, Guarantee charged, PrivacyEvent event) {
    double chargedEpsilon = charged.epsilon();
    double chargedDelta = charged.delta();
    double pureEpsilon = accountant.epsilon(0);
    if (pureEpsilon <= chargedEpsilon) {
      return PureDp.of(printed(pureEpsilon, chargedEpsilon));
    }
    double epsilon = accountant.epsilon(chargedDelta);
    if (!(epsilon <= chargedEpsilon)) {
      throw new IllegalStateException(
          "the fit costs ε = "
              + epsilon
              + " where "
              + charged.describe()
              + " was charged, for "
              + event
              + ": the learner is calibrated wrongly");
    }
    return ApproximateDp.of(printed(epsilon, chargedEpsilon), chargedDelta);
  }

  private static double printed(double epsilon, double charged) {
    double roundedUp = new BigDecimal(epsilon).round(PRINTED).doubleValue();
    return Math.min(charged, Math.max(roundedUp, Double.MIN_VALUE)); // ε = 0 is not a guarantee
  }
}
