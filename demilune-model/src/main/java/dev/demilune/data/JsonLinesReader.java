// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.data;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.gson.Strictness;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import com.google.gson.stream.MalformedJsonException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads JSON Lines: one object per line, with a field for every column. Empty lines are skipped.
 *
 * <p>Values are text, numbers, true, false and null, and count as in {@link ValueRow}; null is
 * missing. Programs that write JSON often leave a null out, so a field that is not there is missing
 * too, and counted ({@link #absent}). Fields that nobody asked for are skipped and counted ({@link
 * #others}). Messages have the line and never a value.
 */
public final class JsonLinesReader extends FileTable {

  private static final int MOST_OTHERS = 1000; // names, and letters of each: a bound on memory
  private static final int LONGEST_NUMBER = 1000; // time to read digits grows with their square

  private final TextBuffer text;
  private final List<String> columns;
  private final Map<String, Integer> places = new HashMap<>(); // of all fields that are read
  private final Object[] values; // of the columns
  private final Object[] copies; // of the fields to be kept
  private final Map<String, Integer> copied = new HashMap<>();
  private final ValueRow row;
  private final long[] absent;
  private final Set<String> others = new HashSet<>();
  private long line;
  private long rows;

  private JsonLinesReader(ByteSource in, List<String> columns, List<String> kept) {
    super(in);
    text = new TextBuffer(in);
    this.columns = List.copyOf(columns);
    values = new Object[columns.size()];
    copies = new Object[kept.size()];
    absent = new long[columns.size()];
    row = new ValueRow(columns);
    row.set(values);
    cells = columns.size();
    for (int c = 0; c < columns.size(); c++) {
      places.put(columns.get(c), c);
    }
    for (int k = 0; k < kept.size(); k++) {
      copied.put(kept.get(k), k);
    }
    in.expectText("JSON");
  }

  /**
   * Opens a file, plain or compressed.
   *
   * @param columns the fields to read
   * @param kept fields to be copied, which may be among the columns
   */
  public static JsonLinesReader open(Path path, List<String> columns, List<String> kept) {
    return open(ByteSource.open(path), columns, kept);
  }

  /** Reads a stream, which is closed with the table; the name is for messages. */
  public static JsonLinesReader open(
      InputStream stream, String name, List<String> columns, List<String> kept) {
    return open(ByteSource.of(stream, name), columns, kept);
  }

  private static JsonLinesReader open(ByteSource in, List<String> columns, List<String> kept) {
    try {
      return new JsonLinesReader(in, columns, kept);
    } catch (DataException e) {
      in.close(); // the caller got no table that it could close
      throw e;
    }
  }

  /** Returns the value of a field that is to be kept: a text, a number, a Boolean or null. */
  public Object kept(int k) {
    return copies[k];
  }

  /** Returns how many objects had no field for a column. */
  public long absent(int column) {
    return absent[column];
  }

  /** Returns how many names of fields were neither a column nor kept, up to 1000. */
  public int others() {
    return others.size();
  }

  @Override
  public boolean next() {
    do {
      if (!readLine()) {
        return false;
      }
    } while (isBlank());
    in.rowRead();
    parse();
    rows++;
    return true;
  }

  private boolean readLine() {
    text.clear();
    in.at(++line);
    if (in.peek() < 0) {
      return false;
    }
    for (int b = in.read(); b >= 0 && b != '\n'; b = in.read()) {
      text.add(b);
    }
    if (!text.isAscii()) {
      text.checkUtf8(0, text.size());
    }
    return true;
  }

  private boolean isBlank() {
    for (int i = 0; i < text.size(); i++) {
      byte b = text.bytes()[i];
      if (b != ' ' && b != '\t' && b != '\r') {
        return false;
      }
    }
    return true;
  }

  private void parse() {
    Arrays.fill(values, null);
    Arrays.fill(copies, null);
    boolean[] seen = new boolean[values.length];
    InputStream bytes = new ByteArrayInputStream(text.bytes(), 0, text.size());
    try (JsonReader json = new JsonReader(new InputStreamReader(bytes, UTF_8))) {
      json.setStrictness(Strictness.STRICT);
      if (json.peek() != JsonToken.BEGIN_OBJECT) {
        throw new MalformedJsonException("no object");
      }
      json.beginObject();
      while (json.hasNext()) {
        field(json, seen);
      }
      json.endObject();
      if (json.peek() != JsonToken.END_DOCUMENT) {
        throw new MalformedJsonException("more than one object");
      }
    } catch (MalformedJsonException | IllegalStateException e) {
      throw in.fault("the line is not one JSON object; mend it, or name the right format");
    } catch (IOException e) {
      throw in.fault("the object is not closed on its line; write one object per line");
    }
    for (int c = 0; c < seen.length; c++) {
      absent[c] += seen[c] ? 0 : 1;
    }
  }

  private void field(JsonReader json, boolean[] seen) throws IOException {
    String name = json.nextName();
    Integer place = places.get(name);
    Integer copy = copied.get(name);
    if (place == null && copy == null) {
      if (others.size() < MOST_OTHERS) {
        others.add(name.substring(0, Math.min(name.length(), MOST_OTHERS)));
      }
      json.skipValue();
      return;
    }
    Object value = value(json);
    if (place != null) {
      if (seen[place]) {
        throw in.fault("field '" + columns.get(place) + "' is there twice; delete one");
      }
      seen[place] = true;
      values[place] = value instanceof Boolean ? value.toString() : number(value);
    }
    if (copy != null) {
      copies[copy] = value;
    }
  }

  private Object value(JsonReader json) throws IOException {
    return switch (json.peek()) {
      case STRING -> json.nextString();
      case BOOLEAN -> json.nextBoolean();
      case NULL -> {
        json.nextNull();
        yield null;
      }
      case NUMBER -> decimal(json.nextString());
      default ->
          throw in.fault(
              "a field that is asked for holds a list or an object; write text, a number, true,"
                  + " false or null");
    };
  }

  private BigDecimal decimal(String digits) {
    if (digits.length() <= LONGEST_NUMBER) {
      try {
        return new BigDecimal(digits);
      } catch (NumberFormatException e) { // an exponent of ten digits, for example
        // refused below
      }
    }
    throw in.fault("a number has too many digits or too large an exponent; mend it");
  }

  /** Numbers of columns as the CSV reader would have them: exact integers, or doubles. */
  private static Object number(Object value) {
    if (!(value instanceof BigDecimal decimal)) {
      return value;
    }
    boolean integer = decimal.scale() == 0 && decimal.unscaledValue().bitLength() < Long.SIZE;
    return integer ? (Object) decimal.longValue() : (Object) decimal.doubleValue();
  }

  @Override
  public Layout layout() {
    return Layout.NAMED;
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
  public long line() {
    return line;
  }

  @Override
  public int column(int i) {
    return i;
  }

  @Override
  public double number(int i) {
    return row.number(i);
  }

  @Override
  public long whole(int i, long fallback) {
    return row.whole(i, fallback);
  }

  @Override
  public double parse(int i, CellParser parser) {
    return row.parse(i, parser);
  }

  @Override
  public int find(int i, Vocabulary among) {
    return row.find(i, among);
  }

  @Override
  public boolean missing(int i, Vocabulary texts) {
    return row.missing(i, texts);
  }

  @Override
  public int label(Vocabulary among) {
    return -1;
  }

  /** Returns the columns that no object had. */
  public List<String> neverThere() {
    List<String> never = new ArrayList<>();
    for (int c = 0; c < absent.length; c++) {
      if (rows > 0 && absent[c] == rows) {
        never.add(columns.get(c));
      }
    }
    return never;
  }
}
