// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.demilune.accounting.EventJson;
import dev.demilune.budget.Ledger;
import dev.demilune.budget.entry.Balance;
import dev.demilune.budget.entry.Composition;
import dev.demilune.budget.entry.LedgerEntry;
import dev.demilune.model.ModelSignature;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.Amount;
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
        .addSubcommand(new Show(console))
        .addSubcommand(new History(console))
        .addSubcommand(new VerifyLedgerCommand(console))
        .addSubcommand(new NewKey(console));
  }

  @Command(
      name = "ledger",
      description = "Create a privacy budget for a table, show what is left of it, or check it.",
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

    @Option(
        names = "--ledger",
        paramLabel = "LEDGER",
        required = true,
        description =
            "The new file, or the URL of a database (jdbc:postgresql://host/database?user=...); one"
                + " schema of it, currentSchema in the URL, holds one ledger.")
    String location;

    @Option(
        names = "--description",
        paramLabel = "TEXT",
        defaultValue = "",
        description = "What the table is, in public words.")
    String description;

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
      Path file = LedgerOption.file(location);
      if (file != null) {
        Paths.checkWritable("--ledger", file);
      }
      Ledger.create(location, name, description, adjacency, total, composition);
      if (common.json) {
        JsonObject result = new JsonObject();
        result.addProperty("ledger", LedgerOption.withoutSettings(location));
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
                + LedgerOption.withoutSettings(location)
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

  /** Commands that look at a ledger. */
  abstract static class Look extends DemiluneCommand {

    @Option(
        names = "--ledger",
        paramLabel = "LEDGER",
        required = true,
        description = "The file, or the URL of the database.")
    String location;

    Look(Console console) {
      super(console);
    }

    @Override
    void run() {
      Path file = LedgerOption.file(location);
      if (file != null) {
        Paths.checkReadable("--ledger", file);
      }
      try (Ledger ledger = Ledger.open(location, Randomness.secure())) {
        look(ledger);
      }
    }

    abstract void look(Ledger ledger);
  }

  @Command(
      name = "show",
      description = "Show the total of a ledger, what was spent on what, and what is left.",
      footer = {"", "Example:", "  demilune ledger show --ledger customers.db"})
  static final class Show extends Look {

    Show(Console console) {
      super(console);
    }

    @Override
    void look(Ledger ledger) {
      Balance balance = ledger.balance();
      if (common.json) {
        print(json(ledger, balance));
      } else {
        print(ledger, balance);
      }
    }

    private void print(Ledger ledger, Balance balance) {
      print("ledger '" + ledger.name() + "', " + ledger.adjacency().phrase());
      if (!ledger.description().isEmpty()) {
        print("  table  " + ledger.description());
      }
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
      result.addProperty("description", ledger.description());
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
      balance.entries().forEach(entry -> entries.add(LedgerCommands.json(entry)));
      result.add("entries", entries);
      return result;
    }
  }

  @Command(
      name = "history",
      description = "Show every entry of a ledger: who spent what, when and on which learner.",
      footer = {"", "Example:", "  demilune ledger history --ledger customers.db"})
  static final class History extends Look {

    History(Console console) {
      super(console);
    }

    @Override
    void look(Ledger ledger) {
      List<LedgerEntry> entries = ledger.entries();
      if (common.json) {
        JsonObject result = new JsonObject();
        result.addProperty("name", ledger.name());
        JsonArray all = new JsonArray();
        entries.forEach(entry -> all.add(json(entry)));
        result.add("entries", all);
        print(result);
        return;
      }
      for (LedgerEntry entry : entries) {
        print("entry " + entry.number() + ", " + entry.time());
        print("  who      " + said(entry.who()));
        print("  learner  " + said(entry.learner()));
        print("  for      " + entry.purpose());
        print("  amount   " + entry.amount().describe());
        print("  event    " + entry.event());
        print("  hash     " + entry.hash());
      }
      if (entries.isEmpty()) {
        print("nothing was spent");
      }
    }

    private static String said(String text) {
      return text.isEmpty() ? "not said" : text;
    }
  }

  @Command(
      name = "key",
      description = "Make a pair of keys with which models and their certificates are signed.",
      footer = {"", "Example:", "  demilune ledger key --out signing.pem"})
  static final class NewKey extends DemiluneCommand {

    @Option(
        names = "--out",
        paramLabel = "FILE",
        required = true,
        description = "The private key to write; the public one gets the same name with .pub.")
    Path file;

    NewKey(Console console) {
      super(console);
    }

    @Override
    void run() {
      Path publicKey = file.resolveSibling(file.getFileName() + ".pub");
      Paths.checkWritable("--out", file);
      Paths.checkWritable("--out", publicKey);
      ModelSignature.newKeys(file, publicKey);
      if (common.json) {
        JsonObject result = new JsonObject();
        result.addProperty("privateKey", file.toString());
        result.addProperty("publicKey", publicKey.toString());
        print(result);
      } else {
        print("wrote " + file + ", to be kept secret, and " + publicKey + ", to be given away");
      }
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

  private static JsonObject json(LedgerEntry entry) {
    JsonObject result = new JsonObject();
    result.addProperty("number", entry.number());
    result.addProperty("time", entry.time().toString());
    result.addProperty("who", entry.who());
    result.addProperty("learner", entry.learner());
    result.addProperty("purpose", entry.purpose());
    result.add("amount", json(entry.amount()));
    result.add("event", EventJson.write(entry.event()));
    result.addProperty("hash", entry.hash());
    return result;
  }
}
