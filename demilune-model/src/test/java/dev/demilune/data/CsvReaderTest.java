// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CsvReaderTest {
  private static final CsvFormat STANDARD = CsvFormat.standard();
  private static final CsvFormat BARE = CsvFormat.standard().withoutHeader();

  private static CsvReader open(String text, CsvFormat format) {
    return open(text.getBytes(StandardCharsets.UTF_8), format);
  }

  private static CsvReader open(byte[] bytes, CsvFormat format) {
    return CsvReader.open(new ByteArrayInputStream(bytes), "t.csv", format);
  }

  /** The cells of all rows, recovered by looking every expected text up. */
  private static void assertCells(CsvReader table, String[]... rows) {
    for (String[] row : rows) {
      assertThat(table.next()).isTrue();
      assertThat(table.cells()).isEqualTo(row.length);
      for (int i = 0; i < row.length; i++) {
        assertThat(table.find(i, Vocabulary.of(List.of(row[i]))))
            .as("cell %d of the row at line %d", i, table.line())
            .isZero();
        assertThat(table.column(i)).isEqualTo(i);
      }
    }
    assertThat(table.next()).isFalse();
    assertThat(table.next()).isFalse();
  }

  private static String[] row(String... cells) {
    return cells;
  }

  @Test
  void readsQuotesBlanksAndLineEnds() {
    CsvReader table =
        open(
            "\uFEFFa , \"b\",c\r\n 1 ,\" x \"\" y \",\t\n\"2\n3,\"  , 4\"5 ,\rlast,,\"\"\n\n  \r\n",
            STANDARD);

    assertThat(table.columns()).containsExactly("a", "b", "c");
    assertThat(table.layout()).isEqualTo(Table.Layout.NAMED);
    assertCells(table, row("1", " x \" y ", ""), row("2\n3,", "4\"5", ""), row("last", "", ""));
  }

  @Test
  void readsNumbersAndLines() {
    CsvReader table = open("x,y\n1.5,\"a\nb\"\n\" -2 \",\nnone,3", STANDARD);

    assertThat(table.next()).isTrue();
    assertThat(table.number(0)).isEqualTo(1.5);
    assertThat(table.line()).isEqualTo(2);
    assertThat(table.next()).isTrue();
    assertThat(table.number(0)).isEqualTo(-2);
    assertThat(table.number(1)).isNaN();
    assertThat(table.line()).isEqualTo(4);
    assertThat(table.next()).isTrue();
    assertThat(table.number(0)).isNaN();
    assertThat(table.number(1)).isEqualTo(3);
    assertThat(table.line()).isEqualTo(5);
    assertThat(table.label(Vocabulary.of(List.of("none")))).isEqualTo(-1);
  }

  @Test
  void aFileWithoutHeaderBeginsWithARow() {
    CsvReader table = open("1,2\n3,4", BARE);

    assertThat(table.layout()).isEqualTo(Table.Layout.POSITIONAL);
    assertThat(table.columns()).containsExactly("1", "2");
    assertCells(table, row("1", "2"), row("3", "4"));
  }

  @Test
  void anyCharacterCanDelimit() {
    for (char delimiter : new char[] {';', '\t', ' ', '|', '§', '→', 'x'}) {
      String text = "a,b\n1, 2 \n\"3,\" ,4\n".replace(',', delimiter);
      if (delimiter == ' ') {
        text = "a b\n1 2\n\"3 \" 4\n";
      }
      CsvReader table = open(text, STANDARD.delimitedBy(delimiter));
      assertThat(table.columns()).containsExactly("a", "b");
      assertCells(table, row("1", "2"), row("3" + delimiter, "4"));
    }
  }

  @Test
  void aHeaderAloneHasNoRows() {
    assertThat(open("a,b\r\n", STANDARD).next()).isFalse();
  }

  @Test
  void aLastEmptyCellCounts() {
    assertCells(open("1,2,", BARE), row("1", "2", ""));
  }

  @Test
  void aHundredThousandColumnsAreFine() {
    String[] cells = new String[100_000];
    Arrays.setAll(cells, Integer::toString);
    CsvReader table = open(String.join(",", cells), BARE);

    assertThat(table.next()).isTrue();
    assertThat(table.number(99_999)).isEqualTo(99_999);
  }

  @Test
  void whatIsWrittenInAnyStyleIsReadBack() {
    String alphabet = "ab\"\n\r ,;0é→𝄞\t";
    int[] letters = alphabet.codePoints().toArray();
    for (int seed = 0; seed < 2_000; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      char delimiter = ",;\t|→".charAt(random.nextInt(5));
      int columns = 1 + random.nextInt(5);
      List<String[]> rows = new ArrayList<>();
      StringBuilder text = new StringBuilder(random.nextBoolean() ? "\uFEFF" : "");
      for (int i = random.nextInt(1, 30); i > 0; i--) {
        String[] row = new String[columns];
        for (int j = 0; j < columns; j++) {
          StringBuilder cell = new StringBuilder();
          for (int k = random.nextInt(6); k > 0; k--) {
            cell.appendCodePoint(letters[random.nextInt(letters.length)]);
          }
          row[j] = cell.toString();
          text.append(j == 0 ? "" : delimiter).append(written(row[j], delimiter, random));
        }
        rows.add(row);
        String end = List.of("\n", "\r\n", "\r").get(random.nextInt(3));
        text.append(i == 1 && random.nextBoolean() ? "" : end);
      }
      try (CsvReader table = open(text.toString(), BARE.delimitedBy(delimiter))) {
        assertCells(table, rows.toArray(new String[0][]));
      } catch (AssertionError | DataException e) {
        throw new AssertionError("seed " + seed, e);
      }
    }
  }

  /** Whatever a row's length is, and however few bytes come at a time, and in whatever parts. */
  @Test
  void partsAndSlowStreamsHaveTheRowsOfTheWhole() {
    for (int seed = 0; seed < 60; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      StringBuilder text = new StringBuilder("a,b,c\n");
      for (int i = random.nextInt(400); i > 0; i--) {
        String filler = "x".repeat(random.nextInt(8) == 0 ? random.nextInt(3_000) : 3);
        text.append(written(filler + "\n\"", ',', random)).append(',').append(i);
        text.append(random.nextBoolean() ? ",é" : ",\"\"");
        text.append(List.of("\n", "\r\n", "\r").get(random.nextInt(3)));
      }
      text.append(random.nextBoolean() ? "last,1,2" : "\n \n");
      List<String> whole = rows(open(text.toString(), STANDARD));
      assertThat(rows(CsvReader.open(slowly(text.toString(), random), "t.csv", STANDARD)))
          .as("seed %d", seed)
          .isEqualTo(whole);
      CsvReader divided = CsvReader.open(slowly(text.toString(), random), "t.csv", STANDARD);
      List<String> parts = new ArrayList<>();
      int most = 1 + random.nextInt(50);
      for (var part = divided.split(most); part.isPresent(); part = divided.split(most)) {
        List<String> some = rows(part.get());
        assertThat(some).hasSizeLessThanOrEqualTo(most);
        parts.addAll(some);
      }
      parts.addAll(rows(divided));
      assertThat(parts).as("seed %d", seed).isEqualTo(whole);
    }
  }

  /** A file of many windows: what is cut at their ends is put together again. */
  @Test
  void partsOfLargeFilesHaveTheRowsOfTheWhole() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 60_000; i++) {
      text.append(i)
          .append(i % 100 == 0 ? ",\"a\"\"\r\nb\"," : ",plain,")
          .append(i * 0.37)
          .append('\n');
    }
    List<String> whole = rows(open(text.toString(), BARE));
    assertThat(whole).hasSize(60_000);
    CsvReader divided = open(text.toString(), BARE);
    List<String> parts = new ArrayList<>();
    for (var part = divided.split(2_048); part.isPresent(); part = divided.split(2_048)) {
      parts.addAll(rows(part.get()));
    }
    assertThat(divided.next()).isFalse();
    assertThat(parts).isEqualTo(whole);
  }

  /** What is kept may fill half of the window but for a few bytes: less than twice it fits. */
  @Test
  void aRowThatEndsABitAboveHalfOfTheWindowIsReadOn() {
    String text = "x".repeat((1 << 21) + 100) + ",1\n2,3\n";
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    for (int stop = (1 << 20) + 24; stop <= (1 << 20) + 40; stop++) {
      // The first stop makes the window grow to 2 MB and 64 bytes.
      InputStream stopping = stoppingAt(bytes, (1 << 19) + 20, stop);
      List<String> read =
          assertTimeoutPreemptively(
              Duration.ofSeconds(60), () -> rows(CsvReader.open(stopping, "t.csv", BARE)));
      assertThat(String.join("\n", read))
          .as("stopping at %d", stop)
          .isEqualTo("1|" + text.replace(',', '|').replace("\n2|3\n", "\n2|2|3"));
    }
  }

  /** As above, where the window holds many rows and a part wants more. */
  @Test
  void aPartThatEndsABitAboveHalfOfTheWindowIsReadOn() {
    for (int length = 3_422; length <= 3_429; length++) {
      StringBuilder text = new StringBuilder("a,b\n");
      for (int i = 0; i < 4_250; i++) {
        text.append("x".repeat((i == 1_397 ? length : 3_000) - 3)).append(",1\n");
      }
      CsvReader table = open(text.toString(), STANDARD);
      int read =
          assertTimeoutPreemptively(
              Duration.ofSeconds(60),
              () -> {
                int rows = 0;
                for (var part = table.split(2_048); part.isPresent(); part = table.split(2_048)) {
                  while (part.get().next()) {
                    rows++;
                  }
                }
                return rows;
              });
      assertThat(read).as("a row of %d bytes", length).isEqualTo(4_250);
    }
  }

  /** The bytes; no read goes past any of these places. */
  private static InputStream stoppingAt(byte[] bytes, int... places) {
    return new ByteArrayInputStream(bytes) {
      @Override
      public synchronized int read(byte[] into, int from, int length) {
        int most = length;
        for (int place : places) {
          most = place > pos ? Math.min(most, place - pos) : most;
        }
        return super.read(into, from, most);
      }
    };
  }

  /** Lines and cells of all rows that are left. */
  private static List<String> rows(CsvReader table) {
    List<String> rows = new ArrayList<>();
    while (table.next()) {
      StringBuilder row = new StringBuilder().append(table.line());
      for (int i = 0; i < table.cells(); i++) {
        row.append('|').append(table.text(i));
      }
      rows.add(row.toString());
    }
    return rows;
  }

  /** The bytes of a text, a few at a time. */
  private static InputStream slowly(String text, SplittableRandom random) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    int most = 1 + random.nextInt(300);
    return new ByteArrayInputStream(bytes) {
      @Override
      public int read(byte[] into, int from, int length) {
        return super.read(into, from, Math.min(length, 1 + random.nextInt(most)));
      }
    };
  }

  private static String written(String cell, char delimiter, SplittableRandom random) {
    boolean mustQuote =
        cell.isEmpty() // an empty line would not be a row
            || cell.indexOf(delimiter) >= 0
            || !cell.strip().equals(cell)
            || cell.startsWith("\"")
            || cell.indexOf('\n') >= 0
            || cell.indexOf('\r') >= 0;
    String quoted =
        mustQuote || random.nextBoolean() ? '"' + cell.replace("\"", "\"\"") + '"' : cell;
    String before = delimiter == '\t' ? " " : " \t";
    return (random.nextBoolean() ? before : "") + quoted + (random.nextBoolean() ? " " : "");
  }

  private static void assertFault(String text, CsvFormat format, String message) {
    assertFault(text.getBytes(StandardCharsets.UTF_8), format, message);
  }

  private static void assertFault(byte[] bytes, CsvFormat format, String message) {
    assertThatThrownBy(
            () -> {
              try (CsvReader table = open(bytes, format)) {
                while (table.next()) {}
              }
            })
        .isInstanceOf(DataException.class)
        .hasMessage(message);
  }

  @Test
  void aRaggedRowIsRefused() {
    assertFault(
        "a,b\n1,2\n\"x\ny\",2\nsecret\n",
        STANDARD,
        "t.csv:5: the row has 1 cells and the first line 2; mend the row, or check delimiter and"
            + " quotes");
  }

  @Test
  void anOpenQuoteIsRefusedWhereItsRowBegins() {
    assertFault(
        "a,b\n1,2\n3,\"secret\n4,5\n",
        STANDARD,
        "t.csv:3: a quote is opened in this row and never closed; close it or double it");
  }

  @Test
  void textAfterAClosingQuoteIsRefused() {
    assertFault(
        "a\n\"x\"y\n",
        STANDARD,
        "t.csv:2: a closing quote is followed by text; double the quotes inside the cell");
  }

  @Test
  void anEmptyFileIsRefused() {
    String message = "t.csv:1: the file is empty; there must be at least a header or a row";
    assertFault("", STANDARD, message);
    assertFault("", BARE, message);
    assertFault("\uFEFF", STANDARD, message);
    assertFault("\n \n", STANDARD, message.replace(":1:", ":3:"));
  }

  @Test
  void anEmptyLineBetweenRowsIsRefused() {
    assertFault(
        "a,b\n1,2\n\n\n3,4\n", STANDARD, "t.csv:3: the line is empty and rows follow; delete it");
  }

  /** There an empty line can be nothing but a row with an empty cell. */
  @Test
  void inAFileOfOneColumnEmptyLinesAreRows() {
    try (CsvReader table = open("a\n1\n\n2\n\n", STANDARD)) {
      assertCells(table, new String[][] {{"1"}, {""}, {"2"}, {""}});
    }
    try (CsvReader table = open("a\r\n1\r\n\r\n", STANDARD)) {
      assertCells(table, new String[][] {{"1"}, {""}});
    }
    try (CsvReader table = open("1\n\n", BARE)) {
      assertCells(table, new String[][] {{"1"}, {""}});
    }
    try (CsvReader table = open("a,b\n1,2\n\n", STANDARD)) {
      assertCells(table, new String[][] {{"1", "2"}});
    }
  }

  /** A few megabytes of gzip can hold gigabytes of empty lines, which must not be waited for. */
  @ParameterizedTest
  @ValueSource(strings = {"\n", " "})
  void endlessEmptyLinesAndBlanksAreRefused(String filler) {
    InputStream endless =
        new InputStream() {
          private final byte[] first = "a,b\n1,2\n".getBytes(StandardCharsets.UTF_8);
          private int at;

          @Override
          public int read() {
            return at < first.length ? first[at++] : filler.charAt(0);
          }

          @Override
          public int read(byte[] into, int from, int length) {
            if (at < first.length) {
              into[from] = (byte) read();
              return 1;
            }
            Arrays.fill(into, from, from + length, (byte) filler.charAt(0));
            return length;
          }
        };
    assertThatThrownBy(
            () -> {
              try (CsvReader table = CsvReader.open(endless, "t.csv", STANDARD)) {
                while (table.next()) {}
              }
            })
        .isInstanceOf(DataException.class)
        .hasMessageStartingWith("t.csv:")
        .hasMessageEndingWith("have no row, only blanks, empty lines or comments; delete them");
  }

  @Test
  void equalHeaderNamesAreRefusedWithoutQuotingThem() {
    assertFault(
        "a,secret,b,secret\n",
        STANDARD,
        "t.csv:1: columns 2 and 4 have the same name; rename one, or say that the file has no"
            + " header");
  }

  @Test
  void textThatIsNotUtf8IsRefused() {
    String message = "t.csv:2: the text is not UTF-8; convert the file to UTF-8";
    byte[][] wrong = {
      {(byte) 0xe9}, // Latin-1
      {(byte) 0xc0, (byte) 0x80}, // an overlong zero
      {(byte) 0xed, (byte) 0xa0, (byte) 0x80}, // a surrogate
      {(byte) 0xc3, ',', (byte) 0xa9}, // a character cut in two by the delimiter
      {(byte) 0xf5, (byte) 0x80, (byte) 0x80, (byte) 0x80}, // beyond Unicode
    };
    for (byte[] bytes : wrong) {
      byte[] text = Arrays.copyOf("a,b\n1".getBytes(StandardCharsets.UTF_8), 5 + bytes.length);
      System.arraycopy(bytes, 0, text, 5, bytes.length);
      assertFault(text, STANDARD, message);
    }
  }

  @Test
  void aZeroByteIsRefused() {
    assertFault(
        "a,b\n1,2\n1,2\n1,2\n1,\0\n",
        STANDARD,
        "t.csv:5: the file has a zero byte, so it is not UTF-8 text; convert it first");
  }

  @Test
  void otherFormatsAreRefusedByName() {
    String form = "t.csv:1: the file is %s, not CSV text; convert it first";
    assertFault(
        "PK\3\4rest",
        BARE,
        "t.csv:1: the file is a zip archive (spreadsheets are, too), not CSV text; unpack it, or"
            + " save the spreadsheet as CSV, and name the file that you get");
    assertFault(
        new byte[] {0, 0, 8, 3, 0, 0},
        BARE,
        "t.csv:1: the file is IDX (binary images or labels), not CSV text; name that format (idx)");
    assertFault("PAR1\u0015", BARE, form.formatted("Parquet"));
    assertFault(
        "a,b\n".getBytes(StandardCharsets.UTF_16),
        BARE,
        "t.csv:1: the file is UTF-16 rather than UTF-8, not CSV text; save it as UTF-8");
    assertFault("a,b\0", BARE, form.formatted("binary"));
    assertFault("SQLite format 3\0", BARE, form.formatted("an SQLite database"));
  }

  @Test
  void aDelimiterMustNotBeAQuote() {
    assertThatThrownBy(() -> STANDARD.delimitedBy('"'))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "delimiter must be a single character other than a quote or a line end, got code 34");
  }
}
