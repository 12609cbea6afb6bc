// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.demilune.budget.Ledger;
import dev.demilune.budget.PostgresServer;
import dev.demilune.budget.entry.Composition;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.random.Randomness;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Drivers in processes of their own, which die, are interrupted, and race for a ledger. */
@EnabledOnOs(OS.LINUX)
@Tag("slow")
class DriverIT {

  private static final int ENDLESS = 9_000; // steps: minutes

  private static final String YAML =
      """
      adjacency: add-or-remove-one
      expected-rows: 300
      columns:
        size: number 0..10
        works: {label: ["no", "yes"]}
      """;

  @TempDir Path folder;

  private String ledger;
  private OneJar driver;

  @BeforeEach
  void write() throws Exception {
    StringBuilder rows = new StringBuilder("size,works\n");
    for (int i = 0; i < 300; i++) {
      rows.append(i % 10).append(i % 10 > 4 ? ",yes\n" : ",no\n");
    }
    Files.writeString(folder.resolve("rows.csv"), rows);
    Files.writeString(folder.resolve("schema.yaml"), YAML);
    ledger = folder.resolve("l.db").toString();
    driver = OneJar.withSpark(folder);
  }

  private void createLedger(double epsilon) {
    Ledger.create(
        ledger,
        "people",
        "",
        Adjacency.ADD_OR_REMOVE_ONE,
        ApproximateDp.of(epsilon, 1e-4),
        Composition.COMPOSED);
  }

  private List<String> train(String model, int steps) {
    String options =
        "train --engine spark --master local[2] --schema schema.yaml --data rows.csv --epsilon 1.5"
            + " --delta 1e-5 --learner noisy-descent --purpose growth --set steps="
            + steps;
    List<String> all = new ArrayList<>(List.of(options.split(" ", -1)));
    all.addAll(List.of("--ledger", ledger, "--model", model));
    return all;
  }

  private int entries() {
    try (Ledger open = Ledger.open(ledger, Randomness.secure())) {
      return open.entries().size();
    }
  }

  private static void await(Process process, BooleanSupplier moment) throws Exception {
    while (!moment.getAsBoolean()) {
      assertThat(process.waitFor(50, TimeUnit.MILLISECONDS)).as("ended too early").isFalse();
    }
  }

  @Test
  void aDriverThatDiesHasSpentAndTheNextOneSaysSo() throws Exception {
    createLedger(4);
    Process first = driver.start("first.txt", train("a.model", ENDLESS));
    await(first, () -> entries() == 1);
    first.destroyForcibly().waitFor();

    assertThat(entries()).isEqualTo(1);
    assertThat(folder.resolve("a.model")).doesNotExist();
    String said = driver.run(0, train("b.model", 2));
    assertThat(said)
        .contains("ledger 'people' was charged for 'growth' before (entry 1, ε=1.5")
        .contains("entry 2")
        .contains("Spark 4.")
        .contains("not told: their number follows from the size of the files");
    assertThat(entries()).isEqualTo(2);
  }

  @Test
  void ctrlCCancelsTheGroupOfJobs() throws Exception {
    createLedger(4);
    Path logging = folder.resolve("log4j2.properties");
    Files.writeString(
        logging,
        """
        rootLogger.level = error
        rootLogger.appenderRef.out.ref = out
        logger.jobs.name = org.apache.spark.scheduler.DAGScheduler
        logger.jobs.level = info
        appender.out.type = Console
        appender.out.name = out
        appender.out.layout.type = PatternLayout
        appender.out.layout.pattern = %m%n
        """);
    Process process =
        driver
            .with("-Dlog4j2.configurationFile=" + logging.toUri())
            .start("log.txt", train("a.model", ENDLESS));
    await(process, () -> log().contains("Job 3 finished")); // rows are kept, and steps are made
    new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();

    assertThat(process.waitFor()).isEqualTo(130);
    assertThat(log()).containsPattern("(?i)cancel job group demilune");
    assertThat(entries()).isEqualTo(1);
    assertThat(folder.resolve("a.model")).doesNotExist();
  }

  private String log() {
    try {
      return driver.said("log.txt");
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  /** The ledger is in a database; its budget is enough for one. */
  @Test
  void ofTwoDriversForOneLedgerInPostgresOneWins() throws Exception {
    try (PostgresServer server = PostgresServer.start()) {
      ledger = server.newSchema();
      createLedger(2);
      Process one = driver.start("one.txt", train("one.model", 2));
      Process other = driver.start("other.txt", train("other.model", 2));
      List<Integer> codes = List.of(one.waitFor(), other.waitFor());

      assertThat(codes)
          .as(driver.said("one.txt") + driver.said("other.txt"))
          .containsExactlyInAnyOrder(0, 3);
      assertThat(entries()).isEqualTo(1);
      boolean first = codes.get(0) == 0;
      assertThat(folder.resolve("one.model").toFile().exists()).isEqualTo(first);
      assertThat(folder.resolve("other.model").toFile().exists()).isEqualTo(!first);
      assertThat(driver.said(first ? "other.txt" : "one.txt")).contains("cannot spend ε=1.5");
    }
  }
}
