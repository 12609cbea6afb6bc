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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuditCommandTest {

  @TempDir Path directory;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int audit(String... more) {
    out.reset();
    err.reset();
    List<String> words =
        new ArrayList<>(List.of("audit", "--learner=noisy-descent", "--epsilon=1"));
    words.addAll(List.of(more));
    return Main.run(words.toArray(String[]::new), new Console(out, err, false));
  }

  private JsonObject json() {
    return JsonParser.parseString(out.toString(UTF_8)).getAsJsonObject();
  }

  @Test
  void aClaimThatStandsIsReportedToScriptsAndPeople() {
    Path page = directory.resolve("audit.html");

    assertThat(audit("--delta=1e-5", "--trials=200", "--seed=1", "--json", "--report=" + page))
        .isZero();
    JsonObject result = json();
    assertThat(result.get("learner").getAsString()).isEqualTo("noisy-descent");
    assertThat(result.get("claimedEpsilon").getAsDouble()).isEqualTo(1);
    assertThat(result.get("claimedDelta").getAsDouble()).isEqualTo(1e-5);
    assertThat(result.get("lowerBound").getAsDouble()).isBetween(0.0, 1.0);
    assertThat(result.get("confidence").getAsDouble()).isEqualTo(0.95);
    assertThat(result.get("refuted").getAsBoolean()).isFalse();
    assertThat(page).content().contains("stands", "claim of its Gaussian sums", "<circle");
    assertThat(err.size()).isZero();

    assertThat(audit("--delta=1e-5", "--trials=200", "--seed=1")).isZero();
    assertThat(out.toString(UTF_8))
        .contains("lower bound  ε ≥ 0.", "the claim of ε = 1, δ = 1.0e-05 by noisy-descent stands");
  }

  /** A confidence of 75 % is wrong for one seed in eight or so; this is such a seed. */
  @Test
  void aRefutationIsAFailureInOneSentence() {
    assertThat(audit("--delta=1e-5", "--trials=60", "--confidence=0.75", "--seed=19", "--json"))
        .isEqualTo(1);
    assertThat(json().get("refuted").getAsBoolean()).isTrue();
    assertThat(json().get("lowerBound").getAsDouble()).isGreaterThan(1);
    assertThat(err.toString(UTF_8))
        .startsWith(
            "demilune: the claim of ε = 1, δ = 1.0e-05 by noisy-descent is REFUTED: with 75 %")
        .hasLineCount(1);
  }

  @Test
  void oneRunHasManyCanaries() {
    assertThat(audit("--delta=1e-5", "--trials=100", "--method=one-run", "--seed=1", "--json"))
        .isZero();
    assertThat(json().get("method").getAsString()).isEqualTo("one-run");
    assertThat(json().get("refuted").getAsBoolean()).isFalse();
  }

  @Test
  void aFormerNameOfASettingIsTakenAndNoted() {
    assertThat(audit("--delta=1e-5", "--trials=20", "--seed=1", "--json", "--set=centring=off"))
        .isZero();
    assertThat(json().getAsJsonObject("settings").get("centering").getAsString()).isEqualTo("off");
    assertThat(err.toString(UTF_8))
        .isEqualTo("note: setting 'centring' is now called 'centering'.\n");
  }

  @Test
  void finishedTrialsAreNotDoneAgain() throws Exception {
    Path file = directory.resolve("audit.trials");
    String[] options = {"--delta=1e-5", "--trials=100", "--seed=1", "--json", "--resume=" + file};
    assertThat(audit(options)).isZero();
    double bound = json().get("lowerBound").getAsDouble();
    String whole = Files.readString(file);

    // As if the program had been killed in the middle of a line.
    Files.writeString(file, whole.substring(0, whole.length() / 2));
    assertThat(audit(options)).isZero();
    assertThat(err.toString(UTF_8)).contains("trials were finished before");
    assertThat(json().get("lowerBound").getAsDouble()).isEqualTo(bound);
    assertThat(Files.readString(file).lines().sorted().toList())
        .isEqualTo(whole.lines().sorted().toList());

    assertThat(audit("--delta=1e-6", "--trials=100", "--seed=1", "--resume=" + file)).isEqualTo(1);
    assertThat(err.toString(UTF_8))
        .contains("holds no trials of this audit", "name another file for --resume")
        .hasLineCount(1);
  }

  @Test
  void whatCannotBeAuditedIsRefused() {
    assertThat(audit("--trials=100")).isEqualTo(1);
    assertThat(err.toString(UTF_8)).contains("Gaussian noise cannot meet the pure guarantee");
    assertThat(audit("--trials=3", "--delta=1e-5")).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains("trials must be between 20 and");
    assertThat(audit("--trials=100", "--delta=1e-5", "--method=guess")).isEqualTo(2);
    assertThat(audit("--trials=100", "--delta=1e-5", "--set=depth=3")).isEqualTo(2);
    assertThat(audit("--trials=100", "--delta=1e-5", "--method=one-run", "--resume=" + directory))
        .isEqualTo(2);
    assertThat(
            Main.run(
                new String[] {"audit", "--learner=oracle", "--epsilon=1", "--trials=50"},
                new Console(out, err, false)))
        .isEqualTo(2);
  }
}
