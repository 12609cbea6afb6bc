// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The commands of the pages on papers, run as they stand. */
class PapersIT {

  @TempDir Path directory;

  static List<Paper> papers() {
    return Paper.all();
  }

  @ParameterizedTest
  @MethodSource("papers")
  void everyCommandRuns(Paper paper) throws Exception {
    for (String command : new LinkedHashSet<>(PapersPageTest.allCommands(paper))) {
      String[] words = command.substring("demilune ".length()).split(" ", -1);
      Subprocess run = Subprocess.demilune(directory, words);
      assertThat(run.code()).as("%s%n%s", command, run.err()).isZero();
    }
  }
}
