// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.demilune.DemiluneException;
import dev.demilune.data.CsvFormat;
import dev.demilune.data.CsvReader;
import dev.demilune.data.LibsvmReader;
import dev.demilune.data.Table;
import dev.demilune.privacy.Adjacency;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.RowBound;
import dev.demilune.schema.Schema;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

/**
 * A message is a release nobody paid for: whatever is wrong with a table of private rows, what it
 * says never holds a cell, and neither do the causes that a stack trace would show.
 */
class NoCellInMessagesTest {

  private static final String WORD = "ZebraSecret";
  private static final String NUMBER = "48151";
  private static final int ROUNDS = 4_000;

  private static final Schema COLUMNS =
      Schema.builder()
          .number("age", 0, 100)
          .category("job", "clerk", "nurse")
          .label("income", "low", "high")
          .adjacency(Adjacency.REPLACE_ONE)
          .build();

  private static final Schema VECTORS =
      Schema.vectors(3, LabelSet.of("-1", "+1"))
          .adjacency(Adjacency.REPLACE_ONE)
          .rows(RowBound.clip(1))
          .build();

  @Test
  void brokenCsvIsDescribedWithoutItsCells() throws Exception {
    String cells = NUMBER + ".62342," + WORD + "," + WORD + NUMBER + "\n";
    String quoted = "\"" + NUMBER + "\",\"" + WORD + "\n\", " + WORD + " \n";
    int faults =
        faults(
            "age,job,income\n" + cells.repeat(2) + quoted + cells,
            bytes -> CsvReader.open(bytes, "x.csv", CsvFormat.standard()),
            COLUMNS);
    assertThat(faults).isGreaterThan(ROUNDS / 4);
  }

  /** The first row stands where the names of the columns should be. */
  @Test
  void aFileWithoutHeaderIsDescribedWithoutItsFirstRow() throws Exception {
    String row = NUMBER + "," + WORD + "," + NUMBER + WORD + "\n";
    int faults =
        faults(
            row.repeat(3), bytes -> CsvReader.open(bytes, "x.csv", CsvFormat.standard()), COLUMNS);
    assertThat(faults).isEqualTo(ROUNDS);
    faults(
        row.repeat(3),
        bytes -> CsvReader.open(bytes, "x.csv", CsvFormat.standard().withoutHeader()),
        COLUMNS);
  }

  @Test
  void brokenLibsvmIsDescribedWithoutItsCells() throws Exception {
    String row = WORD + " 1:" + NUMBER + " 2:" + WORD + " " + NUMBER + ":" + NUMBER + "\n";
    int faults = faults(row.repeat(3), bytes -> LibsvmReader.open(bytes, "x.svm"), VECTORS);
    assertThat(faults).isGreaterThan(ROUNDS / 8);
  }

  /** Counts the refusals; fails if one of them tells a cell. */
  private static int faults(
      String text, Function<ByteArrayInputStream, Table> reader, Schema schema) throws Exception {
    SplittableRandom random = new SplittableRandom(7);
    int faults = 0;
    for (int i = 0; i < ROUNDS; i++) {
      byte[] bytes = broken(text.getBytes(StandardCharsets.UTF_8), random);
      if (i % 50 == 0) {
        bytes = cutArchive(bytes);
      }
      try (Table table = reader.apply(new ByteArrayInputStream(bytes))) {
        BoundedDataset.of(schema, table);
      } catch (DemiluneException told) {
        faults++;
        for (Throwable cause = told; cause != null; cause = cause.getCause()) {
          assertThat(String.valueOf(cause.getMessage()))
              .as("round %d", i)
              .doesNotContain(WORD.substring(0, 5))
              .doesNotContain(WORD.substring(5))
              .doesNotContain(NUMBER);
        }
      }
    }
    return faults;
  }

  /** One to three bytes that mean something to a reader, put anywhere. */
  private static byte[] broken(byte[] bytes, SplittableRandom random) {
    List<String> pieces =
        List.of("\"", ",", "\n", "\r", ":", " ", "#", "\0", "0", "\n\n", "\ufeff");
    byte[] result = bytes;
    for (int edits = random.nextInt(1, 4); edits > 0; edits--) {
      int at = random.nextInt(result.length);
      byte[] piece =
          random.nextInt(8) == 0
              ? new byte[] {(byte) 0xe9} // no UTF-8
              : pieces.get(random.nextInt(pieces.size())).getBytes(StandardCharsets.UTF_8);
      ByteArrayOutputStream edited = new ByteArrayOutputStream();
      edited.write(result, 0, at);
      edited.writeBytes(piece);
      int skipped = random.nextInt(3); // bytes that are lost
      edited.write(
          result, Math.min(result.length, at + skipped), Math.max(0, result.length - at - skipped));
      result = edited.toByteArray();
    }
    return result;
  }

  private static byte[] cutArchive(byte[] bytes) throws Exception {
    ByteArrayOutputStream archive = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(archive)) {
      out.write(bytes);
    }
    return Arrays.copyOf(archive.toByteArray(), archive.size() - 6);
  }
}
