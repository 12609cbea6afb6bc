// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.network;

import static org.assertj.core.api.Assertions.assertThat;

import dev.demilune.budget.Ledger;
import dev.demilune.data.CsvReader;
import dev.demilune.data.Table;
import dev.demilune.data.synthetic.XorBlobs;
import dev.demilune.evaluate.Evaluation;
import dev.demilune.learn.PrivateFit;
import dev.demilune.privacy.PureDp;
import dev.demilune.random.Randomness;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.Schema;
import dev.demilune.schema.file.SchemaFile;
import dev.demilune.testkit.Seeds;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What chosen networks must reach where every line is wrong on a quarter of the points. */
class NetworkUtilityTest {

  private static final int ROWS = 2_000;

  @TempDir Path directory;

  private Path points(String name) throws IOException {
    Path file = directory.resolve(name);
    Randomness randomness = Seeds.randomness(name);
    try (Writer csv = Files.newBufferedWriter(file)) {
      XorBlobs.write(csv, ROWS, randomness::nextLong);
    }
    return file;
  }

  private double accuracy(double epsilon) throws IOException {
    Schema schema = schema();
    PureDp guarantee = PureDp.of(epsilon);
    try (Ledger ledger =
            Ledger.inMemory("blobs", schema.adjacency(), guarantee, Seeds.randomness("noise"));
        Table training = CsvReader.open(points("training"));
        Table fresh = CsvReader.open(points("fresh"))) {
      PrivateFit fit =
          NetworkChoice.withDefaults()
              .fit(BoundedDataset.of(schema, training), ledger.spend("test", guarantee));
      return Evaluation.onPublic(fit.model(), fresh).accuracy();
    }
  }

  private Schema schema() throws IOException {
    Path file = directory.resolve("schema.yaml");
    Files.writeString(file, XorBlobs.schemaYaml(ROWS));
    return SchemaFile.read(file);
  }

  /** With a hundredth of the budget it must not do as well. */
  @Test
  void solvesWhatNoLineCan() throws IOException {
    assertThat(accuracy(1)).isGreaterThan(0.98);
    assertThat(accuracy(0.01)).isLessThan(0.9);
  }
}
