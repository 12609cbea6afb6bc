// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.EventJson;
import dev.demilune.data.CsvFormat;
import dev.demilune.data.CsvReader;
import dev.demilune.data.DataException;
import dev.demilune.data.IdxReader;
import dev.demilune.schema.Schema;
import dev.demilune.schema.SchemaException;
import dev.demilune.schema.file.SchemaFile;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Files of strangers: every parser says no in our words, or takes what it is given. The millions of
 * other inputs that a fuzzer tried are in docs/reliability.md; what it found is among the examples.
 */
class HostileInputTest {

  private static final Path EXAMPLES = Path.of("src/test/resources/fuzz");

  @TempDir Path directory;

  @ParameterizedTest
  @EnumSource(Parser.class)
  void examplesAndWhatIsNearThemAreParsedOrRefused(Parser parser) throws IOException {
    List<byte[]> examples = new ArrayList<>();
    try (Stream<Path> files = Files.list(EXAMPLES.resolve(parser.folder()))) {
      for (Path file : files.sorted().toList()) {
        examples.add(Files.readAllBytes(file));
      }
    }
    assertThat(examples).isNotEmpty();
    examples.add(new byte[0]);
    examples.forEach(parser::feed);
    SplittableRandom random = new SplittableRandom(1);
    int rounds = parser == Parser.LEDGER_FILE ? 20 : 400;
    for (int i = 0; i < rounds; i++) {
      parser.feed(mutated(examples, random));
    }
  }

  /** A few bytes changed, taken out, doubled, or exchanged with those of another example. */
  private static byte[] mutated(List<byte[]> examples, SplittableRandom random) {
    byte[] bytes = examples.get(random.nextInt(examples.size())).clone();
    for (int edits = random.nextInt(1, 5); edits > 0 && bytes.length > 1; edits--) {
      int at = random.nextInt(bytes.length);
      int length = Math.min(random.nextInt(1, 16), bytes.length - at);
      switch (random.nextInt(4)) {
        case 0 -> bytes[at] = (byte) random.nextInt(256);
        case 1 -> bytes = joined(bytes, at, new byte[0], at + length);
        case 2 ->
            bytes = joined(bytes, at + length, Arrays.copyOfRange(bytes, at, at + length), at);
        default -> {
          byte[] other = examples.get(random.nextInt(examples.size()));
          int from = random.nextInt(other.length + 1);
          int to = Math.min(other.length, from + 8);
          bytes = joined(bytes, at, Arrays.copyOfRange(other, from, to), at);
        }
      }
    }
    return bytes;
  }

  private static byte[] joined(byte[] bytes, int head, byte[] middle, int tail) {
    ByteBuffer all = ByteBuffer.allocate(head + middle.length + bytes.length - tail);
    return all.put(bytes, 0, head).put(middle).put(bytes, tail, bytes.length - tail).array();
  }

  /** 150 MB out of 150 kB: read as it comes, and refused where it would take memory. */
  @Tag("slow")
  @Test
  void aCompressedBombIsRefusedAtTheLongestRow() throws IOException {
    ByteArrayOutputStream gzip = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(gzip)) {
      write(out, 150);
    }
    ByteArrayOutputStream bzip2 = new ByteArrayOutputStream();
    try (OutputStream out = new BZip2CompressorOutputStream(bzip2)) {
      write(out, 80);
    }
    for (ByteArrayOutputStream bomb : List.of(gzip, bzip2)) {
      assertThat(bomb.size()).isLessThan(200_000);
      assertThatThrownBy(
              () ->
                  CsvReader.open(
                      new ByteArrayInputStream(bomb.toByteArray()), "x", CsvFormat.standard()))
          .isInstanceOf(DataException.class)
          .hasMessage("x:1: the row is longer than 64 MiB; is a quote left open?");
    }
  }

  private static void write(OutputStream out, int megabytes) throws IOException {
    byte[] megabyte = new byte[1 << 20];
    Arrays.fill(megabyte, (byte) 'a');
    for (int i = 0; i < megabytes; i++) {
      out.write(megabyte);
    }
  }

  /** Four billion records of sixteen million values, in 16 bytes: nothing is allocated for them. */
  @Test
  void aHeaderThatClaimsMuchGetsNothing() throws IOException {
    byte[] header = {0, 0, 8, 2, -1, -1, -1, -1, 1, 0, 0, 0, 1, 2, 3};
    Path file = Files.write(directory.resolve("images"), header);
    try (IdxReader reader = IdxReader.open(file)) {
      assertThat(reader.features()).isEqualTo(1 << 24);
      assertThatThrownBy(reader::next)
          .isInstanceOf(DataException.class)
          .hasMessage(file + ":1: the file ends here, before its last record; copy it again");
    }
  }

  @Test
  void nestingAsDeepAsYouLikeIsRefused() {
    assertThatThrownBy(() -> SchemaFile.parse("columns: " + "[".repeat(500_000), "x"))
        .isInstanceOf(SchemaException.class)
        .hasMessageContaining("nested too deeply");
    assertThatThrownBy(() -> SchemaFile.parse("columns: " + "{a: ".repeat(500_000), "x"))
        .isInstanceOf(SchemaException.class)
        .hasMessageContaining("nested too deeply");
    String deep = "{\"kind\":\"repeated\",\"times\":1,\"event\":".repeat(100_000);
    assertThatThrownBy(() -> EventJson.parse(deep)).isInstanceOf(DemiluneException.class);
    assertThatThrownBy(() -> Schema.fromJson("[".repeat(500_000)))
        .isInstanceOf(DemiluneException.class);
  }

  /** Nine levels of nine: a billion laughs if anyone wrote them out. */
  @Test
  void aliasesAreNeverWrittenOut() {
    StringBuilder yaml = new StringBuilder("a0: &a0 [lol, lol]\n");
    for (int i = 1; i < 10; i++) {
      String before = "*a" + (i - 1);
      yaml.append("a" + i + ": &a" + i + " [" + (before + ", ").repeat(8) + before + "]\n");
    }
    yaml.append("columns: {x: *a9, y: {label: *a9}}\n");
    assertThatThrownBy(() -> SchemaFile.parse(yaml.toString(), "x"))
        .isInstanceOf(SchemaException.class)
        .hasMessage("x: this is not valid YAML, or too long");
    assertThatThrownBy(() -> SchemaFile.parse("columns: &z {z: {category: [*z]}}\n", "x"))
        .isInstanceOf(SchemaException.class);
  }

  @Test
  void numbersOfAnyLengthAreNumbersOrNot() {
    String digits = "9".repeat(1_000_000);
    assertThatThrownBy(
            () ->
                SchemaFile.parse(
                    "adjacency: replace-one\ncolumns:\n  a: number 0.." + digits + "\n", "x"))
        .isInstanceOf(SchemaException.class);
    for (String number : List.of("1e999999999", "-1e-999999999", digits, "0." + digits)) {
      assertThatThrownBy(() -> EventJson.parse("{\"kind\":\"repeated\",\"times\":" + number + "}"))
          .isInstanceOf(DemiluneException.class);
    }
  }

  /** What a tag of a YAML file names is not looked for, so its code does not run. */
  static final class Canary {
    static {
      System.setProperty("dev.demilune.canary", "ran");
    }

    public Canary(String argument) {}
  }

  @Test
  void aSchemaCannotMakeUsRunCode() {
    String name = Canary.class.getName();
    for (String tag : List.of("!!" + name, "!<tag:yaml.org,2002:" + name + ">", "!" + name)) {
      for (String yaml :
          List.of(
              "adjacency: " + tag + " [x]\ncolumns: {}\n",
              "columns: {a: " + tag + " x}\n",
              tag + " {columns: {}}\n",
              "columns:\n  ? " + tag + " x\n  : number 0..1\n")) {
        assertThatThrownBy(() -> SchemaFile.parse(yaml, "x")).isInstanceOf(SchemaException.class);
      }
    }
    assertThat(System.getProperty("dev.demilune.canary")).isNull();
    new Canary("x"); // and had it been run, that would have been seen
    assertThat(System.clearProperty("dev.demilune.canary")).isEqualTo("ran");
  }
}
