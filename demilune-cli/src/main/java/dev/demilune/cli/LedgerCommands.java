// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import com.google.gson.JsonObject;
import dev.demilune.accounting.EventJson;
import dev.demilune.budget.Ledger;
import dev.demilune.budget.TableColumns;
import dev.demilune.budget.entry.Balance;
import dev.demilune.budget.entry.Composition;
import dev.demilune.budget.entry.LedgerCheck;
import dev.demilune.budget.entry.LedgerEntry;
import dev.demilune.learn.Setting;
import dev.demilune.model.ModelSignature;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.Amount;
import dev.demilune.privacy.Guarantee;
import dev.demilune.random.Randomness;
import dev.demilune.schema.Schema;
import dev.demilune.schema.file.SchemaFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code demilune ledger}: the budget of a table, and what was spent of it. */
@Command(
    name = "ledger",
    description = "Create a privacy budget for a table, show what is left of it, or check it.",
    synopsisSubcommandLabel = "WHAT",
    footer = {"", "Example:", "  demilune ledger show --ledger customers.db"},
    subcommands = {
      LedgerCommands.Create.class,
      LedgerCommands.Show.class,
      LedgerCommands.History.class,
      VerifyLedgerCommand.class,
      LedgerCommands.Upgrade.class,
      LedgerCommands.NewKey.class
    })
final class LedgerCommands extends CommandGroup {

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
        description =
            "What one person can change: add-or-remove-one, add-or-remove-person, replace-one or"
                + " replace-label. Spends add up for one of them only. By default the schema's.")
    String adjacencyName;

    @Option(
        names = "--composition",
        paramLabel = "HOW",
        defaultValue = "composed",
        description = {
          "How spends are priced together, for ever (default: ${DEFAULT-VALUE}): composed takes any"
              + " events and composes them, or adds them up where that costs less; gaussian takes"
              + " Gaussian sums only, and composes them exactly; additive adds epsilons and deltas."
              + " Each holds also for spends that are chosen by looking at earlier outputs."
        })
    String compositionName;

    @Mixin PrivacyOptions privacy = new PrivacyOptions();

    @Option(
        names = "--schema",
        paramLabel = "FILE",
        description =
            "The schema of the table, whose columns the ledger is then for. By default the first"
                + " spend says them.")
    Path schema;

    @Override
    void run() {
      Guarantee total = fromOptions(privacy::guarantee);
      if (adjacencyName == null && schema == null) {
        throw usage("--adjacency is missing: say what one person can change, or give --schema");
      }
      new FileRoles().reads("--schema", schema);
      Optional<Schema> declared = Optional.ofNullable(schema).map(SchemaFile::read);
      Adjacency adjacency =
          adjacencyName == null
              ? declared.orElseThrow().adjacency()
              : fromOptions(() -> SchemaOptions.parseAdjacency(adjacencyName));
      Composition composition =
          fromOptions(
              () ->
                  Numerals.word(
                      "--composition",
                      compositionName,
                      List.of(Composition.COMPOSED, Composition.GAUSSIAN, Composition.ADDITIVE)));
      if (name.isBlank()) {
        throw usage("--name must not be empty");
      }
      new FileRoles().writes("--ledger", LedgerOption.file(location));
      Optional<TableColumns> table = declared.map(TableColumns::of);
      Ledger.create(location, name, description, adjacency, total, composition, table);
      String made = LedgerOption.withoutSettings(location);
      answer(
          Json.of(
              "ledger", made,
              "name", name,
              "adjacency", Setting.word(adjacency),
              "composition", Setting.word(composition),
              "total", Json.of(Amount.of(total)),
              "table", table.map(TableColumns::fingerprint).orElse(null)),
          String.format(
              Locale.ROOT,
              "created ledger '%s' in %s with %s, %s, %s",
              name,
              made,
              total.describe(),
              adjacency.phrase(),
              Setting.word(composition)),
          table.map(some -> "for the table with the columns " + some.brief()).orElse(null));
      next("ledger key --out signing.pem");
      next(
          schema == null
              ? "schema learn --help"
              : "train --data DATA --schema "
                  + schema
                  + " --epsilon E --delta D --ledger "
                  + made
                  + " --sign signing.pem --model FILE");
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

    @Override
    void run() {
      new FileRoles().reads("--ledger", LedgerOption.file(location));
      look();
    }

    abstract void look();

    Ledger open() {
      return Ledger.open(location, Randomness.secure());
    }
  }

  @Command(
      name = "show",
      description = "Show the total of a ledger, what was spent on what, and what is left.",
      footer = {"", "Example:", "  demilune ledger show --ledger customers.db"})
  static final class Show extends Look {

    @Override
    void look() {
      try (Ledger ledger = open()) {
        Balance balance = ledger.balance();
        answer(json(ledger, balance), text(ledger, balance).toArray(String[]::new));
      }
    }

    private static List<String> text(Ledger ledger, Balance balance) {
      boolean composed = !balance.sum().equals(balance.spent());
      String more = composed ? " (a spend that composes well may be larger)" : "";
      List<String> lines = new ArrayList<>();
      lines.add("ledger '" + ledger.name() + "', " + ledger.adjacency().phrase());
      lines.add(ledger.description().isEmpty() ? null : "  table  " + ledger.description());
      lines.add(
          ledger.table().map(columns -> "  for    the columns " + columns.brief()).orElse(null));
      lines.add("  total  " + balance.total().describe());
      lines.add("  spent  " + balance.spent().describe() + " (" + balance.accountant() + ")");
      lines.add("  left   " + balance.left().describe() + more);
      if (composed) {
        String sum = balance.sum().describe();
        lines.add("  sum    " + sum + " (what the spends would cost one by one)");
      }
      balance.reliesOn().forEach(sentence -> lines.add("  relies on this: " + sentence));
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
        lines.add("\n" + table);
      }
      return lines;
    }

    private static JsonObject json(Ledger ledger, Balance balance) {
      JsonObject json =
          Json.of(
              "name", ledger.name(),
              "description", ledger.description(),
              "adjacency", Setting.word(ledger.adjacency()),
              "composition", Setting.word(ledger.composition()),
              "total", Json.of(balance.total()),
              "spent", Json.of(balance.spent()),
              "left", Json.of(balance.left()),
              "sum", Json.of(balance.sum()),
              "accountant", balance.accountant(),
              "reliesOn", balance.reliesOn(),
              "entries", Json.array(balance.entries(), LedgerCommands::json));
      ledger.table().ifPresent(table -> Json.add(json, "table", table.fingerprint()));
      return json;
    }
  }

  @Command(
      name = "history",
      description = "Show every entry of a ledger: who spent what, when and on which learner.",
      footer = {"", "Example:", "  demilune ledger history --ledger customers.db"})
  static final class History extends Look {

    @Override
    void look() {
      String name;
      List<LedgerEntry> entries;
      try (Ledger ledger = open()) {
        name = ledger.name();
        entries = ledger.entries();
      }
      answer(
          Json.of("name", name, "entries", Json.array(entries, LedgerCommands::json)),
          entries.isEmpty()
              ? "nothing was spent"
              : entries.stream().map(History::text).collect(Collectors.joining("\n")));
    }

    private static String text(LedgerEntry entry) {
      return String.join(
          "\n",
          "entry " + entry.number() + ", " + entry.time(),
          "  who      " + said(entry.who()),
          "  learner  " + said(entry.learner()),
          "  for      " + entry.purpose(),
          "  amount   " + entry.amount().describe(),
          "  event    " + entry.event(),
          "  hash     " + entry.hash());
    }

    private static String said(String text) {
      return text.isEmpty() ? "not said" : text;
    }
  }

  @Command(
      name = "upgrade",
      description = {
        "Bring a ledger of an older format up to date.",
        "Entries from before there were hashes get theirs now, whoever wrote them; so do this only"
            + " if nobody else could have edited the ledger, and keep the hash that is printed."
            + " Composed ledgers get a rule that allows for spends chosen by looking at earlier"
            + " outputs, and admits less."
      },
      footer = {"", "Example:", "  demilune ledger upgrade --ledger customers.db"})
  static final class Upgrade extends Look {

    @Override
    void look() {
      long before = Ledger.upgrade(location);
      LedgerCheck check = Ledger.verify(location);
      String hash = check.hash(check.entries()).orElseThrow();
      answer(
          Json.of("formatBefore", before, "entries", check.entries(), "hash", hash),
          "brought up to date from format "
              + before
              + ": "
              + check.entries()
              + " entries, the last"
              + " with the hash",
          hash);
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

    @Override
    void run() {
      Path publicKey = file.resolveSibling(file.getFileName() + ".pub");
      new FileRoles().writes("--out", file).writes("--out", publicKey);
      ModelSignature.newKeys(file, publicKey);
      answer(
          Json.of("privateKey", file, "publicKey", publicKey),
          "wrote " + file + ", to be kept secret, and " + publicKey + ", to be given away");
      next(
          "train --sign "
              + file
              + " ..., and 'ledger verify --public-key "
              + publicKey
              + "' checks it");
    }
  }

  private static JsonObject json(LedgerEntry entry) {
    JsonObject json =
        Json.of(
            "number", entry.number(),
            "time", entry.time(),
            "who", entry.who(),
            "learner", entry.learner(),
            "purpose", entry.purpose(),
            "amount", Json.of(entry.amount()),
            "event", EventJson.write(entry.event()),
            "hash", entry.hash());
    return entry.columns().isEmpty() ? json : Json.add(json, "table", entry.columns());
  }
}
