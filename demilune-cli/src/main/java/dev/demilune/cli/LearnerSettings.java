// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import dev.demilune.DemiluneException;
import dev.demilune.learn.Learner;
import dev.demilune.learn.Setting;
import dev.demilune.learn.auto.Learners;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** A learner with the settings that people give it. */
final class LearnerSettings {

  private LearnerSettings() {}

  /** Reads an option; what does not fit the labels is a fault of usage. */
  static <T> T refusing(DemiluneCommand command, Supplier<T> reading) {
    try {
      return reading.get();
    } catch (DemiluneException e) {
      throw command.usage(e.getMessage());
    }
  }

  /** Sets them; what there is not, neither learner nor setting, is a fault of usage. */
  static Learner set(
      DemiluneCommand command, Supplier<Learner> named, Map<String, String> settings) {
    try {
      Learner learner = named.get();
      for (Map.Entry<String, String> setting : settings.entrySet()) {
        learner = learner.with(setting.getKey(), setting.getValue());
      }
      noteRenamed(command.console, known(learner), settings.keySet());
      return learner;
    } catch (DemiluneException e) {
      throw command.usage(e.getMessage());
    }
  }

  /** The learner's own settings, and after them those of all, since some pass theirs on. */
  static List<Setting<?>> known(Learner learner) {
    List<Setting<?>> known = new ArrayList<>(learner.description().settings());
    Learners.all().forEach(other -> known.addAll(other.description().settings()));
    return known;
  }

  /** Says of each name that a setting once had what it is called now. */
  static void noteRenamed(Console console, List<Setting<?>> known, Set<String> given) {
    for (String name : given) {
      known.stream()
          .filter(setting -> setting.isCalled(name))
          .findFirst()
          .filter(setting -> !setting.name().equals(name))
          .ifPresent(
              setting ->
                  console.note("setting '" + name + "' is now called '" + setting.name() + "'."));
    }
  }
}
