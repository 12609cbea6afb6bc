// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import com.google.gson.JsonObject;
import dev.demilune.learn.Learner;
import dev.demilune.learn.Setting;
import dev.demilune.learn.auto.Learners;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code demilune learners}: what there is to choose from. */
@Command(
    name = "learners",
    description = {
      "List every learner: its guarantee, adjacency, source and settings.",
      "With a name, what each setting of that learner is for and which values it takes."
    },
    footer = {"", "Examples:", "  demilune learners", "  demilune learners noisy-descent"})
final class LearnersCommand extends DemiluneCommand {

  @Parameters(
      arity = "0..1",
      paramLabel = "NAME",
      description = "Which learner; without it, all are listed.")
  String name;

  @Override
  void run() {
    List<Learner> listed =
        name == null
            ? Learners.all()
            : List.of(LearnerSettings.set(this, () -> Learners.named(name), Map.of()));
    answer(
        Json.of("learners", Json.array(listed, LearnersCommand::json)),
        listed.stream().map(this::text).collect(Collectors.joining("\n\n")));
  }

  private String text(Learner learner) {
    return String.join(
        "\n",
        learner.name() + (learner.equals(Learners.all().get(0)) ? " (the default)" : ""),
        "  " + learner.summary(),
        "  guarantee  " + String.join(", ", words(learner.description().guarantees())),
        "  adjacency  " + String.join(", ", words(learner.description().adjacencies())),
        "  settings" + (name == null ? "   " + brief(learner) : inFull(learner)));
  }

  private static String brief(Learner learner) {
    return learner.settings().entrySet().stream()
        .map(setting -> setting.getKey() + "=" + setting.getValue())
        .collect(Collectors.joining(" "));
  }

  private static String inFull(Learner learner) {
    return learner.description().settings().stream()
        .map(
            setting ->
                String.format(
                    Locale.ROOT,
                    "%n    %s=%s%n        %s%n        %s",
                    setting.name(),
                    setting.defaultText(),
                    setting.purpose(),
                    setting.range()))
        .collect(Collectors.joining());
  }

  /** The words of constants, in the order of their declaration. */
  private static List<String> words(Set<? extends Enum<?>> constants) {
    return constants.stream()
        .sorted(Comparator.comparingInt(Enum::ordinal))
        .map(Setting::word)
        .toList();
  }

  private static JsonObject json(Learner learner) {
    return Json.of(
        "name", learner.name(),
        "summary", learner.summary(),
        "guarantee", words(learner.description().guarantees()),
        "adjacency", words(learner.description().adjacencies()),
        "settings", Json.of(learner.settings()),
        "settingsInFull", Json.array(learner.description().settings(), LearnersCommand::json));
  }

  private static JsonObject json(Setting<?> setting) {
    return Json.of(
        "name", setting.name(),
        "default", setting.defaultText(),
        "range", setting.range(),
        "purpose", setting.purpose());
  }
}
