// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.schema;

import static dev.demilune.privacy.Adjacency.ADD_OR_REMOVE_ONE;
import static dev.demilune.privacy.Adjacency.REPLACE_ONE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.demilune.data.CsvReader;
import dev.demilune.privacy.Adjacency;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SchemaTest {

  private static SchemaBuilder customers() {
    return Schema.builder()
        .ignore("id")
        .number("age", 0, 120)
        .category("plan", "free", "pro")
        .categoryWithOther("land", "else", "de", "fr")
        .label("churned", "no", "yes")
        .number("spent", -10, 10, 0)
        .adjacency(REPLACE_ONE);
  }

  @Test
  void featuresFollowTheColumns() {
    Schema schema = customers().build();

    List<String> names = new ArrayList<>();
    for (int j = 0; j < schema.features(); j++) {
      names.add(schema.featureName(j));
    }
    assertThat(names)
        .containsExactly(
            "age", "plan=free", "plan=pro", "land=de", "land=fr", "land=else", "spent");
    assertThat(schema.labels().names()).containsExactly("no", "yes");
    assertThatThrownBy(() -> schema.featureName(7))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("feature must be between 0 and 6, got 7");
  }

  @Test
  void partsFollowTheColumns() {
    Schema schema = customers().build();

    assertThat(schema.parts())
        .containsExactly(
            new Part.Number("age", 0, 120),
            new Part.Choice("plan", List.of("free", "pro")),
            new Part.Choice("land", List.of("de", "fr", "else")),
            new Part.Number("spent", -10, 10));
    assertThat(vectors(3).build().parts()).isEmpty();

    EncodedRow row = new EncodedRow();
    try (CsvReader table =
        CsvReader.open(
            new ByteArrayInputStream(
                "id,age,plan,land,churned,spent\n1,30,pro,it,yes,x\n2,-5,gold,fr,no,99\n"
                    .getBytes(UTF_8)),
            "customers",
            schema.csvFormat())) {
      RowEncoder encoder = schema.encoder(table);
      table.next();
      encoder.encode(table, row);
      assertThat(parts(row)).containsExactly(0.25, 1.0, 2.0, 0.5);
      table.next();
      encoder.encode(table, row);
      assertThat(parts(row)).containsExactly(0.0, -1.0, 1.0, 1.0);
    }
  }

  private static List<Double> parts(EncodedRow row) {
    return IntStream.range(0, row.parts()).mapToObj(row::part).toList();
  }

  @Test
  void defaultsAreTheDocumentedOnes() {
    Schema schema = customers().build();

    assertThat(schema.rowBound()).isEqualTo(RowBound.scale());
    assertThat(schema.numberScale()).isEqualTo(NumberScale.MINUS_ONE_TO_ONE);
    assertThat(schema.intercept()).isEqualTo(0.2);
    assertThat(schema.expectedRows()).isZero();
    assertThat(schema.csvFormat().header()).isTrue();
    assertThat(vectors(3).build().intercept()).isZero();
  }

  private static SchemaBuilder vectors(int classes) {
    return Schema.vectors(5, LabelSet.numbered(classes)).adjacency(ADD_OR_REMOVE_ONE);
  }

  @Test
  void aBuilderCanGoOnAfterBuild() {
    SchemaBuilder builder = customers();
    Schema before = builder.build();
    builder.number("more", 0, 1).intercept(1);

    assertThat(before.features()).isEqualTo(7);
    assertThat(before.intercept()).isEqualTo(0.2);
    assertThat(builder.build().features()).isEqualTo(8);
  }

  @Test
  void allFaultsComeAtOnce() {
    assertThatThrownBy(
            () ->
                Schema.builder()
                    .number("a", 1, 1)
                    .number("b", 0, Double.NaN)
                    .number("c", 0, 1, 2)
                    .number("w", -1e308, 1e308)
                    .category("d")
                    .category("a", "x", "x")
                    .label("l", "one")
                    .label("m", "no", "yes")
                    .expectedRows(0)
                    .intercept(-1)
                    .valueScale(2)
                    .delimiter('"')
                    .build())
        .isInstanceOfSatisfying(
            SchemaException.class,
            e ->
                assertThat(e.faults())
                    .containsExactly(
                        "column 'a' needs a finite range with low < high, got 1.0..1.0",
                        "column 'b' needs a finite range with low < high, got 0.0..NaN",
                        "column 'c' has the default 2.0, outside 0.0..1.0",
                        "column 'w' needs a finite range with low < high, got -1.0E308..1.0E308",
                        "column 'd' needs at least 1 category value(s)",
                        "column 'a' lists 'x' twice",
                        "column 'a' is declared twice",
                        "column 'l' needs at least 2 label value(s)",
                        "expected rows must be from 1 to 2147483647, got 0",
                        "intercept must be between 0 and 100.0, got -1.0",
                        "value scale is for plain vectors; number columns have their range",
                        "delimiter must be one character other than a quote or a line end",
                        "adjacency is missing: say what one person can change,"
                            + " add-or-remove-one, replace-one or replace-label, or name the"
                            + " column of the person (person: COLUMN)",
                        "exactly one column must be the label, got 2"))
        .hasMessageStartingWith("schema has 14 faults:\n  - column 'a' needs");
  }

  @Test
  void oneFaultIsOneSentence() {
    assertThatThrownBy(() -> Schema.vectors(0, LabelSet.numbered(2)).adjacency(REPLACE_ONE).build())
        .isInstanceOf(SchemaException.class)
        .hasMessage("schema: features must be between 1 and 16777216, got 0");
    assertThatThrownBy(() -> vectors(2).number("x", 0, 1).build())
        .isInstanceOf(SchemaException.class)
        .hasMessage("schema: a schema of plain vectors has no named columns");
    assertThatThrownBy(() -> Schema.builder().label("y", "a", "b").adjacency(REPLACE_ONE).build())
        .isInstanceOf(SchemaException.class)
        .hasMessage("schema: no column is a number or a category: there is nothing to learn from");
  }

  @Test
  void jsonKeepsEverything() {
    Schema columns =
        customers()
            .rows(RowBound.clip(0.1))
            .numbersTo(NumberScale.ZERO_TO_ONE)
            .intercept(1.0 / 3)
            .expectedRows((1L << 31) - 1)
            .withoutHeader()
            .delimiter('→')
            .build();
    Schema rest =
        Schema.vectors(784, LabelSet.withOther("rest", "3"))
            .valueScale(1 / 255.0)
            .adjacency(Adjacency.REPLACE_LABEL)
            .build();
    for (Schema schema : new Schema[] {columns, rest}) {
      Schema read = Schema.fromJson(schema.toJson());
      assertThat(read).isEqualTo(schema).hasSameHashCodeAs(schema);
      assertThat(read.columns()).isEqualTo(schema.columns());
      assertThat(read.labels()).isEqualTo(schema.labels());
      assertThat(read.rowBound()).isEqualTo(schema.rowBound());
      assertThat(read.numberScale()).isEqualTo(schema.numberScale());
      assertThat(read.valueScale()).isEqualTo(schema.valueScale());
      assertThat(read.intercept()).isEqualTo(schema.intercept());
      assertThat(read.expectedRows()).isEqualTo(schema.expectedRows());
      assertThat(read.csvFormat()).isEqualTo(schema.csvFormat());
      assertThat(read.adjacency()).isEqualTo(schema.adjacency());
      assertThat(read.features()).isEqualTo(schema.features());
    }
    assertThat(columns).isNotEqualTo(rest);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "null", "[]", "{}", "{\"columns\":1}", "{'vectors':1}", "7", "{} {}"})
  void damagedJsonIsOneSentence(String json) {
    assertThatThrownBy(() -> Schema.fromJson(json))
        .isInstanceOf(SchemaException.class)
        .hasMessageStartingWith("schema in JSON: ");
  }

  @Test
  void jsonCutOrChangedAnywhereIsASchemaOrASentence() {
    String json = customers().build().toJson();
    for (int i = 0; i < json.length(); i++) {
      String cut = json.substring(0, i);
      assertThatThrownBy(() -> Schema.fromJson(cut)).isInstanceOf(SchemaException.class);
    }
    SplittableRandom random = new SplittableRandom(6);
    for (int trial = 0; trial < 5_000; trial++) {
      StringBuilder changed = new StringBuilder(json);
      changed.setCharAt(random.nextInt(json.length()), (char) random.nextInt(32, 127));
      try {
        Schema.fromJson(changed.toString());
      } catch (SchemaException e) {
        assertThat(e.getMessage()).startsWith("schema in JSON");
      }
    }
  }

  @Test
  void anUnknownJsonFieldIsRefused() {
    String json = vectors(2).build().toJson();
    assertThatThrownBy(() -> Schema.fromJson(json.replace("\"norm\"", "\"nrom\"")))
        .isInstanceOf(SchemaException.class)
        .hasMessage(
            "schema in JSON: the field 'nrom' is not known; it may come from a newer version");
  }

  @Test
  void labelSetsAreChecked() {
    assertThatThrownBy(() -> LabelSet.of("a"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("labels must be between 2 and 65536, got 1");
    assertThatThrownBy(() -> LabelSet.of("a", "a"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("labels must be distinct, got [a, a]");
  }
}
