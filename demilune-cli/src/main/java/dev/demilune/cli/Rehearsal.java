// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * Runs the usual commands once, on drawn rows in a temporary directory and without a word. The
 * launcher has Java write down which classes this loads, and makes an archive of them from which
 * Java starts faster. Only time depends on it: a class that is not in the archive comes from the
 * jar.
 */
public final class Rehearsal {

  private static final List<String> COMMANDS =
      List.of(
          "--help",
          "--version",
          "nonsense",
          "predict --help",
          "train --help",
          "learners",
          "generate census --rows 300 --seed 1 --out people.csv",
          "schema check people.schema.yaml --data people.csv",
          "ledger create --schema people.schema.yaml --ledger people.db --name people --epsilon 3"
              + " --delta 1e-5",
          "ledger key --out signing.pem",
          "train --data people.csv --schema people.schema.yaml --expected-rows 300 --epsilon 1 --delta"
              + " 1e-6 --ledger people.db --sign signing.pem --model people.model",
          "predict --model people.model --data people.csv --scores --out predictions.csv",
          "predict --model people.model --data people.csv",
          "evaluate --model people.model --data people.csv",
          "certificate show --model people.model",
          "report --model people.model --out report.html",
          "ledger show --ledger people.db",
          "ledger verify --ledger people.db --model people.model --public-key signing.pem.pub");

  private Rehearsal() {}

  /** Runs all of them; how they end does not matter. */
  public static void main(String[] args) throws IOException {
    try (TemporaryDirectory place = TemporaryDirectory.create()) {
      for (String command : COMMANDS) {
        OutputStream nobody = OutputStream.nullOutputStream();
        Main.run(words(command, place.path()), new Console(nobody, nobody, false));
      }
    }
  }

  /** The words of a command, with its files in the directory. */
  static String[] words(String command, Path directory) {
    return Arrays.stream(command.split(" "))
        .map(word -> word.matches("[a-z]+\\.[a-z.]+") ? directory.resolve(word).toString() : word)
        .toArray(String[]::new);
  }

  /** The commands, for the test that they all work. */
  static List<String> commands() {
    return COMMANDS;
  }
}
