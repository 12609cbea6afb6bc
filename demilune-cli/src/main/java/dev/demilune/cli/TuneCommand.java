// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import dev.demilune.DemiluneException;
import dev.demilune.learn.Learner;
import dev.demilune.learn.tuning.Configurations;
import dev.demilune.learn.tuning.Tuning;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code demilune tune}: training, with a private search for the learner's settings in it. */
@Command(
    name = "tune",
    description = {
      "Search privately for good settings of a learner, and train with them.",
      "The guarantee covers the whole search. Only the best model is written, with its certificate."
    },
    footer = {
      "",
      "Example:",
      "  demilune tune --data census.csv --schema census.schema.yaml --epsilon 1 --delta 1e-6 \\",
      "      --learner batch-perceptron --try margin=0.02,0.1,0.3 --try rounds=10,30 \\",
      "      --model census.model"
    })
final class TuneCommand extends TrainCommand {

  @Option(
      names = "--try",
      paramLabel = "KEY=V1,V2,...",
      required = true,
      description = "A setting of the learner and the values to try; may be repeated.")
  Map<String, String> tried = new LinkedHashMap<>();

  @Option(
      names = "--runs",
      paramLabel = "N",
      description =
          "How many trainings to make on average; their true number is random and stays secret. By"
              + " default twice the number of configurations.")
  String runs;

  @Override
  String purposeOf(Learner learner) {
    return "tune " + ((Tuning) learner).learner().name();
  }

  @Override
  Learner learner() {
    Learner learner = super.learner();
    for (String key : tried.keySet()) {
      // By their names of today: one of them may be given by a former one.
      if (settings.keySet().stream().map(learner::nameOf).anyMatch(learner.nameOf(key)::equals)) {
        throw usage("setting '" + key + "' is given to --set and to --try: give it to one of them");
      }
    }
    try {
      Map<String, List<String>> values = new LinkedHashMap<>();
      tried.forEach((key, text) -> values.put(key, List.of(text.split(",", -1))));
      Tuning search = Tuning.of(learner, new Configurations(values));
      LearnerSettings.noteRenamed(console, LearnerSettings.known(learner), tried.keySet());
      return runs == null ? search : search.with("runs", runs);
    } catch (DemiluneException e) {
      throw usage(e.getMessage());
    }
  }
}
