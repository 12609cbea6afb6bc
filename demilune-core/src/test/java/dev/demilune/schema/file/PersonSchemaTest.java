// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.schema.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.demilune.privacy.Adjacency;
import dev.demilune.schema.Schema;
import dev.demilune.schema.SchemaException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PersonSchemaTest {

  private static final String COLUMNS =
      "columns:\n  x: number 0..1\n  y: {label: [\"no\", \"yes\"]}\n";

  private static Schema parse(String settings) {
    return SchemaFile.parse(settings.replace("; ", "\n") + "\n" + COLUMNS, "a test");
  }

  @Test
  void theUnitIsAPersonAndTheColumnIsNoFeature() {
    Schema schema = parse("person: who; rows-per-person: 7; expected-persons: 50");

    assertThat(schema.adjacency()).isEqualTo(Adjacency.ADD_OR_REMOVE_PERSON);
    assertThat(schema.person()).contains("who");
    assertThat(schema.rowsPerPerson()).isEqualTo(7);
    assertThat(schema.expectedRows()).isEqualTo(50);
    assertThat(schema.features()).isEqualTo(1);
    assertThat(Schema.fromJson(schema.toJson())).isEqualTo(schema);
    assertThat(Schema.fromJson(schema.toJson()).rowsPerPerson()).isEqualTo(7);
    Schema built =
        Schema.builder()
            .person("who", 7)
            .expectedRows(50)
            .number("x", 0, 1)
            .label("y", "no", "yes")
            .build();
    assertThat(built).isEqualTo(schema);
  }

  @Test
  void withoutAPersonNothingIsWrittenOfOne() {
    Schema schema = parse("adjacency: replace-one");
    assertThat(schema.person()).isEmpty();
    assertThat(schema.rowsPerPerson()).isEqualTo(1);
    assertThat(schema.toJson()).doesNotContain("erson");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          person: who                                               | needs rows-per-person:
          rows-per-person: 3; adjacency: replace-one                | rows-per-person needs person:
          person: who; rows-per-person: 0                           | must be from 1 to 1000, got 0
          person: who; rows-per-person: 1001                        | must be from 1 to 1000, got 1001
          person: who; rows-per-person: many                        | rows-per-person must be a whole number
          person: who; rows-per-person: 3; adjacency: replace-one   | the adjacency is add-or-remove-person, got replace-one
          person: who; rows-per-person: 3; expected-rows: 9         | declare expected-persons, not expected-rows
          adjacency: replace-one; expected-persons: 9               | expected-persons needs person:
          adjacency: add-or-remove-person                           | person: COLUMN and rows-per-person: K
          person: x; rows-per-person: 3                             | column 'x' names the person, so it is neither feature nor label
          person: y; rows-per-person: 3                             | column 'y' names the person, so it is neither feature nor label
          person: who; rows-per-person: 3; header: false            | without a header line it must be among the columns
          """)
  void faultsAreNamed(String settings, String fault) {
    assertThatThrownBy(() -> parse(settings))
        .isInstanceOf(SchemaException.class)
        .hasMessageContaining(fault);
  }
}
