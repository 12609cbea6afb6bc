// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.demilune.learn.Learner;
import dev.demilune.learn.auto.Learners;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The examples of docs/learners, run in this process: starting a program for each takes longer. */
class LearnerPagesTest {

  @TempDir Path directory;

  static Stream<String> learners() {
    return Learners.all().stream().map(Learner::name);
  }

  @ParameterizedTest
  @MethodSource("learners")
  void theExampleTrainsThisLearner(String name) throws IOException {
    List<String> commands = PageCommands.of(Path.of("../docs/learners/" + name + ".md"));
    assertThat(commands).hasSize(2);
    assertThat(commands.get(1)).contains("--learner " + name + " ");
    for (String command : commands) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      ByteArrayOutputStream err = new ByteArrayOutputStream();
      String[] words =
          Arrays.stream(PageCommands.words(command))
              .map(word -> word.matches("[a-z.]+\\.(csv|svm|yaml|model)") ? file(word) : word)
              .toArray(String[]::new);
      assertThat(Main.run(words, new Console(out, err, false)))
          .as("%s%n%s", command, err.toString(UTF_8))
          .isZero();
    }
  }

  private String file(String name) {
    return directory.resolve(name).toString();
  }
}
