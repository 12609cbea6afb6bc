// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.privacy;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The releases, other than its own fit, that a model as published depends on.
 *
 * <p>What happens inside one fit (search for settings, private bins, calibration) is part of that
 * fit's event and of its one price. It is no link, so nothing is counted twice.
 *
 * @param before releases that the fit used, in order, such as a learned schema
 * @param after releases about the fitted model, in order, such as a private evaluation
 * @param notes what else a reader should know of the chain, one sentence each
 */
public record Chain(List<ChainLink> before, List<ChainLink> after, List<String> notes) {

  /** The chain of a model that depends on nothing but its own fit. */
  public static final Chain NONE = new Chain(List.of(), List.of(), List.of());

  /**
   * How the costs of the links are composed; BudgetRule proves it, for what is chosen adaptively.
   */
  public static final String COMPOSITION =
      "basic composition: epsilons and deltas add up, also for releases that were chosen by looking"
          + " at earlier ones";

  public Chain {
    before = List.copyOf(before);
    after = List.copyOf(after);
    notes = List.copyOf(notes);
    notes.forEach(sentence -> Certificate.oneLine(sentence));
  }

  /** Returns whether there is neither a link nor a note. */
  public boolean isEmpty() {
    return before.isEmpty() && after.isEmpty() && notes.isEmpty();
  }

  Chain withBefore(ChainLink link) {
    return new Chain(more(before, link), after, notes);
  }

  Chain withAfter(ChainLink link) {
    return new Chain(before, more(after, link), notes);
  }

  Chain withNote(String sentence) {
    return new Chain(before, after, more(notes, sentence));
  }

  /** All releases in order, with that of the fit itself. */
  List<ChainLink> with(ChainLink fit) {
    return Stream.of(before.stream(), Stream.of(fit), after.stream()).flatMap(s -> s).toList();
  }

  /**
   * What all links cost together, exactly.
   *
   * <p><b>Claim.</b> Let (E, D) be fixed and S a set of outcomes of all releases together whose
   * links add up to at most (E, D). Then P(S) ≤ e^E Q(S) + D for the laws P and Q on neighbors,
   * also if releases and their prices were chosen by looking at earlier outputs.
   *
   * <p><b>Proof.</b> Stop before the first release that would exceed (E, D). This changes nothing
   * on S, and the stopped course obeys the filter of addition: claim (1) of {@code BudgetRule}. ∎
   *
   * @return empty if links are about different adjacencies, which do not add up
   */
  static Optional<Amount> total(List<ChainLink> links) {
    boolean same = links.stream().map(ChainLink::adjacency).distinct().count() <= 1;
    return same
        ? Optional.of(
            links.stream()
                .map(link -> Amount.of(link.guarantee()))
                .reduce(Amount.ZERO, Amount::plus))
        : Optional.empty();
  }

  private static <T> List<T> more(List<T> list, T one) {
    return Stream.concat(list.stream(), Stream.of(one)).toList();
  }
}
