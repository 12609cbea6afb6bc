// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.spark;

import dev.demilune.DemiluneException;
import dev.demilune.learn.PrivateFit;
import dev.demilune.model.Classifier;
import dev.demilune.model.ModelFile;
import dev.demilune.model.SavedModel;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;

/** A model as it is sent and saved: the bytes of its file, certificate included. */
final class ModelBytes implements Serializable {

  private static final long serialVersionUID = 1;

  private final byte[] file;
  private transient volatile SavedModel saved;

  private ModelBytes(byte[] file) {
    this.file = file;
  }

  static ModelBytes of(PrivateFit fit) {
    return of(
        path -> {
          ModelFile.save(path, fit.model(), fit.certificate());
          return new ModelBytes(Files.readAllBytes(path));
        });
  }

  /** Reads the bytes of a model's file. */
  static ModelBytes of(byte[] file) {
    ModelBytes bytes = new ModelBytes(file);
    bytes.saved(); // a damaged one is refused now
    return bytes;
  }

  byte[] file() {
    return file.clone();
  }

  Classifier classifier() {
    return saved().model();
  }

  /** Reads the file, once in each process. */
  SavedModel saved() {
    if (saved == null) {
      saved =
          of(
              path -> {
                Files.write(path, file);
                return ModelFile.load(path);
              });
    }
    return saved;
  }

  private interface WithFile<T> {
    T with(Path file) throws IOException;
  }

  private static <T> T of(WithFile<T> work) {
    try {
      Path file = Files.createTempFile("demilune", ".model");
      try {
        return work.with(file);
      } finally {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new DemiluneException("the model cannot be written to the temporary directory", e);
    }
  }
}
