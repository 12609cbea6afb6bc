// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.schema.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.demilune.data.CsvFormat;
import dev.demilune.privacy.Adjacency;
import dev.demilune.rows.SharedData;
import dev.demilune.schema.Column;
import dev.demilune.schema.FeatureRange;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.NumberScale;
import dev.demilune.schema.RowBound;
import dev.demilune.schema.Schema;
import dev.demilune.schema.SchemaException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SchemaFileTest {
  @TempDir Path directory;

  /** The example of docs/schema.md, which must stay true. */
  @Test
  void theDocumentedExampleIsRead() throws IOException {
    String page = Files.readString(SharedData.projectRoot().resolve("docs/schema.md"));
    String example = page.substring(page.indexOf("```yaml\n") + 8);
    Schema schema =
        SchemaFile.parse(example.substring(0, example.indexOf("```")), "docs/schema.md");

    assertThat(schema)
        .isEqualTo(
            Schema.builder()
                .number("age", 0, 120)
                .number("hours", 0, 100, 40)
                .categoryWithOther("job", "other", "clerk", "nurse", "teacher")
                .category("sex", "female", "male")
                .ignore("id")
                .label("income", "<=50K", ">50K")
                .adjacency(Adjacency.ADD_OR_REMOVE_ONE)
                .rows(RowBound.scale())
                .intercept(0.3)
                .expectedRows(48_842)
                .build());
  }

  @Test
  void everySettingIsRead() throws IOException {
    Path file = directory.resolve("s.yaml");
    Files.writeString(
        file,
        """
        columns:
          x: number -1.5..+.5e3
          '': ignore
          no: {other: "1", category: [yes, null, 01]}
          y: {label: [3], other: rest}
        adjacency: replace-label
        rows: clip 2.5
        numbers: 0..1
        intercept: none
        header: false
        delimiter: tab
        """);

    Schema schema = SchemaFile.read(file);

    assertThat(schema.columns())
        .containsExactly(
            new Column.Numeric("x", new FeatureRange(-1.5, 500), 249.25),
            new Column.Ignored(""),
            new Column.Category("no", List.of("yes", "null", "01", "1"), 3),
            new Column.Label("y"));
    assertThat(schema.labels()).isEqualTo(LabelSet.withOther("rest", "3"));
    assertThat(schema.adjacency()).isEqualTo(Adjacency.REPLACE_LABEL);
    assertThat(schema.rowBound()).isEqualTo(RowBound.clip(2.5));
    assertThat(schema.numberScale()).isEqualTo(NumberScale.ZERO_TO_ONE);
    assertThat(schema.intercept()).isZero();
    assertThat(schema.csvFormat()).isEqualTo(new CsvFormat(false, '\t'));
  }

  @Test
  void aHundredThousandColumnsAreFine() {
    String columns =
        IntStream.range(0, 100_000)
            .mapToObj(i -> "  column" + i + ": number 0..1\n")
            .collect(Collectors.joining());
    Schema schema =
        SchemaFile.parse(
            "adjacency: replace-one\ncolumns:\n" + columns + "  y: {label: [a, b]}\n", "s.yaml");
    assertThat(schema.features()).isEqualTo(100_000);
    assertThat(schema.featureName(99_999)).isEqualTo("column99999");
  }

  @Test
  void allFaultsComeAtOnceWithTheirLines() {
    String yaml =
        """
        adjacency: neighbours
        rows: clip -1
        numbers: 0..2
        intercept: yes
        expected-rows: many
        header: no
        delimiter: ", "
        colour: red
        rows: scale
        columns:
          a: number
          b: number 5..1
          c: number 0..x
          d: {category: red}
          e: {category: [red], othr: blue}
          a: ignore
          f: [1, 2]
          g: integer 0..5.5
          h: {label: [only]}
          i: {category: [u, u]}
          j: &anchor ignore
        """;
    assertThatThrownBy(() -> SchemaFile.parse(yaml, "s.yaml"))
        .isInstanceOfSatisfying(
            SchemaException.class,
            e ->
                assertThat(e.faults())
                    .containsExactly(
                        "line 1: adjacency must be add-or-remove-one, replace-one or"
                            + " replace-label",
                        "line 2: rows must be scale, or clip and a length such as clip 2.5",
                        "line 3: numbers must be -1..1 or 0..1",
                        "line 4: intercept must be a number or none",
                        "line 5: expected-rows must be a whole number of at least 1",
                        "line 6: header must be true or false",
                        "line 7: delimiter must be one character in quotes, or tab",
                        "line 8: 'colour' is not a setting; known are adjacency, rows, numbers,"
                            + " intercept, expected-rows, header, delimiter, columns",
                        "line 9: 'rows' is there twice",
                        "line 11: column 'a' must be number low..high, integer low..high,"
                            + " {category: [...]}, {label: [...]} or ignore",
                        "line 12: column 'b' needs a finite range with low < high, got 5.0..1.0",
                        "line 13: column 'c' needs its range as number low..high, say 0..120",
                        "line 14: column 'd' needs its values in brackets, say [free, pro]",
                        "line 15: column 'e' must be number low..high, integer low..high,"
                            + " {category: [...]}, {label: [...]} or ignore",
                        "line 16: 'a' is there twice",
                        "line 17: 'f' must be a single word or number",
                        "line 18: column 'g' is an integer: its range and default must be"
                            + " integers up to 2^60",
                        "line 19: column 'h' needs at least 2 label value(s)",
                        "line 20: column 'i' lists 'u' twice",
                        "line 21: 'j' uses an anchor; write the value out"))
        .hasMessageStartingWith("s.yaml has 20 faults:\n  - line 1: ");
  }

  @Test
  void integersAreReadAndWrittenAsSuch() {
    String yaml =
        """
        adjacency: replace-one
        rows: clip 1.5
        columns:
          t: integer 0..1000000000000
          u: integer -5..6 default 2
          y: {label: [a, b]}
        """;
    Schema schema = SchemaFile.parse(yaml, "s.yaml");
    assertThat(schema.columns().subList(0, 2))
        .containsExactly(
            new Column.Numeric("t", new FeatureRange(0, 1e12), 5e11, true),
            new Column.Numeric("u", new FeatureRange(-5, 6), 2, true));
    assertThat(SchemaFile.parse(new AnnotatedSchema(schema, SchemaNotes.none()).toYaml(), "s.yaml"))
        .isEqualTo(schema);
    assertThat(Schema.fromJson(schema.toJson())).isEqualTo(schema);
    assertThat(schema.integerRanges())
        .containsExactly(new FeatureRange(0, 1e12), new FeatureRange(-5, 6));
  }

  @Test
  void brokenYamlIsOneSentence() {
    assertThatThrownBy(() -> SchemaFile.parse("columns:\n  a: {label: [x, y\n", "s.yaml"))
        .isInstanceOf(SchemaException.class)
        .hasMessageStartingWith("s.yaml: line 3: this is not valid YAML: ");
    assertThatThrownBy(() -> SchemaFile.parse("", "s.yaml"))
        .isInstanceOf(SchemaException.class)
        .hasMessage("s.yaml: the file must hold 'adjacency:', 'columns:' and other settings");
    assertThatThrownBy(() -> SchemaFile.parse("- a\n- b\n", "s.yaml"))
        .isInstanceOf(SchemaException.class)
        .hasMessage("s.yaml: the file must hold 'adjacency:', 'columns:' and other settings");
    assertThatThrownBy(() -> SchemaFile.parse("adjacency: replace-one\n", "s.yaml"))
        .isInstanceOf(SchemaException.class)
        .hasMessageContaining("'columns:' is missing: list the columns of the file");
  }

  @Test
  void hostileYamlIsRefusedQuickly() {
    String laughs =
        """
        a: &a [x, x, x, x, x, x, x, x, x]
        b: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a]
        c: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b]
        columns: &k {k: *k}
        """;
    for (String yaml :
        new String[] {
          laughs, "a: ".repeat(100), "[".repeat(100_000), "&a [*a]", "!!java.io.File x", "a: b\0"
        }) {
      assertThatThrownBy(() -> SchemaFile.parse(yaml, "s.yaml"))
          .isInstanceOf(SchemaException.class);
    }
  }

  @Test
  void aFileThatCannotBeReadIsOneSentence() throws IOException {
    Path none = directory.resolve("none.yaml");
    assertThatThrownBy(() -> SchemaFile.read(none))
        .isInstanceOf(SchemaException.class)
        .hasMessage(none + ": there is no such file; check the path");
    assertThatThrownBy(() -> SchemaFile.read(directory))
        .isInstanceOf(SchemaException.class)
        .hasMessage(
            directory + ": the file cannot be read; check that it is a readable schema file");
    Path latin =
        Files.write(directory.resolve("l.yaml"), "é: x".getBytes(StandardCharsets.ISO_8859_1));
    assertThatThrownBy(() -> SchemaFile.read(latin))
        .isInstanceOf(SchemaException.class)
        .hasMessage(latin + ": the text is not UTF-8; convert the file to UTF-8");
  }
}
