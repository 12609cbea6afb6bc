// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.spark;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.demilune.data.NumberFormat;
import java.io.Serializable;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;

/**
 * Reads the cells of one column of a type, as numbers and as the text that a CSV file would hold:
 * 1.0 is "1", a date is 2024-02-29, a time is 2024-02-29 12:30:00 in UTC, true is "true".
 */
abstract class CellReader implements Serializable {

  private static final long serialVersionUID = 1;

  private static final double MOST_EXACT = 0x1p53;

  /** Returns the cell, which is not null, as a number; NaN if it is none. */
  abstract double number(InternalRow row, int column);

  /** Returns the text of the cell, which is not null, in UTF-8. */
  abstract byte[] text(InternalRow row, int column);

  /** Returns the cell as an exact integer, a fraction rounded; the fallback if it is no number. */
  long whole(InternalRow row, int column, long fallback) {
    double value = number(row, column);
    return Double.isNaN(value) ? fallback : Math.round(value);
  }

  /** Returns the reader of a type; none for arrays, maps and other types that no schema fits. */
  static Optional<CellReader> of(DataType type) {
    if (type instanceof StringType) {
      return Optional.of(new Texts());
    }
    if (type instanceof DoubleType) {
      return Optional.of(new Doubles(InternalRow::getDouble));
    }
    if (type instanceof FloatType) {
      return Optional.of(new Doubles(InternalRow::getFloat));
    }
    if (type instanceof LongType) {
      return Optional.of(new Longs(InternalRow::getLong));
    }
    if (type instanceof IntegerType) {
      return Optional.of(new Longs(InternalRow::getInt));
    }
    if (type instanceof ShortType) {
      return Optional.of(new Longs(InternalRow::getShort));
    }
    if (type instanceof ByteType) {
      return Optional.of(new Longs(InternalRow::getByte));
    }
    if (type instanceof DecimalType decimal) {
      return Optional.of(new Decimals(decimal.precision(), decimal.scale()));
    }
    if (type instanceof BooleanType) {
      return Optional.of(new Truths());
    }
    if (type instanceof DateType) {
      return Optional.of(new Texted((row, i) -> LocalDate.ofEpochDay(row.getInt(i)).toString()));
    }
    if (type instanceof TimestampType || type instanceof TimestampNTZType) {
      return Optional.of(new Texted((row, i) -> time(row.getLong(i))));
    }
    return Optional.empty();
  }

  private static String time(long micros) {
    Instant instant =
        Instant.ofEpochSecond(
            Math.floorDiv(micros, 1_000_000L), Math.floorMod(micros, 1_000_000L) * 1_000);
    LocalDateTime time = LocalDateTime.ofInstant(instant, ZoneOffset.UTC).withNano(0);
    return time.toLocalDate() + " " + time.toLocalTime().plusNanos(1).toString().substring(0, 8);
  }

  /** Returns the text of a number: whole ones without a point. */
  static String text(double value) {
    return value == Math.rint(value) && Math.abs(value) < MOST_EXACT
        ? Long.toString((long) value)
        : Double.toString(value);
  }

  private interface OfDouble extends Serializable {
    double get(InternalRow row, int column);
  }

  private interface OfLong extends Serializable {
    long get(InternalRow row, int column);
  }

  private interface OfText extends Serializable {
    String get(InternalRow row, int column);
  }

  private static final class Texts extends CellReader {
    private static final long serialVersionUID = 1;

    @Override
    double number(InternalRow row, int column) {
      byte[] bytes = text(row, column);
      return NumberFormat.standard().parse(bytes, 0, bytes.length);
    }

    @Override
    byte[] text(InternalRow row, int column) {
      return row.getUTF8String(column).getBytes();
    }
  }

  private static final class Doubles extends CellReader {
    private static final long serialVersionUID = 1;
    private final OfDouble cell;

    Doubles(OfDouble cell) {
      this.cell = cell;
    }

    @Override
    double number(InternalRow row, int column) {
      return cell.get(row, column);
    }

    @Override
    byte[] text(InternalRow row, int column) {
      return text(cell.get(row, column)).getBytes(UTF_8);
    }
  }

  private static final class Longs extends CellReader {
    private static final long serialVersionUID = 1;
    private final OfLong cell;

    Longs(OfLong cell) {
      this.cell = cell;
    }

    @Override
    double number(InternalRow row, int column) {
      return cell.get(row, column);
    }

    @Override
    long whole(InternalRow row, int column, long fallback) {
      return cell.get(row, column);
    }

    @Override
    byte[] text(InternalRow row, int column) {
      return Long.toString(cell.get(row, column)).getBytes(UTF_8);
    }
  }

  private static final class Decimals extends CellReader {
    private static final long serialVersionUID = 1;
    private final int precision;
    private final int scale;

    Decimals(int precision, int scale) {
      this.precision = precision;
      this.scale = scale;
    }

    private BigDecimal decimal(InternalRow row, int column) {
      return row.getDecimal(column, precision, scale).toJavaBigDecimal();
    }

    @Override
    double number(InternalRow row, int column) {
      return decimal(row, column).doubleValue();
    }

    @Override
    byte[] text(InternalRow row, int column) {
      BigDecimal value = decimal(row, column);
      return (value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString())
          .getBytes(UTF_8);
    }
  }

  private static final class Truths extends CellReader {
    private static final long serialVersionUID = 1;

    @Override
    double number(InternalRow row, int column) {
      return row.getBoolean(column) ? 1 : 0;
    }

    @Override
    byte[] text(InternalRow row, int column) {
      return Boolean.toString(row.getBoolean(column)).getBytes(UTF_8);
    }
  }

  private static final class Texted extends CellReader {
    private static final long serialVersionUID = 1;
    private final OfText cell;

    Texted(OfText cell) {
      this.cell = cell;
    }

    @Override
    double number(InternalRow row, int column) {
      return Double.NaN;
    }

    @Override
    byte[] text(InternalRow row, int column) {
      return cell.get(row, column).getBytes(UTF_8);
    }
  }
}
