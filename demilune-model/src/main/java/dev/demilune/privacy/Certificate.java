// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.privacy;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.demilune.internal.OneLineText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The guarantee of a fit, how it was derived, and what it relies on.
 *
 * <p>A certificate records what happened and contains public values only. Learners obtain one from
 * their allowance, which computes the privacy cost of the event and refuses to certify more than
 * was charged; guarantees are never entered by hand. It is not a signature: a certificate read from
 * a file is only as trustworthy as the file.
 *
 * @param guarantee what is promised to each person: the privacy cost of the event, rounded up
 * @param charged what the ledger was charged for it; the guarantee is never weaker
 * @param adjacency what one person can change
 * @param learner name of the learner
 * @param settings public settings of the learner, in the order in which it lists them
 * @param event what was done with the rows, in words
 * @param eventJson the same event as one JSON object, from which an accountant can recompute the
 *     cost
 * @param accountant the accountant that computed the cost
 * @param randomness where the noise came from
 * @param isPrivate false when the noise was seeded: then the guarantee is that of a secure run, and
 *     this run protects no one
 * @param ledger name of the ledger that was charged
 * @param purpose purpose under which the ledger was charged
 * @param entryHash the hash of the ledger's entry, which chains it to all entries before it; empty
 *     if the ledger was not kept
 * @param reliesOn what must hold and no program can check, one sentence each
 * @param arithmetic how sums and noise were computed
 * @param edits what was changed in the model after the fit, in order; this is post-processing, so
 *     the guarantee stays, but accuracy and calibration are not claimed for an edited model
 * @param chain the other releases that the model as published depends on
 * @param circumstances public facts about the run, by name, such as the software and the time of
 *     the charge; never anything that depends on rows. Seeded runs have none of what differs from
 *     run to run
 */
public record Certificate(
    Guarantee guarantee,
    Guarantee charged,
    Adjacency adjacency,
    String learner,
    Map<String, String> settings,
    String event,
    String eventJson,
    String accountant,
    String randomness,
    boolean isPrivate,
    String ledger,
    String purpose,
    String entryHash,
    List<String> reliesOn,
    String arithmetic,
    List<String> edits,
    Chain chain,
    Map<String, String> circumstances) {

  /** What an edit leaves as it was, and what it does not. */
  public static final String EDITED =
      "Editing a published model is post-processing: the privacy guarantee is unchanged. Accuracy"
          + " and calibration of the edited model are not claimed.";

  public Certificate {
    Objects.requireNonNull(guarantee, "guarantee");
    Objects.requireNonNull(charged, "charged");
    Objects.requireNonNull(adjacency, "adjacency");
    Objects.requireNonNull(learner, "learner");
    Objects.requireNonNull(event, "event");
    Objects.requireNonNull(eventJson, "eventJson");
    Objects.requireNonNull(accountant, "accountant");
    Objects.requireNonNull(randomness, "randomness");
    Objects.requireNonNull(ledger, "ledger");
    Objects.requireNonNull(purpose, "purpose");
    Objects.requireNonNull(entryHash, "entryHash");
    Objects.requireNonNull(arithmetic, "arithmetic");
    settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings)); // keeps the order
    reliesOn = List.copyOf(reliesOn);
    edits = List.copyOf(edits);
    Objects.requireNonNull(chain, "chain");
    circumstances = Collections.unmodifiableMap(new LinkedHashMap<>(circumstances));
    oneLine(learner, event, accountant, randomness, ledger, purpose, entryHash, arithmetic);
    settings.forEach((name, value) -> oneLine(name, value));
    reliesOn.forEach(sentence -> oneLine(sentence));
    edits.forEach(sentence -> oneLine(sentence));
    circumstances.forEach((name, value) -> oneLine(name, value));
  }

  /** The certificate of a model as it was fitted. */
  public Certificate(
      Guarantee guarantee,
      Guarantee charged,
      Adjacency adjacency,
      String learner,
      Map<String, String> settings,
      String event,
      String eventJson,
      String accountant,
      String randomness,
      boolean isPrivate,
      String ledger,
      String purpose,
      String entryHash,
      List<String> reliesOn,
      String arithmetic) {
    this(
        guarantee,
        charged,
        adjacency,
        learner,
        settings,
        event,
        eventJson,
        accountant,
        randomness,
        isPrivate,
        ledger,
        purpose,
        entryHash,
        reliesOn,
        arithmetic,
        List.of(),
        Chain.NONE,
        Map.of());
  }

  /** Returns the certificate of the model after one more edit. */
  public Certificate withEdit(String edit) {
    List<String> more = new ArrayList<>(edits);
    more.add(edit);
    return with(more, chain, circumstances);
  }

  /** Returns the certificate with one more release that the fit used, such as a learned schema. */
  public Certificate withEarlier(ChainLink earlier) {
    return with(edits, chain.withBefore(earlier), circumstances);
  }

  /** Returns the certificate with one more release about the model, such as an evaluation. */
  public Certificate withLater(ChainLink later) {
    return with(edits, chain.withAfter(later), circumstances);
  }

  /** Returns the certificate with one more sentence on its chain. */
  public Certificate withChainNote(String sentence) {
    return with(edits, chain.withNote(sentence), circumstances);
  }

  /**
   * Returns the certificate with a public fact about the run; a later value replaces an earlier
   * one. Nothing that depends on rows belongs here, nor in a seeded run what differs from run to
   * run.
   */
  public Certificate withCircumstance(String name, String value) {
    return withCircumstances(Map.of(name, value));
  }

  /** Returns the certificate with several public facts about the run. */
  public Certificate withCircumstances(Map<String, String> facts) {
    Map<String, String> more = new LinkedHashMap<>(circumstances);
    more.putAll(facts);
    return with(edits, chain, more);
  }

  private Certificate with(List<String> edits, Chain chain, Map<String, String> circumstances) {
    return new Certificate(
        guarantee,
        charged,
        adjacency,
        learner,
        settings,
        event,
        eventJson,
        accountant,
        randomness,
        isPrivate,
        ledger,
        purpose,
        entryHash,
        reliesOn,
        arithmetic,
        edits,
        chain,
        circumstances);
  }

  /**
   * Returns all releases that the model as published depends on, in order, its own fit included.
   */
  public List<ChainLink> links() {
    return chain.with(ChainLink.of(ChainLink.Kind.TRAINING, this));
  }

  /**
   * Returns what all releases of the chain cost together; empty if they are about different
   * adjacencies, which do not add up.
   */
  public Optional<Amount> total() {
    return Chain.total(links());
  }

  /** Returns whether every release of the chain had secure randomness. */
  public boolean chainIsPrivate() {
    return links().stream().allMatch(ChainLink::isPrivate);
  }

  /** Returns the certificate as JSON; {@link #fromJson} gives an equal one back. */
  public JsonObject toJson() {
    return CertificateJson.write(this);
  }

  /**
   * Reads a certificate from JSON.
   *
   * @throws dev.demilune.DemiluneException if a field is missing, unknown or of another type
   */
  public static Certificate fromJson(JsonElement json) {
    return CertificateJson.read(json);
  }

  /** Returns what was charged, and why that is not the guarantee where it is not. */
  public String charge() {
    return charge(charged, guarantee);
  }

  static String charge(Guarantee charged, Guarantee guarantee) {
    return charged.describe()
        + (Amount.of(charged).equals(Amount.of(guarantee))
            ? ""
            : " (more than the guarantee: what was done costs less, and the charge stays)");
  }

  /** Returns the certificate as several lines of text, without a final newline. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    String promise = promise();
    if (chainIsPrivate()) {
      text.append(promise).append(".\n");
    } else {
      text.append("NOT PRIVATE: seeded. Whoever knows the seed can remove the noise.\n")
          .append("With secure randomness: ")
          .append(promise)
          .append(".\n");
    }
    adjacency.warning().ifPresent(warning -> text.append(warning).append('\n'));
    text.append("Learner: ").append(learner);
    settings.forEach((name, value) -> text.append(", ").append(name).append(' ').append(value));
    text.append(".\nMechanism: ").append(event);
    text.append(".\nPriced by: ").append(accountant);
    text.append(".\nCharged: ").append(charge());
    text.append(", to ledger '").append(ledger).append("' for '").append(purpose);
    text.append('\'').append(entryHash.isEmpty() ? "" : ", entry " + entryHash);
    text.append(".\nRandomness: ").append(randomness);
    text.append(".\nRelies on: ").append(String.join("; ", reliesOn));
    text.append(".\nArithmetic: ").append(arithmetic).append('.');
    if (!edits.isEmpty()) {
      text.append("\nEdited after training: ").append(String.join("; ", edits)).append(". ");
      text.append(EDITED);
    }
    if (!chain.isEmpty()) {
      text.append("\nThe model as published depends on:");
      int number = 0;
      for (ChainLink link : links()) {
        text.append("\n  ").append(++number).append(". ").append(link).append('.');
      }
      text.append("\nTogether: ").append(together()).append('.');
      chain.notes().forEach(sentence -> text.append("\nNote: ").append(sentence).append('.'));
    }
    circumstances.forEach(
        (name, value) -> text.append("\nRun: ").append(name).append(' ').append(value).append('.'));
    return text.toString();
  }

  /** The promise of all releases of the chain, in one line without a final point. */
  public String promise() {
    String ofFit = guarantee.describe() + ", " + adjacency.phrase();
    if (chain.before().isEmpty() && chain.after().isEmpty()) {
      return ofFit;
    }
    return total()
        .map(
            all ->
                all.describe()
                    + ", "
                    + adjacency.phrase()
                    + ", for all "
                    + links().size()
                    + " releases on its certificate; "
                    + guarantee.describe()
                    + " for the fit alone")
        .orElse(
            ofFit + ", for the fit alone; the releases before or after it do not add up with it");
  }

  /** Returns what the links cost together, and how that is known, in one line. */
  public String together() {
    String sum =
        total()
            .map(all -> all.describe() + ", " + adjacency.phrase() + " (" + Chain.COMPOSITION + ")")
            .orElse("not known, since the releases are about different adjacencies");
    List<String> ledgers = links().stream().map(ChainLink::ledger).distinct().toList();
    if (links().stream().anyMatch(link -> !link.isRecorded())) {
      return sum + "; not all of it is recorded in a ledger";
    }
    return ledgers.size() == 1
        ? sum + "; all of it is charged to ledger '" + ledgers.get(0) + "'"
        : sum + "; charged to different ledgers, and added up as if about the same people";
  }

  /** Refuses line breaks and the like: with them a file's certificate could print forged lines. */
  static void oneLine(String... texts) {
    for (String text : texts) {
      if (!OneLineText.is(text)) {
        throw new IllegalArgumentException("a certificate's texts must each be one line");
      }
    }
  }
}
