// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.demilune.learn.Setting;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class MainTest {

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final Console console = new Console(out, err, false);

  /** Every command there is, groups included, as the words that call it. */
  static List<List<String>> commands() {
    Console nobody = new Console(new ByteArrayOutputStream(), new ByteArrayOutputStream(), false);
    List<List<String>> all = new ArrayList<>();
    collect(Main.commands(nobody, new CommandErrors(nobody)), List.of(), all);
    return all;
  }

  private static void collect(CommandLine command, List<String> words, List<List<String>> into) {
    command
        .getSubcommands()
        .forEach(
            (name, sub) -> {
              List<String> longer = new ArrayList<>(words);
              longer.add(name);
              into.add(longer);
              collect(sub, longer, into);
            });
  }

  @ParameterizedTest
  @MethodSource("commands")
  void everyCommandHasHelpWithAnExample(List<String> command) {
    List<String> words = new ArrayList<>(command);
    words.add("--help");
    assertThat(run(words.toArray(String[]::new))).isZero();
    assertThat(out.toString(UTF_8))
        .startsWith("Usage: demilune " + String.join(" ", command))
        .contains("Example", "  demilune " + command.get(0), "--json", "--seed")
        .doesNotContain("\u001b");
    assertThat(err.size()).isZero();
  }

  @Test
  void helpListsTheCommandsAndTheExitCodes() {
    assertThat(run("--help")).isZero();
    assertThat(out.toString(UTF_8))
        .contains("demo", "train", "predict", "evaluate", "certify", "learners", "generate")
        .contains("schema", "ledger", "3 the ledger refused the spend");
  }

  @Test
  void helpIsACommandToo() {
    for (List<String> words :
        List.of(List.<String>of(), List.of("train"), List.of("ledger", "create"))) {
      List<String> command = new ArrayList<>(List.of("help"));
      command.addAll(words);
      List<String> option = new ArrayList<>(words);
      option.add("--help");
      out.reset();
      assertThat(run(option.toArray(String[]::new))).isZero();
      String expected = out.toString(UTF_8);
      out.reset();
      assertThat(run(command.toArray(String[]::new))).isZero();
      assertThat(out.toString(UTF_8)).isEqualTo(expected).startsWith("Usage: demilune");
    }
    assertThat(err.size()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"help nonsense", "nonsense --help", "nonsense"})
  void helpForWhatIsNoCommandIsWrongUsage(String words) {
    assertThat(run(words.split(" "))).isEqualTo(2);
    assertThat(err.toString(UTF_8)).startsWith("demilune: 'nonsense' is not known here");
    assertThat(err.toString(UTF_8).lines()).hasSize(1);
    assertThat(out.size()).isZero();
  }

  @Test
  void helpForWhatIsNoPartOfACommandIsWrongUsage() {
    assertThat(run("help", "ledger", "nonsense")).isEqualTo(2);
    assertThat(err.toString(UTF_8))
        .isEqualTo("demilune: 'nonsense' is not known here (see 'demilune ledger --help')\n");
  }

  /** The list of commands shows the first paragraph of a description, so that it must be whole. */
  @ParameterizedTest
  @MethodSource("commands")
  void everySummaryIsAWholeSentence(List<String> command) {
    CommandLine line = Main.commands(console, new CommandErrors(console));
    for (String word : command) {
      line = line.getSubcommands().get(word);
    }
    assertThat(line.getCommandSpec().usageMessage().description()[0]).endsWith(".");
  }

  @Test
  void fingerprintSaysItsLargestMargin() {
    assertThat(run("generate", "fingerprint", "--help")).isZero();
    assertThat(out.toString(UTF_8).replaceAll("\\s+", " ")).contains("margin is at most 0.001");
  }

  /** Of several accountants that are asked; here the second one, Rényi DP, is never tighter. */
  @ParameterizedTest
  @ValueSource(strings = {"epsilon --delta=1e-5", "delta --epsilon=0.5", "profile", "tradeoff"})
  void pricesNameTheAccountantThatAnswered(String command) {
    String sampled = "privacy " + command + " --noise=2 --rate=0.1 --steps=2";
    assertThat(run(sampled.split(" "))).isZero();
    assertThat(out.toString(UTF_8)).contains("Computed by privacy loss distribution for 2 × (on");
  }

  @Test
  void saysItsVersion() {
    assertThat(run("--version")).isZero();
    assertThat(out.toString(UTF_8)).startsWith("demilune ").contains("Java 1");
  }

  @Test
  void aWrongWordGetsASentenceAndNoStackTrace() {
    assertThat(run("trian")).isEqualTo(2);
    assertThat(err.toString(UTF_8))
        .isEqualTo(
            "demilune: 'trian' is not known here: did you mean train? (see 'demilune --help')\n");
    assertThat(out.size()).isZero();
  }

  @Test
  void nothingAtAllIsWrongUsage() {
    assertThat(run()).isEqualTo(2);
    assertThat(run("generate")).isEqualTo(2);
    assertThat(err.toString(UTF_8))
        .contains("no command was given", "census, loans, visits, large-margin");
  }

  @Test
  void listsLearnersForPeopleAndForScripts() {
    assertThat(run("learners")).isZero();
    assertThat(out.toString(UTF_8))
        .startsWith("auto (the default)")
        .contains("guarantee  approximate", "add-or-remove-one, replace-one, replace-label")
        .contains("Ghazi, Kumar, Manurangsi, Nguyen 2021", "margin=");
    out.reset();
    assertThat(run("learners", "--json")).isZero();
    assertThat(learners()).hasSizeGreaterThanOrEqualTo(2);
  }

  @Test
  void everyLearnerSaysItsGuaranteeAndAdjacency() {
    assertThat(run("learners", "--json")).isZero();
    for (JsonElement learner : learners()) {
      JsonObject one = learner.getAsJsonObject();
      assertThat(one.getAsJsonArray("guarantee")).as("%s", one).isNotEmpty();
      assertThat(one.getAsJsonArray("adjacency")).as("%s", one).isNotEmpty();
    }
  }

  @Test
  void listsOneLearnerInFull() {
    assertThat(run("learners", "batch-perceptron")).isZero();
    assertThat(out.toString(UTF_8))
        .startsWith("batch-perceptron\n")
        .contains("\n    rounds=auto\n        number of rounds; by rule 2/margin²,")
        .contains("\n        a whole number from 1 to ");
    out.reset();
    assertThat(run("learners", "batch-perceptron", "--json")).isZero();
    assertThat(learners()).hasSize(1);
    JsonObject rounds =
        learners()
            .get(0)
            .getAsJsonObject()
            .getAsJsonArray("settingsInFull")
            .get(1)
            .getAsJsonObject();
    assertThat(rounds.keySet()).containsExactly("name", "default", "range", "purpose");
    assertThat(rounds.get("name").getAsString()).isEqualTo("rounds");
    assertThat(rounds.get("default").getAsString()).isEqualTo("auto");
    assertThat(run("learners", "oracle")).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains("there is no learner 'oracle'").hasLineCount(1);
  }

  private JsonArray learners() {
    return JsonParser.parseString(out.toString(UTF_8)).getAsJsonObject().getAsJsonArray("learners");
  }

  @Test
  void aFormerNameOfASettingIsNoted() {
    List<Setting<?>> known =
        List.of(
            Setting.onOff("centering", true, "whether rows are centered").formerly("centring"),
            Setting.integer("rounds", 1, 9, 3, "number of rounds"));
    LearnerSettings.noteRenamed(console, known, Set.of("centring", "rounds", "other"));
    assertThat(err.toString(UTF_8))
        .isEqualTo("note: setting 'centring' is now called 'centering'.\n");
  }

  @Test
  void faultsOfOursAskForAReportAndShowTheirPlaceOnlyOnRequest() {
    CommandErrors faults = new CommandErrors(console);
    CommandLine learners = Main.commands(console, faults).getSubcommands().get("learners");
    Exception ours = new IllegalStateException("a secret cell");
    assertThat(faults.handleExecutionException(ours, learners, null)).isEqualTo(1);
    assertThat(err.toString(UTF_8))
        .contains("something went wrong that should not (IllegalStateException)", "--debug")
        .doesNotContain("secret")
        .doesNotContain("\tat ");
    ((LearnersCommand) learners.getCommand()).common.debug = true;
    assertThat(faults.handleExecutionException(ours, learners, null)).isEqualTo(1);
    assertThat(err.toString(UTF_8)).contains("\tat ");
  }

  private int run(String... arguments) {
    return Main.run(arguments, console);
  }
}
