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
package dev.demilune.samples;

import dev.demilune.data.CsvReader;
import dev.demilune.data.Table;
import dev.demilune.learn.PrivateFit;
import dev.demilune.model.Classifier;
import dev.demilune.model.ModelFile;
import dev.demilune.model.SavedModel;
import dev.demilune.schema.EncodedRow;
import dev.demilune.schema.RowEncoder;
import java.nio.file.Path;

/**
 * 4. Saving and loading.
 *
 * <p>The trap: a model that is passed on without its certificate is a model of which nobody knows
 * what it promises.
 */
public final class Sample04SavingAndLoading {

  private Sample04SavingAndLoading() {}

  /**
   * Whoever loads this file is told that the model is not private, because nothing in it says
   * otherwise.
   */
  public static void wrong(PrivateFit fit, Path file) {
    ModelFile.saveWithoutPrivacy(file, fit.model());
  }

  /** The certificate travels in the file; damage to either is noticed when it is loaded. */
  public static void right(PrivateFit fit, Path file) {
    ModelFile.save(file, fit.model(), fit.certificate());
  }

  /** Loads a model and predicts the first row of a table. */
  public static String predictFirst(Path file, Path customers) {
    SavedModel saved = ModelFile.load(file);
    Classifier model = saved.model();
    try (Table rows = CsvReader.open(customers)) {
      RowEncoder encoder = model.schema().encoder(rows);
      EncodedRow row = new EncodedRow();
      rows.next();
      encoder.encode(rows, row);
      return model.labels().name(model.predict(row));
    }
  }
}
