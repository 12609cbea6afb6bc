// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RehearsalTest {

  @TempDir Path directory;

  /** A command that was refused at once would leave its classes out of the archive. */
  @Test
  void everyCommandWorks() {
    for (String command : Rehearsal.commands()) {
      ByteArrayOutputStream err = new ByteArrayOutputStream();
      Console console = new Console(OutputStream.nullOutputStream(), err, false);
      int code = Main.run(Rehearsal.words(command, directory), console);
      assertThat(code)
          .as("%s%n%s", command, err.toString(UTF_8))
          .isEqualTo(command.equals("nonsense") ? ExitCode.USAGE : ExitCode.DONE);
    }
  }
}
