// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What drafts, lints and notices say of tables as they come. */
class StrangeTablesTest {

  @TempDir Path directory;
  private String out;
  private String err;

  private int run(boolean terminal, String command) {
    String[] words = command.replace("@", directory + "/").split(" +", -1);
    ByteArrayOutputStream result = new ByteArrayOutputStream();
    ByteArrayOutputStream notes = new ByteArrayOutputStream();
    int code = Main.run(words, new Console(result, notes, terminal));
    out = result.toString(UTF_8);
    err = notes.toString(UTF_8);
    return code;
  }

  private JsonObject json(String command) {
    assertThat(run(false, command + " --json")).as(err).isZero();
    return JsonParser.parseString(out).getAsJsonObject();
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(directory.resolve(name), text);
  }

  @Test
  void aDraftSaysHowTheFileIsWritten() throws IOException {
    write("bare.csv", "A11;6;1,5;good\nA12;48;2,5;bad\nA11;12;3;good\n");
    assertThat(run(false, "schema draft --public @bare.csv")).as(err).isZero();
    assertThat(out)
        .contains("header: false\ndelimiter: \";\"\ndecimal: \",\"\n")
        .contains(
            "  c1: {category:", "  c3: number 1.2..3.2 ", "  c4: {label: [\"good\", \"bad\"]}");
    assertThat(err)
        .contains("THE SAMPLE MUST BE PUBLIC", "cells are separated by ';'")
        .contains("looks like a row and not like names")
        .contains("the label is 'c4', as no --label was named; others could be 'c1'");

    assertThat(run(false, "schema draft --public @bare.csv --columns a,b,c,d --label a")).isZero();
    assertThat(out).contains("  a: {label: [\"A11\", \"A12\"]}");
    assertThat(err).doesNotContain("the label is", "looks like a row");
    assertThat(run(false, "schema draft --public @bare.csv --header yes")).isZero();
    assertThat(out).contains("  A11: {category:").doesNotContain("header: false");
    assertThat(run(false, "schema draft --public @bare.csv --header maybe")).isEqualTo(2);

    write("rows.svm", "-1 3:1 11:0.5\n+1 4:1\n");
    assertThat(run(false, "schema draft --public @rows.svm")).isEqualTo(1);
    assertThat(err).contains("rows.svm:1: this looks like LIBSVM, which needs no schema");
  }

  @Test
  void aDraftMakesThePersonTheUnitAndTheLintCountsByIt() throws IOException {
    write("v.csv", "who,age,back\nann,17,no\nbob,90,yes\nann,44,no\nann,44,no\n");
    String draft = "schema draft --public @v.csv ";
    assertThat(run(false, draft + "--person who --rows-per-person 2 --out @v.yaml"))
        .as(err)
        .isZero();
    assertThat(run(false, "schema check @v.yaml --data @v.csv")).as(err).isZero();
    assertThat(out).contains("named by column 'who', at most 2 rows of each are used");
    assertThat(run(false, "schema lint @v.yaml --data @v.csv")).as(err).isZero();
    assertThat(out)
        .contains("1 rows are there already", "2 persons with up to 3 rows each")
        .doesNotContain("counts twice", "as weak");

    for (String wrong :
        new String[] {
          "--adjacency add-or-remove-person",
          "--person who",
          "--rows-per-person 2",
          "--person who --rows-per-person 0",
          "--person who --rows-per-person 2 --adjacency replace-one",
          "--person who --rows-per-person 2 --label who"
        }) {
      assertThat(run(false, draft + wrong)).as(wrong).isEqualTo(2);
      assertThat(err).as(wrong).contains("-person");
    }
    assertThat(run(false, draft + "--person whom --rows-per-person 2")).isEqualTo(1);
    assertThat(err).contains("there is no column 'whom' to name the person");
  }

  @Test
  void aLintCountsRowsOfPersonsAndRowsThatAreThereTwice() throws IOException {
    write(
        "s.yaml",
        """
        adjacency: replace-one
        columns:
          id: ignore
          age: number 0..100
          y: {label: [a, b]}
        """);
    write("t.csv", "id,age,y\nu,30,a\nv,30,a\nu,31,b\nv,30,a\nu,30,a\nw,130,b\n");
    JsonObject found = json("schema lint @s.yaml --data @t.csv --person id");
    assertThat(found.get("notToBePublished").getAsBoolean()).isTrue();
    assertThat(found.get("duplicateRows").toString()).isEqualTo("{\"rows\":2,\"firstLine\":5}");
    assertThat(found.get("persons").toString())
        .isEqualTo("{\"persons\":3,\"mostRows\":3,\"firstLine\":4}");
    assertThat(run(false, "schema lint @s.yaml --data @t.csv --person id")).isZero();
    assertThat(out)
        .contains("NOT TO BE PUBLISHED", "column 'age': 1 of 6 cells is outside the range")
        .contains("2 rows are there already, word by word, the first on line 5")
        .contains("3 persons with up to 3 rows each, the first second row on line 4");
    assertThat(run(false, "schema lint @s.yaml --data @t.csv --person name")).isEqualTo(2);

    write("headerless.yaml", "header: false\n" + Files.readString(directory.resolve("s.yaml")));
    write("bare.csv", "u,30,a\nv,31,b\n");
    assertThat(run(false, "schema lint @headerless.yaml --data @bare.csv --person id")).isZero();
    assertThat(out).contains("2 persons, each with one row").doesNotContain("there already");
  }

  @Test
  void aLintOfPersonsSaysWhatTheGuaranteeIsFor() throws IOException {
    write(
        "s.yaml",
        """
        person: id
        rows-per-person: 2
        columns:
          age: number 0..100
          y: {label: [a, b]}
        """);
    // A name is read as training reads it: without blanks, and rows without one are together.
    write("t.csv", "id,age,y\nu,30,a\nv,30,a\n u,31,b\nu ,30,a\n,40,b\n,41,b\n,41,b\n");
    assertThat(run(false, "schema lint @s.yaml --data @t.csv")).isZero();
    assertThat(out)
        .contains("3 persons with up to 3 rows each, the first second row on line 4: the guarantee")
        .contains("is for a person with all rows, and at most 2 of each are used")
        .contains("2 rows are there already")
        .doesNotContain("one row,", "counts twice");
    assertThat(json("schema lint @s.yaml --data @t.csv --person id").get("persons").toString())
        .isEqualTo("{\"persons\":3,\"mostRows\":3,\"firstLine\":4}");
    assertThat(run(false, "schema lint @s.yaml --data @t.csv --person age")).isEqualTo(2);
    assertThat(err).contains("column 'id' names persons");
  }

  @Test
  void aPrivateEvaluationOfPersonsSaysThatItCountsPersons() throws IOException {
    assertThat(run(false, "generate visits --rows 3000 --persons 1000 --seed 1 --out @v.csv"))
        .isZero();
    assertThat(
            run(
                false,
                "train --data @v.csv --schema @v.schema.yaml --learner noisy-descent --set"
                    + " loss=softmax --epsilon 2 --delta 1e-6 --model @v.model --seed 1"))
        .isZero();
    assertThat(
            run(
                false,
                "evaluate --model @v.model --data @v.csv --private --epsilon 20 --expected-rows 1000"
                    + " --seed 2"))
        .isZero();
    assertThat(out).containsPattern("\\npersons +about \\d{3}\\n").doesNotContain("\nrows ");
    assertThat(err).contains("with 1,000 persons the accuracy will be known");
  }

  @Test
  void noticesAreWordsEverywhereAndColorsOnTerminals() {
    String plan = "plan --rows 100 --features 5 --epsilon 0.05 --delta 0.02";
    JsonObject weak = json(plan);
    assertThat(weak.getAsJsonArray("notices")).hasSize(2);
    assertThat(weak.get("notices").toString())
        .contains("\"level\":\"amber\"", "delta is not below one in the number of rows")
        .contains("100 rows are few for this epsilon", "rows would do, or an epsilon of about");
    run(false, plan);
    assertThat(err).startsWith("amber: delta is not below").doesNotContain("\u001b");
    run(true, plan);
    String word = System.getenv("NO_COLOR") == null ? "\u001b[33mamber:\u001b[0m" : "amber:";
    assertThat(err).startsWith(word + " delta is not below");
    assertThat(json("plan --rows 10000 --features 5 --epsilon 1 --delta 1e-6").get("notices"))
        .hasToString("[]");
  }
}
