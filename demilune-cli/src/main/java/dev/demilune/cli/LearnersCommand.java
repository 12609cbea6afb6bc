// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.demilune.learn.Learner;
import dev.demilune.learn.Shape;
import dev.demilune.learn.auto.Learners;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Guarantee;
import dev.demilune.privacy.PureDp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;

/** {@code demilune learners}: what there is to choose from. */
@Command(
    name = "learners",
    description = "List every learner: its guarantee, adjacency, source and settings.",
    footer = {"", "Example:", "  demilune learners"})
final class LearnersCommand extends DemiluneCommand {

  LearnersCommand(Console console) {
    super(console);
  }

  @Override
  void run() {
    if (common.json) {
      print(json());
      return;
    }
    boolean first = true;
    for (Learner learner : Learners.all()) {
      print((first ? "" : "\n") + learner.name() + (first ? " (the default)" : ""));
      print("  " + learner.summary());
      print("  guarantee  " + String.join(", ", guarantees(learner)));
      print("  adjacency  " + String.join(", ", adjacencies(learner)));
      List<String> settings = new ArrayList<>();
      learner.settings().forEach((key, value) -> settings.add(key + "=" + value));
      print("  settings   " + String.join(" ", settings));
      first = false;
    }
  }

  /** Asks the plans for a problem that is easy in every way, so that only the kind can matter. */
  private static boolean runs(Learner learner, Guarantee guarantee, Adjacency adjacency) {
    return learner.plan(new Shape(100_000, 10, 2, adjacency), guarantee).runnable();
  }

  private static List<String> guarantees(Learner learner) {
    Map<String, Guarantee> kinds = new LinkedHashMap<>();
    kinds.put("pure", PureDp.of(1));
    kinds.put("approximate", ApproximateDp.of(1, 1e-6));
    return kinds.keySet().stream()
        .filter(
            kind ->
                Arrays.stream(Adjacency.values())
                    .anyMatch(adjacency -> runs(learner, kinds.get(kind), adjacency)))
        .toList();
  }

  private static List<String> adjacencies(Learner learner) {
    return Arrays.stream(Adjacency.values())
        .filter(
            adjacency ->
                runs(learner, ApproximateDp.of(1, 1e-6), adjacency)
                    || runs(learner, PureDp.of(1), adjacency))
        .map(SchemaOptions::word)
        .toList();
  }

  private static JsonArray array(List<String> texts) {
    JsonArray array = new JsonArray();
    texts.forEach(array::add);
    return array;
  }

  private static JsonObject json() {
    JsonArray learners = new JsonArray();
    for (Learner learner : Learners.all()) {
      JsonObject settings = new JsonObject();
      learner.settings().forEach(settings::addProperty);
      JsonObject one = new JsonObject();
      one.addProperty("name", learner.name());
      one.addProperty("summary", learner.summary());
      one.add("guarantee", array(guarantees(learner)));
      one.add("adjacency", array(adjacencies(learner)));
      one.add("settings", settings);
      learners.add(one);
    }
    JsonObject all = new JsonObject();
    all.add("learners", learners);
    return all;
  }
}
