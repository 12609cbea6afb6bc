// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.privacy;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.Locale;
import java.util.Objects;

/**
 * One release from private rows that a published model depends on, with its privacy cost.
 *
 * @param kind what was released
 * @param guarantee the privacy cost of the event, rounded up
 * @param charged what the ledger was charged for it; the guarantee is never weaker
 * @param adjacency what one person can change
 * @param mechanism what was done with the rows, in words
 * @param eventJson the same as one JSON object, from which an accountant can recompute the cost
 * @param accountant the accountant that computed the cost
 * @param isPrivate false when the noise was seeded
 * @param ledger name of the ledger that was charged
 * @param purpose purpose under which the ledger was charged
 * @param entryHash the hash of the ledger's entry; empty if the ledger was not kept
 */
public record ChainLink(
    Kind kind,
    Guarantee guarantee,
    Guarantee charged,
    Adjacency adjacency,
    String mechanism,
    String eventJson,
    String accountant,
    boolean isPrivate,
    String ledger,
    String purpose,
    String entryHash) {

  /** What a release is to the model. */
  public enum Kind {
    /** Ranges, categories, labels and the number of rows in a schema, learned from the rows. */
    SCHEMA("learning the schema"),
    /** A private count of the rows. */
    ROW_COUNT("counting the rows"),
    /**
     * The fit, with all that happens inside it for its one price: search for settings, private
     * ranks and bins, calibration, a private choice of the threshold.
     */
    TRAINING("training"),
    /** Scores of the model on private rows. */
    EVALUATION("private evaluation"),
    /** Anything else that a model or its settings depend on. */
    OTHER("another release");

    private final String phrase;

    Kind(String phrase) {
      this.phrase = phrase;
    }

    /** Returns the kind as a phrase to print. */
    public String phrase() {
      return phrase;
    }

    /** Returns the kind as it is written in files: {@code row-count}. */
    public String word() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  public ChainLink {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(guarantee, "guarantee");
    Objects.requireNonNull(charged, "charged");
    Objects.requireNonNull(adjacency, "adjacency");
    Objects.requireNonNull(eventJson, "eventJson");
    Certificate.oneLine(mechanism, accountant, ledger, purpose, entryHash);
  }

  /** Returns a release by its own certificate. */
  public static ChainLink of(Kind kind, Certificate certificate) {
    return new ChainLink(
        kind,
        certificate.guarantee(),
        certificate.charged(),
        certificate.adjacency(),
        certificate.event(),
        certificate.eventJson(),
        certificate.accountant(),
        certificate.isPrivate(),
        certificate.ledger(),
        certificate.purpose(),
        certificate.entryHash());
  }

  /** Returns what was charged, and why that is more than the guarantee where it is. */
  public String charge() {
    return Certificate.charge(charged, guarantee);
  }

  /** Returns whether a ledger that is kept has an entry of this release. */
  public boolean isRecorded() {
    return !entryHash.isEmpty();
  }

  /** Returns the release as JSON; {@link #fromJson} gives an equal one back. */
  public JsonObject toJson() {
    return CertificateJson.link(this);
  }

  /**
   * Reads a release from JSON.
   *
   * @throws dev.demilune.DemiluneException if a field is missing, unknown or of another type
   */
  public static ChainLink fromJson(JsonElement json) {
    return CertificateJson.link(json);
  }

  /** Returns the release as one line of text. */
  @Override
  public String toString() {
    return kind.phrase()
        + ": "
        + guarantee.describe()
        + ", "
        + (isRecorded()
            ? "ledger '" + ledger + "' for '" + purpose + "', entry " + entryHash
            : "for '" + purpose + "', recorded in no ledger")
        + (isPrivate ? "" : ", NOT PRIVATE: seeded");
  }
}
