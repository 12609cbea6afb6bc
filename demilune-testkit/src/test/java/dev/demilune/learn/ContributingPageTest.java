// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The learner that CONTRIBUTING.md shows is the one that is tested. */
class ContributingPageTest {

  private static final Pattern JAVA_BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

  @ParameterizedTest
  @ValueSource(strings = {"ToyLearner", "ToyLearnerTest"})
  void showsTheFile(String type) throws IOException {
    String source = Files.readString(Path.of("src/test/java/dev/demilune/learn/" + type + ".java"));
    List<String> shown =
        JAVA_BLOCK
            .matcher(Files.readString(Path.of("../CONTRIBUTING.md")))
            .results()
            .map(block -> block.group(1))
            .filter(block -> block.contains(type + " "))
            .toList();
    assertThat(shown).containsExactly(withoutHeader(source));
  }

  /** The page leaves out the license, the package and the imports. */
  private static String withoutHeader(String source) {
    return source.substring(source.indexOf("/**"));
  }
}
