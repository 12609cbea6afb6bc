// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.demilune.cli.TableFiles.Format;
import dev.demilune.privacy.Adjacency;
import dev.demilune.schema.RowBound;
import dev.demilune.schema.Schema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OptionsTest {

  @Test
  void classesAreAListARangeOrACount() {
    assertThat(SchemaOptions.parseClasses("-1,+1", Format.LIBSVM)).containsExactly("-1", "+1");
    assertThat(SchemaOptions.parseClasses("2", Format.LIBSVM)).containsExactly("-1", "+1");
    assertThat(SchemaOptions.parseClasses("3", Format.LIBSVM)).containsExactly("1", "2", "3");
    assertThat(SchemaOptions.parseClasses("3", Format.IDX)).containsExactly("0", "1", "2");
    assertThat(SchemaOptions.parseClasses("1..105", Format.LIBSVM)).hasSize(105).endsWith("105");
    assertThat(SchemaOptions.parseClasses("-1..0", Format.LIBSVM)).containsExactly("-1", "0");
    for (String wrong : List.of("1", "0", "5..5", "9..1", "many", "", "1..99999999", "999999999")) {
      assertThatThrownBy(() -> SchemaOptions.parseClasses(wrong, Format.LIBSVM))
          .as(wrong)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("--classes must be");
    }
  }

  @Test
  void theInterceptOfVectorsCanBeSetAndRemoved() {
    SchemaOptions options = new SchemaOptions();
    options.features = 3;
    options.classes = "2";
    options.unitRows = true;
    options.adjacency = "replace-one";
    assertThat(options.schema(Format.LIBSVM).intercept()).isEqualTo(0.2);
    options.intercept = "none";
    assertThat(options.schema(Format.LIBSVM).intercept()).isZero();
    options.intercept = "0.5";
    assertThat(options.schema(Format.LIBSVM).intercept()).isEqualTo(0.5);
    for (String wrong : List.of("-1", "101", "NaN", "off")) {
      options.intercept = wrong;
      assertThatThrownBy(() -> options.schema(Format.LIBSVM))
          .as(wrong)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("intercept must be");
    }
    options.file = Path.of("a.yaml");
    assertThatThrownBy(() -> options.schema(Format.CSV)).hasMessageContaining("--intercept");
  }

  @Test
  void vectorOptionsMakeASchema() {
    SchemaOptions options = new SchemaOptions();
    options.features = 784;
    options.classes = "10";
    options.norm = 9.5;
    options.adjacency = "REPLACE_ONE";
    options.expectedRows = 60_000L;
    Schema schema = options.schema(Format.IDX);
    assertThat(schema.features()).isEqualTo(784);
    assertThat(schema.labels().names()).startsWith("0").endsWith("9");
    assertThat(schema.rowBound()).isEqualTo(RowBound.clip(9.5));
    assertThat(schema.valueScale()).isEqualTo(1 / 255.0);
    assertThat(schema.adjacency()).isEqualTo(Adjacency.REPLACE_ONE);
    assertThat(schema.expectedRows()).isEqualTo(60_000);

    options.unitRows = true;
    assertThatThrownBy(() -> options.schema(Format.IDX)).hasMessageContaining("exclude each other");
    options.norm = null;
    assertThat(options.schema(Format.LIBSVM).rowBound()).isEqualTo(RowBound.scale());
    assertThat(options.schema(Format.LIBSVM).valueScale()).isEqualTo(1);
    options.norm = Double.NaN;
    options.unitRows = false;
    assertThatThrownBy(() -> options.schema(Format.LIBSVM))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("norm must be finite");
  }

  @Test
  void theFormatFollowsFromTheSchemaAndTheFiles() {
    TableFiles files = new TableFiles();
    files.given = List.of("a");
    assertThat(files.formatFor(false)).isEqualTo(Format.CSV);
    assertThat(files.formatFor(true)).isEqualTo(Format.LIBSVM);
    files.given = List.of("a,b");
    assertThat(files.formatFor(true)).isEqualTo(Format.IDX);
    assertThatThrownBy(() -> files.formatFor(false)).hasMessage("--data takes one file for csv");
    files.format = Format.CSV;
    assertThatThrownBy(() -> files.formatFor(true)).hasMessageContaining("needs --schema");
  }

  @Test
  void aCommaInANameIsNoSeparatorWhereTheFileIsThere(@TempDir Path directory) throws IOException {
    Path file = Files.createFile(directory.resolve("a,b.csv"));
    TableFiles files = new TableFiles();
    files.given = List.of(file.toString());
    assertThat(files.files()).containsExactly(file);
    files.given = List.of(file.toString(), "c");
    assertThat(files.files()).containsExactly(file, Path.of("c"));
    files.given = List.of("images,labels");
    assertThat(files.files()).containsExactly(Path.of("images"), Path.of("labels"));
  }

  @Test
  void numbersOfABudgetAreReadAsTyped() {
    assertThat(PrivacyOptions.epsilon("1")).isEqualTo(1);
    assertThat(PrivacyOptions.epsilon(".5")).isEqualTo(0.5);
    assertThat(PrivacyOptions.epsilon("1e2")).isEqualTo(100);
    assertThat(PrivacyOptions.delta("1E-6")).isEqualTo(1e-6);
    for (String wrong : List.of("1d", "0x1p3", "1,5", "", " ", "Infinity", "--", "1e400")) {
      assertThatThrownBy(() -> PrivacyOptions.epsilon(wrong))
          .as(wrong)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("epsilon ");
    }
  }

  @Test
  void tablesAlignNumbersToTheRight() {
    TextTable table = new TextTable(List.of("name", "n"), 1);
    table.add("a", "1");
    table.add("long name", "1,000");
    assertThat(table.toString()).isEqualTo("name           n\na              1\nlong name  1,000");
  }
}
