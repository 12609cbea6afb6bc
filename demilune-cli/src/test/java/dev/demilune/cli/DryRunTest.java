// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code train --dry-run} foretells what {@code train} does, and does none of it. */
class DryRunTest {

  @TempDir Path directory;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @BeforeEach
  void write() throws Exception {
    new Workshop(directory);
    String created =
        "ledger create --name t --adjacency add-or-remove-one --epsilon 3 --delta 1e-2 --ledger ";
    assertThat(run(List.of((created + file("t.db")).split(" ")))).isZero();
  }

  private Path file(String name) {
    return directory.resolve(name);
  }

  private int run(List<String> words) {
    out.reset();
    err.reset();
    return Main.run(words.toArray(String[]::new), new Console(out, err, false));
  }

  private int train(String epsilon, String... more) {
    List<String> words = new ArrayList<>(List.of("train", "--data", file("data.csv").toString()));
    words.addAll(List.of("--schema", file("schema.yaml").toString(), "--expected-rows", "400"));
    words.addAll(List.of("--epsilon", epsilon, "--delta", "1e-3", "--learner", "noisy-descent"));
    words.addAll(List.of("--ledger", file("t.db").toString()));
    words.addAll(List.of("--model", file("out.model").toString(), "--json"));
    words.addAll(List.of(more));
    return run(words);
  }

  private JsonObject answer() {
    return JsonParser.parseString(out.toString(UTF_8)).getAsJsonObject();
  }

  private JsonObject ledger() {
    run(List.of("ledger", "show", "--ledger", file("t.db").toString(), "--json"));
    return answer();
  }

  @Test
  void foretellsTheLedgerAndLeavesEverythingAsItIs() throws Exception {
    for (int spends = 0; spends < 2; spends++) {
      JsonObject before = ledger();
      assertThat(before.getAsJsonArray("entries")).hasSize(spends);
      assertThat(train("1", "--dry-run")).as(err.toString(UTF_8)).isZero();
      JsonObject foretold = answer().getAsJsonObject("ledger");
      assertThat(foretold.getAsJsonObject("before").get("left")).isEqualTo(before.get("left"));
      assertThat(ledger()).isEqualTo(before);

      assertThat(train("1")).isZero();
      JsonObject after = ledger();
      assertThat(foretold.getAsJsonObject("after").get("spent")).isEqualTo(after.get("spent"));
      assertThat(foretold.getAsJsonObject("after").get("left")).isEqualTo(after.get("left"));
    }
  }

  @Test
  void foretellsARefusalInTheLedgersOwnWords() {
    assertThat(train("8", "--dry-run")).isEqualTo(ExitCode.BUDGET_REFUSED);
    String said = err.toString(UTF_8);
    String refusal = answer().getAsJsonObject("ledger").get("refusal").getAsString();
    assertThat(said).contains(refusal);
    assertThat(answer().getAsJsonObject("ledger").get("after").isJsonNull()).isTrue();
    assertThat(train("8")).isEqualTo(ExitCode.BUDGET_REFUSED);
    assertThat(err.toString(UTF_8)).contains(refusal);
  }

  @Test
  void saysWhatAnAttackerCouldLearn() {
    assertThat(train("1", "--dry-run")).isZero();
    JsonObject attack = answer().getAsJsonObject("attack");
    double right = attack.get("rightGuess").getAsDouble();
    // Better than a coin, and no better than what epsilon and delta alone allow.
    assertThat(right).isGreaterThan(0.5).isLessThan((Math.exp(1) + 1e-3) / (Math.exp(1) + 1));
    assertThat(attack.getAsJsonArray("sentences")).hasSize(3);
    assertThat(attack.getAsJsonArray("falsePositives"))
        .hasSameSizeAs(attack.getAsJsonArray("leastMisses"));
  }

  /** The schema is in the model, and what it was learned by is not in these bounds. */
  @Test
  void saysThatALearnedSchemaAddsToIt() {
    assertThat(train("1", "--dry-run")).isZero();
    assertThat(answer().getAsJsonObject("attack").get("fitAlone").getAsBoolean()).isFalse();
    String learn =
        "schema learn --number age --category job --label income --epsilon 20 --delta 1e-3"
            + " --adjacency add-or-remove-one --seed 1 --data ";
    List<String> words = new ArrayList<>(List.of((learn + file("data.csv")).split(" ")));
    words.add("--out=" + file("learned.yaml"));
    assertThat(run(words)).as(err.toString(UTF_8)).isZero();
    String plan =
        "train --epsilon 1 --delta 1e-3 --learner noisy-descent --expected-rows 400 --dry-run --json"
            + " --data ";
    words = new ArrayList<>(List.of((plan + file("data.csv")).split(" ")));
    words.add("--schema=" + file("learned.yaml"));
    words.add("--model=" + file("out.model"));
    assertThat(run(words)).as(err.toString(UTF_8)).isZero();
    JsonObject attack = answer().getAsJsonObject("attack");
    assertThat(attack.get("fitAlone").getAsBoolean()).isTrue();
    assertThat(attack.getAsJsonArray("sentences").get(0).getAsString()).contains("the fit alone");
  }

  /** What a row holds cannot matter: there is none, and the header is all that is looked at. */
  @Test
  void readsNoRowAndWritesNothing() throws Exception {
    assertThat(train("1", "--dry-run")).isZero();
    String full = out.toString(UTF_8);
    Files.writeString(file("data.csv"), "age,job,income\n");
    assertThat(train("1", "--dry-run")).isZero();
    assertThat(out.toString(UTF_8)).isEqualTo(full);
    assertThat(file("out.model")).doesNotExist();
    Files.writeString(file("data.csv"), "age,work,income\n");
    assertThat(train("1", "--dry-run")).isEqualTo(ExitCode.FAILED);
    assertThat(err.toString(UTF_8)).contains("Nothing was spent and no data was read.");
  }
}
