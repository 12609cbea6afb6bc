// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.fuzz;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Runs Jazzer on every parser, each in a Java machine of its own with little memory, and writes
 * down what came of it. See docs/reliability.md for the command.
 *
 * <p>An input that throws anything but our own exception, takes longer than {@value #SECONDS}
 * seconds or needs more than {@value #HEAP} stops the parser's run and is kept as a file.
 */
public final class FuzzRun {

  private static final int SECONDS = 10;
  private static final String HEAP = "256m";
  private static final String BEGIN = "<!-- fuzz: begin -->";
  private static final String END = "<!-- fuzz: end -->";
  private static final Pattern EXECUTED = Pattern.compile("number_of_executed_units: (\\d+)");
  private static final Pattern ROW =
      Pattern.compile(
          "\\| `([a-z0-9-]+)` \\| ([0-9,]+) \\| ([0-9]+) \\| ([0-9,]+) \\| ([0-9]+) \\|");
  private static final Pattern COVERED = Pattern.compile("cov: (\\d+)");

  /** Formats with keywords, which are found by watching what texts are compared with. */
  private static final Set<Parser> WORDY =
      EnumSet.of(
          Parser.JSON_LINES,
          Parser.SCHEMA_YAML,
          Parser.SCHEMA_JSON,
          Parser.EVENT_JSON,
          Parser.CERTIFICATE_JSON,
          Parser.MODEL,
          Parser.SIGNATURE,
          Parser.LEDGER_URL);

  private FuzzRun() {}

  /** The classes whose branches guide the fuzzer; not the table behind what is decompressed. */
  private static String watched(Parser parser) {
    return parser == Parser.GZIP || parser == Parser.BZIP2
        ? "dev.demilune.data.ByteSource:org.apache.commons.compress.**"
        : "dev.demilune.**:com.google.gson.**:org.snakeyaml.**";
  }

  /**
   * The program.
   *
   * @param arguments the file to write to, the folder of the examples, a folder for what is found,
   *     and then parsers, all if none is named
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    Path document = Path.of(arguments[0]);
    Path examples = Path.of(arguments[1]);
    Path found = Files.createDirectories(Path.of(arguments[2]));
    List<Parser> parsers = new ArrayList<>();
    for (int i = 3; i < arguments.length; i++) {
      parsers.add(Parser.valueOf(arguments[i]));
    }
    Map<Parser, Result> results = new EnumMap<>(Parser.class);
    read(document, results);
    boolean anything = false;
    for (Parser parser : parsers.isEmpty() ? List.of(Parser.values()) : parsers) {
      Result result = run(parser, examples.resolve(parser.folder()), found);
      System.out.println(result.line(parser));
      results.put(parser, result);
      anything |= result.findings() > 0;
    }
    write(document, results);
    System.exit(anything ? 1 : 0);
  }

  private record Result(long executions, double seconds, int covered, int findings) {

    String line(Parser parser) {
      return String.format(
          Locale.ROOT,
          "| `%s` | %,d | %.0f | %,d | %d |",
          parser.folder(),
          executions,
          seconds,
          covered,
          findings);
    }
  }

  private static Result run(Parser parser, Path examples, Path found)
      throws IOException, InterruptedException {
    Path log = found.resolve(parser.folder() + ".log");
    long start = System.nanoTime();
    int code =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + HEAP,
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                "com.code_intelligence.jazzer.Jazzer",
                "--target_class=" + FuzzTarget.class.getName(),
                "--target_args=" + parser.name(),
                "--instrumentation_includes=" + watched(parser),
                "--trace=" + (WORDY.contains(parser) ? "all" : "cov"),
                // The one rule is ours: no exception but our own.
                "--disabled_hooks=com.code_intelligence.jazzer.**",
                "--reproducer_path=" + found,
                "-artifact_prefix=" + found + "/" + parser.folder() + "-",
                "-runs=" + parser.executions,
                "-timeout=" + SECONDS,
                "-max_len=" + (parser == Parser.LEDGER_FILE ? 24_576 : 2_048),
                "-print_final_stats=1",
                "-verbosity=1",
                Files.createDirectories(found.resolve(parser.folder())).toString(), // is added to
                examples.toString())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start()
            .waitFor();
    double seconds = (System.nanoTime() - start) / 1e9;
    // Jazzer prints inputs as they are, which may be any bytes.
    String said = new String(Files.readAllBytes(log), StandardCharsets.ISO_8859_1);
    return new Result(last(EXECUTED, said), seconds, (int) last(COVERED, said), code == 0 ? 0 : 1);
  }

  private static long last(Pattern pattern, String text) {
    long last = 0;
    for (Matcher matcher = pattern.matcher(text); matcher.find(); ) {
      last = Long.parseLong(matcher.group(1));
    }
    return last;
  }

  /** Reads what an earlier run has written down of parsers that are not run again. */
  private static void read(Path document, Map<Parser, Result> results) throws IOException {
    for (Matcher row = ROW.matcher(Files.readString(document)); row.find(); ) {
      Parser parser = Parser.valueOf(row.group(1).toUpperCase(Locale.ROOT).replace('-', '_'));
      results.put(
          parser,
          new Result(number(row, 2), number(row, 3), (int) number(row, 4), (int) number(row, 5)));
    }
  }

  private static long number(Matcher row, int group) {
    return Long.parseLong(row.group(group).replace(",", ""));
  }

  /** Replaces what stands between the two marks. */
  private static void write(Path document, Map<Parser, Result> results) throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add("| parser | inputs tried | seconds | branches reached | findings |");
    lines.add("|---|---|---|---|---|");
    results.forEach((parser, result) -> lines.add(result.line(parser)));
    lines.add(
        String.format(
            Locale.ROOT,
            "| **together** | **%,d** | | | **%d** |",
            results.values().stream().mapToLong(Result::executions).sum(),
            results.values().stream().mapToLong(Result::findings).sum()));
    String text = Files.readString(document);
    int from = text.indexOf(BEGIN) + BEGIN.length();
    int to = text.indexOf(END);
    if (from < BEGIN.length() || to < from) {
      throw new IOException(document + " lacks the marks " + BEGIN + " and " + END);
    }
    String table = "\n\n" + String.join("\n", lines) + "\n\n";
    Files.writeString(document, text.substring(0, from) + table + text.substring(to));
  }
}
