// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where how long it took would tell something about the rows, no command says it. */
class SecretTimeTest {

  @TempDir Path directory;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @BeforeEach
  void write() throws Exception {
    StringBuilder rows = new StringBuilder();
    for (int i = 0; i < 60; i++) {
      int sign = i % 2 == 0 ? 1 : -1;
      rows.append(sign > 0 ? "1" : "0").append(" 1:").append(0.6 * sign).append(" 2:0.");
      rows.append(i % 5).append('\n');
    }
    Files.writeString(directory.resolve("rows.svm"), rows);
    Files.writeString(directory.resolve("limits.csv"), "a,b\n" + "1,3\n2,5\n1,4\n".repeat(40));
  }

  private String run(String... words) {
    out.reset();
    err.reset();
    int code = Main.run(words, new Console(out, err, false));
    assertThat(code).as(err.toString(UTF_8)).isZero();
    return out.toString(UTF_8);
  }

  private String train(String... more) {
    List<String> words =
        new ArrayList<>(
            List.of(
                more[0],
                "--data=" + directory.resolve("rows.svm"),
                "--features=2",
                "--classes=2",
                "--norm=1",
                "--adjacency=replace-one",
                "--epsilon=1",
                "--seed=1",
                "--model=" + directory.resolve("a.model"),
                "--report=" + directory.resolve("a.html")));
    words.addAll(Arrays.asList(more).subList(1, more.length));
    return run(words.toArray(String[]::new));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "train --learner=sphere-choice --set=margin=0.4 --set=margin-kept=0.5",
        "train --learner=objective-perturbation",
        "train --learner=output-perturbation",
        "train --learner=grid-halfspace --set=projection=1",
        "tune --learner=class-means --try=projection=1,2",
      })
  void aFitWithASecretTimeDoesNotTellIt(String command) throws Exception {
    JsonObject told = json(train((command + " --json").split(" ")));
    assertThat(names(told)).contains("guarantee").noneMatch(SecretTimeTest::isATime);
    assertThat(train(command.split(" ")) + Files.readString(directory.resolve("a.html")))
        .doesNotContainPattern("[0-9] ?(s|ms|sec|seconds|milliseconds)\\b");
  }

  @Test
  void otherLearnersTellTheirTime() {
    JsonObject told = json(train("train", "--learner=class-means", "--json"));
    assertThat(names(told)).anyMatch(SecretTimeTest::isATime);
  }

  @Test
  void aFeasiblePointDoesNotTellItsTime() {
    String[] words = {
      "feasible",
      "--constraints=" + directory.resolve("limits.csv"),
      "--bound=5,10",
      "--epsilon=1",
      "--adjacency=replace-one",
      "--seed=1",
      "--json"
    };
    assertThat(names(json(run(words)))).contains("point").noneMatch(SecretTimeTest::isATime);
    assertThat(run(Arrays.copyOf(words, words.length - 1)))
        .contains("x1 = ")
        .doesNotContainPattern("[0-9] ?(s|ms|seconds)\\b");
  }

  private static JsonObject json(String text) {
    return JsonParser.parseString(text).getAsJsonObject();
  }

  private static boolean isATime(String name) {
    return name.toLowerCase(Locale.ROOT).matches(".*(second|time|elapsed|duration|millis).*");
  }

  /** All names in an object and in what it holds. */
  private static Set<String> names(JsonElement element) {
    Set<String> names = new TreeSet<>();
    if (element.isJsonObject()) {
      element
          .getAsJsonObject()
          .entrySet()
          .forEach(
              entry -> {
                names.add(entry.getKey());
                names.addAll(names(entry.getValue()));
              });
    } else if (element.isJsonArray()) {
      element.getAsJsonArray().forEach(one -> names.addAll(names(one)));
    }
    return names;
  }
}
