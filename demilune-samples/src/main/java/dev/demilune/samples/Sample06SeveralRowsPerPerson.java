// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.samples;

import dev.demilune.budget.Ledger;
import dev.demilune.data.CsvReader;
import dev.demilune.data.Table;
import dev.demilune.learn.PrivateFit;
import dev.demilune.learn.gradient.NoisyDescent;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.random.Randomness;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.Schema;
import dev.demilune.schema.SchemaBuilder;
import java.nio.file.Path;

/**
 * 6. When one person has several rows.
 *
 * <p>The trap: a promise about rows. A patient with thirty visits has thirty rows, and what is
 * promised to one row is thirty times weaker for the patient.
 */
public final class Sample06SeveralRowsPerPerson {

  private Sample06SeveralRowsPerPerson() {}

  /** Rows as persons: each visit is protected, and the patient hardly at all. */
  public static PrivateFit wrong(Path visits) {
    return fit(columns().ignore("patient").adjacency(Adjacency.ADD_OR_REMOVE_ONE).build(), visits);
  }

  /**
   * The column says whose row it is. At most ten visits of each patient are used, and share what
   * one row counts.
   */
  public static PrivateFit right(Path visits) {
    return fit(columns().person("patient", 10).build(), visits);
  }

  private static SchemaBuilder columns() {
    return Schema.builder()
        .number("age", 18, 95)
        .number("weight", 40, 140)
        .category("smoker", "no", "yes")
        .number("pressure", 80, 200)
        .number("glucose", 50, 300)
        .category("ward", "medicine", "surgery", "emergency", "day")
        .number("days", 0, 20)
        .label("returned", "no", "yes");
  }

  private static PrivateFit fit(Schema schema, Path visits) {
    ApproximateDp guarantee = ApproximateDp.of(1.0, 1e-6);
    Ledger ledger = Ledger.inMemory("visits", schema.adjacency(), guarantee, Randomness.secure());
    var allowance = ledger.spend("who comes back", guarantee);
    try (Table rows = CsvReader.open(visits)) {
      return NoisyDescent.withDefaults().fit(BoundedDataset.of(schema, rows), allowance);
    }
  }
}
