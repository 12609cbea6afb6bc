// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import com.google.gson.JsonElement;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import dev.demilune.DemiluneException;
import dev.demilune.budget.Ledger;
import dev.demilune.budget.entry.LedgerCheck;
import dev.demilune.certificate.Verification;
import dev.demilune.certificate.Verification.Check;
import dev.demilune.certificate.Verification.Result;
import dev.demilune.model.ModelFile;
import dev.demilune.privacy.Certificate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code demilune certificate verify}: every check by name, with its result. */
@Command(
    name = "verify",
    description = {
      "Verify the certificate of a model without trusting it: its signature, the price of every"
          + " release computed from scratch from its JSON alone, the chain and the ledger's entries."
          + " Each check is printed with its result; what could not be checked is said, with the"
          + " reason. Exit code 1 if any check failed.",
      "Weights and settings are vouched for by a signature only: give the signer's --key."
    },
    footer = {
      "",
      "Examples:",
      "  demilune certificate verify --model census.model --key signing.pem.pub",
      "  demilune certificate verify --certificate census.json --ledger census.db"
    })
final class VerifyCertificateCommand extends DemiluneCommand {

  @Option(names = "--model", paramLabel = "FILE", description = "The model to verify.")
  Path file;

  @Option(
      names = "--certificate",
      paramLabel = "FILE",
      description =
          "Instead of a model, a certificate that was exported as JSON: without the model its prices"
              + " and entries can be checked, not its signature.")
  Path document;

  @Option(
      names = "--key",
      paramLabel = "KEY",
      description = "The signer's public key; the signature is beside the model.")
  Path key;

  @Option(
      names = "--ledger",
      paramLabel = "LEDGER",
      description = "The ledger that was charged: a file, or the URL of the database.")
  String location;

  @Override
  void run() {
    if ((file == null) == (document == null)) {
      throw usage("give --model, or --certificate, and not both");
    }
    if (key != null && file == null) {
      throw usage("--key checks the signature beside a --model: name it");
    }
    new FileRoles()
        .reads("--model", file)
        .reads("--certificate", document)
        .reads("--key", key)
        .reads("--ledger", LedgerOption.file(location));
    Optional<LedgerCheck> ledger = Optional.ofNullable(location).map(Ledger::verify);
    List<Check> checks =
        file == null
            ? ofDocument(ledger)
            : Verification.of(file, ModelFile.load(file), Optional.ofNullable(key), ledger);
    answer(
        Json.of(
            "verified",
            checks.stream().noneMatch(VerifyCertificateCommand::failed),
            "checks",
            Json.array(
                checks,
                check ->
                    Json.of(
                        "what", check.what(),
                        "result", check.result().word(),
                        "detail", check.detail()))),
        checks.stream()
            .map(check -> check.result().word() + ": " + check.what() + ": " + check.detail())
            .collect(Collectors.joining("\n")));
    if (checks.stream().anyMatch(VerifyCertificateCommand::failed)) {
      throw new DemiluneException(
          (file == null ? document : file)
              + " is NOT verified: "
              + checks.stream()
                  .filter(VerifyCertificateCommand::failed)
                  .map(Check::what)
                  .collect(Collectors.joining(", "))
              + " failed");
    }
  }

  private static boolean failed(Check check) {
    return check.result() == Result.FAILED;
  }

  /** The checks of a document, or of a certificate by itself. */
  private List<Check> ofDocument(Optional<LedgerCheck> ledger) {
    try {
      JsonElement json = JsonParser.parseString(Files.readString(document));
      return json.isJsonObject() && json.getAsJsonObject().has("format")
          ? Verification.ofDocument(json.getAsJsonObject(), ledger)
          : Verification.of(Certificate.fromJson(json), ledger);
    } catch (IOException | JsonParseException e) {
      throw new DemiluneException(
          "--certificate "
              + document
              + ": this is not a certificate in JSON; give what 'demilune certificate export --format"
              + " json' wrote",
          e);
    }
  }
}
