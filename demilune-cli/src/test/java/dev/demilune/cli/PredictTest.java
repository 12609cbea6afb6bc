// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.demilune.model.LinearClassifier;
import dev.demilune.model.ModelFile;
import dev.demilune.model.ScoreCalibration;
import dev.demilune.privacy.Adjacency;
import dev.demilune.schema.Column;
import dev.demilune.schema.Schema;
import dev.demilune.score.Scorer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Predictions of CSV and JSON Lines, in both, with columns kept. */
class PredictTest {

  private static final Schema SCHEMA =
      Schema.builder()
          .label("churned", "no", "yes, or \"so\"")
          .number("age", 0, 100)
          .category("plan", "free", "pro", "true")
          .column(
              Column.date("since", "iso", LocalDate.of(2020, 1, 1), LocalDate.of(2026, 1, 1))
                  .taking(Column.DatePart.AGE))
          .adjacency(Adjacency.REPLACE_ONE)
          .build();

  private static final String ROWS =
      """
      since,id,age,plan
      2021-03-04,a;7,30,pro
      2025-01-01,"b,8",,free
      2022-01-01, =1+1 ,70.5,true
      """;

  private static final String LINES =
      """
      {"id":"a;7","age":30,"plan":"pro","since":"2021-03-04"}

      {"plan":"free","age":null,"since":"2025-01-01","id":12345678901234567890}
      {"since":"2022-01-01","plan":true,"age":"70.5","id":null,"more":{"a":[1]}}
      """;

  @TempDir Path directory;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private LinearClassifier model;

  @BeforeEach
  void makeFiles() throws IOException {
    double[][] weights = {{-1, 0.5, -0.25, 0, 0.75}, {1, -0.5, 0.25, 0.1, -0.75}};
    model =
        LinearClassifier.of(SCHEMA, weights, new double[] {0.125, 0})
            .calibrated(ScoreCalibration.of(2, 0, 0));
    ModelFile.saveWithoutPrivacy(directory.resolve("m"), model);
    Files.writeString(directory.resolve("rows.csv"), ROWS);
    Files.writeString(directory.resolve("rows.jsonl"), LINES);
  }

  private int code(String data, String... more) {
    List<String> words = new ArrayList<>(List.of("predict", "--model=" + directory.resolve("m")));
    words.add("--data=" + directory.resolve(data));
    words.addAll(List.of(more));
    out.reset();
    err.reset();
    return Main.run(words.toArray(String[]::new), new Console(out, err, false));
  }

  private String run(String data, String... more) {
    assertThat(code(data, more)).as(err.toString(UTF_8)).isZero();
    return out.toString(UTF_8);
  }

  private static Map<String, Object> person(Object age, Object plan, String since) {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("age", age);
    values.put("plan", plan);
    values.put("since", since);
    return values;
  }

  @Test
  void keptColumnsAreCopiedAsTheyStand() {
    assertThat(run("rows.csv", "--keep=id,age"))
        .isEqualTo(
            """
            row,id,age,prediction
            1,a;7,30,no
            2,"b,8","",no
            3,=1+1,70.5,"yes, or ""so\"""
            """);
    assertThat(err.toString(UTF_8))
        .isEqualTo(
            "note: 1 column of "
                + directory.resolve("rows.csv")
                + " is not in the model's schema and was left alone.\n");
  }

  @Test
  void jsonLinesGiveWhatTheTableGivesAndWhatTheScorerGives() {
    String[] all = {"--scores", "--probabilities", "--radius"};
    String fromRows = run("rows.csv", all);
    String[] more = {all[0], all[1], all[2], "--out-format=csv"};
    assertThat(run("rows.jsonl", more)).isEqualTo(fromRows);

    Scorer scorer = Scorer.of(model);
    List<Map<String, Object>> people =
        List.of(
            person(30, "pro", "2021-03-04"),
            person(null, "free", "2025-01-01"),
            person(70.5, true, "2022-01-01"));
    List<JsonObject> objects =
        run("rows.jsonl", all)
            .lines()
            .map(line -> JsonParser.parseString(line).getAsJsonObject())
            .toList();
    assertThat(objects).hasSize(3);
    for (int i = 0; i < 3; i++) {
      JsonObject object = objects.get(i);
      Map<String, Object> person = people.get(i);
      String label = scorer.labels().get(1);
      assertThat(object.keySet())
          .containsExactly("row", "prediction", "scores", "probabilities", "radius");
      assertThat(object.get("row").getAsInt()).isEqualTo(i + 1);
      assertThat(object.get("prediction").getAsString()).isEqualTo(scorer.label(person));
      assertThat(object.getAsJsonObject("scores").get(label).getAsDouble())
          .isEqualTo(scorer.scores(person)[1]);
      assertThat(object.getAsJsonObject("probabilities").get(label).getAsDouble())
          .isEqualTo(scorer.probabilities(person)[1]);
      assertThat(object.get("radius").getAsDouble()).isEqualTo(scorer.radius(person));
    }
  }

  @Test
  void keptFieldsKeepTheirKind() {
    assertThat(run("rows.jsonl", "--keep=id").lines())
        .containsExactly(
            "{\"row\":1,\"id\":\"a;7\",\"prediction\":\"no\"}",
            "{\"row\":2,\"id\":12345678901234567890,\"prediction\":\"no\"}",
            "{\"row\":3,\"id\":null,\"prediction\":\"yes, or \\\"so\\\"\"}");
    assertThat(err.toString(UTF_8)).contains("note: 1 field of ").doesNotContain("'id'");
    assertThat(run("rows.csv", "--keep=id", "--out-format=jsonl").lines().findFirst())
        .contains("{\"row\":1,\"id\":\"a;7\",\"prediction\":\"no\"}");
  }

  @Test
  void namesSayFormatAndCompression() throws IOException {
    String plain = run("rows.jsonl");
    Path zipped = directory.resolve("p.jsonl.gz");
    assertThat(run("rows.csv", "--out=" + zipped))
        .isEqualTo("wrote 3 predictions to " + zipped + "\n");
    try (InputStream in = new GZIPInputStream(Files.newInputStream(zipped))) {
      assertThat(new String(in.readAllBytes(), UTF_8)).isEqualTo(plain);
    }
    Path input = directory.resolve("rows.ndjson.gz");
    try (OutputStream to = new GZIPOutputStream(Files.newOutputStream(input))) {
      to.write(LINES.getBytes(UTF_8));
    }
    assertThat(run("rows.ndjson.gz", "--out=-")).isEqualTo(plain);
  }

  @Test
  void aFieldThatIsNotThereIsMissingUnlessItIsNowhere() throws IOException {
    Files.writeString(
        directory.resolve("some.jsonl"),
        "{\"age\":30,\"plan\":\"pro\"}\n{\"since\":\"2021-03-04\",\"plan\":\"pro\"}\n");
    run("some.jsonl");
    assertThat(err.toString(UTF_8).lines())
        .containsExactly(
            "note: column 'age': 1 objects have no such field; it counts as missing.",
            "note: column 'since': 1 objects have no such field; it counts as missing.");
    Path none = directory.resolve("none.jsonl");
    Files.writeString(none, "{\"agee\":30,\"plan\":\"pro\",\"since\":\"2021-03-04\"}\n");
    Path output = directory.resolve("p.csv");
    assertThat(code("none.jsonl", "--out=" + output)).isEqualTo(1);
    assertThat(err.toString(UTF_8))
        .isEqualTo("demilune: " + none + ": no object has a field 'age'; check the names\n");
    assertThat(output).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "[1]|the line is not one JSON object; mend it, or name the right format",
        "7|the line is not one JSON object; mend it, or name the right format",
        "{\"age\":1} {}|the line is not one JSON object; mend it, or name the right format",
        "{\"age\":1|the object is not closed on its line; write one object per line",
        "{age:1}|the line is not one JSON object; mend it, or name the right format",
        "{\"age\":NaN}|the line is not one JSON object; mend it, or name the right format",
        "{\"age\":1,\"age\":2}|field 'age' is there twice; delete one",
        "{\"age\":[31]}|a field that is asked for holds a list or an object; write text, a number,"
            + " true, false or null",
        "{\"age\":1e99999999999}|a number has too many digits or too large an exponent; mend it"
      })
  void aBrokenLineIsToldByItsNumberAndLeavesNothing(String line, String sentence)
      throws IOException {
    Path broken = directory.resolve("broken.jsonl");
    Files.writeString(broken, LINES + line + "\n");
    Path output = directory.resolve("p.jsonl");
    assertThat(code("broken.jsonl", "--out=" + output)).isEqualTo(1);
    assertThat(err.toString(UTF_8)).isEqualTo("demilune: " + broken + ":5: " + sentence + "\n");
    assertThat(output).doesNotExist();
  }

  @Test
  void standardOutputHasTheRowsBeforeAFault() throws IOException {
    Files.writeString(directory.resolve("ragged.csv"), ROWS + "2022-01-01,9\n");
    assertThat(code("ragged.csv")).isEqualTo(1);
    assertThat(err.toString(UTF_8)).contains("ragged.csv:5: the row has 2 cells");
    assertThat(out.toString(UTF_8))
        .isEqualTo(
            """
            row,prediction
            1,no
            2,no
            3,"yes, or ""so\"""
            """);
  }

  @ParameterizedTest
  @CsvSource({
    "rows.csv,--keep=idd,1,--keep idd: FILE has no column of that name; is it 'id'?",
    "rows.csv,--keep=id;id,2,--keep names a column twice: name it once",
    "rows.csv,--keep=radius,2,--keep radius: the predictions have a column of that name; rename the"
        + " input's",
    "rows.csv,--format=libsvm,2,'the schema has named columns, which libsvm files have not: use csv'"
  })
  void whatCannotBeKeptOrReadIsRefused(String data, String option, int code, String sentence) {
    assertThat(code(data, option.replace(';', ','))).isEqualTo(code);
    assertThat(err.toString(UTF_8))
        .startsWith("demilune: " + sentence.replace("FILE", directory.resolve(data).toString()));
    assertThat(out.toString(UTF_8)).isEmpty();
  }

  @Test
  void badCellsAreCountedInJsonLinesToo() throws IOException {
    Files.writeString(
        directory.resolve("bad.jsonl"),
        "{\"age\":true,\"plan\":\"gold\",\"since\":20210304}\n{\"age\":900,\"plan\":\"pro\",\"since\":\"\"}\n");
    run("bad.jsonl");
    assertThat(err.toString(UTF_8).lines())
        .contains(
            "note: column 'age': 1 of 2 cells is outside the range, the first on line 2.",
            "note: column 'plan': 1 of 2 cells is not listed, the first on line 1.")
        .anyMatch(line -> line.startsWith("note: column 'age': 1 of 2 cells is not readable"))
        .noneMatch(line -> line.contains("gold") || line.contains("900"));
  }
}
