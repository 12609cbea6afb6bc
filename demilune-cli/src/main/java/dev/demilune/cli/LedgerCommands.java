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

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.demilune.budget.Amount;
import dev.demilune.budget.Ledger;
import dev.demilune.budget.LedgerEntry;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.Guarantee;
import dev.demilune.random.Randomness;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code demilune ledger}: the budget of a table, and what was spent of it. */
final class LedgerCommands {

  private LedgerCommands() {}

  static CommandLine of(Console console) {
    return new CommandLine(new Group(console))
        .addSubcommand(new Create(console))
        .addSubcommand(new Show(console));
  }

  @Command(
      name = "ledger",
      description = "Create a privacy budget for a table, or show what is left of it.",
      synopsisSubcommandLabel = "WHAT",
      footer = {"", "Example:", "  demilune ledger show --ledger customers.db"})
  static final class Group extends CommandGroup {
    Group(Console console) {
      super(console);
    }
  }

  @Command(
      name = "create",
      description = "Create a ledger file with a total budget, which nothing can raise later.",
      footer = {
        "",
        "Example:",
        "  demilune ledger create --ledger customers.db --name customers \\",
        "      --adjacency add-or-remove-one --epsilon 3 --delta 1e-5"
      })
  static final class Create extends DemiluneCommand {

    @Option(names = "--ledger", paramLabel = "FILE", required = true, description = "The new file.")
    Path file;

    @Option(
        names = "--name",
        paramLabel = "NAME",
        required = true,
        description = "What the protected table is called.")
    String name;

    @Option(
        names = "--adjacency",
        paramLabel = "WHAT",
        required = true,
        description =
            "What one person can change: add-or-remove-one, replace-one or replace-label. Spends"
                + " add up for one of them only.")
    String adjacencyName;

    @Mixin PrivacyOptions privacy = new PrivacyOptions();

    Create(Console console) {
      super(console);
    }

    @Override
    void run() {
      Guarantee total = fromOptions(privacy::guarantee);
      Adjacency adjacency = fromOptions(() -> SchemaOptions.parseAdjacency(adjacencyName));
      if (name.isBlank()) {
        throw usage("--name must not be empty");
      }
      Paths.checkWritable("--ledger", file);
      Ledger.create(file, name, adjacency, total);
      if (common.json) {
        JsonObject result = new JsonObject();
        result.addProperty("ledger", file.toString());
        result.addProperty("name", name);
        result.addProperty("adjacency", SchemaOptions.word(adjacency));
        result.add("total", json(Amount.of(total)));
        print(result);
      } else {
        print(
            "created ledger '"
                + name
                + "' in "
                + file
                + " with "
                + total.describe()
                + ", "
                + adjacency.phrase());
      }
    }
  }

  @Command(
      name = "show",
      description = "Show the total of a ledger, what was spent on what, and what is left.",
      footer = {"", "Example:", "  demilune ledger show --ledger customers.db"})
  static final class Show extends DemiluneCommand {

    @Option(names = "--ledger", paramLabel = "FILE", required = true, description = "The file.")
    Path file;

    Show(Console console) {
      super(console);
    }

    @Override
    void run() {
      Paths.checkReadable("--ledger", file);
      try (Ledger ledger = Ledger.open(file, Randomness.secure())) {
        if (common.json) {
          print(json(ledger));
        } else {
          print("ledger '" + ledger.name() + "', " + ledger.adjacency().phrase());
          print("  total  " + ledger.total().describe());
          print("  spent  " + ledger.spent().describe());
          print("  left   " + ledger.left().describe());
          List<LedgerEntry> entries = ledger.entries();
          if (!entries.isEmpty()) {
            TextTable table = new TextTable(List.of("#", "when", "what for", "how much"), 0);
            for (LedgerEntry entry : entries) {
              table.add(
                  Long.toString(entry.number()),
                  entry.time().toString(),
                  entry.purpose(),
                  entry.amount().describe());
            }
            print("\n" + table);
          }
        }
      }
    }

    private static JsonObject json(Ledger ledger) {
      JsonObject result = new JsonObject();
      result.addProperty("name", ledger.name());
      result.addProperty("adjacency", SchemaOptions.word(ledger.adjacency()));
      result.add("total", LedgerCommands.json(ledger.total()));
      result.add("spent", LedgerCommands.json(ledger.spent()));
      result.add("left", LedgerCommands.json(ledger.left()));
      JsonArray entries = new JsonArray();
      for (LedgerEntry entry : ledger.entries()) {
        JsonObject one = new JsonObject();
        one.addProperty("number", entry.number());
        one.addProperty("time", entry.time().toString());
        one.addProperty("purpose", entry.purpose());
        one.add("amount", LedgerCommands.json(entry.amount()));
        entries.add(one);
      }
      result.add("entries", entries);
      return result;
    }
  }

  private static JsonObject json(Amount amount) {
    JsonObject result = new JsonObject();
    result.addProperty("epsilon", amount.epsilon());
    result.addProperty("delta", amount.delta());
    return result;
  }
}
