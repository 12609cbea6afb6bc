// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows from standard input, predictions to standard output. */
class PredictPipesIT {

  @TempDir Path directory;

  @Test
  void aMinusIsAPipe() throws Exception {
    Workshop workshop = new Workshop(directory);
    assertThat(workshop.train("data.csv").code()).isZero();
    String[] command = {"predict", "--model=out.model", "--data=-", "--keep=id", "--out=-"};
    Subprocess rows = piped("id,age,job\nx,70,clerk\ny,20,nurse\n", command);
    assertThat(rows.err())
        .isEqualTo(
            "note: 1 column of standard input is not in the model's schema and was left alone.\n");
    assertThat(rows.out()).isEqualTo("row,id,prediction\n1,x,high\n2,y,low\n");

    Subprocess lines =
        piped(
            "{\"id\":1,\"age\":70,\"job\":\"clerk\"}\n",
            "predict",
            "--model=out.model",
            "--data=-",
            "--keep=id",
            "--format=jsonl");
    assertThat(lines.out()).isEqualTo("{\"row\":1,\"id\":1,\"prediction\":\"high\"}\n");
    assertThat(lines.err()).isEmpty();

    Workshop.assertRefused(
        piped("", "predict", "--model=out.model", "--data=-"), 1, "standard input:1", "empty");
    Workshop.assertRefused(
        piped("", "evaluate", "--model=out.model", "--data=-"),
        1,
        "--data -: standard input is not read here");
    Workshop.assertRefused(
        workshop.run("evaluate", "--model=out.model", "--data=data.csv", "--format=jsonl"),
        2,
        "--format jsonl is for predict only: use csv here");
  }

  private Subprocess piped(String input, String... command) throws Exception {
    return Subprocess.result(Subprocess.start(directory, command).start(), input.getBytes(UTF_8));
  }
}
