/*
 * Copyright 2026 The Demilune Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
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
