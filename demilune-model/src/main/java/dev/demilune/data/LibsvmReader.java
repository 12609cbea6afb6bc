// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.data;

import java.io.InputStream;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Reads LIBSVM text: "label index:value index:value ...", with indices from 1, strictly increasing,
 * and comments after "#".
 *
 * <p>Labels are compared as text and, if that finds nothing, as numbers: +1, 1 and 1.0 are the
 * same. A value that is not a number is NaN. The format allows entries beyond the features of a
 * schema; the schema's encoder drops them.
 */
public final class LibsvmReader extends FileTable implements VectorRows {
  private static final int LARGEST_INDEX = Integer.MAX_VALUE;
  // Larger indices count as equal: two of them in a row are refused as not increasing.
  private static final long LARGEST_DISTINGUISHED = 100_000_000_000_000_000L;

  private final TextBuffer text;
  private long line; // being read
  private boolean anyText;
  private int labelEnd;
  private int labelStart;
  private int[] features = new int[64];
  private int[] valueStarts = new int[64];
  private int[] valueEnds = new int[64];

  private LibsvmReader(ByteSource in) {
    super(in);
    text = new TextBuffer(in);
    in.expectText("LIBSVM");
  }

  public static LibsvmReader open(Path path) {
    return open(ByteSource.open(path));
  }

  /** Reads a stream, which is closed with the table; the name is for messages. */
  public static LibsvmReader open(InputStream stream, String name) {
    return open(ByteSource.of(stream, name));
  }

  private static LibsvmReader open(ByteSource source) {
    try {
      return new LibsvmReader(source);
    } catch (DataException e) {
      source.close();
      throw e;
    }
  }

  @Override
  public boolean labeled() {
    return true;
  }

  @Override
  public boolean next() {
    cells = 0;
    while (readLine()) {
      if (parse()) {
        in.rowRead();
        return true;
      }
    }
    if (!anyText) {
      in.at(1);
      throw in.fault("the file is empty; there must be at least a row");
    }
    return false;
  }

  @Override
  public long line() {
    return line;
  }

  @Override
  public int column(int i) {
    return features[i];
  }

  @Override
  public double number(int i) {
    return NumberParser.parse(text.bytes(), valueStarts[i], valueEnds[i]);
  }

  @Override
  public int find(int i, Vocabulary values) {
    return values.find(text.bytes(), valueStarts[i], valueEnds[i]);
  }

  @Override
  public int label(Vocabulary values) {
    return values.find(text.bytes(), labelStart, labelEnd);
  }

  /** Gathers a line up to its comment; false at the end of the file. */
  private boolean readLine() {
    text.clear();
    in.at(++line);
    if (in.peek() < 0) {
      return false;
    }
    boolean comment = false;
    int b = in.read();
    for (; b >= 0 && b != '\n' && b != '\r'; b = in.read()) {
      comment |= b == '#'; // the rest of the line is read, and not kept
      anyText |= !isBlank(b);
      if (!comment) {
        text.add(b);
      }
    }
    if (b == '\r' && in.peek() == '\n') {
      in.read();
    }
    if (!text.isAscii()) {
      text.checkUtf8(0, text.size());
    }
    return true;
  }

  /** Finds the label and the entries; false if the line is empty. */
  private boolean parse() {
    int at = skipBlanks(0);
    if (at == text.size()) {
      return false;
    }
    labelStart = at;
    labelEnd = endOfWord(at);
    if (colon(labelStart, labelEnd) >= 0) {
      throw in.fault("the row begins without a label; write it before the first index");
    }
    if (separates(labelStart, labelEnd)) {
      throw in.fault(
          "there is a comma, a semicolon or a quote in the label; LIBSVM has 'label index:value"
              + " ...', and CSV needs a schema");
    }
    long last = 0; // indices start at 1
    for (at = skipBlanks(labelEnd); at < text.size(); ) {
      int end = endOfWord(at);
      int colon = colon(at, end);
      long index = colon < 0 ? -1 : index(at, colon);
      if (index < 0) {
        throw in.fault("an entry is not of the form index:value; mend the row");
      }
      if (index == 0) {
        throw in.fault("an index is 0; LIBSVM counts features from 1");
      }
      if (index <= last) {
        throw in.fault("indices must increase within a row; sort the entries");
      }
      if (index <= LARGEST_INDEX) { // beyond every schema: would be dropped anyway
        add((int) index - 1, colon + 1, end);
      }
      last = index;
      at = skipBlanks(end);
    }
    return true;
  }

  /** Returns whether the text contains a separator of another format. */
  private boolean separates(int from, int to) {
    for (int i = from; i < to; i++) {
      byte b = text.bytes()[i];
      if (b == ',' || b == ';' || b == '"') {
        return true;
      }
    }
    return false;
  }

  private void add(int feature, int from, int to) {
    if (cells == features.length) {
      features = Arrays.copyOf(features, 2 * cells);
      valueStarts = Arrays.copyOf(valueStarts, 2 * cells);
      valueEnds = Arrays.copyOf(valueEnds, 2 * cells);
    }
    features[cells] = feature;
    valueStarts[cells] = from;
    valueEnds[cells] = to;
    cells++;
  }

  /** Returns the index written in the digits, or -1. */
  private long index(int from, int to) {
    long index = from == to ? -1 : 0;
    for (int i = from; i < to; i++) {
      int digit = text.bytes()[i] - '0';
      if (digit < 0 || digit > 9) {
        return -1;
      }
      // below 2·10^18 before the cap: no overflow
      index = Math.min(10 * index + digit, LARGEST_DISTINGUISHED);
    }
    return index;
  }

  private int colon(int from, int to) {
    for (int i = from; i < to; i++) {
      if (text.bytes()[i] == ':') {
        return i;
      }
    }
    return -1;
  }

  private int endOfWord(int from) {
    int at = from;
    while (at < text.size() && !isBlank(text.bytes()[at])) {
      at++;
    }
    return at;
  }

  private int skipBlanks(int from) {
    int at = from;
    while (at < text.size() && isBlank(text.bytes()[at])) {
      at++;
    }
    return at;
  }

  private static boolean isBlank(int b) {
    return b == ' ' || b == '\t';
  }
}
