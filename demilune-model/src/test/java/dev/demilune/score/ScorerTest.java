// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.score;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.demilune.DemiluneException;
import dev.demilune.data.CsvReader;
import dev.demilune.data.NumberFormat;
import dev.demilune.data.Table;
import dev.demilune.model.Classifier;
import dev.demilune.model.LinearClassifier;
import dev.demilune.model.ScoreCalibration;
import dev.demilune.privacy.Adjacency;
import dev.demilune.robust.CertifiedRadius;
import dev.demilune.schema.AmountScale;
import dev.demilune.schema.Column;
import dev.demilune.schema.Column.DatePart;
import dev.demilune.schema.EncodedRow;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.RowBound;
import dev.demilune.schema.RowEncoder;
import dev.demilune.schema.Schema;
import dev.demilune.schema.Steps;
import java.io.ByteArrayInputStream;
import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.CharBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Raw values are scored as the line of a file that holds them, to the last bit. */
class ScorerTest {

  /** Every kind of column; files have decimal commas, but for one column. */
  private static final Schema KINDS =
      Schema.builder()
          .label("churned", "no", "yes")
          .number("age", 0, 120)
          .column(Column.number("income", 1, 1_000_000).withScale(AmountScale.LOG).missingAsValue())
          .column(Column.number("height", 0, 250).withSteps(Steps.binsAt(100, 150, 175.5)))
          .column(
              Column.number("weight", 0, 200)
                  .withSteps(Steps.knotsAt(40, 70, 110))
                  .withMissingValues("-999", "NA")
                  .withNumberFormat(NumberFormat.standard()))
          .integer("visits", -10, 9_007_199_254_740_992.0)
          .categoryWithOther("plan", "other", "free", "pro", "é €𝄞", "7", "other")
          .category("active", "true", "false")
          .column(Column.ordered("grade", "low", "mid", "high"))
          .column(Column.hashed("city", 32).missingAsValue())
          .column(
              Column.date("since", "d.m.Y", LocalDate.of(2000, 1, 1), LocalDate.of(2026, 1, 1))
                  .taking(DatePart.AGE, DatePart.WEEKDAY, DatePart.MONTH))
          .ignore("id")
          .cross("plan", "grade")
          .numberFormat(new NumberFormat(',', NumberFormat.NO_GROUPS))
          .delimiter(';')
          .adjacency(Adjacency.REPLACE_ONE)
          .build();

  private static final List<String> CELLS = // as in a file, in the order of the columns
      List.of("41,5", "52000", "175,5", "81.25", "12", "pro", "true", "mid", "Lund", "3.4.2019");

  private static final LocalDate SINCE = LocalDate.of(2019, 4, 3);

  enum Plan {
    free,
    pro
  }

  record Customer(
      double age,
      Integer income,
      String height,
      BigDecimal weight,
      long visits,
      Plan plan,
      boolean active,
      String grade,
      CharSequence city,
      LocalDate since,
      String neverAsked) {}

  /** Scores, probabilities, radius and class of one record. */
  private record Answer(int predicted, List<Double> scores, List<Double> shares, double radius) {}

  private static Classifier model(Schema schema) {
    SplittableRandom random = new SplittableRandom(7);
    double[][] weights = new double[schema.labels().size()][schema.features()];
    for (double[] row : weights) {
      Arrays.setAll(row, j -> random.nextDouble() - 0.5);
    }
    return LinearClassifier.of(schema, weights, new double[] {0.01, -0.02})
        .calibrated(ScoreCalibration.of(1.5, 0.1, -0.1));
  }

  /** What the command would write for a line. */
  private static Answer ofLine(Classifier model, List<String> cells) {
    String text =
        String.join(";", model.schema().valueColumns())
            + "\n"
            + cells.stream().map(cell -> '"' + cell + '"').collect(Collectors.joining(";"));
    try (Table table =
        CsvReader.open(
            new ByteArrayInputStream(text.getBytes(UTF_8)), "line", model.schema().csvFormat())) {
      RowEncoder encoder = model.schema().encoder(table);
      EncodedRow row = new EncodedRow();
      table.next();
      encoder.encode(table, row);
      double[] scores = new double[model.labels().size()];
      return new Answer(
          model.predict(row, scores),
          boxed(scores),
          boxed(model.probabilities(row)),
          CertifiedRadius.of(model).radius(row));
    }
  }

  private static Answer ofValues(Scorer scorer, Object values) {
    double[] scores = scorer.scores(values);
    assertThat(scorer.label(values)).isEqualTo(scorer.labels().get(scorer.predict(values)));
    return new Answer(
        scorer.predict(values),
        boxed(scores),
        boxed(scorer.probabilities(values)),
        scorer.radius(values));
  }

  private static List<Double> boxed(double[] numbers) {
    return Arrays.stream(numbers).boxed().toList();
  }

  private static Map<String, Object> customer() {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("age", 41.5);
    values.put("income", 52_000);
    values.put("height", "175,5");
    values.put("weight", new BigDecimal("81.25"));
    values.put("visits", 12L);
    values.put("plan", Plan.pro);
    values.put("active", true);
    values.put("grade", " mid\t");
    values.put("city", CharBuffer.wrap("Lund"));
    values.put("since", SINCE);
    return values;
  }

  @Test
  void everyFormOfARecordGivesWhatTheFileGives() {
    Classifier model = model(KINDS);
    Scorer scorer = Scorer.of(model);
    Map<String, Object> map = customer();
    Answer expected = ofLine(model, CELLS);
    assertThat(ofValues(scorer, map)).isEqualTo(expected);
    assertThat(ofValues(scorer, map.values().toArray())).isEqualTo(expected);
    assertThat(ofValues(scorer, CELLS.toArray())).isEqualTo(expected);
    Customer record =
        new Customer(
            41.5,
            52_000,
            "175,5",
            new BigDecimal("81.25"),
            12,
            Plan.pro,
            true,
            "mid",
            "Lund",
            SINCE,
            "x");
    assertThat(ofValues(scorer, record)).isEqualTo(expected);
    assertThat(model.predict(map)).isEqualTo(expected.predicted());
    assertThat(boxed(model.scores(map))).isEqualTo(expected.scores());
    assertThat(boxed(model.probabilities(map))).isEqualTo(expected.shares());
    map.put("churned", "yes"); // the label and ignored columns may be there
    map.put("id", 17);
    assertThat(ofValues(scorer, map)).isEqualTo(expected);
    assertThat(expected.radius()).isPositive();
  }

  @ParameterizedTest
  @MethodSource
  void aValueCountsAsTheCellThatHoldsIt(String column, Object value, String cell) {
    Classifier model = model(KINDS);
    int position = KINDS.valueColumns().indexOf(column);
    List<String> cells = new java.util.ArrayList<>(CELLS);
    cells.set(position, cell);
    Map<String, Object> values = customer();
    values.put(column, value);
    assertThat(ofValues(Scorer.of(model), values)).isEqualTo(ofLine(model, cells));
  }

  static Stream<Arguments> aValueCountsAsTheCellThatHoldsIt() {
    return Stream.of(
        Arguments.of("age", null, ""),
        Arguments.of("age", Double.NaN, ""),
        Arguments.of("age", "no number", "no number"),
        Arguments.of("age", " 41,50 ", "41,5"),
        Arguments.of("age", "41.5", "41.5"), // not a number where commas are decimal
        Arguments.of("age", -7, "-7"),
        Arguments.of("age", Double.POSITIVE_INFINITY, "inf"),
        Arguments.of("age", (short) 3, "3"),
        Arguments.of("age", new BigInteger("3"), "3"),
        Arguments.of("income", null, ""),
        Arguments.of("income", "", ""),
        Arguments.of("income", Float.NaN, ""),
        Arguments.of("income", 0.25, "0,25"),
        Arguments.of("height", 100, "100"),
        Arguments.of("height", 99.999, "99,999"),
        Arguments.of("height", null, ""),
        Arguments.of("weight", -999, "-999"),
        Arguments.of("weight", -999.0, "-999"),
        Arguments.of("weight", null, "NA"),
        Arguments.of("weight", "NA", "NA"),
        Arguments.of("weight", 55.5, "55.5"),
        Arguments.of("visits", 9_007_199_254_740_993L, "9007199254740993"),
        Arguments.of("visits", "11", "11"),
        Arguments.of("visits", 11.5, "11,5"),
        Arguments.of("visits", null, ""),
        Arguments.of("plan", "é €𝄞", "é €𝄞"),
        Arguments.of("plan", 7, "7"),
        Arguments.of("plan", 7.0, "7"),
        Arguments.of("plan", '7', "7"),
        Arguments.of("plan", "gold", "gold"),
        Arguments.of("plan", "\ud834", "?"), // half of a pair
        Arguments.of("plan", null, ""),
        Arguments.of("active", false, "false"),
        Arguments.of("active", "FALSE", "FALSE"),
        Arguments.of("grade", "high", "high"),
        Arguments.of("grade", null, ""),
        Arguments.of("city", "Malmö", "Malmö"),
        Arguments.of("city", 221_00, "22100"),
        Arguments.of("city", -1.5, "-1.5"),
        Arguments.of("city", Long.MIN_VALUE, "-9223372036854775808"),
        Arguments.of("city", true, "true"),
        Arguments.of("city", null, ""),
        Arguments.of("since", "03.04.2019", "3.4.2019"),
        Arguments.of("since", LocalDateTime.of(2019, 4, 3, 23, 59), "3.4.2019"),
        Arguments.of("since", OffsetDateTime.parse("2019-04-03T23:30:00+09:00"), "3.4.2019"),
        Arguments.of("since", ZonedDateTime.parse("2019-04-03T23:30:00-09:00"), "3.4.2019"),
        Arguments.of("since", Instant.parse("2019-04-03T23:59:59Z"), "3.4.2019"),
        Arguments.of("since", Instant.parse("1969-12-31T23:59:59Z"), "31.12.1969"),
        Arguments.of("since", LocalDate.of(12_000, 1, 1), "1.1.12000"), // in no calendar of ours
        Arguments.of("since", "31.2.2019", "31.2.2019"),
        Arguments.of("since", null, ""));
  }

  @Test
  void randomRecordsGiveWhatTheFileGives() {
    Classifier model = model(KINDS);
    Scorer scorer = Scorer.of(model);
    SplittableRandom random = new SplittableRandom(11);
    for (int trial = 0; trial < 2_000; trial++) {
      double age = random.nextDouble(-10, 150);
      double income = Math.exp(random.nextDouble(-1, 15));
      long visits = random.nextLong(-20, 1L << 54);
      LocalDate since = LocalDate.ofEpochDay(random.nextInt(-1_000, 25_000));
      String city = Integer.toString(random.nextInt(), 36);
      Object[] values = {age, income, age, income, visits, "pro", true, "high", city, since};
      List<String> cells =
          List.of(
              comma(age),
              comma(income),
              comma(age),
              Double.toString(income),
              Long.toString(visits),
              "pro",
              "true",
              "high",
              city,
              since.getDayOfMonth() + "." + since.getMonthValue() + "." + since.getYear());
      assertThat(ofValues(scorer, values)).isEqualTo(ofLine(model, cells));
    }
  }

  private static String comma(double number) {
    return Double.toString(number).replace('.', ',');
  }

  @Test
  void plainVectorsAreRawToo() {
    Schema schema =
        Schema.vectors(3, LabelSet.of("no", "yes"))
            .valueScale(1.0 / 255)
            .rows(RowBound.clip(1))
            .adjacency(Adjacency.REPLACE_ONE)
            .build();
    Classifier model = model(schema);
    Scorer scorer = Scorer.of(model);
    double[] picture = {255, 0, 51};
    EncodedRow row = new EncodedRow();
    row.start(-1);
    row.add(0, 255 * (1.0 / 255));
    row.add(2, 51 * (1.0 / 255));
    double[] expected = new double[2];
    model.scores(row, expected);
    assertThat(scorer.scores(picture)).isEqualTo(expected);
    assertThat(model.predict(picture)).isEqualTo(model.predict(row));
    assertThat(scorer.columns()).isEmpty();
    assertThat(scorer.faults(picture)).isEmpty();
    refuses(() -> scorer.predict(new double[2]), "the record has 2 values and the model takes 3");
    refuses(
        () -> scorer.predict(Map.of("a", 1)),
        "the model takes plain vectors: give a double[] of 3 numbers");
  }

  @Test
  void numbersAloneMayBeADoubleArray() {
    Schema schema =
        Schema.builder()
            .label("y", "no", "yes")
            .number("a", 0, 10)
            .integer("b", 0, 10)
            .adjacency(Adjacency.REPLACE_ONE)
            .build();
    Scorer scorer = Scorer.of(model(schema));
    assertThat(scorer.scores(new double[] {3, Double.NaN}))
        .isEqualTo(scorer.scores(new Object[] {3, null}));
    refuses(
        () -> Scorer.of(model(KINDS)).predict(new double[10]),
        "column 'plan' is not a number: give its values in a map or an Object[], not a double[]");
  }

  @Test
  void whatIsNoRecordIsRefusedInOneSentenceWithoutItsValues() {
    Scorer scorer = Scorer.of(model(KINDS));
    Map<String, Object> map = new HashMap<>(customer());
    map.remove("income");
    refuses(
        () -> scorer.predict(map),
        "the record has no value for column 'income': give one, or null where it is missing");
    map.put("incone", 5_190_000);
    refuses(
        () -> scorer.predict(map),
        "the record has no value for column 'income', but one for 'incone', which is no column:"
            + " give one, or null where it is missing");
    map.put("income", 1);
    refuses(
        () -> scorer.predict(map),
        "the record has a value for 'incone', which is no column of the schema (is it 'income'?):"
            + " rename it or leave it out");
    refuses(
        () -> scorer.predict(new Object[3]),
        "the record has 3 values and the model takes 10, in the order of Schema.valueColumns: no"
            + " label, no ignored columns");
    refuses(
        () -> scorer.predict(List.of(1, 2)),
        "a record of values is wanted, not a java.util.ImmutableCollections$List12: give a map by"
            + " column name, a record or bean, or an array in the schema's order");
    refuses(
        () -> scorer.predict((Object) new EncodedRow()),
        "a record of values is wanted, not a dev.demilune.schema.EncodedRow: give a map by column"
            + " name, a record or bean, or an array in the schema's order");
    refuses(
        () -> scorer.predict((Object) null),
        "a record of values is wanted, not null: give a map by column name, a record or bean, or an"
            + " array in the schema's order");
  }

  @ParameterizedTest
  @MethodSource
  void aTypeThatDoesNotFitIsNamedAndItsValueIsNot(String column, Object value, String sentence) {
    Map<String, Object> values = customer();
    values.put(column, value);
    refuses(() -> Scorer.of(model(KINDS)).predict(values), sentence);
  }

  @SuppressWarnings("JavaUtilDate") // what older programs hold
  static Stream<Arguments> aTypeThatDoesNotFitIsNamedAndItsValueIsNot() {
    String number = " takes a number or a text, not a ";
    return Stream.of(
        Arguments.of("age", true, "column 'age'" + number + "java.lang.Boolean: convert it first"),
        Arguments.of(
            "weight", SINCE, "column 'weight'" + number + "java.time.LocalDate: convert it first"),
        Arguments.of(
            "visits",
            List.of(),
            "column 'visits'" + number + List.of().getClass().getName() + ": convert it first"),
        Arguments.of(
            "plan",
            SINCE,
            "column 'plan' takes a text, not a java.time.LocalDate: convert it first"),
        Arguments.of(
            "since",
            true,
            "column 'since' takes a date of java.time or a text, not a java.lang.Boolean: convert"
                + " it first"),
        Arguments.of(
            "since",
            new java.util.Date(0),
            "column 'since' takes a date of java.time or a text, not a java.util.Date: convert it"
                + " first"));
  }

  private static void refuses(Supplier<?> call, String sentence) {
    assertThatThrownBy(call::get).isInstanceOf(DemiluneException.class).hasMessage(sentence);
  }

  @Test
  void faultsAreToldWithoutValues() {
    Scorer scorer = Scorer.of(model(KINDS));
    Map<String, Object> values = customer();
    assertThat(scorer.faults(values)).isEmpty();
    values.put("age", 300);
    values.put("visits", "many");
    values.put("active", "yes");
    values.put("city", null); // missing is no fault
    assertThat(scorer.faults(values))
        .containsExactly(
            "column 'age': the value is outside the range",
            "column 'visits': the value is not readable as declared",
            "column 'active': the value is not listed");
  }

  @Test
  void manyRecordsKeepTheirOrderOnManyThreads() {
    Scorer scorer = Scorer.of(model(KINDS));
    List<Map<String, Object>> people =
        IntStream.range(0, 3_000)
            .mapToObj(
                i -> {
                  Map<String, Object> values = customer();
                  values.put("age", i % 130);
                  values.put("city", "town " + i);
                  return values;
                })
            .toList();
    List<String> one = scorer.labels(people).toList();
    assertThat(one).contains("no", "yes");
    assertThat(scorer.labels(people.parallelStream()).toList()).isEqualTo(one);
    assertThat(people.parallelStream().map(scorer::scores).map(ScorerTest::boxed).toList())
        .isEqualTo(people.stream().map(scorer::scores).map(ScorerTest::boxed).toList());
  }

  @Test
  void anArrayOfValuesIsScoredWithoutAllocating() {
    com.sun.management.ThreadMXBean memory =
        (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    assumeTrue(memory.isThreadAllocatedMemorySupported(), "this Java does not count allocations");
    Scorer scorer = Scorer.of(model(KINDS));
    Object[] values = customer().values().toArray();
    values[2] = 175.5; // a number written with a comma is parsed, which allocates
    double[] scores = new double[2];
    int rows = 20_000;
    long least = Long.MAX_VALUE;
    for (int trial = 0; trial < 5; trial++) { // the first trials compile
      long before = memory.getThreadAllocatedBytes(Thread.currentThread().getId());
      for (int i = 0; i < rows; i++) {
        scorer.predict(values, scores);
      }
      long after = memory.getThreadAllocatedBytes(Thread.currentThread().getId());
      least = Math.min(least, after - before);
    }
    assertThat(least).isLessThan(rows); // less than a byte per record; an object has 16
  }
}
