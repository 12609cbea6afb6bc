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

import static dev.demilune.cli.Workshop.assertRefused;
import static dev.demilune.cli.Workshop.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A ledger of several trainings, as its owner sees it. */
class LedgerIT {

  @TempDir Path directory;
  private Workshop workshop;

  @BeforeEach
  void open() throws Exception {
    workshop = new Workshop(directory);
  }

  private JsonObject create(String... more) throws Exception {
    List<String> arguments =
        new ArrayList<>(List.of("ledger", "create", "--ledger=l.db", "--name=people", "--json"));
    arguments.addAll(List.of("--adjacency=add-or-remove-one", "--epsilon=2", "--delta=1e-5"));
    arguments.addAll(List.of(more));
    return json(workshop.run(arguments.toArray(String[]::new)));
  }

  private Subprocess train() throws Exception {
    return workshop.run(
        "train",
        "--data=data.csv",
        "--schema=schema.yaml",
        "--epsilon=1",
        "--delta=1e-6",
        "--set=steps=5",
        "--ledger=l.db",
        "--model=m");
  }

  private JsonObject show() throws Exception {
    return json(workshop.run("ledger", "show", "--ledger=l.db", "--json"));
  }

  private static double epsilon(JsonObject shown, String field) {
    return shown.getAsJsonObject(field).get("epsilon").getAsDouble();
  }

  @Test
  void trainingsAreComposedAndNotAdded() throws Exception {
    assertThat(create().get("composition").getAsString()).isEqualTo("composed");
    for (int i = 0; i < 3; i++) { // three times 1 of a total of 2
      Subprocess run = train();
      assertThat(run.code()).as(run.err()).isZero();
    }
    JsonObject shown = show();
    assertThat(epsilon(shown, "sum")).isEqualTo(3);
    assertThat(epsilon(shown, "spent")).isBetween(1.0, 2.0);
    assertThat(epsilon(shown, "spent") + epsilon(shown, "left")).isEqualTo(2);
    assertThat(shown.get("accountant").getAsString()).isEqualTo("exact Gaussian DP");
    assertThat(shown.getAsJsonArray("reliesOn")).hasSize(1);
    assertThat(shown.getAsJsonArray("entries")).hasSize(3);
    JsonObject entry = shown.getAsJsonArray("entries").get(0).getAsJsonObject();
    assertThat(entry.getAsJsonObject("event").get("kind").getAsString()).isEqualTo("composed");
    assertThat(epsilon(entry, "amount")).isEqualTo(1);

    String page = workshop.run("ledger", "show", "--ledger=l.db").out();
    assertThat(page)
        .contains("(exact Gaussian DP)", "sum    ε=3, δ=3.0e-06", "relies on this: nothing but")
        .contains("Gaussian sum, noise multiplier");
  }

  @Test
  void anAdditiveLedgerAdds() throws Exception {
    assertThat(create("--composition=additive").get("composition").getAsString())
        .isEqualTo("additive");
    assertThat(train().code()).isZero();
    assertThat(train().code()).isZero();
    assertRefused(train(), 3, "has ε=0, δ=8.0e-06 left of ε=2");
    JsonObject shown = show();
    assertThat(epsilon(shown, "spent")).isEqualTo(2);
    assertThat(epsilon(shown, "left")).isZero();
    assertThat(shown.getAsJsonArray("reliesOn")).isEmpty();
  }

  @Test
  void aGaussianLedgerTakesTheLearnersThereAre() throws Exception {
    create("--composition=GAUSSIAN");
    for (int i = 0; i < 3; i++) {
      assertThat(train().code()).isZero();
    }
    assertThat(show().getAsJsonArray("reliesOn")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"add", "", "renyi"})
  void anotherCompositionIsRefused(String composition) throws Exception {
    assertRefused(
        workshop.run(
            "ledger",
            "create",
            "--ledger=l.db",
            "--name=people",
            "--adjacency=replace-one",
            "--epsilon=1",
            "--composition=" + composition),
        2,
        "--composition must be composed, gaussian or additive, got '" + composition + "'");
    workshop.assertOnly();
  }
}
