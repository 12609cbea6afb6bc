// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import static dev.demilune.cli.Workshop.assertRefused;
import static dev.demilune.cli.Workshop.json;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Ctrl-C, a full disk, a reader that goes away: no output is ever left half-written. */
@EnabledOnOs(OS.LINUX)
class InterruptionIT {

  private static final long SIGINT_BIT = 1L << 1;

  @TempDir Path directory;
  private Workshop workshop;

  @BeforeEach
  void open() throws Exception {
    workshop = new Workshop(directory);
  }

  @Test
  void ctrlCWhileWritingLeavesNothing() throws Exception {
    assumeSignalsArrive();
    Process process =
        Subprocess.start(directory, "generate", "census", "--rows=2000000000", "--out=c.csv")
            .start();
    waitFor(process, () -> Subprocess.files(directory).size() > 2);
    interrupt(process);
    assertThat(process.exitValue()).isEqualTo(130);
    workshop.assertOnly();
  }

  @Test
  void ctrlCWhileTrainingLeavesNoModelAndTheSpend() throws Exception {
    assumeSignalsArrive();
    json(
        workshop.run(
            "ledger",
            "create",
            "--ledger=l.db",
            "--name=p",
            "--adjacency=add-or-remove-one",
            "--epsilon=2",
            "--delta=1e-5",
            "--json"));
    workshop.write("big.csv", Workshop.rows(200_000));
    Process process =
        Subprocess.start(
                directory,
                "train",
                "--data=big.csv",
                "--schema=schema.yaml",
                "--epsilon=1",
                "--delta=1e-6",
                "--set=steps=10000",
                "--ledger=l.db",
                "--model=m",
                "--report=r.html")
            .start();
    waitFor(process, () -> spentEntries() == 1);
    interrupt(process);
    assertThat(process.exitValue()).isEqualTo(130);
    assertThat(spentEntries()).isEqualTo(1); // a crash loses budget, never privacy
    assertThat(workshop.file("m")).doesNotExist();
    assertThat(Subprocess.files(directory)).noneMatch(name -> name.endsWith(".tmp"));
  }

  @Test
  void aFullDiskIsSaidAndLeavesNothing() throws Exception {
    Path small = Files.createDirectory(directory.resolve("small"));
    assumeTrue(
        command("mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", small.toString()) == 0,
        "mounting a small file system is not allowed here");
    try {
      assertRefused(
          workshop.run("generate", "census", "--rows=100000", "--out=small/c.csv"),
          1,
          "small/c.csv",
          "the disk is full");
      assertThat(Subprocess.files(small)).isEmpty();

      json(workshop.train("data.csv", "--json"));
      workshop.write("many.csv", Workshop.rows(20_000));
      assertRefused(
          workshop.run("predict", "--model=out.model", "--data=many.csv", "--out=small/p.csv"),
          1,
          "small/p.csv",
          "the disk is full");
      assertThat(Subprocess.files(small)).isEmpty();

      Files.write(small.resolve("filler"), new byte[64 << 10]);
      assertRefused(trainInto("small/m"), 1, "small/m: the disk has 0 bytes left");
      assertThat(Subprocess.files(small)).containsExactly("filler");

      assertRefused(
          workshop.run("ledger", "key", "--out=small/k.pem"),
          1,
          "small/k.pem",
          "cannot be written",
          "No space left");
      assertThat(Subprocess.files(small)).containsExactly("filler");

      assertRefused(
          workshop.train("data.csv", "--report=small/r.html"),
          1,
          "small/r.html: the disk is full",
          "note: the model is complete, in out.model; 'demilune report' writes the page.");
    } finally {
      assertThat(command("umount", small.toString())).isZero();
    }
  }

  @Test
  void aFullDiskBehindStandardOutputIsSaid() throws Exception {
    json(workshop.train("data.csv", "--json"));
    for (List<String> arguments :
        List.of(
            List.of("predict", "--model=out.model", "--data=data.csv"),
            List.of("evaluate", "--model=out.model", "--data=data.csv", "--json"),
            List.of("learners"))) {
      Process process =
          Subprocess.start(directory, arguments.toArray(String[]::new))
              .redirectOutput(Path.of("/dev/full").toFile())
              .start();
      assertRefused(
          Subprocess.result(process), 1, "standard output could not be written", "No space left");
    }
  }

  @Test
  void aReaderThatGoesAwayEndsThePredictionsQuietly() throws Exception {
    json(workshop.train("data.csv", "--json"));
    workshop.write("many.csv", Workshop.rows(300_000));
    Process process =
        Subprocess.start(directory, "predict", "--model=out.model", "--data=many.csv").start();
    process.getInputStream().read();
    process.getInputStream().close();
    assertThat(new String(process.getErrorStream().readAllBytes(), UTF_8)).isEmpty();
    assertThat(process.waitFor()).isEqualTo(ExitCode.BROKEN_PIPE);
  }

  private Subprocess trainInto(String model) throws Exception {
    return workshop.run(
        "train",
        "--data=data.csv",
        "--schema=schema.yaml",
        "--epsilon=20",
        "--delta=1e-3",
        "--model=" + model);
  }

  private long spentEntries() throws Exception {
    return json(workshop.run("ledger", "show", "--ledger=l.db", "--json"))
        .getAsJsonArray("entries")
        .size();
  }

  private interface Condition {
    boolean holds() throws Exception;
  }

  private static void waitFor(Process process, Condition condition) throws Exception {
    for (int i = 0; i < 600 && process.isAlive(); i++) {
      if (condition.holds()) {
        return;
      }
      Thread.sleep(50);
    }
    String said =
        process.isAlive() ? "" : new String(process.getErrorStream().readAllBytes(), UTF_8);
    process.destroyForcibly();
    throw new AssertionError("the moment to interrupt did not come: " + said);
  }

  private static void interrupt(Process process) throws Exception {
    assertThat(command("kill", "-INT", Long.toString(process.pid()))).isZero();
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError("the process did not end on SIGINT");
    }
  }

  /** Jobs that a script starts in the background inherit that they ignore Ctrl-C. */
  private static void assumeSignalsArrive() throws Exception {
    String ignored =
        Files.readAllLines(Path.of("/proc/self/status")).stream()
            .filter(line -> line.startsWith("SigIgn:"))
            .map(line -> line.substring("SigIgn:".length()).strip())
            .findFirst()
            .orElse("0");
    assumeTrue(
        (Long.parseUnsignedLong(ignored, 16) & SIGINT_BIT) == 0,
        "this process was started with SIGINT ignored, and its children inherit that");
  }

  private static int command(String... command) throws Exception {
    try {
      return Subprocess.result(new ProcessBuilder(command).start()).code();
    } catch (IOException e) {
      return -1; // no such command here
    }
  }
}
