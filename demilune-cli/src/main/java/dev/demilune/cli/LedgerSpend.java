// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import dev.demilune.DemiluneException;
import dev.demilune.budget.Allowance;
import dev.demilune.budget.BudgetRefusedException;
import dev.demilune.budget.Ledger;
import dev.demilune.budget.PaidPlan;
import dev.demilune.budget.Purpose;
import dev.demilune.budget.TableColumns;
import dev.demilune.budget.entry.Balance;
import dev.demilune.learn.Setting;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.Guarantee;
import dev.demilune.privacy.Notice;
import dev.demilune.random.Randomness;
import dev.demilune.schema.Schema;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import picocli.CommandLine.Option;

/** The ledger that pays for a release, and what the entry records. */
final class LedgerSpend {

  /** How a refusal ends that comes before the charge. */
  static final String UNTOUCHED = ". Nothing was spent and no data was read.";

  @Option(
      names = "--ledger",
      paramLabel = "LEDGER",
      description =
          "The ledger to charge, made by 'demilune ledger create': a file, or the URL of a database"
              + " (jdbc:postgresql://...).")
  String ledger;

  @Option(
      names = "--by",
      paramLabel = "NAME",
      description =
          "Who spends, for the ledger and the certificate; by default the ledger gets whoever is"
              + " logged in, and the certificate nobody.")
  String spender;

  @Option(
      names = "--purpose",
      paramLabel = "TEXT",
      description = "What the spend is for, as the ledger and the certificate are to say it.")
  String purpose;

  @Option(
      names = "--allow-other-table",
      description =
          "Charge a ledger that is for a table with other columns: the same people's, after a change"
              + " of columns.")
  boolean allowOther;

  private TableColumns table; // that is about to be read, if its columns are known

  /** Says which table is about to be read. */
  void isFor(TableColumns columns) {
    table = columns;
  }

  void isFor(Schema schema) {
    isFor(TableColumns.of(schema));
  }

  /** What is to be said of a spend beforehand, from public facts; 0 rows are none declared. */
  List<Notice> notices(DemiluneCommand command, Guarantee guarantee, long declaredRows) {
    List<Notice> notices = new ArrayList<>();
    if (command.common.seed != null) {
      notices.add(Notice.seeded());
    } else if (ledger == null) {
      notices.add(Notice.notRecorded());
    }
    notices.addAll(Notice.of(guarantee, declaredRows));
    return notices;
  }

  boolean isGiven() {
    return ledger != null || spender != null || purpose != null || allowOther;
  }

  /** The ledger's file, after checking that it is there; null if there is none. */
  Path checkedFile() {
    Path file = LedgerOption.file(ledger);
    if (file != null) {
      Paths.checkReadable("--ledger", file);
    }
    return file;
  }

  /** Refuses a spend that nobody counts, and a seeded one on a ledger that is kept. */
  void check(Long seed) {
    if (ledger == null && seed == null) {
      throw new IllegalArgumentException(
          "--ledger is missing: what this costs has to be added to everything else that is released"
              + " of the table; see 'demilune ledger create --help'");
    }
    if (ledger != null && seed != null) {
      throw new IllegalArgumentException(
          "--seed and --ledger exclude each other: a seeded run protects nobody, and a ledger"
              + " records private ones only");
    }
  }

  /** Plans; a refusal says that it came before the charge. */
  static <T> T planned(Supplier<T> planning) {
    try {
      return planning.get();
    } catch (DemiluneException e) {
      throw new DemiluneException(e.getMessage() + UNTOUCHED, e);
    }
  }

  /**
   * Opens the ledger, or for a seeded run one that is exactly as large as the request.
   *
   * @param wanted the adjacency that the options name, or null for the ledger's
   */
  private Ledger open(Adjacency wanted, Guarantee guarantee, Randomness randomness) {
    if (ledger == null) {
      Ledger made = Ledger.inMemory("not recorded", wanted, guarantee, randomness);
      return spender == null ? made : made.onBehalfOf(spender);
    }
    Ledger opened = Ledger.open(ledger, randomness);
    try {
      Ledger named = spender == null ? opened : opened.onBehalfOf(spender);
      Ledger charged =
          table == null ? named : allowOther ? named.forAnotherTable(table) : named.forTable(table);
      if (wanted != null && wanted != opened.adjacency()) {
        throw new DemiluneException(
            "ledger '"
                + opened.name()
                + "' counts for "
                + Setting.word(opened.adjacency())
                + " and not for "
                + Setting.word(wanted)
                + ": leave --adjacency out, or use another ledger"
                + UNTOUCHED);
      }
      return charged;
    } catch (DemiluneException e) {
      opened.close();
      throw e;
    }
  }

  /**
   * What a command is about to pay for.
   *
   * @param plan what is charged and run; empty where only the guarantee is charged, because a
   *     public size is known once the rows are read
   * @param doneBy what does the work, for the ledger's entry
   * @param run does the work
   */
  record Work<T>(Optional<PaidPlan> plan, String doneBy, Function<Allowance, T> run) {

    static <T> Work<T> of(PaidPlan plan, Function<Allowance, T> run) {
      return new Work<>(Optional.of(plan), plan.doneBy(), run);
    }
  }

  /**
   * The one way in which commands spend: open the ledger, plan, charge, close the ledger, and only
   * then open the rows. Closing first leaves the charge in the one file, in no journal.
   *
   * @param wanted the adjacency that the options name, or null for the ledger's
   * @param usual what the ledger says of the spend if the options do not
   * @param planning looks at no row and spends nothing; what it throws is thrown before anything is
   *     charged
   */
  <T> T chargeAndRun(
      DemiluneCommand command,
      Adjacency wanted,
      Guarantee guarantee,
      String usual,
      Function<Ledger, Work<T>> planning) {
    Work<T> work;
    Allowance allowance;
    try (Ledger opened = open(wanted, guarantee, command.common.randomness())) {
      work = planning.apply(opened);
      Purpose what = new Purpose(purpose == null ? usual : purpose, work.doneBy);
      opened.spentBefore(what.what()).ifPresent(command.console::note);
      allowance =
          work.plan.isPresent()
              ? opened.spend(what, work.plan.get())
              : opened.spend(what, guarantee);
    }
    try {
      return work.run.apply(allowance);
    } catch (DemiluneException e) {
      if (ledger != null) {
        command.console.note(
            "ledger '"
                + allowance.ledger()
                + "' was charged before the rows were opened, and stays charged.");
      }
      throw e;
    }
  }

  /**
   * What the ledger holds, and what it would hold after a spend.
   *
   * @param ledger its name
   * @param refusal what it would say instead, if it refuses
   */
  record Forecast(
      String ledger,
      Balance before,
      Optional<Balance> after,
      Optional<BudgetRefusedException> refusal) {}

  /** Asks the ledger what a plan would leave of it, and spends nothing; empty without a ledger. */
  Optional<Forecast> forecast(String usual, PaidPlan plan, Consumer<Ledger> check) {
    if (ledger == null) {
      return Optional.empty();
    }
    try (Ledger opened = open(null, plan.guarantee(), Randomness.secure())) {
      check.accept(opened);
      Balance before = opened.balance();
      try {
        Purpose what = new Purpose(purpose == null ? usual : purpose, plan.doneBy());
        Balance after = opened.after(what, plan);
        return Optional.of(
            new Forecast(opened.name(), before, Optional.of(after), Optional.empty()));
      } catch (BudgetRefusedException e) {
        return Optional.of(new Forecast(opened.name(), before, Optional.empty(), Optional.of(e)));
      }
    }
  }
}
