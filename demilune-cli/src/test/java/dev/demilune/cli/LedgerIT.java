// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import static dev.demilune.cli.Workshop.assertRefused;
import static dev.demilune.cli.Workshop.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
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

  private Subprocess train(String... more) throws Exception {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "train",
                "--data=data.csv",
                "--schema=schema.yaml",
                "--epsilon=1",
                "--delta=1e-6",
                "--set=steps=5",
                "--ledger=l.db",
                "--model=m"));
    arguments.addAll(List.of(more));
    return workshop.run(arguments.toArray(String[]::new));
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
    assertThat(shown.get("accountant").getAsString()).startsWith("Rényi filter of order ");
    assertThat(shown.getAsJsonArray("reliesOn")).isEmpty();
    assertThat(shown.getAsJsonArray("entries")).hasSize(3);
    JsonObject entry = shown.getAsJsonArray("entries").get(0).getAsJsonObject();
    assertThat(entry.getAsJsonObject("event").get("kind").getAsString()).isEqualTo("composed");
    assertThat(epsilon(entry, "amount")).isEqualTo(1);

    String page = workshop.run("ledger", "show", "--ledger=l.db").out();
    assertThat(page)
        .contains("(Rényi filter of order ", "sum    ε=3, δ=3.0e-06")
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

  @Test
  void entriesSayWhoSpentAndCannotBeChangedUnseen() throws Exception {
    create("--description=people who were asked in 2026");
    assertThat(train("--by=ada", "--learner=noisy-descent").code()).isZero();
    assertThat(train("--purpose=second look").code()).isZero();
    assertThat(show().get("description").getAsString()).isEqualTo("people who were asked in 2026");

    JsonObject history = json(workshop.run("ledger", "history", "--ledger=l.db", "--json"));
    JsonObject first = history.getAsJsonArray("entries").get(0).getAsJsonObject();
    assertThat(first.get("who").getAsString()).isEqualTo("ada");
    assertThat(first.get("learner").getAsString()).isEqualTo("noisy-descent");
    JsonObject second = history.getAsJsonArray("entries").get(1).getAsJsonObject();
    assertThat(second.get("who").getAsString()).isEqualTo(System.getProperty("user.name"));
    String page = workshop.run("ledger", "history", "--ledger=l.db").out();
    assertThat(page).contains("entry 1, ", "who      ada", "for      second look", "hash     ");

    JsonObject intact =
        json(workshop.run("ledger", "verify", "--ledger=l.db", "--model=m", "--json"));
    assertThat(intact.get("intact").getAsBoolean()).isTrue();
    assertThat(intact.get("entries").getAsInt()).isEqualTo(2);
    assertThat(intact.get("hash")).isEqualTo(second.get("hash"));

    try (Connection connection =
            DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("l.db"));
        Statement statement = connection.createStatement()) {
      statement.execute("DROP TRIGGER entry_no_update");
      statement.execute("UPDATE entry SET epsilon = '0.1' WHERE number = 2");
    }
    assertRefused(
        workshop.run("ledger", "verify", "--ledger=l.db", "--model=m"),
        1,
        "ledger l.db is NOT intact: entry 2 was edited, or does not belong after entry 1; the entry"
            + " that m was charged with is not in the ledger");
    assertRefused(train(), 1, "is damaged: see what `demilune ledger verify` says");
  }

  @Test
  void signedModelsAreRecognized() throws Exception {
    create();
    assertThat(workshop.run("ledger", "key", "--out=k.pem").code()).isZero();
    assertThat(train("--sign=k.pem").code()).isZero();
    String[] verify = {"ledger", "verify", "--ledger=l.db", "--model=m", "--public-key=k.pem.pub"};
    assertThat(workshop.run(verify).out()).startsWith("intact: 1 entries");

    Path model = directory.resolve("m");
    Files.writeString(model, Files.readString(model).replaceFirst("noisy", "nosy"));
    assertRefused(workshop.run(verify), 1, "model m is not the one that was signed with the key");
    assertRefused(train("--sign=k.pem.pub"), 1, "key k.pem.pub is not a private Ed25519 key");
    assertRefused(workshop.run("ledger", "key", "--out=k.pem"), 1, "is there already");
    assertThat(show().getAsJsonArray("entries")).hasSize(1); // refused before it was charged
  }

  @Test
  void otherDatabasesAndSilentServersAreOneSentence() throws Exception {
    assertRefused(
        workshop.run("ledger", "show", "--ledger=jdbc:mysql://x/y"),
        1,
        "--ledger: databases other than PostgreSQL are not supported");
    assertRefused(
        workshop.run("ledger", "show", "--ledger=jdbc:postgresql://127.0.0.1:1/x?password=secret"),
        1,
        "ledger jdbc:postgresql://127.0.0.1:1/x cannot be reached");
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
