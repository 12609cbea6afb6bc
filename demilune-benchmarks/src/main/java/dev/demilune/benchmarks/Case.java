// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import dev.demilune.learn.Learner;
import dev.demilune.learn.auto.Learners;
import dev.demilune.privacy.Adjacency;
import java.util.List;
import java.util.stream.Stream;

/**
 * A problem and a learner of pure privacy for it.
 *
 * @param setting what is set besides the learner's defaults, as {@code key=value}, or nothing
 */
record Case(
    String learner, String setting, int features, int rows, double epsilon, Adjacency adjacency) {

  private static final Adjacency ADD = Adjacency.ADD_OR_REMOVE_ONE;
  private static final Adjacency REPLACE = Adjacency.REPLACE_ONE;

  /** The cases of the table, in its order. */
  static List<Case> all() {
    return Stream.of(
            gridHalfspace(), planeChoice(), angleHalfspace(), gridAggregate(), marginLearners())
        .flatMap(List::stream)
        .toList();
  }

  private static List<Case> gridHalfspace() {
    String name = "grid-halfspace";
    // A search of the default sample would take most of a minute.
    return List.of(
        new Case(name, "sample=1000", 1, 300, 1, ADD),
        new Case(name, "sample=1000", 1, 300, 0.5, REPLACE),
        new Case(name, "sample=1000", 1, 3_000, 1, ADD),
        new Case(name, "sample=1000", 1, 3_000, 3, REPLACE),
        new Case(name, "sample=1000", 1, 30_000, 1, ADD),
        new Case(name, "sample=150", 2, 300, 0.5, ADD),
        new Case(name, "sample=150", 2, 300, 1, ADD),
        new Case(name, "sample=150", 2, 300, 1, REPLACE),
        new Case(name, "sample=150", 2, 300, 3, ADD),
        new Case(name, "sample=150", 2, 3_000, 1, ADD),
        new Case(name, "sample=150", 2, 3_000, 1, REPLACE),
        new Case(name, "sample=150", 2, 30_000, 1, ADD),
        new Case(name, "sample=70", 3, 300, 1, ADD),
        new Case(name, "sample=70", 3, 300, 3, ADD),
        new Case(name, "sample=70", 3, 3_000, 1, ADD),
        new Case(name, "sample=70", 3, 3_000, 3, REPLACE),
        new Case(name, "sample=70", 3, 30_000, 1, ADD),
        new Case(name, "sample=35", 4, 300, 3, ADD),
        new Case(name, "sample=35", 4, 3_000, 1, ADD),
        new Case(name, "sample=35", 4, 30_000, 1, ADD));
  }

  private static List<Case> planeChoice() {
    String name = "plane-choice";
    return List.of(
        new Case(name, "", 1, 300, 1, ADD),
        new Case(name, "", 1, 300, 1, REPLACE),
        new Case(name, "", 2, 300, 0.5, ADD),
        new Case(name, "", 2, 300, 1, ADD),
        new Case(name, "", 2, 300, 1, REPLACE),
        new Case(name, "", 2, 300, 3, ADD),
        new Case(name, "sample=1000", 2, 3_000, 0.5, ADD),
        new Case(name, "sample=1000", 2, 3_000, 1, ADD),
        new Case(name, "sample=1000", 2, 3_000, 1, REPLACE),
        new Case(name, "sample=1000", 2, 3_000, 3, REPLACE),
        new Case(name, "sample=1000", 2, 30_000, 1, ADD),
        new Case(name, "sample=1000", 2, 30_000, 1, REPLACE));
  }

  private static List<Case> angleHalfspace() {
    String name = "angle-halfspace";
    return List.of(
        new Case(name, "", 1, 300, 1, ADD),
        new Case(name, "", 1, 300, 0.5, REPLACE),
        new Case(name, "", 1, 3_000, 1, ADD),
        new Case(name, "", 1, 30_000, 1, ADD));
  }

  private static List<Case> gridAggregate() {
    String name = "grid-aggregate";
    return List.of(
        new Case(name, "", 1, 300, 1, ADD),
        new Case(name, "", 2, 300, 1, ADD),
        new Case(name, "", 2, 3_000, 1, REPLACE),
        new Case(name, "", 3, 3_000, 1, ADD),
        new Case(name, "", 4, 3_000, 1, ADD),
        new Case(name, "", 4, 30_000, 1, REPLACE),
        new Case(name, "", 8, 300, 3, ADD),
        new Case(name, "", 8, 3_000, 1, ADD),
        new Case(name, "", 8, 3_000, 0.5, REPLACE),
        new Case(name, "", 20, 300, 3, ADD),
        new Case(name, "", 20, 3_000, 1, ADD),
        new Case(name, "", 20, 3_000, 3, REPLACE));
  }

  private static List<Case> marginLearners() {
    return List.of(
        new Case("net-choice", "", 2, 300, 1, ADD),
        new Case("net-choice", "", 4, 3_000, 1, REPLACE),
        new Case("net-choice", "", 8, 300, 1, ADD),
        new Case("net-choice", "", 8, 3_000, 0.5, REPLACE),
        new Case("net-choice", "", 8, 30_000, 1, ADD),
        new Case("net-choice", "", 20, 3_000, 1, ADD),
        new Case("net-choice", "", 20, 3_000, 1, REPLACE),
        new Case("net-choice", "", 20, 30_000, 3, ADD),
        new Case("sphere-choice", "margin=0.2", 2, 300, 1, ADD),
        new Case("sphere-choice", "margin=0.2", 3, 3_000, 1, REPLACE),
        new Case("sphere-choice", "margin=0.2", 8, 3_000, 1, ADD),
        new Case("sphere-choice", "margin=0.2", 20, 3_000, 3, ADD));
  }

  Learner configured() {
    Learner plain = Learners.named(learner);
    String[] parts = setting.split("=", 2);
    return setting.isEmpty() ? plain : plain.with(parts[0], parts[1]);
  }

  /** Returns what names the case: the first columns of the table and of the recorded results. */
  List<String> key() {
    return List.of(
        learner,
        setting,
        Integer.toString(features),
        Integer.toString(rows),
        Double.toString(epsilon).replace(".0", ""),
        adjacency == ADD ? "add-or-remove-one" : "replace-one");
  }
}
