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
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * 3. What not to do with the row count.
 *
 * <p>The trap: where a neighbor has one row more or less, the number of rows is what is protected.
 * Counting the file and passing the count on tells exactly whether one person is in it.
 */
public final class Sample03TheRowCount {

  private Sample03TheRowCount() {}

  /** The count goes into the schema, and with it into the model file, without noise. */
  public static Schema wrong(Path customers) {
    try (Stream<String> lines = Files.lines(customers)) {
      return schema(lines.count() - 1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * A public estimate: what the annual report says, or the order of magnitude. It need not be
   * exact.
   */
  public static Schema right() {
    return schema(20_000);
  }

  /**
   * No estimate at all: the learner buys a noisy count with one hundredth of the budget, and the
   * certificate lists it.
   */
  public static PrivateFit rightWithoutAnEstimate(Path customers) {
    ApproximateDp guarantee = ApproximateDp.of(1.0, 1e-6);
    Ledger ledger =
        Ledger.inMemory("customers", Adjacency.ADD_OR_REMOVE_ONE, guarantee, Randomness.secure());
    var allowance = ledger.spend("churn model", guarantee);
    try (Table rows = CsvReader.open(customers)) {
      return NoisyDescent.withDefaults().fit(BoundedDataset.of(schema(0), rows), allowance);
    }
  }

  private static Schema schema(long expectedRows) {
    var builder =
        Schema.builder()
            .number("age", 0, 120)
            .category("plan", "free", "pro")
            .number("visits", 0, 300)
            .label("churned", "no", "yes")
            .adjacency(Adjacency.ADD_OR_REMOVE_ONE);
    return (expectedRows > 0 ? builder.expectedRows(expectedRows) : builder).build();
  }
}
