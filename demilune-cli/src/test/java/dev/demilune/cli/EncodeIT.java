// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import static dev.demilune.cli.Workshop.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Encode once, train many times, from the packaged program. */
class EncodeIT {

  @TempDir Path directory;
  private Workshop workshop;

  @BeforeEach
  void open() throws Exception {
    workshop = new Workshop(directory);
    Subprocess run = encode("data.csv", "rows.dml");
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.out()).isEqualTo("encoded rows written to rows.dml\n");
  }

  private Subprocess encode(String table, String file) throws Exception {
    return workshop.run("encode", "--data", table, "--schema", "schema.yaml", "--out", file);
  }

  private Subprocess train(String... more) throws Exception {
    String[] all =
        Arrays.copyOf(
            new String[] {
              "train", "--data", "rows.dml", "--model", "mapped.model", "--epsilon", "20"
            },
            9 + more.length);
    all[7] = "--delta";
    all[8] = "1e-3";
    System.arraycopy(more, 0, all, 9, more.length);
    return workshop.run(all);
  }

  @Test
  void theModelIsThatOfTheTable() throws Exception {
    assertThat(workshop.train("data.csv").code()).isZero();
    Subprocess run = train("--seed", "7");
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(workshop.file("mapped.model")).hasSameBinaryContentAs(workshop.file("out.model"));
    assertThat(train("--seed", "7", "--schema", "schema.yaml").code()).isZero();
    assertThat(workshop.file("mapped.model")).hasSameBinaryContentAs(workshop.file("out.model"));
  }

  @Test
  void aDamagedFileIsRefusedAndNothingIsSpent() throws Exception {
    Subprocess made =
        workshop.run(
            "ledger",
            "create",
            "--ledger=a.db",
            "--name=a",
            "--schema=schema.yaml",
            "--epsilon=30",
            "--delta=1e-2");
    assertThat(made.code()).as(made.err()).isZero();
    byte[] bytes = Files.readAllBytes(workshop.file("rows.dml"));
    bytes[100] ^= 1;
    Files.write(workshop.file("rows.dml"), bytes);
    assertRefused(train("--ledger=a.db"), 1, "damaged or cut short", "Nothing was spent.");
    Files.write(workshop.file("rows.dml"), Arrays.copyOf(bytes, 200));
    assertRefused(train("--ledger=a.db"), 1, "damaged or cut short", "Nothing was spent");
    assertThat(workshop.run("ledger", "history", "--ledger=a.db").out()).doesNotContain("train");
  }

  @Test
  void refusesWhatItCannotRead() throws Exception {
    workshop.write("other.yaml", Workshop.SCHEMA.replace("0..100", "0..99"));
    assertRefused(train("--seed=1", "--schema=other.yaml"), 1, "first is column 'age'");
    assertRefused(train("--seed=1", "--features=3"), 2, "leave them out");
    assertThat(workshop.train("data.csv").code()).isZero();
    assertRefused(
        workshop.run("evaluate", "--model=out.model", "--data=rows.dml"), 2, "encoded rows");
    assertRefused(encode("rows.dml", "again.dml"), 2, "encoded rows");
    assertRefused(encode("data.csv", "schema.yaml"), 2, "would replace the file of --schema");
    workshop.write("false.dml", "age,job,income\n");
    assertRefused(
        workshop.run(
            "train", "--data=false.dml", "--model=m", "--epsilon=1", "--delta=1e-6", "--seed=1"),
        1,
        "this is no file of encoded rows");
  }
}
