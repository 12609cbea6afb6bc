/*
 * Copyright 2026 The Demilune Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package dev.demilune.cli;

import com.google.gson.JsonObject;
import dev.demilune.DemiluneException;
import dev.demilune.budget.Ledger;
import dev.demilune.budget.LedgerCheck;
import dev.demilune.model.ModelFile;
import dev.demilune.model.ModelSignature;
import dev.demilune.privacy.Certificate;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code demilune ledger verify}: whether anyone touched the entries. */
@Command(
    name = "verify",
    description = {
      "Check that no entry of a ledger was edited, removed or put elsewhere, and that the entries"
          + " of given models are still there.",
      "Someone who can write to the ledger can compute all of it anew; what was kept elsewhere, a"
          + " model's certificate, finds that as well."
    },
    footer = {"", "Example:", "  demilune ledger verify --ledger customers.db --model churn.model"})
final class VerifyLedgerCommand extends DemiluneCommand {

  @Option(
      names = "--ledger",
      paramLabel = "LEDGER",
      required = true,
      description = "The file, or the URL of the database.")
  String location;

  @Option(
      names = "--model",
      paramLabel = "FILE",
      description = "A model whose certificate names an entry of the ledger; may be repeated.")
  List<Path> models = new ArrayList<>();

  @Option(
      names = "--public-key",
      paramLabel = "KEY",
      description = "Check the signatures beside the models with this key as well.")
  Path publicKey;

  VerifyLedgerCommand(Console console) {
    super(console);
  }

  @Override
  void run() {
    Path file = LedgerOption.file(location);
    if (file != null) {
      Paths.checkReadable("--ledger", file);
    }
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
    for (Path model : models) {
      String hash = hash(model);
      if (!check.hashes().contains(hash)) {
        faults.add("the entry that " + model + " was charged with is not in the ledger");
      }
    }
    if (common.json) {
      JsonObject result = new JsonObject();
      result.addProperty("intact", faults.isEmpty());
      result.addProperty("entries", check.entries());
      result.addProperty("hash", check.hash(check.entries()).orElseThrow());
      result.addProperty("fault", faults.isEmpty() ? null : String.join("; ", faults));
      print(result);
    } else if (faults.isEmpty()) {
      print("intact: " + check.entries() + " entries, the last with the hash");
      print(check.hash(check.entries()).orElseThrow());
    }
    if (!faults.isEmpty()) {
      throw new DemiluneException(
          "ledger "
              + LedgerOption.withoutSettings(location)
              + " is NOT intact: "
              + String.join("; ", faults)
              + "; restore it from a backup, and add what was spent since");
    }
  }

  private static String hash(Path model) {
    String hash = ModelFile.load(model).certificate().map(Certificate::entryHash).orElse("");
    if (hash.isEmpty()) {
      throw new DemiluneException(
          "model "
              + model
              + " has no certificate that names an entry of a ledger: train with --ledger");
    }
    return hash;
  }
}
