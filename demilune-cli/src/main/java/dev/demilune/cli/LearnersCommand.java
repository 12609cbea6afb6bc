/*
 * Copyright 2026 The Demilune Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package dev.demilune.cli;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.demilune.learn.Learner;
import dev.demilune.learn.Learners;
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
      StringBuilder settings = new StringBuilder();
      learner
          .settings()
          .forEach((key, value) -> settings.append(' ').append(key).append('=').append(value));
      print("  settings:" + settings);
      first = false;
    }
  }

  private static JsonObject json() {
    JsonArray learners = new JsonArray();
    for (Learner learner : Learners.all()) {
      JsonObject settings = new JsonObject();
      learner.settings().forEach(settings::addProperty);
      JsonObject one = new JsonObject();
      one.addProperty("name", learner.name());
      one.addProperty("summary", learner.summary());
      one.add("settings", settings);
      learners.add(one);
    }
    JsonObject all = new JsonObject();
    all.add("learners", learners);
    return all;
  }
}
