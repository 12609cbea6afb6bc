// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.testkit;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.random.Randomness;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * A paid computation that was recorded on one table and can be replayed on its neighbors.
 *
 * <p>In a replay every noisy sum and every private choice gives what it gave on the first table.
 * Then nothing that anyone may see depends on the rows any more: the replay must make the same
 * releases in the same order, by mechanisms of the same constants, and publish the same; and what
 * each release holds before noise may differ between the tables by at most the sensitivity that its
 * mechanism declares, which is measured. A learner for which this holds on all neighboring tables
 * satisfies its event, provided that each mechanism does, sampling is amplified as claimed, and
 * secret draws are independent of the rows.
 *
 * <pre>{@code
 * Replay.of(1, source -> publishedBy(plan, rows, source))
 *     .paidBy(plan.charged())
 *     .requireSameOn(source -> publishedBy(plan, neighboringRows, source));
 * }</pre>
 */
public final class Replay {

  private final long seed;
  private final Recording recording;
  private final String published;
  private final Optional<PrivacyEvent> charged;

  private Replay(long seed, Recording recording, String published, Optional<PrivacyEvent> charged) {
    this.seed = seed;
    this.recording = recording;
    this.published = published;
    this.charged = charged;
  }

  /**
   * Runs and records.
   *
   * @param run a computation with this randomness; returns a text of everything that it publishes
   */
  public static Replay of(long seed, Function<Randomness, String> run) {
    Recording recording = Recording.fresh();
    return new Replay(seed, recording, published(seed, recording, run), Optional.empty());
  }

  private static String published(
      long seed, Recording recording, Function<Randomness, String> run) {
    Overheard<String> heard =
        Overheard.during(
            () -> {
              try {
                return run.apply(Randomness.witnessed(seed, recording));
              } catch (DemiluneException e) {
                return "refused: " + e.getMessage(); // a message is published, too
              }
            });
    return heard.result() + "\n" + heard.said();
  }

  /** Returns the number of releases. */
  public int releases() {
    return recording.releases().size();
  }

  /**
   * Returns the replay with the event that was charged. It must pay for every release; where it
   * pays for fewer of a kind than there are, because they are on separate rows, a replay makes sure
   * that it pays for all that a neighbor moves.
   *
   * @throws AssertionError if nothing was released, or something that the event does not name
   */
  public Replay paidBy(PrivacyEvent event) {
    List<Release> releases = recording.releases();
    Law.require(!releases.isEmpty(), "nothing was released by a mechanism, so nothing is covered");
    for (Release release : releases) {
      requirePaid(event, List.of(release));
    }
    return new Replay(seed, recording, published, Optional.of(event));
  }

  private static void requirePaid(PrivacyEvent event, List<Release> releases) {
    Map<PrivacyEvent, Long> unpaid = unpaid(event, releases);
    Law.require(unpaid.isEmpty(), "not paid for: %s of %s", unpaid, releases);
  }

  private static Map<PrivacyEvent, Long> unpaid(PrivacyEvent event, List<Release> releases) {
    return ChargedReleases.unpaid(event, releases.stream().map(Moves::event).toList());
  }

  /**
   * Replays on a neighboring table, and returns the largest part of a declared sensitivity by which
   * a release held something else there.
   *
   * @throws AssertionError if anything but what is protected differs, or that by too much
   */
  public double requireSameOn(Function<Randomness, String> neighbor) {
    return sharesOn(neighbor).stream().max(Double::compare).orElse(0.0);
  }

  /**
   * Replays on a neighboring table, and returns for each release the part of its declared
   * sensitivity by which it held something else there: where it is one half, half as large a
   * sensitivity would have been seen.
   *
   * @throws AssertionError if anything but what is protected differs, or that by too much
   */
  public List<Double> sharesOn(Function<Randomness, String> neighbor) {
    Recording replay = Recording.replaying(recording);
    String again = published(seed, replay, neighbor);
    List<Release> first = recording.releases();
    List<Release> second = replay.releases();
    List<Release> moved = new ArrayList<>();
    List<Double> shares = new ArrayList<>();
    for (int i = 0; i < second.size(); i++) {
      Move move = Moves.between(first.get(i), second.get(i));
      Law.require(
          move.within(),
          "a neighbor moves release %d, %s, by more than it declares: %s",
          i + 1,
          first.get(i),
          move.measured());
      shares.add(move.share());
      if (move.any()) {
        moved.add(first.get(i));
      }
    }
    Law.require(
        first.size() == second.size(),
        "%d releases, and %d on the neighboring table",
        first.size(),
        second.size());
    Law.require(
        published.equals(again),
        "with the same outputs of all mechanisms something else is published on a neighboring"
            + " table: %s",
        firstDifference(published, again));
    if (charged.isPresent() && !unpaid(charged.get(), first).isEmpty()) {
      requirePaid(charged.get(), moved);
    }
    return shares;
  }

  static String firstDifference(String one, String other) {
    List<String> lines = one.lines().toList();
    List<String> others = other.lines().toList();
    int same = 0;
    while (same < lines.size() && line(lines, same).equals(line(others, same))) {
      same++;
    }
    return line(lines, same) + " and " + line(others, same);
  }

  private static String line(List<String> lines, int at) {
    return at < lines.size() ? "'" + lines.get(at) + "'" : "nothing";
  }
}
