// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.demilune.DemiluneException;
import dev.demilune.data.CsvReader;
import dev.demilune.model.LinearClassifier;
import dev.demilune.privacy.Adjacency;
import dev.demilune.schema.RowBound;
import dev.demilune.schema.Schema;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GroupAccuracyTest {

  @TempDir Path directory;

  /** Predicts 'yes' for x above a half. */
  private static LinearClassifier model() {
    Schema schema =
        Schema.builder()
            .number("x", 0, 1)
            .ignore("town")
            .label("y", "no", "yes")
            .adjacency(Adjacency.REPLACE_ONE)
            .rows(RowBound.clip(10))
            .build();
    double[][] weights = new double[2][schema.features()];
    weights[1][0] = 1; // numbers become -1 to 1
    return LinearClassifier.of(schema, weights, new double[2]);
  }

  private GroupAccuracy measure(String csv, String column) throws Exception {
    Path file = Files.writeString(directory.resolve("rows.csv"), csv);
    try (CsvReader table = CsvReader.open(file)) {
      return GroupAccuracy.onPublic(model(), table, column);
    }
  }

  @Test
  void rowsAreCountedByTheTextOfTheirCell() throws Exception {
    GroupAccuracy found =
        measure("x,town,y\n0.9,Ulm,yes\n0.9,Ulm,no\n0.9, Ulm ,yes\n0.1,<b>,no\n0.1,,yes\n", "town");
    assertThat(found.groups())
        .extracting(GroupAccuracy.Group::name)
        .containsExactly("Ulm", "", "<b>");
    assertThat(found.groups().get(0).rows()).isEqualTo(3);
    assertThat(found.groups().get(0).accuracy()).isEqualTo(Measured.share(2, 3));
    assertThat(found.groups().get(1).accuracy().value()).isZero();
    assertThat(found.groups().get(2).accuracy().low()).isLessThan(0.03); // one row tells nothing
  }

  @Test
  void aColumnThatIsNotThereOrHasNoGroupsIsRefused() throws Exception {
    assertThatThrownBy(() -> measure("x,town,y\n1,a,yes\n", "city"))
        .isInstanceOf(DemiluneException.class)
        .hasMessageEndingWith("rows.csv: there is no column 'city'; name one of x, town, y");
    StringBuilder many = new StringBuilder("x,town,y\n");
    for (int i = 0; i <= GroupAccuracy.MOST_GROUPS; i++) {
      many.append("1,town ").append(i).append(",yes\n");
    }
    assertThatThrownBy(() -> measure(many.toString(), "town"))
        .isInstanceOf(DemiluneException.class)
        .hasMessageEndingWith(
            "rows.csv:52: column 'town' has more than 50 values: name a column with fewer groups");
  }
}
