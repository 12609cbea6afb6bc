// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import dev.demilune.DemiluneException;
import dev.demilune.budget.CertificateCheck;
import dev.demilune.budget.Ledger;
import dev.demilune.budget.entry.LedgerCheck;
import dev.demilune.budget.entry.LedgerCheck.Step;
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
import java.util.stream.Collectors;
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
    List<Step> steps = new ArrayList<>(check.steps());
    if (kept != null) {
      boolean there = check.hashes().contains(kept.toLowerCase(Locale.ROOT));
      steps.add(
          new Step(
              "kept hash",
              there,
              there
                  ? "its entry is in the ledger"
                  : "the entry of the hash that was kept is not in the ledger"));
    }
    steps.addAll(ofModels(check));
    List<String> faults = steps.stream().filter(step -> !step.passed()).map(Step::finding).toList();
    String fault = String.join("; ", faults);
    if (common.json || faults.isEmpty()) {
      String hash = check.hash(check.entries()).orElseThrow();
      answer(
          Json.of(
              "intact",
              faults.isEmpty(),
              "entries",
              check.entries(),
              "hash",
              hash,
              "sealedLate",
              check.sealedLate(),
              "checks",
              Json.array(
                  steps,
                  step ->
                      Json.of(
                          "check", step.what(), "passed", step.passed(), "found", step.finding())),
              "fault",
              faults.isEmpty() ? null : fault),
          check.sealedLate() == 0
              ? null
              : "The first "
                  + check.sealedLate()
                  + " entries are from before ledgers had hashes: what was done to them before is"
                  + " not known.",
          "intact: " + check.entries() + " entries, the last with the hash",
          hash,
          lines(steps));
    }
    if (!faults.isEmpty()) {
      if (!common.json) {
        console.err().println(lines(steps));
      }
      throw new DemiluneException(
          "ledger "
              + LedgerOption.withoutSettings(location)
              + " is NOT intact: "
              + fault
              + "; restore it from a backup that has every spend, or begin another for what is"
              + " left");
    }
  }

  private static String lines(List<Step> steps) {
    return steps.stream()
        .map(
            step ->
                "  "
                    + (step.passed() ? "ok      " : "FAILED  ")
                    + step.what()
                    + ": "
                    + step.finding())
        .collect(Collectors.joining("\n"));
  }

  /** Whether the models' certificates are in the ledger, stand for that, and are true. */
  private List<Step> ofModels(LedgerCheck check) {
    List<Step> steps = new ArrayList<>();
    Map<String, Path> named = new HashMap<>();
    for (Path model : models) {
      if (publicKey != null) { // or it would have been refused
        steps.add(new Step("signature of " + model, true, "made with the key of " + publicKey));
      }
      Certificate certificate = certificate(model);
      String hash = certificate.entryHash();
      for (ChainLink release : certificate.links()) {
        String which = certificate.links().size() == 1 ? "" : " (" + release.kind().phrase() + ")";
        boolean here = release.isRecorded() && release.ledger().equals(check.ledger());
        if (here || release.entryHash().equals(hash)) { // others are in other ledgers
          steps.add(ofEntry("entry of " + model + which, model, release, check));
        }
        List<String> untrue = CertificateCheck.ofPromise(release);
        steps.add(
            new Step(
                "promise of " + model + which,
                untrue.isEmpty(),
                untrue.isEmpty()
                    ? "its event, priced anew, costs no more than "
                        + release.guarantee().describe()
                        + "; charged were "
                        + release.charge()
                    : untrue.stream()
                        .map(fault -> "the certificate of " + model + " is false: " + fault)
                        .collect(Collectors.joining("; "))));
      }
      Path other = named.putIfAbsent(hash, model);
      if (other != null && !sameBytes(other, model)) {
        steps.add(
            new Step(
                "models",
                false,
                other + " and " + model + " name the same entry and are two models"));
      }
    }
    return steps;
  }

  private static Step ofEntry(String what, Path model, ChainLink release, LedgerCheck check) {
    Optional<LedgerEntry> entry = check.entry(release.entryHash());
    if (entry.isEmpty()) {
      return new Step(
          what, false, "the entry that " + model + " was charged with is not in the ledger");
    }
    String number = "entry " + entry.get().number();
    List<String> differences = CertificateCheck.ofEntry(release, check, entry.get());
    return differences.isEmpty()
        ? new Step(what, true, number + " says what the certificate says")
        : new Step(
            what,
            false,
            number
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
