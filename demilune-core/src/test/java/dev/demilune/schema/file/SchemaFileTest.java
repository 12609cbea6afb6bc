// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.schema.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.demilune.data.CsvFormat;
import dev.demilune.data.NumberFormat;
import dev.demilune.privacy.Adjacency;
import dev.demilune.rows.SharedData;
import dev.demilune.schema.AmountScale;
import dev.demilune.schema.Column;
import dev.demilune.schema.FeatureRange;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.Monotone;
import dev.demilune.schema.NumberScale;
import dev.demilune.schema.Reading;
import dev.demilune.schema.RowBound;
import dev.demilune.schema.Schema;
import dev.demilune.schema.SchemaException;
import dev.demilune.schema.Steps;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
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

  /** The second example of docs/schema.md, with the kinds that it explains. */
  @Test
  void theDocumentedKindsAreRead() throws IOException {
    String page = Files.readString(SharedData.projectRoot().resolve("docs/schema.md"));
    String[] blocks = page.split("```yaml\n", -1);
    assertThat(blocks).hasSize(4);
    Schema persons = SchemaFile.parse(blocks[2].substring(0, blocks[2].indexOf("```")), "page");
    assertThat(persons.person()).contains("patient");
    Schema schema = SchemaFile.parse(blocks[3].substring(0, blocks[3].indexOf("```")), "page");

    assertThat(schema.columns().stream().map(Column::name))
        .containsExactly(
            "age",
            "amount",
            "balance",
            "income",
            "last_call",
            "rate",
            "since",
            "grade",
            "branch",
            "region",
            "defaulted",
            "region & age");
    assertThat(schema.features()).isEqualTo(5 + 6 + 8 + 7 + 2 + 1 + 13 + 4 + 64 + 3 + 3 * 5);
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

  /** Every kind of column, with everything that it can say. */
  private static final String KINDS =
      """
      adjacency: replace-one
      decimal: ","
      thousands: "."
      missing-values: ["", NA, "?"]
      columns:
        age: {number: 0..120, bins: [18, 30, 65]}
        income: {number: 0..1e6, scale: signed-log, knots: 8, missing: own, monotone: increasing}
        debt: {number: 1..1e6, scale: log, default: 100, missing: default}
        area: {number: 0..300, scale: sqrt, knots: [10, 100], decimal: ".", thousands: none}
        code: {number: 0..998, bins: 4, missing: own, missing-values: ["999"]}
        since: {date: d.m.Y, range: 2000-01-01..2026-12-31, missing: own, knots: 5}
        seen:
          date: Y-m-d H:M:S
          range: 2020-01-01..2026-12-31
          reference: 2027-03-01
          default: 2020-01-01
          take: [age, weekday]
          scale: sqrt
          monotone: decreasing
        grade: {ordered: [low, mid, high], other: mid, monotone: increasing}
        plan: {category: [free, pro], other: rest, missing: own}
        zip: {hashed: 64, missing: own}
        id: ignore
        y: {label: [no, yes]}
      cross: [[plan, age], [grade, zip]]
      """;

  @Test
  void everyKindIsReadAndWritten() {
    Schema schema = SchemaFile.parse(KINDS, "kinds.yaml");

    assertThat(schema)
        .isEqualTo(
            Schema.builder()
                .adjacency(Adjacency.REPLACE_ONE)
                .numberFormat(new NumberFormat(',', '.'))
                .missingValues("", "NA", "?")
                .column(Column.number("age", 0, 120).withSteps(Steps.binsAt(18, 30, 65)))
                .column(
                    Column.number("income", 0, 1e6)
                        .withScale(AmountScale.SIGNED_LOG)
                        .withSteps(Steps.knots(8))
                        .missingAsValue()
                        .withMonotone(Monotone.INCREASING))
                .column(Column.number("debt", 1, 1e6).withScale(AmountScale.LOG).withFallback(100))
                .column(
                    Column.number("area", 0, 300)
                        .withScale(AmountScale.SQRT)
                        .withSteps(Steps.knotsAt(10, 100))
                        .withNumberFormat(NumberFormat.standard()))
                .column(
                    Column.number("code", 0, 998)
                        .withSteps(Steps.bins(4))
                        .missingAsValue()
                        .withMissingValues("999"))
                .column(
                    Column.date("since", "d.m.Y", day(2000, 1, 1), day(2026, 12, 31))
                        .missingAsValue()
                        .withSteps(Steps.knots(5)))
                .column(
                    Column.date("seen", "Y-m-d H:M:S", day(2020, 1, 1), day(2026, 12, 31))
                        .withReference(day(2027, 3, 1))
                        .withFallback(day(2020, 1, 1))
                        .taking(Column.DatePart.AGE, Column.DatePart.WEEKDAY)
                        .withScale(AmountScale.SQRT)
                        .withMonotone(Monotone.DECREASING))
                .column(
                    new Column.Category(
                        "grade",
                        List.of("low", "mid", "high"),
                        1,
                        true,
                        Monotone.INCREASING,
                        Reading.plain()))
                .column(
                    new Column.Category("plan", List.of("free", "pro", "rest"), 2).missingAsValue())
                .column(Column.hashed("zip", 64).missingAsValue())
                .ignore("id")
                .label("y", "no", "yes")
                .cross("plan", "age")
                .cross("grade", "zip")
                .build());
    String written = new AnnotatedSchema(schema, SchemaNotes.none()).toYaml();
    assertThat(SchemaFile.parse(written, "again")).isEqualTo(schema);
    assertThat(Schema.fromJson(schema.toJson())).isEqualTo(schema);
    // What was declared is not lost on the way to a file.
    assertThat(written)
        .contains(
            "  debt: {number: 1..1000000, default: 100, scale: log}\n",
            "  seen: {date: \"Y-m-d H:M:S\", range: 2020-01-01..2026-12-31, reference: 2027-03-01,"
                + " default: 2020-01-01, take: [age, weekday], scale: sqrt, monotone:"
                + " decreasing}\n",
            "cross: [[\"plan\", \"age\"], [\"grade\", \"zip\"]]\n");
  }

  private static LocalDate day(int year, int month, int day) {
    return LocalDate.of(year, month, day);
  }

  @Test
  void faultsOfEveryKindComeAtOnceWithTheirLines() {
    String yaml =
        """
        adjacency: replace-one
        decimal: ";"
        missing-values: NA
        cross: [a, nobody]
        columns:
          a: {number: 0..10, bins: 5000}
          b: {number: 0..10, knots: [5, 2]}
          c: {number: 0..10, bins: 4, knots: 4}
          d: {number: 0..10, scale: cubic}
          e: {number: 0..10, scale: log}
          f: {category: [x, y], monotone: increasing}
          g: {ordered: [x, y], monotone: upwards}
          h: {date: dd.mm.yyyy, range: 2000-01-01..2001-01-01}
          i: {date: d.m.Y}
          j: {date: d.m.Y, range: 2000-01-01..2000-02-30}
          k: text
          l: {text: long}
          m: {hashed: many}
          n: {hashed: 1}
          o: {number: 0..10, missing: maybe}
          p: {number: 0..10, decimal: ",", thousands: ","}
          q: {ordered: [x, y], other: z}
          r: {date: iso, range: 2000-01-01..2001-01-01, take: [hour]}
          s: {default: 4}
          t: {number: 0..10, bins: [x]}
          u: {hashed: 8, bins: 4}
          y: {label: [no, yes], missing: own}
        """;
    assertThatThrownBy(() -> SchemaFile.parse(yaml, "s.yaml"))
        .isInstanceOfSatisfying(
            SchemaException.class,
            e ->
                assertThat(e.faults())
                    .containsExactly(
                        "line 3: missing-values must be in brackets, say [\"\", NA, \"?\"]",
                        "line 6: column 'a' needs between 2 and 1000 bins, got 5000",
                        "line 7: column 'b' has its knots out of order: list them from low to high,"
                            + " each once",
                        "line 8: column 'c' has bins and knots: leave out the one or the other",
                        "line 9: column 'd' has scale: cubic; known are linear, log, signed-log,"
                            + " sqrt",
                        "line 10: column 'e' has scale log, which needs a range above 0: raise the"
                            + " low end, or use signed-log",
                        "line 11: column 'f' is a category without an order and cannot be monotone:"
                            + " list its values from low to high as {ordered: [...]}",
                        "line 12: column 'g' has monotone: upwards; known are none, increasing,"
                            + " decreasing",
                        "line 13: column 'h' has the format 'dd.mm.yyyy': a date format must have"
                            + " d, m and Y once each, then perhaps H, M and S, as in d.m.Y or"
                            + " Y-m-d H:M:S, or be iso, epoch-days, epoch-seconds or"
                            + " epoch-milliseconds",
                        "line 14: column 'i' needs a public range of dates, say range:"
                            + " 2000-01-01..2030-12-31",
                        "line 15: column 'j' needs days of the calendar, written as 2026-12-31",
                        "line 16: column 'k' is free text, from which nothing is learned: ignore"
                            + " it, or make a column of what it says, as a category or a number;"
                            + " {hashed: 64} is for codes with many values",
                        "line 17: column 'l' is free text, from which nothing is learned: ignore"
                            + " it, or make a column of what it says, as a category or a number;"
                            + " {hashed: 64} is for codes with many values",
                        "line 18: column 'm' needs a whole number as hashed",
                        "line 19: column 'n' needs between 2 and 32766 buckets, got 1",
                        "line 20: column 'o' has missing: maybe; known are own, default",
                        "line 21: column 'p' needs decimal: \".\" or \",\", and as thousands another"
                            + " of \".\" \",\" \" \" \"'\" \"_\", or none",
                        "line 22: column 'q' counts others as 'z', which has no place in its order",
                        "line 23: column 'r' has take: hour; known are age, weekday, month",
                        "line 24: column 's' must be number low..high, integer low..high,"
                            + " {category: [...]}, {ordered: [...]}, {hashed: N}, {date: FORMAT,"
                            + " range: from..to}, {label: [...]} or ignore",
                        "line 25: column 't' needs numbers as its bins",
                        "line 26: column 'u' is declared as hashed, which has no 'bins'; it may"
                            + " have missing, missing-values",
                        "line 27: column 'y' is declared as label, which has no 'missing'; it may"
                            + " have other",
                        "the file needs decimal: \".\" or \",\", and as thousands another of \".\""
                            + " \",\" \" \" \"'\" \"_\", or none",
                        "line 4: cross [a, nobody] names 'nobody', which is not a column: check the"
                            + " name",
                        "exactly one column must be the label, got 0"));
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
                        "line 1: adjacency must be add-or-remove-one, replace-one, replace-label or, with person:, add-or-remove-person",
                        "line 2: rows must be scale, or clip and a length such as clip 2.5",
                        "line 3: numbers must be -1..1 or 0..1",
                        "line 4: intercept must be a number or none",
                        "line 5: expected-rows must be a whole number of at least 1",
                        "line 6: header must be true or false",
                        "line 7: delimiter must be one character in quotes, or tab",
                        "line 8: 'colour' is not a setting; known are adjacency, rows, numbers,"
                            + " intercept, expected-rows, person, rows-per-person,"
                            + " expected-persons, header, delimiter, decimal, thousands,"
                            + " missing-values, cross, learned, columns",
                        "line 9: 'rows' is there twice",
                        "line 11: column 'a' must be number low..high, integer low..high,"
                            + " {category: [...]}, {ordered: [...]}, {hashed: N}, {date: FORMAT,"
                            + " range: from..to}, {label: [...]} or ignore",
                        "line 12: column 'b' needs a finite range with low < high, got 5.0..1.0",
                        "line 13: column 'c' needs its range as number low..high, say 0..120",
                        "line 14: column 'd' needs its values in brackets, say [free, pro]",
                        "line 15: column 'e' is declared as category, which has no 'othr'; it may"
                            + " have other, missing, missing-values",
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
            new Column.Whole("t", new FeatureRange(0, 1e12), 5e11),
            new Column.Whole("u", new FeatureRange(-5, 6), 2));
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
