// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.privacy;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What everybody who sees a guarantee should be told with it, from public facts alone. There is one
 * place for these, so that a command, a certificate and a page never disagree.
 *
 * @param level how grave it is
 * @param text one or two sentences
 */
public record Notice(Level level, String text) {

  /** How grave it is; nothing is said where all is well. */
  public enum Level {
    /** Private, and weaker or less accounted for than it should be. */
    AMBER,
    /** Not private. */
    RED;

    /** Returns the word for people and scripts. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Above this, e^ε is more than 22,000: little is left of the promise. */
  static final double LARGE_EPSILON = 10;

  /** Returns that a fit's noise can be drawn again. */
  public static Notice seeded() {
    return new Notice(
        Level.RED,
        "seeded, so NOT private: anyone who knows the seed can redraw the noise. Leave --seed out.");
  }

  /** Returns that nobody adds the spend to others. */
  public static Notice notRecorded() {
    return new Notice(
        Level.AMBER,
        "no ledger that lasts: nothing records this spend; count it yourself, or see 'demilune ledger create"
            + " --help'.");
  }

  /**
   * Returns what is weak about a promise itself.
   *
   * @param declaredRows the public number of rows, or a public guess of it; 0 if there is none
   */
  public static List<Notice> of(Guarantee guarantee, long declaredRows) {
    return of(guarantee.epsilon(), guarantee.delta(), declaredRows);
  }

  private static List<Notice> of(double epsilon, double delta, long declaredRows) {
    List<Notice> notices = new ArrayList<>();
    if (epsilon > LARGE_EPSILON) {
      notices.add(
          new Notice(
              Level.AMBER,
              String.format(
                  Locale.ROOT,
                  "epsilon is above 10: someone who suspects that a person is in the table may"
                      + " become %.2g times as sure. Choose a smaller one.",
                  Math.exp(epsilon))));
    }
    if (delta > 0 && delta * declaredRows >= 1) {
      notices.add(
          new Notice(
              Level.AMBER,
              "delta is not below one in the number of rows: publishing one row at random would keep"
                  + " this promise. Choose a smaller one."));
    }
    return notices;
  }

  /**
   * Returns all that is to be said with a certificate, of all releases that its model depends on.
   *
   * @param declaredRows as above
   */
  public static List<Notice> of(Certificate certificate, long declaredRows) {
    List<Notice> notices = new ArrayList<>();
    if (!certificate.chainIsPrivate()) {
      notices.add(seeded());
    } else if (certificate.entryHash().isEmpty()) {
      notices.add(notRecorded());
    }
    Amount total = certificate.total().orElse(Amount.of(certificate.guarantee()));
    notices.addAll(of(total.epsilon().doubleValue(), total.delta().doubleValue(), declaredRows));
    return notices;
  }

  /** Returns what is to be said with a certificate, or that there is none. */
  public static List<Notice> of(Optional<Certificate> certificate, long declaredRows) {
    return certificate
        .map(some -> of(some, declaredRows))
        .orElse(List.of(new Notice(Level.RED, "NOT private: there is no certificate.")));
  }
}
