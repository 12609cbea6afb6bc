// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
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
   * Loading this file reports that the model is not private, because nothing in it says otherwise.
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
