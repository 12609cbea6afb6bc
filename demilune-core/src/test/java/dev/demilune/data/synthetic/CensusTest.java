// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.data.synthetic;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.demilune.data.CsvFormat;
import dev.demilune.data.CsvReader;
import dev.demilune.data.Table;
import dev.demilune.data.Vocabulary;
import dev.demilune.random.Randomness;
import dev.demilune.schema.Column;
import dev.demilune.schema.Schema;
import dev.demilune.schema.file.SchemaFile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CensusTest {

  private static final int ROWS = 20_000;

  @Test
  void isTheSameForTheSameBits() throws IOException {
    assertThat(csv(50, 3)).isEqualTo(csv(50, 3)).isNotEqualTo(csv(50, 4));
  }

  @Test
  void bestAccuracyIsTheOneTheDocumentationStates() throws IOException {
    // The standard deviation of the mean over 20,000 rows is below 0.0011: 5 of them are 0.0055.
    Census.Written written =
        Census.write(new StringBuilder(), ROWS, Randomness.reproducible(5)::nextLong);
    assertThat(written.rows()).isEqualTo(ROWS);
    assertThat(written.bestAccuracy()).isCloseTo(0.8272, within(0.0055));
  }

  /** The label is drawn with the stated probability: the rule that knows it is right as often. */
  @Test
  void theRuleThatKnowsTheModelReachesTheBestAccuracy() {
    CensusPerson person = new CensusPerson(Randomness.reproducible(6)::nextLong);
    double best = 0;
    double high = 0;
    int right = 0;
    for (int i = 0; i < ROWS; i++) {
      person.draw();
      double p = person.highIncomeProbability();
      boolean isHigh = person.uniform() < p;
      best += Math.max(p, 1 - p) / ROWS;
      high += p / ROWS;
      right += isHigh == p > 0.5 ? 1 : 0;
    }
    // 0.0135 is 5 standard deviations of a share of 20,000 coins with probability 0.83.
    assertThat((double) right / ROWS).isCloseTo(best, within(0.0135));
    assertThat(1 - high).isCloseTo(0.685, within(0.015));
  }

  @Test
  void everyCellIsOneTheSchemaKnows(@TempDir Path directory) throws IOException {
    Schema schema =
        SchemaFile.read(Files.writeString(directory.resolve("s.yaml"), Census.schemaYaml()));
    Set<String> seen = new HashSet<>();
    try (Table table = table(csv(ROWS, 7))) {
      assertThat(table.columns()).startsWith(Census.COLUMNS.toArray(String[]::new));
      while (table.next()) {
        for (int c = 0; c < schema.columns().size(); c++) {
          Column column = schema.columns().get(c);
          if (column instanceof Column.Numeric number) {
            assertThat(number.range().contains(table.number(c))).as(column.name()).isTrue();
          } else {
            List<String> values =
                column instanceof Column.Category category
                    ? category.values()
                    : schema.labels().names();
            int found = table.find(c, Vocabulary.of(values));
            assertThat(found).as(column.name()).isNotNegative();
            seen.add(column.name() + "=" + values.get(found));
          }
        }
      }
    }
    assertThat(seen).as("every listed value occurs").hasSize(5 + 8 + 6 + 4 + 3 + 2 + 2);
  }

  private static String csv(long rows, long seed) throws IOException {
    StringBuilder csv = new StringBuilder();
    Census.write(csv, rows, Randomness.reproducible(seed)::nextLong);
    return csv.toString();
  }

  private static Table table(String csv) {
    return CsvReader.open(
        new ByteArrayInputStream(csv.getBytes(UTF_8)), "census", CsvFormat.standard());
  }
}
