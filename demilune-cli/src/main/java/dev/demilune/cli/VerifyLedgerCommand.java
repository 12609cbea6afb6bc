// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import dev.demilune.DemiluneException;
import dev.demilune.budget.CertificateCheck;
import dev.demilune.budget.Ledger;
import dev.demilune.budget.entry.LedgerCheck;
import dev.demilune.budget.entry.LedgerEntry;
import dev.demilune.model.ModelFile;
import dev.demilune.model.ModelSignature;
import dev.demilune.privacy.Certificate;
import dev.demilune.privacy.ChainLink;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code demilune ledger verify}: whether anyone touched the entries. */
@Command(
    name = "verify",
    description = {
      "Check that no entry of a ledger was edited, removed or put elsewhere, and that the entries"
          + " of given models are still there, say what their certificates say, and cost no more"
          + " than these promise.",
      "Someone who can write to the ledger can compute all of it anew, cut entries off its end or"
          + " put an old copy in its place; what was kept elsewhere finds that as well: a model's"
          + " certificate, or the hash that this command printed. The ledger does not hold a model's"
          + " weights: only a signature vouches for these."
    },
    footer = {"", "Example:", "  demilune ledger verify --ledger customers.db --model churn.model"})
final class VerifyLedgerCommand extends LedgerCommands.Look {

  @Option(
      names = "--model",
      paramLabel = "FILE",
      description = "A model whose certificate names an entry of the ledger; may be repeated.")
  List<Path> models = new ArrayList<>();

  @Option(
      names = "--hash",
      paramLabel = "HASH",
      description =
          "A hash that this command printed before: whatever was there then must be there now.")
  String kept;

  @Option(
      names = "--public-key",
      paramLabel = "KEY",
      description = "Check the signatures beside the models with this key as well.")
  Path publicKey;

  @Override
  void look() {
    models.forEach(model -> Paths.checkReadable("--model", model));
    if (publicKey != null) {
      if (models.isEmpty()) {
        throw usage("--public-key needs a --model whose signature is to be checked");
      }
      Paths.checkReadable("--public-key", publicKey);
      models.forEach(model -> ModelSignature.verify(model, publicKey));
    }
    LedgerCheck check = Ledger.verify(location);
    List<String> faults = new ArrayList<>(check.fault().stream().toList());
    if (kept != null && !check.hashes().contains(kept.toLowerCase(Locale.ROOT))) {
      faults.add("the entry of the hash that was kept is not in the ledger");
    }
    faults.addAll(faults(check));
    String fault = String.join("; ", faults);
    if (common.json || faults.isEmpty()) {
      String hash = check.hash(check.entries()).orElseThrow();
      answer(
          Json.of(
              "intact", faults.isEmpty(),
              "entries", check.entries(),
              "hash", hash,
              "sealedLate", check.sealedLate(),
              "fault", faults.isEmpty() ? null : fault),
          check.sealedLate() == 0
              ? null
              : "The first "
                  + check.sealedLate()
                  + " entries are from before ledgers had hashes: what was done to them before is"
                  + " not known.",
          "intact: " + check.entries() + " entries, the last with the hash",
          hash);
    }
    if (!faults.isEmpty()) {
      throw new DemiluneException(
          "ledger "
              + LedgerOption.withoutSettings(location)
              + " is NOT intact: "
              + fault
              + "; restore it from a backup that has every spend, or begin another for what is"
              + " left");
    }
  }

  /** What of the models' certificates is not in the ledger, or stands there for something else. */
  private List<String> faults(LedgerCheck check) {
    List<String> faults = new ArrayList<>();
    Map<String, Path> named = new HashMap<>();
    for (Path model : models) {
      Certificate certificate = certificate(model);
      String hash = certificate.entryHash();
      for (ChainLink release : certificate.links()) {
        boolean here = release.isRecorded() && release.ledger().equals(check.ledger());
        if (here || release.entryHash().equals(hash)) { // others are in other ledgers
          entryFault(check, model, release).ifPresent(faults::add);
        }
        CertificateCheck.ofPromise(release)
            .forEach(fault -> faults.add("the certificate of " + model + " is false: " + fault));
      }
      Path other = named.putIfAbsent(hash, model);
      if (other != null && !sameBytes(other, model)) {
        faults.add(other + " and " + model + " name the same entry and are two models");
      }
    }
    return faults;
  }

  private static Optional<String> entryFault(LedgerCheck check, Path model, ChainLink release) {
    Optional<LedgerEntry> entry = check.entry(release.entryHash());
    if (entry.isEmpty()) {
      return Optional.of("the entry that " + model + " was charged with is not in the ledger");
    }
    List<String> differences = CertificateCheck.ofEntry(release, check, entry.get());
    return differences.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "entry "
                + entry.get().number()
                + " is not what the certificate of "
                + model
                + " says: it has "
                + String.join(", ", differences));
  }

  private static boolean sameBytes(Path one, Path other) {
    try {
      return Files.mismatch(one, other) < 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e); // both were read a moment ago
    }
  }

  private static Certificate certificate(Path model) {
    return ModelFile.load(model)
        .certificate()
        .filter(certificate -> !certificate.entryHash().isEmpty())
        .orElseThrow(
            () ->
                new DemiluneException(
                    "model "
                        + model
                        + " has no certificate that names an entry of a ledger: train with"
                        + " --ledger"));
  }
}
