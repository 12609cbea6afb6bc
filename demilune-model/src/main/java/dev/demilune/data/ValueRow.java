// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.data;

import dev.demilune.DemiluneException;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.time.temporal.Temporal;
import java.util.List;

/**
 * One record of values in memory, as the current row of a table: what a program has in its hands,
 * read by the same code that reads a cell of a file.
 *
 * <p>null and a NaN are missing. A text counts as the cell that holds it, without the blanks around
 * it; a Boolean is "true" or "false", an enum constant its name. A number counts by its value in a
 * column of numbers, however those are written in files, and as its decimal text elsewhere, 3.0 as
 * "3". Dates are those of {@code java.time}; an {@code Instant} counts by its day in UTC. Any other
 * type, or a type that the column cannot be, is refused by its name; values are never quoted.
 *
 * <p>An object serves one thread, and reads values without allocating memory but for numbers that
 * have a fraction or more than 63 bits and are read as text.
 */
public final class ValueRow implements NamedTable {

  private static final long SECONDS_PER_DAY = 86_400;
  private static final double EXACT = 0x1p53; // beyond it a double may stand for several integers

  private final List<String> columns;
  private Object[] values;
  private long record;
  private final Utf8Text text = new Utf8Text();

  /**
   * @param columns names, in the order of the values
   */
  public ValueRow(List<String> columns) {
    this.columns = List.copyOf(columns);
    values = new Object[columns.size()];
  }

  /** Makes these the values of the current row; the array is not copied. */
  public void set(Object[] newValues) {
    if (newValues.length != columns.size()) {
      throw new IllegalArgumentException(
          "values must be " + columns.size() + ", got " + newValues.length);
    }
    values = newValues;
    record++;
  }

  @Override
  public String source() {
    return "the record";
  }

  @Override
  public List<String> columns() {
    return columns;
  }

  /** Returns false: rows come by {@link #set}. */
  @Override
  public boolean next() {
    return false;
  }

  @Override
  public long line() {
    return record;
  }

  @Override
  public double number(int i) {
    Object value = values[i];
    if (value instanceof Number number) {
      return number.doubleValue();
    }
    return isText(i, "a number") ? parse(NumberFormat.standard()) : Double.NaN;
  }

  @Override
  public long whole(int i, long fallback) {
    Object value = values[i];
    if (value instanceof Long || value instanceof Integer) {
      return ((Number) value).longValue();
    }
    if (value instanceof BigInteger number && number.bitLength() < Long.SIZE) {
      return number.longValue();
    }
    if (value instanceof Number number) {
      double nearest = number.doubleValue();
      return Double.isNaN(nearest) ? fallback : Math.round(nearest);
    }
    if (!isText(i, "a number")) {
      return fallback;
    }
    int from = Blanks.skip(text.bytes(), 0, text.length());
    int to = Blanks.cut(text.bytes(), from, text.length());
    return NumberParser.whole(text.bytes(), from, to, fallback);
  }

  @Override
  public double parse(int i, CellParser parser) {
    Object value = values[i];
    if (isAbsent(value)) {
      return Double.NaN;
    }
    if (parser instanceof NumberFormat && value instanceof Number number) {
      return number.doubleValue(); // the decimal character is a matter of files
    }
    if (parser instanceof DateFormat && value instanceof Temporal time) {
      return DateFormat.inCalendar(days(i, time));
    }
    if (value instanceof Number number) {
      write(number);
      return parse(parser);
    }
    String wanted =
        parser instanceof NumberFormat
            ? "a number"
            : parser instanceof DateFormat ? "a date of java.time" : "";
    return isText(i, wanted) ? parse(parser) : Double.NaN;
  }

  private double parse(CellParser parser) {
    return parser.parse(text.bytes(), 0, text.length());
  }

  @Override
  public int find(int i, Vocabulary among) {
    Object value = values[i];
    if (value instanceof Number number && !isAbsent(value)) {
      write(number);
    } else if (!isText(i, "")) {
      return -1;
    }
    return among.find(text.bytes(), 0, text.length());
  }

  @Override
  public boolean missing(int i, Vocabulary texts) {
    Object value = values[i];
    return isAbsent(value) || (!(value instanceof Temporal) && find(i, texts) >= 0);
  }

  @Override
  public void close() {}

  private static boolean isAbsent(Object value) {
    return value == null
        || (value instanceof Double number && number.isNaN())
        || (value instanceof Float number2 && number2.isNaN());
  }

  /**
   * Writes a value that is text into the buffer; false for one that is absent.
   *
   * @param wanted what the column is, where a Boolean will not do; empty where any text will
   */
  private boolean isText(int i, String wanted) {
    Object value = values[i];
    if (isAbsent(value)) {
      return false;
    }
    if (value instanceof CharSequence characters) {
      text.set(characters);
    } else if (value instanceof Enum<?> constant) {
      text.set(constant.name());
    } else if (value instanceof Character character) {
      text.set(character);
    } else if (value instanceof Boolean truth && wanted.isEmpty()) {
      text.set(truth ? "true" : "false");
    } else {
      throw fault(i, wanted.isEmpty() ? "a text" : wanted + " or a text");
    }
    return true;
  }

  private void write(Number number) {
    double value = number.doubleValue();
    if (number instanceof Long || number instanceof Integer) {
      text.set(number.longValue());
    } else if (value == Math.rint(value) && Math.abs(value) < EXACT) {
      text.set((long) value);
    } else {
      text.set(number.toString());
    }
  }

  private double days(int i, Temporal time) {
    if (time instanceof LocalDate date) {
      return date.toEpochDay();
    }
    if (time instanceof LocalDateTime local) {
      return local.toLocalDate().toEpochDay();
    }
    if (time instanceof Instant instant) {
      return Math.floorDiv(instant.getEpochSecond(), SECONDS_PER_DAY);
    }
    if (time instanceof OffsetDateTime there) {
      return there.toLocalDate().toEpochDay();
    }
    if (time instanceof ZonedDateTime there) {
      return there.toLocalDate().toEpochDay();
    }
    throw fault(i, "a date of java.time or a text");
  }

  private DemiluneException fault(int i, String wanted) {
    return new DemiluneException(
        "column '"
            + columns.get(i)
            + "' takes "
            + wanted
            + ", not a "
            + values[i].getClass().getName()
            + ": convert it first");
  }
}
