// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.data;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads CSV: one pass over the bytes, no string per cell.
 *
 * <p>Cells may be quoted with double quotes (doubled inside) and may then contain delimiters and
 * line ends. Blanks around a cell are dropped unless quoted. Lines end with LF, CRLF or CR; empty
 * lines at the end are ignored, unless there is one column only; a byte order mark is skipped. The
 * text must be UTF-8, and all rows must have the same number of cells.
 */
public final class CsvReader extends FileTable {
  private final TextBuffer text;
  private final byte[] delimiter;
  private final List<String> columns;
  private final Layout layout;
  private int[] ends = new int[16]; // of each cell in the text; it begins where the one before ends
  private boolean quoted; // whether any cell of the row was
  private boolean waiting; // a row has been read that next() has not returned yet
  private int width; // 0 until the first line was read
  private long line = 1; // being read
  private long rowLine; // on which the current row begins

  private CsvReader(ByteSource in, CsvFormat format) {
    super(in);
    text = new TextBuffer(in);
    // one to three bytes in UTF-8
    delimiter = String.valueOf(format.delimiter()).getBytes(StandardCharsets.UTF_8);
    in.expectText("CSV");
    if (!readRow()) {
      throw in.fault("the file is empty; there must be at least a header or a row");
    }
    if (format.header()) {
      layout = Layout.NAMED;
      columns = names();
    } else {
      layout = Layout.POSITIONAL;
      columns = positions(cells);
      waiting = true; // the first line is a row: read to count the columns, returned later
    }
    width = columns.size();
  }

  /** Opens a file with a header line and commas. */
  public static CsvReader open(Path path) {
    return open(path, CsvFormat.standard());
  }

  public static CsvReader open(Path path, CsvFormat format) {
    return open(ByteSource.open(path), format);
  }

  /** Reads a stream, which is closed with the table; the name is for messages. */
  public static CsvReader open(InputStream stream, String name, CsvFormat format) {
    return open(ByteSource.of(stream, name), format);
  }

  private static CsvReader open(ByteSource source, CsvFormat format) {
    try {
      return new CsvReader(source, format);
    } catch (DataException e) {
      source.close(); // the caller got no table that it could close
      throw e;
    }
  }

  @Override
  public Layout layout() {
    return layout;
  }

  @Override
  public List<String> columns() {
    return columns;
  }

  @Override
  public boolean labeled() {
    return false;
  }

  @Override
  public boolean next() {
    if (waiting) {
      waiting = false;
      return true;
    }
    if (!readRow()) {
      cells = 0;
      return false;
    }
    if (cells != columns.size()) {
      throw in.fault(
          "the row has "
              + cells
              + " cells and the first line "
              + columns.size()
              + "; mend the row, or check delimiter and quotes");
    }
    return true;
  }

  @Override
  public long line() {
    return rowLine;
  }

  @Override
  public int column(int i) {
    return i;
  }

  @Override
  public double number(int i) {
    byte[] bytes = text.bytes();
    int from = Blanks.skip(bytes, start(i), ends[i]);
    return NumberParser.parse(bytes, from, Blanks.cut(bytes, from, ends[i]));
  }

  @Override
  public double parse(int i, CellParser parser) {
    return parser.parse(text.bytes(), start(i), ends[i]);
  }

  @Override
  public long whole(int i, long fallback) {
    byte[] bytes = text.bytes();
    int from = Blanks.skip(bytes, start(i), ends[i]);
    return NumberParser.whole(bytes, from, Blanks.cut(bytes, from, ends[i]), fallback);
  }

  /** Returns the cell's text. Allocates a string: not for every cell of a large table. */
  public String text(int i) {
    return new String(text.bytes(), start(i), ends[i] - start(i), StandardCharsets.UTF_8);
  }

  @Override
  public int find(int i, Vocabulary values) {
    return values.find(text.bytes(), start(i), ends[i]);
  }

  @Override
  public int label(Vocabulary values) {
    return -1;
  }

  private int start(int i) {
    return i == 0 ? 0 : ends[i - 1];
  }

  /**
   * Reads the next non-empty line; empty lines are allowed only at the end. In a file of one column
   * each of them is a row with an empty cell.
   */
  private boolean readRow() {
    long emptyLine = 0;
    while (readLine()) {
      // a quoted empty cell is a row
      boolean empty = cells == 1 && width != 1 && text.size() == 0 && !quoted;
      if (!empty && emptyLine > 0) {
        in.at(emptyLine);
        throw in.fault("the line is empty and rows follow; delete it");
      }
      if (!empty) {
        in.rowRead();
        return true;
      }
      emptyLine = emptyLine == 0 ? rowLine : emptyLine;
    }
    return false;
  }

  /** Reads one row, which may span lines if quoted; false at the end of the file. */
  private boolean readLine() {
    text.clear();
    cells = 0;
    quoted = false;
    rowLine = line;
    in.at(line);
    if (in.peek() < 0) {
      return false;
    }
    boolean more = true;
    while (more) {
      int start = text.size();
      int b = skipBlanks(in.read());
      more = b == '"' ? readQuoted() : readPlain(b, start);
      if (cells == ends.length) {
        ends = Arrays.copyOf(ends, 2 * cells);
      }
      ends[cells++] = text.size();
    }
    if (!text.isAscii()) { // ASCII rows need no decoding
      for (int i = 0; i < cells; i++) {
        text.checkUtf8(start(i), ends[i]);
      }
    }
    return true;
  }

  /** Reads a cell without quotes; returns whether another follows in the row. */
  private boolean readPlain(int first, int start) {
    boolean delimited = false;
    int b = first;
    while (b >= 0 && b != '\n' && b != '\r') {
      text.add(b);
      if (isDelimiter(start)) {
        text.cutTo(text.size() - delimiter.length); // found once its last byte is there
        delimited = true;
        break;
      }
      b = in.read();
    }
    int end = text.size();
    // after the fact: blanks inside a cell stay
    while (end > start && isBlank(text.bytes()[end - 1])) {
      end--;
    }
    text.cutTo(end);
    if (!delimited) {
      endLine(b);
    }
    return delimited;
  }

  /** Reads a cell after its opening quote; returns whether another follows in the row. */
  private boolean readQuoted() {
    quoted = true;
    while (true) {
      int b = in.read();
      if (b == '"') {
        if (in.peek() != '"') { // a doubled quote is one quote of the cell
          break;
        }
        in.read();
      } else if (b == '\n') {
        line++;
      } else if (b < 0) {
        throw in.fault("a quote is opened in this row and never closed; close it or double it");
      }
      text.add(b);
    }
    int b = skipBlanks(in.read());
    if (b < 0 || b == '\n' || b == '\r') {
      endLine(b);
      return false;
    }
    for (int i = 0; i < delimiter.length; i++) {
      if (b != (delimiter[i] & 0xff)) {
        throw in.fault("a closing quote is followed by text; double the quotes inside the cell");
      }
      b = i + 1 < delimiter.length ? in.read() : b;
    }
    return true;
  }

  private void endLine(int b) {
    if (b == '\r' && in.peek() == '\n') { // CRLF is one line end
      in.read();
    }
    line++;
  }

  private boolean isDelimiter(int start) {
    int from = text.size() - delimiter.length;
    byte[] bytes = text.bytes();
    for (int i = delimiter.length - 1; i >= 0; i--) {
      // Last byte first: for most bytes one comparison is enough.
      if (from < start || bytes[from + i] != delimiter[i]) {
        return false;
      }
    }
    return true;
  }

  private int skipBlanks(int first) {
    int b = first;
    while (isBlank(b)) {
      b = in.read();
    }
    return b;
  }

  private boolean isBlank(int b) {
    return (b == ' ' || b == '\t') && b != delimiter[0]; // in a file of tabs a tab is no blank
  }

  /** The header's names. Messages do not quote them: in a file without header they are a row. */
  private List<String> names() {
    List<String> names = new ArrayList<>(cells);
    Map<String, Integer> seen = new HashMap<>();
    for (int i = 0; i < cells; i++) {
      String name = text(i);
      Integer earlier = seen.put(name, i + 1);
      if (earlier != null) {
        throw in.fault(
            "columns "
                + earlier
                + " and "
                + (i + 1)
                + " have the same name; rename one, or say that the file has no header");
      }
      names.add(name);
    }
    return List.copyOf(names);
  }

  private static List<String> positions(int count) {
    List<String> names = new ArrayList<>(count);
    for (int i = 1; i <= count; i++) {
      names.add(Integer.toString(i));
    }
    return List.copyOf(names);
  }
}
