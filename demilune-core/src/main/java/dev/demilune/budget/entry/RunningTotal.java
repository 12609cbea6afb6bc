// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.budget.entry;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.accounting.SequenceFold;
import dev.demilune.privacy.Amount;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * The running total of some entries: the exact sum of their amounts, and their events in short.
 *
 * <p>Gaussian sums together are one Gaussian sum, whose μ² is the sum of theirs (Dong, Roth and Su
 * 2022), here rounded up; equal events are counted, so that a year of the same release is one
 * event, repeated. So the cost of a long ledger is computed as fast as that of a short one.
 */
public final class RunningTotal {

  private final Map<PrivacyEvent, Long> others;
  private double muSquared;
  private Amount sum;
  private final Optional<TwoFilters> filters;
  private final long deciding;
  private long entries;
  private Standing first = Standing.NOTHING;
  private Standing standing = Standing.NOTHING;

  public RunningTotal() {
    this(Optional.empty(), 1);
  }

  /** For a ledger of two filters, of whose entries the first ones decide on the rule. */
  RunningTotal(Optional<TwoFilters> filters, long deciding) {
    this(new LinkedHashMap<>(), 0, Amount.ZERO, filters, deciding);
  }

  private RunningTotal(
      Map<PrivacyEvent, Long> others,
      double muSquared,
      Amount sum,
      Optional<TwoFilters> filters,
      long deciding) {
    this.others = others;
    this.muSquared = muSquared;
    this.sum = sum;
    this.filters = filters;
    this.deciding = deciding;
  }

  /**
   * Adds an entry.
   *
   * @throws DemiluneException if an event is repeated more often than can be counted
   */
  public void add(Amount amount, PrivacyEvent event) {
    count(event, 1);
    sum = sum.plus(amount);
    standing = standingWith(amount, event);
    entries++;
    first = entries <= deciding ? standing : first;
  }

  /**
   * Refuses an event that could not be added, before anything is written down.
   *
   * @throws DemiluneException if an event would be repeated more often than can be counted
   */
  public void checkCountable(PrivacyEvent event) {
    RunningTotal alone = new RunningTotal();
    alone.count(event, 1);
    alone.others.forEach(
        (step, times) -> counted(() -> Math.addExact(others.getOrDefault(step, 0L), times)));
  }

  /** A copy with one more entry. */
  public RunningTotal with(Amount amount, PrivacyEvent event) {
    RunningTotal copy =
        new RunningTotal(new LinkedHashMap<>(others), muSquared, sum, filters, deciding);
    copy.entries = entries;
    copy.first = first;
    copy.standing = standing;
    copy.add(amount, event);
    return copy;
  }

  /** What the entries cost two filters, with one more. */
  Standing standingWith(Amount amount, PrivacyEvent event) {
    return filters.isPresent() ? filters.get().plus(standing, amount, event) : standing;
  }

  /** What the entries cost two filters. */
  Standing standing() {
    return standing;
  }

  /** What those entries cost that decide on the rule, with one more if they are not complete. */
  Standing firstWith(Standing together) {
    return entries < deciding ? together : first;
  }

  /** What those entries cost that decide on the rule. */
  Standing first() {
    return first;
  }

  /** How many entries there are. */
  public long entries() {
    return entries;
  }

  /** ε and δ of all entries added up. */
  public Amount sum() {
    return sum;
  }

  /** Whether all entries are Gaussian sums, or compositions of these. */
  public boolean onlyGaussian() {
    return others.isEmpty();
  }

  /**
   * An event that costs what everything together costs; empty without entries.
   *
   * @throws IllegalArgumentException if it is larger or deeper than an event may be
   */
  public Optional<PrivacyEvent> event() {
    List<PrivacyEvent> parts = new ArrayList<>(others.size() + 1);
    if (muSquared > 0) {
      // Two doubles below the nearest quotient: less noise than all have together, never more.
      double mu = Math.nextUp(Math.sqrt(muSquared));
      parts.add(new PrivacyEvent.GaussianSum(Math.nextDown(Math.nextDown(1 / mu))));
    }
    others.forEach(
        (event, times) -> parts.add(times == 1 ? event : new PrivacyEvent.Repeated(event, times)));
    if (parts.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(parts.size() == 1 ? parts.get(0) : new PrivacyEvent.Composed(parts));
  }

  private RunningTotal count(PrivacyEvent event, long times) {
    return event.fold(new Counting(times));
  }

  /** Counts an event that is done a number of times. */
  private final class Counting implements SequenceFold<RunningTotal> {

    private final long times;

    private Counting(long times) {
      this.times = times;
    }

    @Override
    public RunningTotal gaussianSum(PrivacyEvent.GaussianSum gaussian) {
      double mu = Math.nextUp(1 / gaussian.noiseMultiplier());
      double all = Math.nextUp(Math.nextUp(mu * mu) * Math.nextUp((double) times));
      muSquared = Math.nextUp(muSquared + all);
      return RunningTotal.this;
    }

    @Override
    public RunningTotal repeated(PrivacyEvent.Repeated repeated) {
      return count(repeated.event(), counted(() -> Math.multiplyExact(times, repeated.times())));
    }

    @Override
    public RunningTotal composed(PrivacyEvent.Composed composed) {
      composed.events().forEach(part -> count(part, times));
      return RunningTotal.this;
    }

    @Override
    public RunningTotal release(PrivacyEvent event) {
      long before = others.getOrDefault(event, 0L);
      others.put(event, counted(() -> Math.addExact(before, times)));
      return RunningTotal.this;
    }
  }

  private static long counted(LongSupplier number) {
    try {
      return number.getAsLong();
    } catch (ArithmeticException overflow) {
      throw new DemiluneException(
          "an event of the ledger is repeated 2^63 times or more, which cannot be counted",
          overflow);
    }
  }
}
