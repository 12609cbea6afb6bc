// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.testkit;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.learn.Learner;
import dev.demilune.learn.Setting;
import dev.demilune.learn.Shape;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Guarantee;
import dev.demilune.privacy.PureDp;
import dev.demilune.random.Randomness;
import dev.demilune.rows.BoundedDataset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** A run is replayed on neighboring tables with the outputs of all mechanisms frozen. */
final class ReplayLaws {

  static final String NAME =
      "replayed on a neighbor, releases differ by their sensitivity and nothing else does";

  private static final List<Guarantee> GUARANTEES =
      List.of(ApproximateDp.of(2, 1e-6), PureDp.of(2));

  /** A law whose neighbors move hardly anything would find hardly any fault. */
  private static final double LEAST_SHARE = 0.5;

  private final Subject subject;
  private final List<Adjacency> adjacencies;

  ReplayLaws(Subject subject) {
    this(subject, List.of(Adjacency.values()));
  }

  ReplayLaws(Subject subject, List<Adjacency> adjacencies) {
    this.subject = subject;
    this.adjacencies = adjacencies;
  }

  List<Law> laws() {
    return List.of(new Law(NAME, this::replays));
  }

  /** In every configuration, for every shape and guarantee that it has a plan for. */
  private void replays() {
    int runs = 0;
    double largest = 0;
    for (Learner configured : configurations()) {
      Subject some = subject.configured(configured);
      for (Adjacency adjacency : adjacencies) {
        for (int features : new int[] {1, 5}) {
          for (int classes : new int[] {2, 3}) {
            for (boolean declared : new boolean[] {true, false}) {
              if (declared || !adjacency.rowCountIsPublic()) {
                NeighborTables tables =
                    NeighborTables.of(
                        some,
                        features,
                        classes,
                        adjacency,
                        declared,
                        Generator.of(Seeds.randomness("replay")));
                for (Guarantee guarantee : GUARANTEES) {
                  if (configured.plan(Shape.of(tables.table()), guarantee).runnable()) {
                    runs++;
                    largest = Math.max(largest, replay(some, tables, guarantee, runs));
                  }
                }
              }
            }
          }
        }
      }
    }
    Law.require(runs > 0, "%s has no plan for any table of the law", subject.learner().name());
    Law.require(
        largest >= LEAST_SHARE,
        "neighbors use only %s of a sensitivity, so that too small a one would not be seen",
        largest);
  }

  /** The learner as it is, and with every value of every setting that has a list of them. */
  private List<Learner> configurations() {
    Learner learner = subject.learner();
    List<Learner> configurations = new ArrayList<>(List.of(learner));
    for (Setting<?> setting : learner.description().settings()) {
      for (String value : setting.listed()) {
        if (!value.equals(learner.settings().get(setting.name()))) {
          configured(learner, setting.name(), value).ifPresent(configurations::add);
        }
      }
    }
    return configurations;
  }

  private static Optional<Learner> configured(Learner learner, String name, String value) {
    try {
      return Optional.of(learner.with(name, value));
    } catch (DemiluneException doesNotGoWithTheOthers) {
      return Optional.empty();
    }
  }

  private static double replay(
      Subject some, NeighborTables tables, Guarantee guarantee, long seed) {
    try {
      PrivacyEvent[] event = new PrivacyEvent[1];
      Function<BoundedDataset, Function<Randomness, String>> run =
          data ->
              randomness -> {
                Published fit = Published.by(some, data, guarantee, randomness);
                event[0] = fit.event();
                return fit.text();
              };
      Replay replay = Replay.of(seed, run.apply(tables.table())).paidBy(event[0]);
      double largest = 0;
      for (BoundedDataset neighbor : tables.neighbors()) {
        largest = Math.max(largest, replay.requireSameOn(run.apply(neighbor)));
      }
      return largest;
    } catch (AssertionError e) {
      throw new AssertionError(
          some.learner().name()
              + " "
              + some.learner().settings()
              + ", "
              + Shape.of(tables.table())
              + ", "
              + guarantee.describe()
              + ": "
              + e.getMessage(),
          e);
    }
  }
}
