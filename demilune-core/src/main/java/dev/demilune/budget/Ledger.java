// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.budget;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.budget.entry.Balance;
import dev.demilune.budget.entry.BudgetRule;
import dev.demilune.budget.entry.Composition;
import dev.demilune.budget.entry.LedgerCheck;
import dev.demilune.budget.entry.LedgerEntry;
import dev.demilune.budget.entry.LedgerTerms;
import dev.demilune.budget.entry.RunningTotal;
import dev.demilune.budget.store.ChainCheck;
import dev.demilune.budget.store.Dialect;
import dev.demilune.budget.store.JdbcStore;
import dev.demilune.budget.store.LedgerStore;
import dev.demilune.budget.store.MemoryStore;
import dev.demilune.budget.store.PostgresDialect;
import dev.demilune.budget.store.SqliteDialect;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.Amount;
import dev.demilune.privacy.Guarantee;
import dev.demilune.random.Randomness;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

/**
 * The record of one protected table: its total budget and everything spent on it.
 *
 * <p>A spend is charged before anyone looks at a row, and stays charged whatever happens next.
 * Every entry holds the event that it pays for. Together they cost what their composition costs, or
 * the exact sum of their decimals where that is less; {@link Composition} defines which, and is
 * fixed when the ledger is created. All promise the total for spends that are chosen in any way,
 * also by looking at what earlier ones released; a ledger that was upgraded says of which entries
 * that is not known. A total without δ admits pure spends only. Guarantees compose only for the
 * same adjacency, so a ledger has one adjacency, and its allowances work for data of that adjacency
 * only. Ledgers may be shared by threads; a ledger file also by processes.
 */
public final class Ledger implements AutoCloseable {

  private final LedgerStore store;
  private final Randomness randomness;
  private final String who;
  private final boolean named; // whoever spends gave a name
  private final Clock clock;
  private final Optional<TableColumns> table; // that spends are about, if that is said
  private final boolean orAnother; // whether the ledger may be for another one

  Ledger(LedgerStore store, Randomness randomness) {
    this(
        store,
        randomness,
        System.getProperty("user.name", ""),
        false,
        Clock.systemUTC(),
        Optional.empty(),
        false);
  }

  private Ledger(
      LedgerStore store,
      Randomness randomness,
      String who,
      boolean named,
      Clock clock,
      Optional<TableColumns> table,
      boolean orAnother) {
    this.store = store;
    this.randomness = Objects.requireNonNull(randomness, "randomness");
    this.who = who;
    this.named = named;
    this.clock = clock;
    this.table = table;
    this.orAnother = orAnother;
  }

  /**
   * Returns a new ledger that ends with the process: for tests, and for a table used only once. Its
   * entries are {@link Composition#COMPOSED}.
   *
   * @param name what the protected table is called
   * @param adjacency what one person can change in it
   * @param total what all spends together may cost, pure or approximate
   * @param randomness where allowances take their noise from
   */
  public static Ledger inMemory(
      String name, Adjacency adjacency, Guarantee total, Randomness randomness) {
    return inMemory(name, adjacency, total, Composition.COMPOSED, randomness);
  }

  /** Returns a new ledger that ends with the process and composes its entries in the given way. */
  public static Ledger inMemory(
      String name,
      Adjacency adjacency,
      Guarantee total,
      Composition composition,
      Randomness randomness) {
    LedgerTerms terms = terms(name, "", adjacency, total, composition, Optional.empty());
    return new Ledger(new MemoryStore(terms), randomness);
  }

  /**
   * Creates a ledger file without entries; {@link #open} opens it. Its entries are {@link
   * Composition#COMPOSED}.
   *
   * @throws DemiluneException if the file is there already or cannot be written
   */
  public static void create(Path file, String name, Adjacency adjacency, Guarantee total) {
    create(file, name, adjacency, total, Composition.COMPOSED);
  }

  /**
   * Creates a ledger file without entries, which will compose its entries in the given way.
   *
   * @throws DemiluneException if the file is there already or cannot be written
   */
  public static void create(
      Path file, String name, Adjacency adjacency, Guarantee total, Composition composition) {
    SqliteDialect.of(file).create(terms(name, "", adjacency, total, composition, Optional.empty()));
  }

  /**
   * Creates a ledger without entries, in a new file or in a PostgreSQL database.
   *
   * @param location the name of a file, or a JDBC URL that begins with {@code jdbc:postgresql:}; a
   *     schema of a database holds one ledger, and {@code currentSchema} in the URL says which
   * @param name what the protected table is called
   * @param description what the table is, in public words; it must not say anything about its rows
   * @throws DemiluneException if there is a ledger already or none can be written
   */
  public static void create(
      String location,
      String name,
      String description,
      Adjacency adjacency,
      Guarantee total,
      Composition composition) {
    create(location, name, description, adjacency, total, composition, Optional.empty());
  }

  /**
   * Creates a ledger without entries that is for a table with the given columns.
   *
   * @param table what spends must be about; if it is empty, the first spend that says it decides
   */
  public static void create(
      String location,
      String name,
      String description,
      Adjacency adjacency,
      Guarantee total,
      Composition composition,
      Optional<TableColumns> table) {
    LedgerTerms terms = terms(name, description, adjacency, total, composition, table);
    if (isDatabase(location)) {
      new PostgresDialect(location).create(terms);
    } else {
      SqliteDialect.of(file(location)).create(terms);
    }
  }

  private static LedgerTerms terms(
      String name,
      String description,
      Adjacency adjacency,
      Guarantee total,
      Composition composition,
      Optional<TableColumns> table) {
    Objects.requireNonNull(composition, "composition");
    return new LedgerTerms(
        OneLine.checked("name", name),
        description.isEmpty() ? description : OneLine.checked("description", description),
        Objects.requireNonNull(adjacency, "adjacency"),
        new BudgetRule(composition, Amount.of(total)),
        table.map(TableColumns::fingerprint).orElse(""));
  }

  /** Returns whether a location names a database on a server and not a file. */
  public static boolean isDatabase(String location) {
    return location.startsWith(PostgresDialect.PREFIX);
  }

  /**
   * Refuses a location that no ledger can be at, without looking whether there is one.
   *
   * @throws DemiluneException if it is neither the name of a file nor an address of a database
   */
  public static void checkLocation(String location) {
    dialect(location);
  }

  private static Dialect dialect(String location) {
    return isDatabase(location) ? new PostgresDialect(location) : SqliteDialect.of(file(location));
  }

  private static Path file(String name) {
    try {
      return Path.of(name);
    } catch (InvalidPathException e) {
      throw new DemiluneException(
          "the name of the ledger's file holds a character that no name can hold: mend it", e);
    }
  }

  /**
   * Opens a ledger file, which other threads and processes may have open as well.
   *
   * @param randomness where allowances take their noise from; not a seeded one, whose fits protect
   *     no one and must not be mixed with fits that do
   * @throws DemiluneException if the randomness is seeded, or the file is missing, not a ledger,
   *     damaged, in use for long, read-only, of an older format or from a newer version
   */
  public static Ledger open(Path file, Randomness randomness) {
    return open(file.toString(), randomness);
  }

  /**
   * Opens a ledger in a file or in a PostgreSQL database, which other threads, processes and
   * machines may have open as well.
   *
   * @param location the name of a file, or a JDBC URL that begins with {@code jdbc:postgresql:}
   * @param randomness as above
   * @throws DemiluneException as above, or if the server cannot be reached
   */
  public static Ledger open(String location, Randomness randomness) {
    Dialect dialect = dialect(location);
    if (!randomness.isSecure()) {
      throw new DemiluneException(
          dialect.ledger()
              + " records private fits only, and a seeded fit protects nobody: use"
              + " Randomness.secure(), or Ledger.inMemory for a seeded experiment");
    }
    return new Ledger(JdbcStore.open(dialect), randomness);
  }

  /**
   * Brings a ledger of an older format up to date, and returns the format that it had. {@link
   * #open} does not do it: entries from before there were hashes get theirs now, whoever wrote
   * them, and composed ledgers get a rule that admits less.
   *
   * @param location the name of a file, or a JDBC URL that begins with {@code jdbc:postgresql:}
   * @throws DemiluneException if it is not a ledger, not intact, or from a newer version
   */
  public static long upgrade(String location) {
    return JdbcStore.upgrade(dialect(location));
  }

  /**
   * Looks at every entry of a ledger, also of one that {@link #open} refuses.
   *
   * @param location the name of a file, or a JDBC URL that begins with {@code jdbc:postgresql:}
   */
  public static LedgerCheck verify(String location) {
    return ChainCheck.of(dialect(location));
  }

  /**
   * Returns this ledger for spends under another name than that of the logged-in user. Closing one
   * closes both.
   */
  public Ledger onBehalfOf(String spender) {
    return new Ledger(
        store, randomness, OneLine.checked("spender", spender), true, clock, table, orAnother);
  }

  /**
   * Returns this ledger for spends about a table with these columns. Such a spend is refused if the
   * ledger is for other columns: totals of two tables must not be mixed up by mistake. Closing one
   * closes both.
   */
  public Ledger forTable(TableColumns columns) {
    return new Ledger(store, randomness, who, named, clock, Optional.of(columns), false);
  }

  /**
   * Does the same for a table whose columns are not those of the ledger, knowingly: it is the same
   * people's, after a change of its columns or joined with others.
   */
  public Ledger forAnotherTable(TableColumns columns) {
    return new Ledger(store, randomness, who, named, clock, Optional.of(columns), true);
  }

  /**
   * Returns this ledger with another clock. Times are only recorded; the order is that of the
   * numbers.
   */
  Ledger byClock(Clock other) {
    return new Ledger(store, randomness, who, named, other, table, orAnother);
  }

  /** Returns what the protected table is called. */
  public String name() {
    return store.terms().name();
  }

  /** Returns what the protected table is, in public words; may be empty. */
  public String description() {
    return store.terms().description();
  }

  /** Returns what one person can change in the table: what all spends are about. */
  public Adjacency adjacency() {
    return store.terms().adjacency();
  }

  /** Returns what all spends together may cost. */
  public Amount total() {
    return store.terms().pricing().total();
  }

  /** Returns how the cost of all entries is computed. */
  public Composition composition() {
    return store.terms().pricing().composition();
  }

  /**
   * Returns the columns of the table that the ledger is for: those of its creation, or else of the
   * first spend that said them; empty if none did.
   */
  public Optional<TableColumns> table() {
    return tiedTo(store.terms().columns(), store.entries());
  }

  private static Optional<TableColumns> tiedTo(String ofTerms, List<LedgerEntry> entries) {
    return Stream.concat(Stream.of(ofTerms), entries.stream().map(LedgerEntry::columns))
        .filter(columns -> !columns.isEmpty())
        .findFirst()
        .map(TableColumns::new);
  }

  /** Returns everything spent so far, by this process and by others, in order. */
  public List<LedgerEntry> entries() {
    return store.entries();
  }

  /** Returns what all entries cost together, and what is left: one consistent look. */
  public Balance balance() {
    return store.balance();
  }

  /** Returns what all entries cost together. */
  public Amount spent() {
    return balance().spent();
  }

  /** Returns what remains of the total. */
  public Amount left() {
    return balance().left();
  }

  /**
   * Returns a sentence about the last spend for this purpose, if there was one: a run that died
   * after it was charged has spent, and whoever starts it again should know.
   */
  public Optional<String> spentBefore(String purpose) {
    return entries().stream()
        .filter(entry -> entry.purpose().equals(purpose))
        .reduce((earlier, later) -> later)
        .map(
            entry ->
                "ledger '"
                    + name()
                    + "' was charged for '"
                    + purpose
                    + "' before (entry "
                    + entry.number()
                    + ", "
                    + entry.amount().describe()
                    + ", "
                    + entry.time()
                    + "); it stays charged, even if that run died or failed.");
  }

  /**
   * Charges the ledger durably and returns the right to one fit, of any mechanism, within the
   * guarantee. Where the event is known beforehand, {@link #spend(String, Guarantee, PrivacyEvent)}
   * costs less in the long run.
   *
   * @param purpose what for; it is printed on the certificate
   * @throws BudgetRefusedException if the total would be exceeded; then nothing is spent
   */
  public Allowance spend(String purpose, Guarantee guarantee) {
    return spend(Purpose.of(purpose), guarantee);
  }

  /** Does the same, and writes down which learner it is for. */
  public Allowance spend(Purpose purpose, Guarantee guarantee) {
    Amount amount = Amount.of(guarantee);
    return spend(
        purpose, guarantee, amount, Optional.empty(), Charge.plain(guarantee), Optional.empty());
  }

  /**
   * Charges the ledger durably and returns the right to one fit that does exactly what the event
   * says.
   *
   * @param purpose what for; it is printed on the certificate
   * @param guarantee what the event costs at most, alone
   * @param event what will be done, as a learner's plan says it; a fit that does anything else gets
   *     no certificate
   * @throws BudgetRefusedException if the total would be exceeded; then nothing is spent
   * @throws DemiluneException if the event is about another adjacency, or of a kind that the ledger
   *     does not admit
   * @throws IllegalArgumentException if the event costs more than the guarantee
   */
  public Allowance spend(String purpose, Guarantee guarantee, PrivacyEvent event) {
    return spend(Purpose.of(purpose), guarantee, event);
  }

  /** Does the same, and writes down which learner it is for. */
  public Allowance spend(Purpose purpose, Guarantee guarantee, PrivacyEvent event) {
    return spend(purpose, guarantee, Optional.empty(), event);
  }

  private Allowance spend(
      Purpose purpose, Guarantee guarantee, Optional<PaidPlan> plan, PrivacyEvent event) {
    Amount amount = Amount.of(guarantee);
    Charge.check(purpose.what(), event, adjacency());
    Charge.checkPrice(purpose.what(), guarantee, event);
    return spend(purpose, guarantee, amount, plan, event, Optional.of(event));
  }

  /**
   * Charges the ledger durably for a plan and returns the right to run this very plan, once.
   *
   * @param purpose what for; it is printed on the certificate
   * @throws BudgetRefusedException if the total would be exceeded; then nothing is spent
   * @throws DemiluneException if the plan is about another adjacency, or of a kind that the ledger
   *     does not admit
   * @throws IllegalArgumentException if the plan's event costs more than its guarantee
   */
  public Allowance spend(String purpose, PaidPlan plan) {
    return spend(new Purpose(purpose, plan.doneBy()), plan);
  }

  /** Does the same for a purpose that names what does the work. */
  public Allowance spend(Purpose purpose, PaidPlan plan) {
    checkAdjacency(purpose, plan);
    return spend(purpose, plan.guarantee(), Optional.of(plan), plan.charged());
  }

  /**
   * Returns the balance that a spend for this plan would leave, and spends nothing. Others may
   * spend before it is made in earnest, so this is a forecast.
   *
   * @throws BudgetRefusedException if the total would be exceeded, with the sentence of {@link
   *     #spend(Purpose, PaidPlan)}
   * @throws DemiluneException as there
   */
  public Balance after(Purpose purpose, PaidPlan plan) {
    checkAdjacency(purpose, plan);
    Charge.check(purpose.what(), plan.charged(), adjacency());
    Charge.checkPrice(purpose.what(), plan.guarantee(), plan.charged());
    BudgetRule pricing = store.terms().pricing();
    Charge.checkKind(purpose.what(), plan.charged(), pricing.composition());
    List<LedgerEntry> earlier = store.entries();
    RunningTotal tally = pricing.start();
    earlier.forEach(entry -> tally.add(entry.amount(), entry.event()));
    LedgerEntry wanted =
        decided(
            purpose,
            Amount.of(plan.guarantee()),
            plan.charged(),
            earlier.size() + 1L,
            tally,
            earlier);
    return pricing.balance(earlier, tally.with(wanted.amount(), wanted.event()));
  }

  private void checkAdjacency(Purpose purpose, PaidPlan plan) {
    if (plan.adjacency() != adjacency()) {
      throw new DemiluneException(
          "'"
              + purpose.what()
              + "' is planned for "
              + plan.adjacency()
              + " and ledger '"
              + name()
              + "' counts for "
              + adjacency()
              + ": give both the same adjacency");
    }
  }

  private Allowance spend(
      Purpose purpose,
      Guarantee guarantee,
      Amount amount,
      Optional<PaidPlan> plan,
      PrivacyEvent event,
      Optional<PrivacyEvent> binding) {
    BudgetRule pricing = store.terms().pricing();
    Charge.checkKind(purpose.what(), event, pricing.composition());
    pricing.prepare(amount, event); // before others have to wait
    AtomicReference<RunningTotal> after = new AtomicReference<>();
    LedgerEntry entry =
        store.append(
            (number, tally, earlier) -> {
              LedgerEntry wanted = decided(purpose, amount, event, number, tally, earlier);
              after.set(tally.with(amount, event));
              return wanted;
            });
    // The number keeps two spends for one purpose from sharing a stream when seeded.
    Randomness stream =
        randomness.stream("ledger " + name() + ", entry " + entry.number() + ", " + purpose.what());
    Map<String, String> circumstances =
        randomness.isSecure()
            ? Circumstances.of(
                entry, named, pricing.composition(), pricing.balance(List.of(), after.get()))
            : Map.of();
    return new Allowance(
        guarantee, plan, binding, adjacency(), name(), entry, stream, circumstances);
  }

  /** The entry of a spend that fits, not yet written; every other is refused. */
  private LedgerEntry decided(
      Purpose purpose,
      Amount amount,
      PrivacyEvent event,
      long number,
      RunningTotal tally,
      List<LedgerEntry> earlier) {
    Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    tally.checkCountable(event);
    checkTable(earlier);
    LedgerEntry wanted =
        new LedgerEntry(
            number,
            now,
            who,
            purpose.learner(),
            purpose.what(),
            amount,
            event,
            "",
            table.map(TableColumns::fingerprint).orElse(""));
    BudgetRule pricing = store.terms().pricing();
    if (!pricing.admits(tally, wanted)) {
      throw new BudgetRefusedException(Refusal.message(name(), pricing, tally, earlier, wanted));
    }
    return wanted;
  }

  private void checkTable(List<LedgerEntry> earlier) {
    Optional<TableColumns> tied = tiedTo(store.terms().columns(), earlier);
    if (table.isPresent() && tied.isPresent() && !orAnother && !table.equals(tied)) {
      throw new DemiluneException(
          "ledger '"
              + name()
              + "' is for a table with other columns (fingerprint "
              + tied.get().brief()
              + ", and not "
              + table.get().brief()
              + "): charge the ledger of this table; if it is the same people's after a change of"
              + " columns, say --allow-other-table (allowOtherTable in a program). Nothing was spent and no data was read.");
    }
  }

  /** Releases the file. What was spent stays spent. */
  @Override
  public void close() {
    store.close();
  }
}
