// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;

/**
 * The system calls by which the packaged program changes files of a directory, and a way to kill it
 * at any one of them. Needs strace.
 */
final class SystemCalls {

  private static final String WRITING =
      "write,pwrite64,writev,pwritev,fsync,fdatasync,ftruncate,fallocate,rename,renameat,renameat2,"
          + "unlink,unlinkat";

  private static final Pattern CALL = Pattern.compile("^(\\d+) +([a-z0-9_]+)\\((.*)$");
  private static final Pattern RANDOM_NAME = Pattern.compile("-[0-9a-f-]{36}");

  private final Path elsewhere;
  private final Path log;

  SystemCalls(Path elsewhere) {
    this.elsewhere = elsewhere;
    log = elsewhere.resolve("calls.log");
  }

  /**
   * One call.
   *
   * @param name of the system call
   * @param ordinal the how many-th of that name by its thread
   * @param file which it changes or opens, without what is random in its name
   */
  record Call(String name, int ordinal, String file) {

    boolean writes() {
      return !name.equals("openat");
    }
  }

  /** Skips the test where there is no strace, and says so. */
  static void assumeTraceable() throws Exception {
    boolean works = false;
    try {
      works =
          Subprocess.result(new ProcessBuilder("strace", "-f", "-qq", "true").start()).code() == 0;
    } catch (IOException missing) {
      // Said below.
    }
    if (!works) {
      System.err.println(
          "SKIPPED: kill -9 at every single write is NOT tested, because strace does not run here"
              + " (Debian: apt-get install strace)");
    }
    Assumptions.assumeTrue(works, "strace does not run here");
  }

  /** Runs to the end; returns every call on files of the directory, in order. */
  List<Call> record(Path directory, String... arguments) throws Exception {
    Subprocess run = run(List.of(), arguments);
    assertThat(run.code()).as(run.err()).isZero();
    return calls(directory);
  }

  /**
   * Kills the program as it enters the call, before that has done anything; returns what it had
   * done until then, the call itself last.
   */
  List<Call> killAt(Call call, Path directory, String... arguments) throws Exception {
    String kill = "inject=" + call.name() + ":signal=KILL:when=" + call.ordinal();
    Subprocess run = run(List.of("-e", kill), arguments);
    assertThat(run.code()).as("%s: %s", call, run.err()).isEqualTo(137); // 128 + SIGKILL
    List<Call> calls = calls(directory);
    assertThat(calls).contains(call);
    // A thread that dies of the same signal is sometimes logged with the call of the one it hit.
    return calls.subList(0, calls.indexOf(call) + 1);
  }

  private Subprocess run(List<String> injection, String... arguments) throws Exception {
    // The database driver unpacks itself there, and tidies up after killed ones: all runs must be
    // alike. And started there, for otherwise the log names the directory with every call.
    Path library = Files.createTempDirectory(elsewhere, "library");
    ProcessBuilder program = Subprocess.start(library, arguments);
    program
        .command()
        .addAll(1, List.of("-XX:-UsePerfData", "-Dorg.sqlite.tmpdir=" + library.toString()));
    List<String> command = new ArrayList<>();
    command.addAll(List.of("strace", "-f", "-qq", "-y", "-s", "0"));
    command.addAll(List.of("-o", log.toString(), "-e", "trace=openat," + WRITING));
    command.addAll(injection);
    command.addAll(program.command());
    return Subprocess.result(program.command(command).start());
  }

  private List<Call> calls(Path directory) throws IOException {
    Pattern inside = Pattern.compile(Pattern.quote(directory.toString()) + "/?([^\"<>, ]*)");
    Map<String, Integer> counts = new HashMap<>();
    List<Call> calls = new ArrayList<>();
    for (String line : Files.readAllLines(log)) {
      Matcher call = CALL.matcher(line);
      if (call.matches()) {
        int ordinal = counts.merge(call.group(1) + " " + call.group(2), 1, Integer::sum);
        Matcher file = inside.matcher(call.group(3));
        if (file.find()) {
          String name = RANDOM_NAME.matcher(file.group(1)).replaceAll("");
          calls.add(new Call(call.group(2), ordinal, name));
        }
      }
    }
    return calls;
  }
}
