// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.schema.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.demilune.DemiluneException;
import dev.demilune.data.CsvFormat;
import dev.demilune.data.CsvReader;
import dev.demilune.privacy.Adjacency;
import dev.demilune.schema.Column;
import dev.demilune.schema.FeatureRange;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.NumberScale;
import dev.demilune.schema.RowBound;
import dev.demilune.schema.Schema;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SchemaDraftTest {

  private static final String SAMPLE =
      """
      id,age,"home, town",spent,empty,notes,churned
      1,17,Zürich,-3.5,,a,no
      2,90,Bern,120,NA,b,no
      3,44,Bern,?,,c,yes
      """;

  @TempDir Path folder;

  @Test
  void everyLineSaysWhereItComesFrom() {
    AnnotatedSchema drafted =
        SchemaDraft.ofPublic(csv(SAMPLE, CsvFormat.standard()), Adjacency.REPLACE_ONE)
            .label("churned")
            .draft();
    assertThat(drafted.toYaml())
        .isEqualTo(
            """
            # Drafted from a sample of 3 rows, which must be public.
            # Read every line before use: wide ranges are safe, narrow ones only clip.
            # Add 'expected-rows: N', a public guess of the private rows, for a better model.
            adjacency: replace-one
            missing-values: ["", "?", "NA"]
            columns:
              id: ignore  # drafted: ignored, since it counts the rows
              age: number 0..100  # drafted: from 17 to 90 in the sample, widened to round numbers
              "home, town": {category: ["Bern", "Zürich", "other"], other: "other"}  # drafted: the \
            values of the sample; any other counts as other
              spent: number -20..140  # drafted: from -3.5 to 120 in the sample, widened to round \
            numbers
              empty: ignore  # drafted: ignored, since all cells of the sample are empty
              notes: {category: ["a", "b", "c", "other"], other: "other"}  # drafted: the values of \
            the sample; any other counts as other
              churned: {label: ["no", "yes"]}  # drafted: the label, its values by frequency in the \
            sample
            """);
    assertThat(SchemaFile.parse(drafted.toYaml(), "draft")).isEqualTo(drafted.schema());
  }

  @Test
  void theColumnOfThePersonIsNeitherFeatureNorLabel() {
    AnnotatedSchema drafted =
        SchemaDraft.ofPublic(
                csv(
                    "age,fee,class\n17,1,ann\n90,2,bob\n44,3,ann\n44,9,bob\n",
                    CsvFormat.standard()),
                Adjacency.ADD_OR_REMOVE_PERSON)
            .label("age")
            .person("class", 3)
            .draft();
    assertThat(drafted.toYaml())
        .contains(
            "\nperson: \"class\"\n",
            "\nrows-per-person: 3\n",
            "\n  class: ignore",
            "expected-persons")
        .doesNotContain("ann");
    assertThat(SchemaFile.parse(drafted.toYaml(), "draft")).isEqualTo(drafted.schema());
  }

  @Test
  void decimalCommasAndDatesAreRecognized() {
    CsvFormat format = CsvFormat.standard().delimitedBy(';');
    String sample =
        """
        paid;seen;back;count;y
        1.234,50;31.12.2024;03/04/2024;7;no
        99,5;1.2.2023;12/11/2023;8;yes
        12;NA;1/2/2024;2;no
        """;
    AnnotatedSchema drafted =
        SchemaDraft.ofPublic(csv(sample, format), format, Adjacency.REPLACE_ONE).draft();

    assertThat(drafted.toYaml())
        .endsWith(
            """
            delimiter: ";"
            decimal: ","
            thousands: "."
            missing-values: ["", "NA"]
            columns:
              paid: number 0..1400  # drafted: from 12 to 1234.5 in the sample, widened to round \
            numbers
              seen: {date: "d.m.Y", range: 2023-01-01..2024-12-31}  # drafted: dates from 2023-02-01 \
            to 2024-12-31 in the sample, widened to whole years
              back: {date: "m/d/Y", range: 2023-01-01..2024-12-31}  # drafted: dates from 2023-12-11 \
            to 2024-03-04 in the sample, widened to whole years; CHECK the format, which could be \
            d/m/Y
              count: number 1..9  # drafted: from 2 to 8 in the sample, widened to round numbers
              y: {label: ["no", "yes"]}  # drafted: the label, its values by frequency in the \
            sample; taken, as none was named
            """);
    assertThat(SchemaFile.parse(drafted.toYaml(), "draft")).isEqualTo(drafted.schema());
  }

  @Test
  void aFormatThatCouldBeAnotherIsMarked() {
    AnnotatedSchema points = draft("a,y\n1.234,no\n5.678,yes\n");
    assertThat(points.toYaml()).contains("a: number 0..7  #");
    assertThat(points.notes().columns().get("a"))
        .endsWith("CHECK the format: commas could be decimal");
    AnnotatedSchema mixed = draft("a,b,y\n1.25,\"1,5\",no\n5.5,\"2,25\",yes\n");
    assertThat(mixed.toYaml())
        .contains("a: number 0..6  #", "b: {number: 1.4..2.4, decimal: \",\", thousands: none}  #");
  }

  @Test
  void theLastColumnIsTheLabelUnlessNamed() {
    AnnotatedSchema drafted =
        SchemaDraft.ofPublic(csv(SAMPLE, CsvFormat.standard()), Adjacency.REPLACE_ONE).draft();
    assertThat(drafted.schema().labels()).isEqualTo(LabelSet.of("no", "yes"));
    assertThat(drafted.notes().columns().get("churned")).endsWith("as none was named");
  }

  @Test
  void filesWithoutHeaderHaveTheirColumnsNamed() throws IOException {
    CsvFormat format = CsvFormat.standard().withoutHeader().delimitedBy(';');
    AnnotatedSchema drafted =
        SchemaDraft.ofPublic(csv("3;x;a\n4;y;b\n", format), format, Adjacency.ADD_OR_REMOVE_ONE)
            .columns(List.of("size", "shape", "kind"))
            .draft();
    Path file = folder.resolve("schema.yaml");
    drafted.write(file);
    assertThat(SchemaFile.read(file)).isEqualTo(drafted.schema());
    assertThat(Files.readString(file)).contains("header: false\ndelimiter: \";\"\n");
  }

  @Test
  void aSampleThatSaysNothingIsRefused() {
    assertThatThrownBy(() -> draft("a,b\n"))
        .isInstanceOf(DemiluneException.class)
        .hasMessage("sample: the sample has no rows to draft a schema from; give a larger one");
    assertThatThrownBy(() -> draft("a,b\nu,x\nv,x\n"))
        .hasMessage(
            "sample: the last column has too many or too few values to be the label; name the column"
                + " to predict with --label, perhaps one of 'a'");
    assertThatThrownBy(() -> draft("b\nx\nx\n"))
        .hasMessage(
            "sample: the label column 'b' has fewer than two different values in the sample; name"
                + " another column with --label");
    assertThatThrownBy(
            () ->
                SchemaDraft.ofPublic(csv("a,b\n1,x\n", CsvFormat.standard()), Adjacency.REPLACE_ONE)
                    .label("c"))
        .hasMessage("sample: there is no column 'c' to be the label; check the name");
    assertThatThrownBy(
            () ->
                SchemaDraft.ofPublic(csv("a,b\n1,x\n", CsvFormat.standard()), Adjacency.REPLACE_ONE)
                    .columns(List.of("a")))
        .hasMessageContaining("name all columns of a file that has no header");
  }

  /** What tables hold beside numbers and categories is recognized, and said. */
  @Test
  void identifiersConstantsAndFreeTextAreSaid() {
    StringBuilder csv = new StringBuilder("customer_id,code,income,country,remark,target,visits\n");
    for (int i = 0; i < 30; i++) {
      csv.append(7 * i + 1000).append(",K-").append(97 * i % 31).append(',');
      csv.append(20_000 + 317 * i).append(",CH,said this and that ").append(i).append(',');
      csv.append(i % 3 == 0 ? "yes" : "no").append(',').append(i).append('\n');
    }
    AnnotatedSchema drafted = draft(csv.toString());
    String identifier =
        "drafted: ignored, since all cells of the sample are different: an identifier tells nothing"
            + " of others";
    assertThat(drafted.notes().columns())
        .containsEntry("customer_id", identifier)
        .containsEntry("code", identifier)
        .containsEntry(
            "income",
            "drafted: from 20000 to 29193 in the sample, widened to round numbers") // not an id
        .containsEntry(
            "country",
            "drafted: ignored, since all cells of the sample are the same: a constant tells nothing")
        .containsEntry("remark", "drafted: ignored, since it is free text")
        .containsEntry("visits", "drafted: ignored, since it counts the rows")
        .containsEntry(
            "target",
            "drafted: the label, its values by frequency in the sample; taken, as none was named");
  }

  @Test
  void manyTextsAreNoCategory() {
    StringBuilder csv = new StringBuilder("name,size,kind\n");
    for (int i = 0; i < 200; i++) {
      csv.append("person")
          .append(i)
          .append(',')
          .append(i % 7)
          .append(',')
          .append(i % 2)
          .append('\n');
    }
    Schema schema = draft(csv.toString()).schema();
    assertThat(schema.columns().get(0)).isEqualTo(new Column.Ignored("name"));
    assertThat(schema.columns().get(1)).isInstanceOf(Column.Numeric.class);
  }

  /** Texts that YAML, a comment or a terminal would take for something else. */
  @ParameterizedTest
  @CsvSource({
    "<=50K",
    "no",
    "'#x'",
    "'a: b'",
    "'\"q\"'",
    "'\\'",
    "*x",
    "&x",
    "'[a'",
    "'{a'",
    "~",
    "-",
    "'\u2028'",
    "'\uFEFFx'",
    "\uD83D\uDE00",
    "'\u0085'",
    "1e3",
    "'  '"
  })
  void anyTextSurvivesTheFile(String text) {
    Schema schema =
        Schema.builder()
            .adjacency(Adjacency.REPLACE_LABEL)
            .category(text, text, "plain")
            .labelWithOther("y", text, "plain")
            .rows(RowBound.clip(2.5))
            .numbersTo(NumberScale.ZERO_TO_ONE)
            .intercept(0)
            .expectedRows(17)
            .delimiter('\t')
            .number("n", -1e-9, 1e21, 3)
            .build();
    SchemaNotes notes = SchemaNotes.none().opening(text + "\nx: 1").column("n", text + "\nx: 1");
    assertThat(SchemaFile.parse(new AnnotatedSchema(schema, notes).toYaml(), "again"))
        .isEqualTo(schema);
  }

  @ParameterizedTest
  @CsvSource({
    "17, 90, 0, 100",
    "0, 1, 0, 1.2",
    "1, 5, 0, 6",
    "-5, -1, -6, 0",
    "0, 0, 0, 0.2",
    "-3, -3, -4, -2",
    "7, 7, 6, 8",
    "0, 1800, 0, 2000",
    "1000000000, 1000000005, 999999999, 1000000006",
    "1e-9, 3e-9, 8e-10, 3.4e-9",
    "-1e308, 1e308, -1e300, 1e300"
  })
  void rangesAreRoundAndHoldWhatWasSeen(double least, double largest, double low, double high) {
    FeatureRange range = RoundRange.around(least, largest);
    if (Math.abs(least) < 1e300) {
      assertThat(range.contains(least) && range.contains(largest)).isTrue();
      assertThat(range).isEqualTo(new FeatureRange(low, high));
    } else {
      assertThat(range.low()).isLessThanOrEqualTo(low);
      assertThat(range.high()).isGreaterThanOrEqualTo(high);
    }
  }

  private static AnnotatedSchema draft(String csv) {
    return SchemaDraft.ofPublic(csv(csv, CsvFormat.standard()), Adjacency.REPLACE_ONE).draft();
  }

  private static CsvReader csv(String text, CsvFormat format) {
    return CsvReader.open(
        new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), "sample", format);
  }
}
