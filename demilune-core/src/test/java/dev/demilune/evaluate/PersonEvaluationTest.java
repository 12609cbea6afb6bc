// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.demilune.DemiluneException;
import dev.demilune.budget.Ledger;
import dev.demilune.data.CsvReader;
import dev.demilune.model.LinearClassifier;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.PureDp;
import dev.demilune.random.Randomness;
import dev.demilune.schema.Schema;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** One row of every person is counted. */
class PersonEvaluationTest {

  private static final Schema SCHEMA =
      Schema.builder().person("who", 5).number("x", -1, 1).label("y", "no", "yes").build();
  private static final LinearClassifier MODEL =
      LinearClassifier.of(SCHEMA, new double[][] {{-1}, {1}}, new double[2]);
  private static final Adjacency PERSONS = Adjacency.ADD_OR_REMOVE_PERSON;

  private static CsvReader table(String header, List<String> lines) {
    String text = header + "\n" + String.join("\n", lines) + "\n";
    return CsvReader.open(
        new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)),
        "held out",
        SCHEMA.csvFormat());
  }

  /** With noise so small that it is zero but for one run in 10^20. */
  private static PrivateEvaluation score(List<String> lines, long seed) {
    PureDp price = PureDp.of(100);
    EvaluationPlan plan = PrivateEvaluation.plan(MODEL, PERSONS, price);
    Ledger ledger = Ledger.inMemory("held out", PERSONS, price, Randomness.reproducible(seed));
    try (CsvReader table = table("who,x,y", lines)) {
      return plan.run(MODEL, table, ledger.spend("score", plan));
    }
  }

  private static List<String> lines(int persons) {
    List<String> lines = new ArrayList<>();
    for (int p = 0; p < persons; p++) {
      lines.add("p" + p + ",1,yes"); // right
      for (int i = 0; i < p % 4; i++) {
        lines.add("p" + p + ",0." + (1 + i) + ",no"); // wrong
      }
      lines.add("p" + p + ",-1,unknown"); // not counted
    }
    return lines;
  }

  @Test
  void everyPersonIsCountedOnceWhateverTheOrder() {
    List<String> lines = lines(400);
    PrivateEvaluation one = score(lines, 1);
    assertThat(one.rows()).isEqualTo(400);
    // A row of each at random: right with probability 1, 1/2, 1/3 and 1/4, on average 0.52.
    assertThat(one.accuracy()).isCloseTo(25 / 48.0, within(0.11)); // 5 standard deviations
    Collections.shuffle(lines, new Random(1));
    PrivateEvaluation other = score(lines, 1);
    for (int actual = 0; actual < 2; actual++) {
      assertThat(other.confusion(actual, 1)).isEqualTo(one.confusion(actual, 1));
    }
  }

  @Test
  void aPersonOfManyRowsMovesOneCountByOne() {
    List<String> lines = lines(50);
    PrivateEvaluation before = score(lines, 3);
    for (int i = 0; i < 30; i++) {
      lines.add(0, "someone,0." + (10 + i) + ",yes");
    }
    PrivateEvaluation after = score(lines, 3);
    assertThat(after.confusion(1, 1)).isEqualTo(before.confusion(1, 1) + 1);
    assertThat(after.confusion(0, 1)).isEqualTo(before.confusion(0, 1));
    assertThat(after.rows()).isEqualTo(before.rows() + 1);
  }

  @Test
  void aTableWithoutNamesIsRefusedBeforeTheAllowanceIsUsed() {
    EvaluationPlan plan = PrivateEvaluation.plan(MODEL, PERSONS, PureDp.of(1));
    Ledger ledger = Ledger.inMemory("held out", PERSONS, PureDp.of(1), Randomness.reproducible(1));
    var allowance = ledger.spend("score", plan);
    assertThatThrownBy(() -> plan.run(MODEL, table("x,y", List.of("1,yes")), allowance))
        .isInstanceOf(DemiluneException.class)
        .hasMessageContaining("'who', which says whose row it is");
    try (CsvReader table = table("who,x,y", lines(3))) {
      assertThat(plan.run(MODEL, table, allowance)).isNotNull();
    }
  }
}
