// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.data;

import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads CSV: rows are found and divided where they are read, eight bytes at a time, with no string
 * and no copy per cell.
 *
 * <p>Cells may be quoted with double quotes (doubled inside) and may then contain delimiters and
 * line ends. Blanks around a cell are dropped unless quoted. Lines end with LF, CRLF or CR; empty
 * lines at the end are ignored, unless there is one column only; a byte order mark is skipped. The
 * text must be UTF-8, and all rows must have the same number of cells.
 */
public final class CsvReader extends FileTable {
  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final long EACH = 0x0101010101010101L; // times a byte: that byte in all places
  private static final long HIGH = 0x8080808080808080L;
  private static final int ABOVE_COMMA = ',' + 1;

  private static final int WINDOW = 1 << 18; // a part of a level 2 cache
  private static final int DOUBLING = 1 << 20; // longer rows are looked at again only when doubled
  private static final int LONGEST = 1 << 26; // a bound on memory: an open quote takes the file
  private static final int LARGEST_PART = 1 << 22;
  private static final int INCOMPLETE = -1;

  private final byte[] delimiter;
  private final byte last; // of the delimiter's bytes
  private final boolean above; // whether that is above the comma, so that words look for it too
  private final List<String> columns;
  private final Layout layout;
  private byte[] bytes; // the window: what was read and may still be needed, and a word more
  private int row; // where the current row begins
  private int next; // where the next one does
  private int end; // of what was read
  private boolean drained; // the source has no more
  private int[] starts = new int[16]; // of each cell in the window
  private int[] ends = new int[16];
  private boolean quoted; // whether any cell of the row was
  private boolean doubled; // whether any quote in a cell was doubled
  private long union; // of all words of the row: shows whether all bytes are ASCII
  private int lines; // that the row takes
  private int width; // 0 until the first line was read
  private long line = 1; // on which the next row begins
  private long rowLine; // on which the current one does

  private CsvReader(ByteSource in, CsvFormat format) {
    super(in);
    bytes = new byte[WINDOW + Long.BYTES];
    // one to three bytes in UTF-8
    delimiter = String.valueOf(format.delimiter()).getBytes(StandardCharsets.UTF_8);
    last = delimiter[delimiter.length - 1];
    above = last < 0 || last >= ABOVE_COMMA;
    in.expectText("CSV");
    if (!readRow()) {
      throw in.fault("the file is empty; there must be at least a header or a row");
    }
    width = cells;
    if (format.header()) {
      layout = Layout.NAMED;
      unescape();
      columns = names();
    } else {
      layout = Layout.POSITIONAL;
      columns = positions(cells);
      next = row; // the first line is a row: it was read to count the columns, and is read again
      line = rowLine;
    }
  }

  /** A part of another table, see {@link #split}. */
  private CsvReader(CsvReader whole, byte[] part, int end, long line) {
    super(whole.in.named());
    delimiter = whole.delimiter;
    last = whole.last;
    above = whole.above;
    columns = whole.columns;
    layout = whole.layout;
    width = whole.width;
    bytes = part;
    this.end = end;
    this.line = line;
    drained = true;
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

  /**
   * Takes the next rows away, at most so many, as a table of their own that another thread may
   * read; this one goes on after them. Which rows a part has depends on the file alone. Empty at
   * the end, and where an empty line comes next: what is still there is then to be read from here.
   */
  public Optional<CsvReader> split(int most) {
    row = next;
    int at = row;
    long after = line; // the line at that place
    for (int rows = 0; rows < most && at - row < LARGEST_PART; rows++) {
      in.at(after);
      int found = lineEnd(at);
      while (found == INCOMPLETE && !drained) {
        int done = at - row;
        more(done);
        at = row + done;
        found = lineEnd(at);
      }
      if (found == INCOMPLETE || (width != 1 && isEmpty(at))) {
        break;
      }
      at = found;
      after += lines;
    }
    next = at;
    if (at == row) {
      return Optional.empty();
    }
    byte[] part = new byte[at - row + Long.BYTES];
    System.arraycopy(bytes, row, part, 0, at - row);
    CsvReader rows = new CsvReader(this, part, at - row, line);
    line = after;
    in.rowRead();
    return Optional.of(rows);
  }

  /** Returns where the row that begins there ends, without dividing it if it has no quote. */
  private int lineEnd(int from) {
    lines = 1;
    for (int at = from; at < end; at += Long.BYTES) {
      long word = (long) WORDS.get(bytes, at);
      long found = ~((word | HIGH) - ('"' + 1) * EACH) & ~word & HIGH;
      for (; found != 0; found &= found - 1) {
        int place = at + (Long.numberOfTrailingZeros(found) >>> 3);
        if (place < end && (bytes[place] == '\n' || bytes[place] == '\r')) {
          return afterLine(place);
        }
        if (place < end && bytes[place] == '"') { // it may be one that hides line ends
          int part = row;
          row = from;
          int after = scan();
          row = part;
          return after;
        }
      }
    }
    return drained && from < end ? end : INCOMPLETE;
  }

  private boolean isEmpty(int from) {
    int at = from;
    while (at < end && isBlank(bytes[at])) {
      at++;
    }
    return at == end || bytes[at] == '\n' || bytes[at] == '\r';
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
    unescape();
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
    int from = Blanks.skip(bytes, starts[i], ends[i]); // within quotes there may be some
    return NumberParser.parse(bytes, from, Blanks.cut(bytes, from, ends[i]));
  }

  @Override
  public double parse(int i, CellParser parser) {
    return parser.parse(bytes, starts[i], ends[i]);
  }

  @Override
  public long whole(int i, long fallback) {
    int from = Blanks.skip(bytes, starts[i], ends[i]);
    return NumberParser.whole(bytes, from, Blanks.cut(bytes, from, ends[i]), fallback);
  }

  /** Returns the cell's text. Allocates a string: not for every cell of a large table. */
  public String text(int i) {
    return new String(bytes, starts[i], ends[i] - starts[i], StandardCharsets.UTF_8);
  }

  @Override
  public int find(int i, Vocabulary values) {
    return values.find(bytes, starts[i], ends[i]);
  }

  @Override
  public int label(Vocabulary values) {
    return -1;
  }

  /**
   * Reads the next non-empty line; empty lines are allowed only at the end. In a file of one column
   * each of them is a row with an empty cell.
   */
  private boolean readRow() {
    long emptyLine = 0;
    while (readLine()) {
      // a quoted empty cell is a row
      boolean empty = cells == 1 && width != 1 && starts[0] == ends[0] && !quoted;
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
    row = next;
    rowLine = line;
    in.at(line);
    int after = scan();
    while (after == INCOMPLETE && !drained) {
      more(/* done= */ 0);
      after = scan(); // at the end of the file a row is complete
    }
    if (row == end) {
      next = row;
      return false;
    }
    next = after;
    line += lines;
    if ((union & HIGH) != 0) { // ASCII rows need no decoding
      checkUtf8();
    }
    return true;
  }

  /**
   * Reads more bytes after those from {@code row} on, which move to the start of the window.
   *
   * @param done how many of them are complete rows
   */
  private void more(int done) {
    if (row < end && areBlank(row, end)) {
      row = end - 1; // one is as good as many where a line begins
    }
    int kept = end - row;
    if (kept - done >= LONGEST) {
      throw in.fault("the row is longer than 64 MiB; is a quote left open?");
    }
    byte[] into = kept > bytes.length / 2 ? new byte[2 * bytes.length] : bytes;
    System.arraycopy(bytes, row, into, 0, kept);
    bytes = into;
    row = 0;
    end = kept;
    // Twice as much, so that a long row is not scanned often; no more than fits, or the loop would
    // wait for ever. What is kept fills at most half of the window: there is room for a byte.
    int room = bytes.length - Long.BYTES;
    int wanted = Math.min(kept < DOUBLING ? kept + 1 : 2 * kept, room);
    while (end < wanted && !drained) {
      int count = in.read(bytes, end, room - end);
      drained = count < 0;
      end += Math.max(0, count);
    }
  }

  /**
   * Divides the row that begins at {@code row} into cells, and returns where the next one begins;
   * {@code INCOMPLETE} if the window ends before the row does.
   *
   * <p>Of each word the places are found that may matter: bytes up to the comma in code, and the
   * delimiter. Letters, digits, points and signs are passed over eight at a time.
   */
  private int scan() {
    cells = 0;
    quoted = false;
    doubled = false;
    union = 0;
    lines = 1;
    int cell = row;
    int at = row;
    while (at < end) {
      long word = (long) WORDS.get(bytes, at);
      union |= word; // a few bytes too many do no harm
      long found = found(word);
      int from = at;
      at += Long.BYTES;
      for (; found != 0; found &= found - 1) {
        int place = from + (Long.numberOfTrailingZeros(found) >>> 3);
        if (place >= end) {
          break; // what is left there from before
        }
        byte b = bytes[place];
        if (b == last && isDelimiter(cell, place)) {
          addPlain(cell, place + 1 - delimiter.length);
          cell = place + 1;
        } else if (b == '\n' || b == '\r') {
          addPlain(cell, place);
          return afterLine(place);
        } else if (b == '"' && areBlank(cell, place)) {
          int after = scanQuoted(place);
          if (after == INCOMPLETE || after >= end) {
            return after; // at the end of the file, where the row ends too
          }
          if (bytes[after] == '\n' || bytes[after] == '\r') {
            return afterLine(after);
          }
          cell = after + delimiter.length;
          at = cell;
          break;
        } else if (b == 0) {
          throw zero();
        }
      }
    }
    if (!drained || row == end) {
      return INCOMPLETE;
    }
    addPlain(cell, end);
    return end;
  }

  /** Marks, by their highest bits, the bytes of a word that are at most a comma, or delimit. */
  private long found(long word) {
    // No borrow from byte to byte: each is at least 0x80 before a smaller number is taken away.
    long found = ~((word | HIGH) - ABOVE_COMMA * EACH) & ~word & HIGH;
    if (above) {
      long other = word ^ (last & 0xff) * EACH; // zero where the delimiter is
      found |= ~(((other & ~HIGH) + ~HIGH) | other | ~HIGH);
    }
    return found;
  }

  /** Returns whether the delimiter ends here, and lies within the cell that begins there. */
  private boolean isDelimiter(int cell, int place) {
    int from = place + 1 - delimiter.length;
    if (from < cell) {
      return false;
    }
    for (int i = delimiter.length - 2; i >= 0; i--) {
      if (bytes[from + i] != delimiter[i]) {
        return false;
      }
    }
    return true;
  }

  /**
   * Reads a cell from its opening quote on; returns where the delimiter or the line's end after it
   * is, or the end of the file.
   */
  private int scanQuoted(int quote) {
    quoted = true;
    int at = quote + 1;
    while (at < end) {
      byte b = bytes[at];
      if (b == '"') {
        if (at + 1 == end && !drained) {
          return INCOMPLETE;
        }
        if (at + 1 >= end || bytes[at + 1] != '"') {
          break;
        }
        doubled = true; // a doubled quote is one quote of the cell
        at++;
      } else if (b == '\n') {
        lines++;
      } else if (b == 0) {
        throw zero();
      }
      union |= b; // the sign of a byte above ASCII sets all higher bits
      at++;
    }
    if (at >= end) {
      if (drained) {
        throw in.fault("a quote is opened in this row and never closed; close it or double it");
      }
      return INCOMPLETE;
    }
    add(quote + 1, at);
    at++;
    while (at < end && isBlank(bytes[at])) {
      at++;
    }
    if (at == end) {
      return drained ? end : INCOMPLETE;
    }
    if (bytes[at] == '\n' || bytes[at] == '\r') {
      return at;
    }
    for (int i = 0; i < delimiter.length; i++) {
      if (at + i == end && !drained) {
        return INCOMPLETE;
      }
      if (at + i == end || bytes[at + i] != delimiter[i]) {
        throw in.fault("a closing quote is followed by text; double the quotes inside the cell");
      }
    }
    return at;
  }

  /** Returns where the next row begins, after a line end at that place. */
  private int afterLine(int place) {
    if (bytes[place] == '\n') {
      return place + 1;
    }
    if (place + 1 == end && !drained) {
      return INCOMPLETE;
    }
    return place + 1 < end && bytes[place + 1] == '\n' ? place + 2 : place + 1; // CRLF is one
  }

  /** Adds a cell, without the blanks around it. */
  private void addPlain(int from, int to) {
    int start = from;
    int stop = to;
    while (start < stop && isBlank(bytes[start])) {
      start++;
    }
    while (start < stop && isBlank(bytes[stop - 1])) {
      stop--;
    }
    add(start, stop);
  }

  private void add(int from, int to) {
    if (cells == ends.length) {
      starts = Arrays.copyOf(starts, 2 * cells);
      ends = Arrays.copyOf(ends, 2 * cells);
    }
    starts[cells] = from;
    ends[cells] = to;
    cells++;
  }

  /** Makes one quote of two in quoted cells: in place, where they become shorter. */
  private void unescape() {
    for (int i = 0; doubled && i < cells; i++) {
      int to = starts[i];
      boolean inQuotes = starts[i] > row && bytes[starts[i] - 1] == '"';
      for (int from = to; inQuotes && from < ends[i]; from++) {
        bytes[to++] = bytes[from];
        from += bytes[from] == '"' ? 1 : 0;
      }
      ends[i] = inQuotes ? to : ends[i];
    }
  }

  private boolean areBlank(int from, int to) {
    for (int i = from; i < to; i++) {
      if (!isBlank(bytes[i])) {
        return false;
      }
    }
    return true;
  }

  private boolean isBlank(byte b) {
    return (b == ' ' || b == '\t') && b != delimiter[0]; // in a file of tabs a tab is no blank
  }

  private DataException zero() {
    return in.fault("the file has a zero byte, so it is not UTF-8 text; convert it first");
  }

  private void checkUtf8() {
    try {
      // a new decoder reports faults, where String would replace them
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, row, next - row));
    } catch (CharacterCodingException e) {
      throw in.fault("the text is not UTF-8; convert the file to UTF-8");
    }
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
