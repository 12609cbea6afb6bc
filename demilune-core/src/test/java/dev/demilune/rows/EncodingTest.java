// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.demilune.DemiluneException;
import dev.demilune.data.CsvFormat;
import dev.demilune.data.CsvReader;
import dev.demilune.data.IdxReader;
import dev.demilune.data.LibsvmReader;
import dev.demilune.data.VectorTable;
import dev.demilune.privacy.Adjacency;
import dev.demilune.schema.EncodedRow;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.NumberScale;
import dev.demilune.schema.RowBound;
import dev.demilune.schema.RowEncoder;
import dev.demilune.schema.Schema;
import dev.demilune.schema.SchemaBuilder;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EncodingTest {
  private static final Schema SCHEMA = schema().build();

  private static SchemaBuilder schema() {
    return Schema.builder()
        .number("age", 0, 100)
        .number("debt", -2, 2, 1)
        .category("plan", "free", "pro")
        .ignore("id")
        .categoryWithOther("land", "fr", "de", "fr")
        .label("left", "no", "yes")
        .adjacency(Adjacency.REPLACE_ONE);
  }

  private static CsvReader csv(String text, CsvFormat format) {
    return CsvReader.open(
        new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), "t.csv", format);
  }

  private static CsvReader csv(String text) {
    return csv(text, CsvFormat.standard());
  }

  /** The first row of the text as a dense vector, with the label at the end. */
  private static double[] encode(Schema schema, CsvReader table) {
    RowEncoder encoder = schema.encoder(table);
    assertThat(table.next()).isTrue();
    EncodedRow row = new EncodedRow();
    encoder.encode(table, row);
    double[] dense = new double[schema.features() + 1];
    for (int i = 0; i < row.size(); i++) {
      dense[row.index(i)] = row.value(i);
    }
    dense[schema.features()] = row.label();
    return dense;
  }

  private static double[] encode(String row) {
    return encode(SCHEMA, csv("age,debt,plan,id,land,left\n" + row));
  }

  @Test
  void goodCellsAreEncodedByRangeAndValue() {
    assertThat(encode("75,-2,pro,7,de,yes")).containsExactly(0.5, -1, 0, 1, 1, 0, 1);
    assertThat(encode("0,0.5,free,,fr,no")).containsExactly(-1, 0.25, 1, 0, 0, 1, 0);
    Schema unit = schema().numbersTo(NumberScale.ZERO_TO_ONE).build();
    assertThat(encode(unit, csv("age,debt,plan,id,land,left\n75,-2,pro,7,de,yes")))
        .containsExactly(0.75, 0, 0, 1, 1, 0, 1);
  }

  @Test
  void badCellsBecomePublicDefaults() {
    assertThat(encode("?,,FREE,x,xx,maybe")).containsExactly(0, 0.5, 0, 0, 0, 1, -1);
    assertThat(encode("NaN,nan,,,,")).containsExactly(0, 0.5, 0, 0, 0, 1, -1);
    assertThat(encode("1e308,-1e999,free,,de,no")).containsExactly(1, -1, 1, 0, 1, 0, 0);
    assertThat(encode("inf,-Infinity,free,,de,no")).containsExactly(1, -1, 1, 0, 1, 0, 0);
  }

  @Test
  void theOrderOfColumnsIsFree() {
    assertThat(encode(SCHEMA, csv("left,land,id,plan,debt,age\nyes,de,7,pro,-2,75")))
        .containsExactly(0.5, -1, 0, 1, 1, 0, 1);
  }

  @Test
  void dataToPredictMayLackLabelAndIgnoredColumns() {
    CsvReader table = csv("land,plan,debt,age\nde,pro,-2,75");
    assertThat(SCHEMA.encoder(table).hasLabel()).isFalse();
    assertThat(encode(SCHEMA, table)).containsExactly(0.5, -1, 0, 1, 1, 0, -1);
  }

  @Test
  void withoutHeaderColumnsAreInSchemaOrder() {
    Schema schema = schema().withoutHeader().build();
    assertThat(encode(schema, csv("75,-2,pro,7,de,yes", schema.csvFormat())))
        .containsExactly(0.5, -1, 0, 1, 1, 0, 1);
    assertThat(encode(schema, csv("75,-2,pro,7,de", schema.csvFormat())))
        .containsExactly(0.5, -1, 0, 1, 1, 0, -1);
    assertThatThrownBy(() -> schema.encoder(csv("75,-2,pro,7", schema.csvFormat())))
        .isInstanceOf(DemiluneException.class)
        .hasMessage(
            "t.csv: the file has 4 columns and the schema 6; without a header line the schema"
                + " must list all columns in order");
  }

  @Test
  void columnsThatDoNotFitAreAllListed() {
    assertThatThrownBy(() -> SCHEMA.encoder(csv("age,debt,plan,land,left,income\n")))
        .isInstanceOf(DemiluneException.class)
        .hasMessage(
            "t.csv: column 6 of the first line, counted from 1, is not in the schema: leave"
                + " it out of the file, or train with a schema that has `.number(name, low, high)`"
                + " or `.ignore(name)`, in YAML `name: number low..high` or `name: ignore`");
    assertThatThrownBy(() -> SCHEMA.encoder(csv("age,x,plan,y,left\n")))
        .isInstanceOf(DemiluneException.class)
        .hasMessage(
            "t.csv:1: columns 'debt', 'land' are in the schema but not in the file's first line,"
                + " which must be a header: name the right file, or say in the schema how it is"
                + " written (delimiter: \";\", header: false)");
    assertThatThrownBy(() -> SCHEMA.encoder(csv("age,x,debt,plan,land,y,left\n")))
        .isInstanceOf(DemiluneException.class)
        .hasMessageStartingWith(
            "t.csv: columns 2, 6 of the first line, counted from 1, are not in the schema:"
                + " leave them out of the file");
  }

  @Test
  void aMissingHeaderDoesNotShowTheFirstRow() {
    // In the second and third, a cell of the row happens to be the name of a column.
    for (String row :
        List.of("75,-2,pro,7,de,yes\n", "75,-2,plan,7,de,yes\n", "75,-2,pro,7,de,left\n")) {
      assertThatThrownBy(() -> BoundedDataset.of(SCHEMA, csv(row)))
          .isInstanceOf(DemiluneException.class)
          .hasMessageStartingWith("t.csv:1: columns 'age', 'debt', ")
          .hasMessageContaining("which must be a header")
          .hasMessageNotContainingAny("75", "-2", "'pro'", "'7'", "'de'", "'yes'");
    }
  }

  @Test
  void trainingNeedsTheLabel() {
    assertThatThrownBy(() -> BoundedDataset.of(SCHEMA, csv("age,debt,plan,land\n1,1,pro,de\n")))
        .isInstanceOf(DemiluneException.class)
        .hasMessage("t.csv: the rows have no labels; training needs them");
  }

  @Test
  void vectorsAndColumnsAreNotMixed() {
    assertThatThrownBy(() -> SCHEMA.encoder(VectorTable.of(new double[][] {{1}})))
        .isInstanceOf(DemiluneException.class)
        .hasMessage(
            "rows in memory: the file holds plain vectors but the schema lists columns; use a"
                + " schema of plain vectors");
    Schema vectors =
        Schema.vectors(3, LabelSet.numbered(2)).adjacency(Adjacency.REPLACE_ONE).build();
    assertThatThrownBy(() -> vectors.encoder(csv("a,b\n")))
        .isInstanceOf(DemiluneException.class)
        .hasMessage(
            "t.csv: the file has columns but the schema describes plain vectors; use a schema"
                + " that lists the columns");
  }

  @Test
  void imagesOfAnotherSizeThanDeclaredAreRefused(@TempDir Path directory) throws IOException {
    byte[] header = {0, 0, 8, 3, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 3}; // no images of 2 by 3
    Path images = Files.write(directory.resolve("images"), header);
    for (int features : new int[] {5, 7}) {
      Schema schema =
          Schema.vectors(features, LabelSet.numbered(2)).adjacency(Adjacency.REPLACE_ONE).build();
      try (IdxReader table = IdxReader.open(images)) {
        assertThatThrownBy(() -> schema.encoder(table))
            .isInstanceOf(DemiluneException.class)
            .hasMessage(
                "%s: each record has 6 values but %d features are declared; declare 6, or name the"
                    + " right file",
                table.source(), features);
      }
    }
  }

  @Test
  void entriesBeyondTheDeclaredFeaturesAreDropped() {
    Schema schema =
        Schema.vectors(3, LabelSet.of("-1", "1"))
            .adjacency(Adjacency.ADD_OR_REMOVE_ONE)
            .valueScale(0.5)
            .rows(RowBound.clip(1))
            .build();
    LibsvmReader table =
        LibsvmReader.open(
            new ByteArrayInputStream(
                "+1.0 1:1 3:nan 4:9 999999999999:1\n7 2:x\n".getBytes(StandardCharsets.UTF_8)),
            "t.libsvm");

    BoundedDataset data = BoundedDataset.of(schema, table);

    int[] row = new int[3];
    data.block(0).copyTo(0, row);
    assertThat(row).containsExactly(16_000, 0, 0);
    assertThat(data.block(0).label(0)).isEqualTo(1);
    data.block(0).copyTo(1, row);
    assertThat(row).containsExactly(0, 0, 0);
    assertThat(data.block(0).label(1)).isZero();
  }

  /** Whatever the cells hold, every row arrives, within the bound. */
  @Test
  void noCellCanThrowOrStop() {
    String[] nasty = {
      "",
      "NaN",
      "1e999",
      "-1e999",
      "0x1p3",
      "\"\"",
      "\"a\nb\"",
      "é",
      "𝄞",
      "1d",
      "--",
      "1e",
      "٣",
      "\"\"\"\"",
      "null",
      "99999999999999999999999",
      "4.9e-324",
      "yes",
      "no",
      "pro",
      "-0"
    };
    SplittableRandom random = new SplittableRandom(2);
    StringBuilder text = new StringBuilder("age,debt,plan,id,land,left\n");
    for (int i = 0; i < 5_000; i++) {
      for (int j = 0; j < 6; j++) {
        text.append(j == 0 ? "" : ",").append(nasty[random.nextInt(nasty.length)]);
      }
      text.append('\n');
    }

    BoundedDataset data = BoundedDataset.of(SCHEMA, csv(text.toString()));

    assertThat(data.publicSize()).isEqualTo(5_000);
    for (int b = 0; b < data.blocks(); b++) {
      for (int i = 0; i < data.block(b).rows(); i++) {
        assertThat(data.block(b).squaredNorm(i)).isBetween(0L, 1_024_000_000L);
        assertThat(data.block(b).label(i)).isBetween(0, 1);
      }
    }
  }

  @Test
  void rowsClean() {
    EncodedRow row =
        Schema.vectors(7, LabelSet.numbered(2))
            .adjacency(Adjacency.REPLACE_ONE)
            .build()
            .encode(
                new double[] {
                  Double.NaN, Double.POSITIVE_INFINITY, -1e308, 1e-101, Double.MIN_VALUE, -0.0, 2
                });
    assertThat(row.size()).isEqualTo(3);
    assertThat(row.value(0)).isEqualTo(1e100);
    assertThat(row.value(1)).isEqualTo(-1e100);
    assertThat(row.index(2)).isEqualTo(6);
    assertThat(row.norm()).isFinite();
    assertThat(row.label()).isEqualTo(-1);
    assertThatThrownBy(() -> row.add(6, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("index must increase, got 6");
  }
}
