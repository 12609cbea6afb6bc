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
import dev.demilune.accounting.EventJson;
import dev.demilune.budget.Amount;
import dev.demilune.budget.Balance;
import dev.demilune.budget.Composition;
import dev.demilune.budget.Ledger;
import dev.demilune.budget.LedgerEntry;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.Guarantee;
import dev.demilune.random.Randomness;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
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

    @Option(
        names = "--composition",
        paramLabel = "HOW",
        defaultValue = "composed",
        description = {
          "How spends are priced together, for ever (default: ${DEFAULT-VALUE}): composed prices"
              + " all events by composing them, if none is chosen by looking at earlier outputs;"
              + " gaussian takes Gaussian sums only, chosen in any way; additive adds epsilons and"
              + " deltas, of any events chosen in any way."
        })
    String compositionName;

    @Mixin PrivacyOptions privacy = new PrivacyOptions();

    Create(Console console) {
      super(console);
    }

    @Override
    void run() {
      Guarantee total = fromOptions(privacy::guarantee);
      Adjacency adjacency = fromOptions(() -> SchemaOptions.parseAdjacency(adjacencyName));
      Composition composition = fromOptions(() -> composition(compositionName));
      if (name.isBlank()) {
        throw usage("--name must not be empty");
      }
      Paths.checkWritable("--ledger", file);
      Ledger.create(file, name, adjacency, total, composition);
      if (common.json) {
        JsonObject result = new JsonObject();
        result.addProperty("ledger", file.toString());
        result.addProperty("name", name);
        result.addProperty("adjacency", SchemaOptions.word(adjacency));
        result.addProperty("composition", word(composition));
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
                + adjacency.phrase()
                + ", "
                + word(composition));
      }
    }

    private static Composition composition(String text) {
      for (Composition known : Composition.values()) {
        if (word(known).equals(text.toLowerCase(Locale.ROOT))) {
          return known;
        }
      }
      throw new IllegalArgumentException(
          "--composition must be composed, gaussian or additive, got '" + text + "'");
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
        Balance balance = ledger.balance();
        if (common.json) {
          print(json(ledger, balance));
        } else {
          print(ledger, balance);
        }
      }
    }

    private void print(Ledger ledger, Balance balance) {
      print("ledger '" + ledger.name() + "', " + ledger.adjacency().phrase());
      print("  total  " + balance.total().describe());
      print("  spent  " + balance.spent().describe() + " (" + balance.accountant() + ")");
      boolean composed = !balance.sum().equals(balance.spent());
      String more = composed ? " (a spend that composes well may be larger)" : "";
      print("  left   " + balance.left().describe() + more);
      if (composed) {
        print("  sum    " + balance.sum().describe() + " (what the spends would cost one by one)");
      }
      for (String sentence : balance.reliesOn()) {
        print("  relies on this: " + sentence);
      }
      if (!balance.entries().isEmpty()) {
        TextTable table = new TextTable(List.of("#", "when", "what for", "how much", "event"), 0);
        for (LedgerEntry entry : balance.entries()) {
          table.add(
              Long.toString(entry.number()),
              entry.time().toString(),
              entry.purpose(),
              entry.amount().describe(),
              entry.event().toString());
        }
        print("\n" + table);
      }
    }

    private static JsonObject json(Ledger ledger, Balance balance) {
      JsonObject result = new JsonObject();
      result.addProperty("name", ledger.name());
      result.addProperty("adjacency", SchemaOptions.word(ledger.adjacency()));
      result.addProperty("composition", word(ledger.composition()));
      result.add("total", LedgerCommands.json(balance.total()));
      result.add("spent", LedgerCommands.json(balance.spent()));
      result.add("left", LedgerCommands.json(balance.left()));
      result.add("sum", LedgerCommands.json(balance.sum()));
      result.addProperty("accountant", balance.accountant());
      JsonArray relied = new JsonArray();
      balance.reliesOn().forEach(relied::add);
      result.add("reliesOn", relied);
      JsonArray entries = new JsonArray();
      for (LedgerEntry entry : balance.entries()) {
        JsonObject one = new JsonObject();
        one.addProperty("number", entry.number());
        one.addProperty("time", entry.time().toString());
        one.addProperty("purpose", entry.purpose());
        one.add("amount", LedgerCommands.json(entry.amount()));
        one.add("event", EventJson.write(entry.event()));
        entries.add(one);
      }
      result.add("entries", entries);
      return result;
    }
  }

  private static String word(Composition composition) {
    return composition.name().toLowerCase(Locale.ROOT);
  }

  private static JsonObject json(Amount amount) {
    JsonObject result = new JsonObject();
    result.addProperty("epsilon", amount.epsilon());
    result.addProperty("delta", amount.delta());
    return result;
  }
}
