// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.certificate;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.demilune.DemiluneException;
import dev.demilune.budget.CertificateCheck;
import dev.demilune.budget.entry.LedgerCheck;
import dev.demilune.budget.entry.LedgerEntry;
import dev.demilune.model.ModelSignature;
import dev.demilune.model.SavedModel;
import dev.demilune.privacy.Certificate;
import dev.demilune.privacy.ChainLink;
import dev.demilune.privacy.Guarantee;
import dev.demilune.schema.Schema;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Checks a certificate without trusting it: signature, prices from scratch, chain and ledger. Every
 * check is listed with its result, also those that could not be made.
 *
 * <p>The checksum of a model file can be recomputed by anyone. Prices are therefore computed anew
 * from the events, and what cannot be computed (weights, settings, whether an event is what ran)
 * only a signature or a ledger vouches for.
 */
public final class Verification {

  /** How a check ended. */
  public enum Result {
    OK("ok"),
    FAILED("FAILED"),
    NOT_CHECKED("not checked");

    private final String word;

    Result(String word) {
      this.word = word;
    }

    /** Returns the result as a word to print. */
    public String word() {
      return word;
    }
  }

  /**
   * One check.
   *
   * @param what was checked
   * @param result how it ended
   * @param detail what was found, or why it was not checked
   */
  public record Check(String what, Result result, String detail) {}

  private final List<Check> checks = new ArrayList<>();

  private Verification() {}

  /**
   * Makes all checks of a model that was read from a file.
   *
   * @param file the model's file, for its signature
   * @param key the signer's public key, if it is known
   * @param ledger the state of the ledger, if it is at hand
   */
  public static List<Check> of(
      Path file, SavedModel saved, Optional<Path> key, Optional<LedgerCheck> ledger) {
    Verification verification = new Verification();
    verification.ok("model file", "complete, and its checksum matches");
    verification.signature(file, key);
    if (saved.certificate().isEmpty()) {
      verification.failed("certificate", "there is none: the model was trained without privacy");
      return verification.checks;
    }
    Certificate certificate = saved.certificate().get();
    verification.certificate(certificate);
    verification.schema(certificate, saved.model().schema());
    verification.ledger(certificate, ledger);
    return List.copyOf(verification.checks);
  }

  /** Makes those checks that a certificate allows by itself, without its model. */
  public static List<Check> of(Certificate certificate, Optional<LedgerCheck> ledger) {
    Verification verification = new Verification();
    verification.certificate(certificate);
    verification.ledger(certificate, ledger);
    return List.copyOf(verification.checks);
  }

  /**
   * Makes those checks that an exported document allows by itself.
   *
   * @throws DemiluneException if it is no certificate in JSON
   */
  public static List<Check> ofDocument(JsonObject document, Optional<LedgerCheck> ledger) {
    Certificate certificate = Certificate.fromJson(document.get("certificate"));
    List<Check> checks = new ArrayList<>(of(certificate, ledger));
    if (checks.stream().noneMatch(check -> check.result() == Result.FAILED)) {
      checks.add(derived(document, certificate));
    }
    return List.copyOf(checks);
  }

  /** What the document says around its certificate, derived once more. */
  private static Check derived(JsonObject document, Certificate certificate) {
    JsonObject again = DocumentJson.derived(certificate, new AttackCurves().of(certificate));
    List<String> differ =
        again.keySet().stream()
            .filter(field -> !text(again.get(field)).equals(text(document.get(field))))
            .toList();
    return differ.isEmpty()
        ? new Check(
            "document",
            Result.OK,
            "promise, prices and bounds follow from its certificate; what it says of model,"
                + " columns, audit and people was not checked")
        : new Check(
            "document", Result.FAILED, "what it says is not that of its certificate: " + differ);
  }

  private static String text(JsonElement json) {
    return json == null ? "" : json.toString();
  }

  private void signature(Path file, Optional<Path> key) {
    String what = "signature";
    if (key.isEmpty()) {
      notChecked(
          what,
          "no public key was given, so nothing vouches for weights and settings: a certificate can"
              + " be put on other weights");
      return;
    }
    try {
      ModelSignature.verify(file, key.get());
      ok(what, "the file is the one that was signed with this key, weights and all");
    } catch (DemiluneException fault) {
      failed(what, fault.getMessage());
    }
  }

  private void certificate(Certificate certificate) {
    if (certificate.chainIsPrivate()) {
      ok("randomness", certificate.randomness());
    } else {
      failed("randomness", "the noise was seeded and protects nobody");
    }
    for (ChainLink release : certificate.links()) {
      price(release);
    }
    if (certificate.total().isPresent()) {
      ok("total", "the prices add up to " + certificate.total().get().describe());
    } else {
      failed("total", "the releases are about different adjacencies and do not add up");
    }
  }

  private void price(ChainLink release) {
    String what = "price of " + release.kind().phrase();
    List<String> faults = CertificateCheck.ofPromise(release);
    if (!faults.isEmpty()) {
      failed(what, String.join("; ", faults));
      return;
    }
    Optional<Guarantee> again = CertificateCheck.repriced(release);
    boolean digits = again.equals(Optional.of(release.guarantee()));
    ok(
        what,
        "computed anew from its event: "
            + again.map(Guarantee::describe).orElse("MORE than was charged")
            + (digits ? ", the same digits" : ", within the accountant's width of what it says"));
  }

  private void schema(Certificate certificate, Schema schema) {
    String what = "learned schema";
    if (schema.learned().isEmpty()) {
      boolean claimed =
          certificate.links().stream().anyMatch(link -> link.kind() == ChainLink.Kind.SCHEMA);
      if (claimed) {
        failed(
            what, "the certificate has a price for it, and the model's schema says it is declared");
      } else {
        ok(what, "none: the model's schema says that all of it was declared");
      }
      return;
    }
    if (!certificate.chain().before().contains(schema.learned().get().release())) {
      failed(what, "the certificate leaves out the release that the model's schema was learned by");
    } else if (!schema.learned().get().isUnchangedIn(schema)) {
      ok(what, "its price is on the certificate; the schema was edited after learning");
    } else {
      ok(what, "its price is on the certificate, and it is as it was learned");
    }
  }

  private void ledger(Certificate certificate, Optional<LedgerCheck> given) {
    for (ChainLink release : certificate.links()) {
      String what = "ledger entry of " + release.kind().phrase();
      if (!release.isRecorded()) {
        notChecked(what, "it is recorded in no ledger: nobody counted it with others");
      } else if (given.isEmpty()) {
        notChecked(what, "no ledger was given; it is entry " + release.entryHash());
      } else if (!given.get().ledger().equals(release.ledger())) {
        notChecked(what, "it is in another ledger, '" + release.ledger() + "'");
      } else {
        entry(what, release, given.get());
      }
    }
    given
        .flatMap(LedgerCheck::fault)
        .ifPresent(fault -> failed("ledger", "it is NOT intact: " + fault));
  }

  private void entry(String what, ChainLink release, LedgerCheck ledger) {
    Optional<LedgerEntry> entry = ledger.entry(release.entryHash());
    if (entry.isEmpty()) {
      failed(what, "the ledger has no entry of this hash");
      return;
    }
    List<String> differences = CertificateCheck.ofEntry(release, ledger, entry.get());
    if (differences.isEmpty()) {
      ok(what, "entry " + entry.get().number() + " says the same");
    } else {
      failed(what, "entry " + entry.get().number() + " has " + String.join(", ", differences));
    }
  }

  private void ok(String what, String detail) {
    checks.add(new Check(what, Result.OK, detail));
  }

  private void failed(String what, String detail) {
    checks.add(new Check(what, Result.FAILED, detail));
  }

  private void notChecked(String what, String detail) {
    checks.add(new Check(what, Result.NOT_CHECKED, detail));
  }
}
