// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import dev.demilune.model.ModelFile;
import dev.demilune.model.SavedModel;
import java.nio.file.Path;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A trained model and the rows to use it on. */
final class ModelOption {

  @Option(
      names = "--model",
      paramLabel = "FILE",
      required = true,
      description = "The model to use.")
  Path file;

  @Mixin TableFiles data = new TableFiles();

  /** Loads the model, after checking that all the files are there. */
  SavedModel load() {
    Paths.checkReadable("--model", file);
    data.check();
    return ModelFile.load(file);
  }
}
