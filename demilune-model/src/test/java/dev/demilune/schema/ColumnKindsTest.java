// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.schema;

import static dev.demilune.privacy.Adjacency.REPLACE_ONE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.demilune.data.CsvReader;
import dev.demilune.data.NumberFormat;
import dev.demilune.schema.Column.DatePart;
import java.io.ByteArrayInputStream;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What cells become in each kind of column. */
class ColumnKindsTest {

  private static SchemaBuilder builder(Column... columns) {
    SchemaBuilder builder = Schema.builder().adjacency(REPLACE_ONE).label("y", "no", "yes");
    for (Column column : columns) {
      builder.column(column);
    }
    return builder;
  }

  private static Schema schema(Column... columns) {
    return builder(columns).build();
  }

  /** Encodes cells of the schema's columns but the label, in their order. */
  private static EncodedRow encode(Schema schema, String... cells) {
    EncodedRow row = new EncodedRow();
    encode(schema, List.of(cells), row);
    return row;
  }

  private static void encode(Schema schema, List<String> cells, EncodedRow into) {
    try (CsvReader table = table(schema, List.of(cells))) {
      RowEncoder encoder = schema.encoder(table);
      table.next();
      encoder.encode(table, into);
    }
  }

  private static CsvReader table(Schema schema, List<List<String>> rows) {
    StringBuilder text = new StringBuilder();
    List<List<String>> all = new ArrayList<>();
    all.add(schema.fileColumns().stream().skip(1).map(Column::name).toList());
    all.addAll(rows);
    for (List<String> row : all) {
      text.append(
              String.join(",", row.stream().map(c -> '"' + c.replace("\"", "\"\"") + '"').toList()))
          .append('\n');
    }
    return CsvReader.open(
        new ByteArrayInputStream(text.toString().getBytes(UTF_8)), "rows", schema.csvFormat());
  }

  private static double[] features(Schema schema, EncodedRow row) {
    double[] dense = new double[schema.features()];
    for (int i = 0; i < row.size(); i++) {
      dense[row.index(i)] = row.value(i);
    }
    return dense;
  }

  private static List<Double> parts(EncodedRow row) {
    return IntStream.range(0, row.parts()).mapToObj(row::part).toList();
  }

  private static List<String> names(Schema schema) {
    return IntStream.range(0, schema.features()).mapToObj(schema::featureName).toList();
  }

  @Test
  void binsAreOneHot() {
    Schema even = schema(Column.number("age", 0, 100).withSteps(Steps.bins(4)));
    assertThat(names(even)).containsExactly("age=0..25", "age=25..50", "age=50..75", "age=75..100");
    assertThat(features(even, encode(even, "24.9"))).containsExactly(1, 0, 0, 0);
    assertThat(features(even, encode(even, "25"))).containsExactly(0, 1, 0, 0);
    assertThat(features(even, encode(even, "100"))).containsExactly(0, 0, 0, 1);
    assertThat(features(even, encode(even, "-7"))).containsExactly(1, 0, 0, 0);
    assertThat(features(even, encode(even, "x"))).containsExactly(0, 0, 1, 0); // the middle
    assertThat(parts(encode(even, "25"))).containsExactly(0.25);

    Schema listed = schema(Column.number("age", 0, 120).withSteps(Steps.binsAt(18, 65)));
    assertThat(names(listed)).containsExactly("age=0..18", "age=18..65", "age=65..120");
    assertThat(features(listed, encode(listed, "18"))).containsExactly(0, 1, 0);
    assertThat(features(listed, encode(listed, "17.999"))).containsExactly(1, 0, 0);
    assertThat(((Part.Number) listed.parts().get(0)).marks()).containsExactly(18.0, 65.0);
  }

  @Test
  void knotsAreHatsThatSumToOne() {
    Schema even = schema(Column.number("age", 0, 100).withSteps(Steps.knots(3)));
    assertThat(names(even)).containsExactly("age near 0", "age near 50", "age near 100");
    assertThat(features(even, encode(even, "0"))).containsExactly(1, 0, 0);
    assertThat(features(even, encode(even, "60")))
        .containsExactly(new double[] {0, 0.8, 0.2}, within(1e-12));
    assertThat(features(even, encode(even, "1e9"))).containsExactly(0, 0, 1);

    Schema listed = schema(Column.number("age", 0, 100).withSteps(Steps.knotsAt(0, 20, 40)));
    assertThat(names(listed))
        .containsExactly("age near 0", "age near 20", "age near 40", "age near 100");
    assertThat(features(listed, encode(listed, "25")))
        .containsExactly(new double[] {0, 0.75, 0.25, 0}, within(1e-12));
    SplittableRandom random = new SplittableRandom(1);
    for (int trial = 0; trial < 500; trial++) {
      double[] hats = features(listed, encode(listed, "" + random.nextDouble(-20, 120)));
      assertThat(Arrays.stream(hats).sum()).isCloseTo(1, within(1e-12));
      assertThat(Arrays.stream(hats).filter(hat -> hat > 0).count()).isBetween(1L, 2L);
    }
  }

  @Test
  void amountsTakeTheirPositionAfterTheScale() {
    Schema log =
        schema(
            Column.number("paid", 1, 10_000).withScale(AmountScale.LOG).withSteps(Steps.bins(4)));
    assertThat(names(log))
        .containsExactly("paid=1..10", "paid=10..100", "paid=100..1000", "paid=1000..10000");
    assertThat(parts(encode(log, "100")).get(0)).isCloseTo(0.5, within(1e-15));
    assertThat(parts(encode(log, "x")).get(0)).isCloseTo(0.5, within(1e-15)); // middle of the scale
    assertThat(parts(encode(log, "-5"))).containsExactly(0.0);

    Schema signed = schema(Column.number("gain", -100, 100).withScale(AmountScale.SIGNED_LOG));
    assertThat(parts(encode(signed, "9")).get(0))
        .isCloseTo(0.5 + 0.5 * Math.log(10) / Math.log(101), within(1e-14));
    assertThat(features(signed, encode(signed, "-9"))[0])
        .isCloseTo(-Math.log(10) / Math.log(101), within(1e-14));

    Schema root = schema(Column.number("area", 0, 400).withScale(AmountScale.SQRT));
    assertThat(parts(encode(root, "100"))).containsExactly(0.5);
  }

  @ParameterizedTest
  @EnumSource(AmountScale.class)
  void positionsAndValuesAreInverse(AmountScale scale) {
    double low = scale == AmountScale.LOG ? 0.01 : -37;
    Part.Number part = new Part.Number("x", low, 5000, scale, List.of(), false, Monotone.NONE);
    double before = Double.NEGATIVE_INFINITY;
    for (int i = 0; i <= 1000; i++) {
      double value = part.valueAt(i / 1000.0);
      assertThat(value).isBetween(low, 5000.0).isGreaterThan(before);
      assertThat(part.positionOf(value)).isCloseTo(i / 1000.0, within(1e-12));
      before = value;
    }
    assertThat(part.valueAt(0)).isEqualTo(low);
    assertThat(part.valueAt(1)).isEqualTo(5000);
    assertThat(part.zeroInside()).isEqualTo(low < 0);
  }

  @Test
  void missingNumbersCanBeAValue() {
    Schema own =
        builder(
                Column.number("age", 0, 100).missingAsValue(),
                Column.number("days", 0, 998)
                    .withSteps(Steps.bins(2))
                    .missingAsValue()
                    .withMissingValues("999"))
            .missingValues("", "NA")
            .build();
    assertThat(names(own))
        .containsExactly("age", "age=(missing)", "days=0..499", "days=499..998", "days=(missing)");
    assertThat(features(own, encode(own, "NA", "999"))).containsExactly(0, 1, 0, 0, 1);
    assertThat(features(own, encode(own, "x", "NA"))).containsExactly(0, 1, 0, 0, 1);
    assertThat(features(own, encode(own, "75", "998"))).containsExactly(0.5, 0, 0, 1, 0);
    assertThat(parts(encode(own, "", "999"))).containsExactly(Double.NaN, Double.NaN);
    assertThat(own.parts()).allMatch(Part::missing);

    Schema fallback =
        schema(Column.number("days", 0, 1000).withMissingValues("999").withFallback(0));
    assertThat(parts(encode(fallback, "999"))).containsExactly(0.0);
    assertThat(parts(encode(fallback, "998"))).containsExactly(0.998);
  }

  @Test
  void numbersAreReadAsFileAndColumnSay() {
    Schema schema =
        builder(
                Column.number("a", 0, 10),
                Column.number("b", 0, 10_000).withNumberFormat(new NumberFormat('.', ',')))
            .numberFormat(new NumberFormat(',', NumberFormat.NO_GROUPS))
            .build();
    assertThat(parts(encode(schema, "2,5", "2,500.0"))).containsExactly(0.25, 0.25);
    assertThat(parts(encode(schema, "2.5", "2500,0"))).containsExactly(0.5, 0.5); // the middle
  }

  @Test
  void datesGiveAgeWeekdayAndMonth() {
    Schema schema =
        schema(
            Column.date("since", "d.m.Y", LocalDate.of(2026, 1, 1), LocalDate.of(2026, 1, 11))
                .withReference(LocalDate.of(2026, 1, 12)));
    assertThat(schema.features()).isEqualTo(20);
    assertThat(names(schema)).startsWith("since:age", "since:weekday=Mon", "since:weekday=Tue");
    assertThat(names(schema)).endsWith("since:month=Nov", "since:month=Dec");
    Part.Number age = (Part.Number) schema.parts().get(0);
    assertThat(List.of(age.name(), age.low(), age.high())).containsExactly("since:age", 1.0, 11.0);
    // 2026-01-06 is a Tuesday, six days before the reference.
    assertThat(parts(encode(schema, "6.1.2026"))).containsExactly(0.5, 1.0, 0.0);
    assertThat(parts(encode(schema, "31.12.2020"))).containsExactly(1.0, 3.0, 11.0);
    assertThat(parts(encode(schema, "1/6/2026"))).containsExactly(0.5, -1.0, -1.0);

    Schema months =
        schema(
            Column.date("t", "epoch-seconds", LocalDate.of(1970, 1, 1), LocalDate.of(1971, 1, 1))
                .taking(DatePart.MONTH, DatePart.AGE)
                .withSteps(Steps.knots(2))
                .missingAsValue());
    assertThat(names(months))
        .startsWith("t:age near 0", "t:age near 365", "t:age=(missing)", "t:month=Jan");
    assertThat(parts(encode(months, "86399"))).containsExactly(1.0, 0.0);
    assertThat(parts(encode(months, "-1"))).containsExactly(1.0, 11.0);
    assertThat(parts(encode(months, ""))).containsExactly(Double.NaN, -1.0);
    assertThat(features(months, encode(months, ""))[2]).isEqualTo(1);
  }

  @Test
  void orderedValuesAreAThermometer() {
    Schema schema =
        builder(
                Column.ordered("grade", "low", "mid", "high", "top")
                    .withMonotone(Monotone.INCREASING)
                    .missingAsValue())
            .build();
    assertThat(names(schema))
        .containsExactly(
            "grade>=low", "grade>=mid", "grade>=high", "grade>=top", "grade=(missing)");
    assertThat(features(schema, encode(schema, "high"))).containsExactly(0.5, 0.5, 0.5, 0, 0);
    assertThat(encode(schema, "top").norm()).isEqualTo(1);
    assertThat(features(schema, encode(schema, "?"))).containsExactly(0, 0, 0, 0, 0);
    assertThat(features(schema, encode(schema, ""))).containsExactly(0, 0, 0, 0, 1);
    assertThat(schema.parts())
        .containsExactly(
            new Part.Choice(
                "grade",
                List.of("low", "mid", "high", "top", "(missing)"),
                true,
                true,
                Monotone.INCREASING));
    assertThat(parts(encode(schema, "mid"))).containsExactly(1.0);
  }

  /** The hash is part of the file format; these values were computed by an independent program. */
  @ParameterizedTest
  @CsvSource({"'', 64, 1", "a, 64, 0", "foobar, 64, 25", "Zürich, 1000, 457"})
  void theHashNeverChanges(String text, int buckets, int bucket) {
    byte[] bytes = ("x" + text).getBytes(UTF_8);
    assertThat(new TextHash(buckets).bucket(bytes, 1, bytes.length)).isEqualTo(bucket);
  }

  @Test
  void hashedTextsFillTheBucketsEvenly() {
    int[] counts = new int[64];
    for (int i = 0; i < 64_000; i++) {
      byte[] bytes = ("zip " + i).getBytes(UTF_8);
      counts[new TextHash(64).bucket(bytes, 0, bytes.length)]++;
    }
    assertThat(Arrays.stream(counts)).allMatch(c -> c > 800 && c < 1200); // 6 deviations of 31
  }

  @Test
  void hashedColumnsHaveABucketPerText() {
    Schema schema = schema(Column.hashed("zip", 8).missingAsValue(), Column.hashed("code", 3));
    assertThat(names(schema)).contains("zip#0", "zip#7", "zip=(missing)", "code#2");
    assertThat(parts(encode(schema, "", ""))).containsExactly(8.0, -1.0);
    EncodedRow row = encode(schema, "8001", "x");
    assertThat(row.size()).isEqualTo(2);
    assertThat(row.part(0)).isEqualTo(new TextHash(8).bucket("8001".getBytes(UTF_8), 0, 4));
  }

  @Test
  void crossesCombineValues() {
    Schema schema =
        builder(
                Column.number("age", 0, 100).withSteps(Steps.bins(2)).missingAsValue(),
                new Column.Category("plan", List.of("free", "pro"), -1))
            .cross("plan", "age")
            .build();
    assertThat(names(schema).subList(5, 11))
        .containsExactly(
            "plan=free & age=0..50",
            "plan=free & age=50..100",
            "plan=free & age=(missing)",
            "plan=pro & age=0..50",
            "plan=pro & age=50..100",
            "plan=pro & age=(missing)");
    assertThat(parts(encode(schema, "70", "pro"))).containsExactly(0.7, 1.0, 4.0);
    assertThat(features(schema, encode(schema, "70", "pro"))[9]).isEqualTo(1);
    assertThat(parts(encode(schema, "", "free"))).containsExactly(Double.NaN, 0.0, 2.0);
    assertThat(parts(encode(schema, "70", "gold"))).containsExactly(0.7, -1.0, -1.0);
    assertThat(schema.parts().get(2).name()).isEqualTo("plan & age");
    assertThat(schema.fileColumns()).hasSize(3);
  }

  /** A schema with every kind. */
  static Schema everything() {
    return builder(
            Column.number("plain", 0, 10),
            Column.number("paid", 0.5, 1e6)
                .withScale(AmountScale.LOG)
                .withSteps(Steps.knots(7))
                .missingAsValue()
                .withMonotone(Monotone.DECREASING),
            Column.number("gain", -1e4, 1e5)
                .withScale(AmountScale.SIGNED_LOG)
                .withFallback(-3)
                .withSteps(Steps.binsAt(-100, 0, 5000)),
            Column.number("area", 0, 300)
                .withScale(AmountScale.SQRT)
                .withSteps(Steps.knotsAt(10, 100))
                .withNumberFormat(new NumberFormat(',', '.')),
            Column.number("code", -1, 9).withMissingValues("-1", "?").missingAsValue(),
            Column.date("since", "d.m.Y", LocalDate.of(2000, 1, 1), LocalDate.of(2026, 12, 31))
                .missingAsValue()
                .withScale(AmountScale.SQRT)
                .withSteps(Steps.bins(5)),
            Column.date("seen", "iso", LocalDate.of(2020, 1, 1), LocalDate.of(2026, 12, 31))
                .withReference(LocalDate.of(2027, 3, 1))
                .withFallback(LocalDate.of(2020, 1, 1))
                .taking(DatePart.AGE, DatePart.WEEKDAY)
                .withMonotone(Monotone.INCREASING),
            new Column.Category("plan", List.of("free", "pro"), 1).missingAsValue(),
            Column.ordered("grade", "low", "mid", "high").withMonotone(Monotone.INCREASING),
            Column.hashed("zip", 32).missingAsValue(),
            new Column.Ignored("id"))
        .cross("plan", "gain")
        .cross("grade", "zip", "plan")
        .numberFormat(new NumberFormat('.', ' '))
        .missingValues("", "NA")
        .build();
  }

  @Test
  void jsonKeepsEveryKind() {
    Schema schema = everything();
    Schema read = Schema.fromJson(schema.toJson());
    assertThat(read).isEqualTo(schema);
    assertThat(read.columns()).isEqualTo(schema.columns());
    assertThat(read.parts()).isEqualTo(schema.parts());
    assertThat(names(read)).isEqualTo(names(schema)).doesNotHaveDuplicates();
    assertThat(read.numberFormat()).isEqualTo(schema.numberFormat());
    assertThat(read.missingValues()).isEqualTo(schema.missingValues());
    // Older versions do not read columns strictly; this field makes them refuse the file.
    assertThat(schema.toJson()).contains("\"encodings\":1");
  }

  @Test
  void plainSchemasAreWrittenAsTheyWere() {
    assertThat(
            schema(Column.number("x", 0, 1), new Column.Category("c", List.of("a"), -1)).toJson())
        .isEqualTo(
            "{\"columns\":[{\"label\":\"y\"},{\"number\":\"x\",\"low\":0.0,\"high\":1.0,"
                + "\"default\":0.5},{\"category\":\"c\",\"values\":[\"a\"],\"other\":-1}],"
                + "\"numbers\":\"-1..1\",\"header\":true,\"delimiter\":\",\",\"labels\":[\"no\","
                + "\"yes\"],\"otherLabel\":-1,\"adjacency\":\"REPLACE_ONE\",\"expectedRows\":0,"
                + "\"rows\":\"SCALE\",\"norm\":1.0,\"intercept\":0.2}");
  }

  @Test
  void jsonCutOrChangedAnywhereIsASchemaOrASentence() {
    String json = everything().toJson();
    SplittableRandom random = new SplittableRandom(7);
    for (int trial = 0; trial < 5_000; trial++) {
      StringBuilder changed = new StringBuilder(json);
      changed.setCharAt(random.nextInt(json.length()), (char) random.nextInt(32, 127));
      try {
        Schema.fromJson(changed.toString());
      } catch (SchemaException e) {
        assertThat(e.getMessage()).startsWith("schema in JSON");
      }
    }
    assertThatThrownBy(() -> Schema.fromJson(json.replace("\"buckets\"", "\"bukkets\"")))
        .hasMessage(
            "schema in JSON: the field 'bukkets' is not known; it may come from a newer version");
    assertThatThrownBy(() -> Schema.fromJson(json.replace("\"encodings\":1", "\"encodings\":2")))
        .hasMessage("schema in JSON: the encodings are of a newer version");
  }

  private static final List<String> HOSTILE =
      List.of(
          "",
          "NA",
          "-1",
          "?",
          "0",
          "-0",
          "1e309",
          "-inf",
          "NaN",
          "1.234,5",
          "1 234.5",
          "12,5",
          "31.12.2024",
          "1.1.0001",
          "2024-02-29",
          "2024-02-30",
          "9999-12-31T23:59:59.9Z",
          "pro",
          "low",
          "high",
          "\u0000x".substring(1),
          "ü",
          "\uD83D\uDE00",
          "'",
          "a,b",
          "x\ny",
          "\"",
          " ",
          "0.5",
          "1000000",
          "99999999999999999999999999",
          "1e-320",
          "4",
          "free",
          "true");

  /** No cell throws, every row is finite and bounded, and depends on its own cells only. */
  @Test
  void anyCellsAreEncodedByThemselves() {
    Schema schema = everything();
    SplittableRandom random = new SplittableRandom(11);
    int columns = schema.fileColumns().size() - 1;
    List<List<String>> rows = new ArrayList<>();
    for (int r = 0; r < 2_000; r++) {
      List<String> row = new ArrayList<>();
      for (int c = 0; c < columns; c++) {
        row.add(HOSTILE.get(random.nextInt(HOSTILE.size())));
      }
      rows.add(row);
    }
    EncodedRow shared = new EncodedRow();
    try (CsvReader table = table(schema, rows)) {
      RowEncoder encoder = schema.encoder(table);
      for (List<String> row : rows) {
        assertThat(table.next()).isTrue();
        encoder.encode(table, shared);
        EncodedRow alone = new EncodedRow();
        encode(schema, row, alone);
        assertThat(features(schema, shared)).isEqualTo(features(schema, alone));
        assertThat(parts(shared)).isEqualTo(parts(alone));
        check(schema, shared);
      }
    }
  }

  private static void check(Schema schema, EncodedRow row) {
    assertThat(row.parts()).isEqualTo(schema.parts().size());
    for (int i = 0; i < row.parts(); i++) {
      Part part = schema.parts().get(i);
      double value = row.part(i);
      if (part instanceof Part.Choice choice) {
        assertThat(value).isBetween(-1.0, choice.values().size() - 1.0);
        assertThat(value).isEqualTo(Math.rint(value));
      } else if (Double.isNaN(value)) {
        assertThat(part.missing()).isTrue();
      } else {
        assertThat(value).isBetween(0.0, 1.0);
      }
    }
    // Each part is features of norm at most one.
    assertThat(row.norm()).isLessThanOrEqualTo(Math.sqrt(row.parts()) + 1e-9);
  }

  @Test
  void whatDoesNotFitIsCounted() {
    Schema schema =
        builder(
                Column.number("paid", 0, 100),
                Column.date("since", "m/d/Y", LocalDate.of(2000, 1, 1), LocalDate.of(2026, 1, 1)),
                new Column.Category("plan", List.of("free", "pro"), -1),
                new Column.Category("land", List.of("de", "else"), 1))
            .missingValues("", "NA")
            .build();
    CellTally tally = CellTally.of(schema);
    try (CsvReader table =
        table(
            schema,
            List.of(
                List.of("1", "1/2/2024", "free", "de"),
                List.of("12,5", "31.1.2024", "gold", "it"),
                List.of("1.234,5", "30.1.2024", "NA", "de"),
                List.of("", "1/2/1999", "", "de"),
                List.of("101", "", "gold", "de")))) {
      RowEncoder encoder = schema.encoder(table, tally);
      EncodedRow row = new EncodedRow();
      while (table.next()) {
        encoder.encode(table, row);
      }
    }
    assertThat(tally.rows()).isEqualTo(5);
    assertThat(tally.findings().stream().map(ColumnKindsTest::text))
        .containsExactly(
            "paid MISSING 1 line 5 ",
            "paid OUT_OF_RANGE 1 line 6 ",
            "paid UNREADABLE 2 line 3 decimal: \",\", thousands: \".\"",
            "since MISSING 1 line 6 ",
            "since OUT_OF_RANGE 1 line 5 ",
            "since UNREADABLE 2 line 3 date: d.m.Y",
            "plan MISSING 2 line 4 ",
            "plan UNKNOWN 2 line 3 ",
            "land OTHER 1 line 3 ");
    assertThat(tally.faults()).hasSize(5);
  }

  private static String text(CellTally.Finding finding) {
    return finding.column()
        + " "
        + finding.state()
        + " "
        + finding.cells()
        + " line "
        + finding.line()
        + " "
        + finding.advice().orElse("");
  }

  @Test
  void allFaultsComeAtOnce() {
    assertThatThrownBy(
            () ->
                builder(
                        Column.number("a", 0, 1).withSteps(Steps.bins(1)),
                        Column.number("b", 0, 1).withSteps(Steps.knots(1001)),
                        Column.number("c", 0, 9).withSteps(Steps.knotsAt(5, 3)),
                        Column.number("d", 0, 9).withSteps(Steps.binsAt(3, 12)),
                        Column.number("e", 0, 9).withScale(AmountScale.LOG),
                        Column.number("o", 1e15, 1e15 + 1).withScale(AmountScale.LOG),
                        Column.date("f", "iso", LocalDate.of(2026, 1, 1), LocalDate.of(2025, 1, 1)),
                        Column.date("g", "iso", LocalDate.of(2025, 1, 1), LocalDate.of(2026, 1, 1))
                            .taking(DatePart.MONTH)
                            .withMonotone(Monotone.INCREASING),
                        new Column.Category("h", List.of("x", "y"), -1)
                            .withMonotone(Monotone.INCREASING),
                        Column.hashed("i", 1),
                        new Column.Category("j", List.of("x", "NA"), -1).missingAsValue(),
                        Column.hashed("k", 300),
                        Column.hashed("l", 300),
                        Column.number("m", 0, 1),
                        new Column.Category(
                            "n", IntStream.range(0, 40_000).mapToObj(v -> "" + v).toList(), -1))
                    .missingValues("NA")
                    .cross("k", "l")
                    .cross("k", "m")
                    .cross("k", "nobody")
                    .cross("k")
                    .cross("a", "k")
                    .build())
        .isInstanceOfSatisfying(
            SchemaException.class,
            e ->
                assertThat(e.faults())
                    .containsExactly(
                        "column 'a' needs between 2 and 1000 bins, got 1",
                        "column 'b' needs between 2 and 1000 knots, got 1001",
                        "column 'c' has its knots out of order: list them from low to high, each"
                            + " once",
                        "column 'd' has bins at 12, outside 0..9",
                        "column 'e' has scale log, which needs a range above 0: raise the low end,"
                            + " or use signed-log",
                        "column 'o' has a range too narrow for its scale: leave the scale out",
                        "column 'f' needs a range of dates from..to, the earlier one first",
                        "column 'g' needs its age for monotone and for missing: own: take age, too",
                        "column 'h' is a category without an order and cannot be monotone: list its"
                            + " values from low to high as {ordered: [...]}",
                        "column 'i' needs between 2 and 32766 buckets, got 1",
                        "column 'n' has 40000 values; at most 32767 can be listed: hash it to a"
                            + " number of buckets, {hashed: 64}",
                        "cross [k, l] has more than 32767 combinations: take fewer bins, values or"
                            + " buckets",
                        "cross [k, m] needs a category, or a number with bins, and column 'm' is"
                            + " none: give it bins, say {number: 0..100, bins: 8}",
                        "cross [k, nobody] names 'nobody', which is not a column: check the name",
                        "cross [k] needs two or more different columns",
                        "column 'j' lists 'NA', which also means missing: leave it out of the one"
                            + " or of the other"));
  }

  /** A model file from before the limit on values. */
  @Test
  void longListsOfOldFilesAreStillRead() {
    String values =
        String.join(",", IntStream.range(0, 40_000).mapToObj(v -> "\"" + v + "\"").toList());
    String json = schema(new Column.Category("c", List.of("a"), -1)).toJson();
    Schema read = Schema.fromJson(json.replace("[\"a\"]", "[" + values + "]"));
    assertThat(read.features()).isEqualTo(40_000);
  }
}
