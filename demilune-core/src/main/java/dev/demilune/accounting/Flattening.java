// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.PrivacyEvent.Composed;
import dev.demilune.accounting.PrivacyEvent.GaussianSum;
import dev.demilune.accounting.PrivacyEvent.OneOf;
import dev.demilune.accounting.PrivacyEvent.Parallel;
import dev.demilune.accounting.PrivacyEvent.PoissonSampled;
import dev.demilune.accounting.PrivacyEvent.Repeated;
import dev.demilune.accounting.PrivacyEvent.SampledWithoutReplacement;
import dev.demilune.accounting.PrivacyEvent.Selection;
import dev.demilune.accounting.numeric.RoundUp;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Flattens an event, once for each choice of the parts in which two neighbors may differ.
 *
 * <p>Two neighbors differ in one of several parallel parts only; what the other parts release is
 * the same for both and costs nothing. Which part it is depends on the neighbors, so the cost is
 * that of the worst choice. Where parallel parts are repeated, the rows may be divided anew each
 * time: every way to choose a part for each repetition counts. A choice that another one covers is
 * left out.
 *
 * <p>One of several events is not expanded in this way: which one it is may depend on earlier
 * outputs, and the cost of a composition may then exceed that of each way to choose. It becomes one
 * release that costs at least as much as each, whatever it is composed with: the event that covers
 * the others; or, for Gaussian sums, one with the largest μ; or else a release whose divergence at
 * each order is the largest of theirs, because no law of the privacy loss is known.
 */
final class Flattening implements StructureFold<List<FlatComposition>> {

  private static final int MOST = 256;

  private Flattening() {}

  /** Every choice that may be the worst; the event costs what the worst of them costs. */
  static List<FlatComposition> of(PrivacyEvent event) {
    Adjacencies.check(event);
    return expand(event);
  }

  /** What a sample in a flattened composition does: there is no choice left in it. */
  static FlatComposition inSample(PrivacyEvent event) {
    return of(event).get(0);
  }

  private static List<FlatComposition> expand(PrivacyEvent event) {
    return event.fold(new Flattening());
  }

  @Override
  public List<FlatComposition> release(PrivacyEvent release) {
    return List.of(FlatComposition.of(release));
  }

  @Override
  public List<FlatComposition> poissonSampled(PoissonSampled sampled) {
    return sampled.rate() == 1 // all rows are sampled: no sample at all
        ? expand(sampled.event())
        : wrap(expand(sampled.event()), inner -> poisson(sampled, inner));
  }

  @Override
  public List<FlatComposition> sampledWithoutReplacement(SampledWithoutReplacement sampled) {
    return sampled.batch() == sampled.rows() // all rows are drawn
        ? expand(sampled.event())
        : wrap(
            expand(sampled.event()),
            inner -> new SampledWithoutReplacement(sampled.batch(), sampled.rows(), inner));
  }

  @Override
  public List<FlatComposition> repeated(Repeated repeated) {
    return repeat(expand(repeated.event()), repeated.times());
  }

  @Override
  public List<FlatComposition> composed(Composed composed) {
    List<FlatComposition> sums = List.of(FlatComposition.NONE);
    for (PrivacyEvent part : composed.events()) {
      sums = sums(sums, expand(part));
    }
    return sums;
  }

  /** One release: how often it runs is random, so it cannot be written flat. */
  @Override
  public List<FlatComposition> selection(Selection selection) {
    return release(selection);
  }

  @Override
  public List<FlatComposition> oneOf(OneOf choice) {
    return List.of(worst(any(choice.events())));
  }

  @Override
  public List<FlatComposition> parallel(Parallel parallel) {
    return any(parallel.events());
  }

  private static List<FlatComposition> any(List<PrivacyEvent> parts) {
    List<FlatComposition> all = new ArrayList<>();
    for (PrivacyEvent part : parts) {
      for (FlatComposition choice : expand(part)) {
        keep(all, choice);
      }
    }
    return all;
  }

  private static FlatComposition worst(List<FlatComposition> choices) {
    if (choices.size() == 1) {
      return choices.get(0);
    }
    if (choices.stream().allMatch(FlatComposition::allGaussian)) {
      double mu = choices.stream().mapToDouble(FlatComposition::gaussianMu).max().orElseThrow();
      // Two doubles below the nearest quotient: no more noise than the one with least.
      return FlatComposition.of(new GaussianSum(Math.nextDown(Math.nextDown(1 / mu))));
    }
    return FlatComposition.of(new OneOf(choices.stream().map(FlatComposition::event).toList()));
  }

  /** A sample of a sample is one sample. */
  private static PrivacyEvent poisson(PoissonSampled outer, PrivacyEvent inner) {
    if (inner instanceof PoissonSampled sample) {
      // rounds up: a larger rate costs more
      double rate = Math.min(1, RoundUp.multiply(outer.rate(), sample.rate()));
      return new PoissonSampled(rate, outer.adjacency(), sample.event());
    }
    return new PoissonSampled(outer.rate(), outer.adjacency(), inner);
  }

  private static List<FlatComposition> wrap(
      List<FlatComposition> choices, UnaryOperator<PrivacyEvent> sample) {
    List<FlatComposition> all = new ArrayList<>();
    for (FlatComposition choice : choices) {
      keep(all, FlatComposition.of(sample.apply(choice.event())));
    }
    return all;
  }

  /** All ways to choose for each of the repetitions, without regard to their order. */
  private static List<FlatComposition> repeat(List<FlatComposition> choices, long times) {
    if (choices.size() == 1) {
      return List.of(choices.get(0).times(times));
    }
    if (times >= MOST) { // two choices already give times + 1 ways
      throw tooMany();
    }
    List<FlatComposition> all = choices;
    for (long i = 1; i < times; i++) {
      all = sums(all, choices);
    }
    return all;
  }

  private static List<FlatComposition> sums(
      List<FlatComposition> left, List<FlatComposition> right) {
    List<FlatComposition> all = new ArrayList<>();
    for (FlatComposition a : left) {
      for (FlatComposition b : right) {
        keep(all, a.plus(b));
      }
    }
    return all;
  }

  private static void keep(List<FlatComposition> all, FlatComposition choice) {
    if (all.stream().anyMatch(kept -> kept.covers(choice))) {
      return;
    }
    all.removeIf(choice::covers); // each kept choice may be the worst for some ε
    all.add(choice);
    if (all.size() > MOST) {
      throw tooMany();
    }
  }

  private static DemiluneException tooMany() {
    return new DemiluneException(
        "parallel parts can be chosen in more than "
            + MOST
            + " ways: write one 'parallel' around what each group of rows goes through, or give its"
            + " parts the same noise");
  }
}
