// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.schema;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.demilune.data.DateFormat;
import dev.demilune.data.NumberFormat;
import dev.demilune.data.Table;
import dev.demilune.data.Vocabulary;
import java.util.List;

/**
 * Encodes the cells of one column. What it adds to a row is a function of the row's cells alone, no
 * cell makes it throw, and nothing is kept from one row to the next but what {@link #choice} says.
 */
abstract class CellEncoder {

  /** The current cell's index among {@link Column#choices}, -1 for none: for crosses. */
  int choice = -1;

  /** Adds the features and parts of the table's current row, and says how the cell fits. */
  abstract CellState encode(Table table, EncodedRow into);

  /**
   * Returns the encoder of a column with features.
   *
   * @param position of the column in the file
   * @param offset the column's first feature
   */
  static CellEncoder of(Column column, int position, int offset, Schema schema) {
    if (column instanceof Column.Numeric number) {
      return isPlain(number, schema)
          ? new PlainNumber(number, position, offset, schema)
          : new AnyNumber(number, position, offset, schema);
    }
    if (column instanceof Column.Whole whole) {
      return new ExactInteger(whole, position, offset, schema);
    }
    if (column instanceof Column.Category category) {
      return new OneOf(category, position, offset, schema);
    }
    if (column instanceof Column.Hashed hashed) {
      return new Bucket(hashed, position, offset, schema);
    }
    return new Dates((Column.Date) column, position, offset, schema);
  }

  /** Nearly all numbers are plain, and they are most of a large table: they go the short way. */
  private static boolean isPlain(Column.Numeric number, Schema schema) {
    return number.steps().kind() == Steps.Kind.LINE
        && number.scale() == AmountScale.LINEAR
        && !number.reading().missingIsValue()
        && schema.numberFormat(number).equals(NumberFormat.standard())
        && numericMarkers(number, schema).isEmpty();
  }

  /** The texts that mean missing and would be read as numbers: -999, for example. */
  private static List<String> numericMarkers(Column.Numeric number, Schema schema) {
    NumberFormat format = schema.numberFormat(number);
    return schema.missingValues(number).stream()
        .filter(
            text -> {
              byte[] bytes = text.getBytes(UTF_8);
              return !Double.isNaN(format.parse(bytes, 0, bytes.length));
            })
        .toList();
  }

  private static Vocabulary missing(Column column, Schema schema) {
    return Vocabulary.of(schema.missingValues(column));
  }

  private static CellState state(double value, FeatureRange range) {
    return range.contains(value) ? CellState.READ : CellState.OUT_OF_RANGE;
  }

  /** A number as one linear feature. */
  private static final class PlainNumber extends CellEncoder {
    private final int position;
    private final int offset;
    private final FeatureRange range;
    private final double fallback;
    private final NumberScale numberScale;
    private final Vocabulary missing;

    PlainNumber(Column.Numeric number, int position, int offset, Schema schema) {
      this.position = position;
      this.offset = offset;
      range = number.range();
      fallback = number.fallback();
      numberScale = schema.numberScale();
      missing = missing(number, schema);
    }

    @Override
    CellState encode(Table table, EncodedRow into) {
      double value = table.number(position);
      boolean known = !Double.isNaN(value);
      double fraction = range.fraction(known ? value : fallback);
      into.add(offset, numberScale.map(fraction));
      into.addPart(fraction);
      if (known) {
        return state(value, range);
      }
      return table.missing(position, missing) ? CellState.MISSING : CellState.UNREADABLE;
    }
  }

  /** An integer, as one linear feature and exactly. */
  private static final class ExactInteger extends CellEncoder {
    private final int position;
    private final int offset;
    private final Column.Whole whole;
    private final NumberFormat format;
    private final boolean standard;
    private final NumberScale numberScale;
    private final Vocabulary missing;

    ExactInteger(Column.Whole whole, int position, int offset, Schema schema) {
      this.position = position;
      this.offset = offset;
      this.whole = whole;
      format = schema.numberFormat(whole);
      standard = format.equals(NumberFormat.standard());
      numberScale = schema.numberScale();
      missing = missing(whole, schema);
    }

    @Override
    CellState encode(Table table, EncodedRow into) {
      double value = standard ? table.number(position) : table.parse(position, format);
      // Digits in groups are read as a double, exact up to 2^53.
      long read =
          standard
              ? table.whole(position, (long) whole.fallback())
              : Math.round(Double.isNaN(value) ? whole.fallback() : value);
      long exact = whole.clip(read);
      double fraction = whole.range().fraction((double) exact);
      into.addInteger(exact);
      into.add(offset, numberScale.map(fraction));
      into.addPart(fraction);
      if (!Double.isNaN(value)) {
        return state(value, whole.range());
      }
      return table.missing(position, missing) ? CellState.MISSING : CellState.UNREADABLE;
    }
  }

  /** A number with all that can be declared of it. */
  private static final class AnyNumber extends CellEncoder {
    private final int position;
    private final Column.Numeric number;
    private final NumberFormat format;
    private final boolean standard;
    private final Vocabulary missing;
    private final Vocabulary numericMarkers;
    private final Axis axis;

    AnyNumber(Column.Numeric number, int position, int offset, Schema schema) {
      this.position = position;
      this.number = number;
      format = schema.numberFormat(number);
      standard = format.equals(NumberFormat.standard());
      missing = missing(number, schema);
      List<String> markers = numericMarkers(number, schema);
      numericMarkers = markers.isEmpty() ? null : Vocabulary.of(markers);
      axis =
          new Axis(
              number.range(), number.scale(), number.steps(), number.reading(), offset, schema);
    }

    @Override
    CellState encode(Table table, EncodedRow into) {
      double value = standard ? table.number(position) : table.parse(position, format);
      CellState state;
      if (Double.isNaN(value)) {
        state = table.missing(position, missing) ? CellState.MISSING : CellState.UNREADABLE;
      } else if (numericMarkers != null && table.find(position, numericMarkers) >= 0) {
        state = CellState.MISSING;
        value = Double.NaN;
      } else {
        state = state(value, number.range());
      }
      boolean known = !Double.isNaN(value);
      choice = axis.add(known || axis.missing ? value : number.fallback(), into);
      return state;
    }
  }

  /** One of a list of values. */
  private static final class OneOf extends CellEncoder {
    private final int position;
    private final int offset;
    private final Column.Category category;
    private final Vocabulary values;
    private final Vocabulary missing;
    private final double step; // of an ordered category

    OneOf(Column.Category category, int position, int offset, Schema schema) {
      this.position = position;
      this.offset = offset;
      this.category = category;
      values = Vocabulary.of(category.values());
      missing = missing(category, schema);
      step = 1 / Math.sqrt(category.values().size());
    }

    @Override
    CellState encode(Table table, EncodedRow into) {
      int found = table.find(position, values);
      CellState state = CellState.READ;
      if (found < 0) {
        boolean absent = table.missing(position, missing);
        state =
            absent ? CellState.MISSING : category.other() < 0 ? CellState.UNKNOWN : CellState.OTHER;
        found =
            absent && category.reading().missingIsValue()
                ? category.values().size()
                : category.other();
      }
      if (category.ordered() && found < category.values().size()) {
        for (int i = 0; i <= found; i++) {
          into.add(offset + i, step);
        }
      } else if (found >= 0) {
        into.add(offset + found, 1);
      }
      into.addPart(found);
      choice = found;
      return state;
    }
  }

  /** Any text, by its bucket. */
  private static final class Bucket extends CellEncoder {
    private final int position;
    private final int offset;
    private final Column.Hashed hashed;
    private final TextHash hash;
    private final Vocabulary missing;

    Bucket(Column.Hashed hashed, int position, int offset, Schema schema) {
      this.position = position;
      this.offset = offset;
      this.hashed = hashed;
      hash = new TextHash(hashed.buckets());
      missing = missing(hashed, schema);
    }

    @Override
    CellState encode(Table table, EncodedRow into) {
      boolean absent = table.missing(position, missing);
      int bucket =
          !absent
              ? (int) table.parse(position, hash)
              : hashed.reading().missingIsValue() ? hashed.buckets() : -1;
      if (bucket >= 0) {
        into.add(offset + bucket, 1);
      }
      into.addPart(bucket);
      choice = bucket;
      return absent ? CellState.MISSING : CellState.READ;
    }
  }

  /** A date. */
  private static final class Dates extends CellEncoder {
    private final int position;
    private final Column.Date date;
    private final Vocabulary missing;
    private final Axis axis; // null where the age is not taken
    private final int weekdays; // the first of their features, -1 where they are not taken
    private final int months;
    private final double reference;
    private final double fallback;
    private final FeatureRange ages;

    Dates(Column.Date date, int position, int offset, Schema schema) {
      this.position = position;
      this.date = date;
      missing = missing(date, schema);
      ages = date.ages();
      reference = date.reference().toEpochDay();
      fallback = date.ageOf(date.fallback());
      axis =
          date.taken().contains(Column.DatePart.AGE)
              ? new Axis(ages, date.scale(), date.steps(), date.reading(), offset, schema)
              : null;
      weekdays = first(Column.DatePart.WEEKDAY, offset);
      months = first(Column.DatePart.MONTH, offset);
    }

    private int first(Column.DatePart part, int offset) {
      return date.taken().contains(part) ? offset + date.offset(part) : -1;
    }

    @Override
    CellState encode(Table table, EncodedRow into) {
      double days = Math.floor(table.parse(position, date.format()));
      boolean known = !Double.isNaN(days) && !table.missing(position, missing);
      double age = known ? reference - days : Double.NaN;
      if (axis != null) {
        axis.add(known || axis.missing ? age : fallback, into);
      }
      addChoice(weekdays, known ? DateFormat.weekday(days) : -1, into);
      addChoice(months, known ? DateFormat.month(days) : -1, into);
      if (known) {
        return state(age, ages);
      }
      return table.missing(position, missing) ? CellState.MISSING : CellState.UNREADABLE;
    }

    private static void addChoice(int first, int index, EncodedRow into) {
      if (first >= 0) {
        if (index >= 0) {
          into.add(first + index, 1);
        }
        into.addPart(index);
      }
    }
  }

  /** A range as features: a line, bins or knots, and perhaps one for missing. */
  private static final class Axis {
    final boolean missing;
    private final FeatureRange range;
    private final AmountScale scale;
    private final double atLow; // the scale's values at both ends
    private final double atHigh;
    private final Steps.Kind kind;
    private final double[] at; // positions of edges or knots, 0 and 1 included
    private final int offset;
    private final int width; // without the one for missing
    private final NumberScale numberScale;

    Axis(
        FeatureRange range,
        AmountScale scale,
        Steps steps,
        Reading reading,
        int offset,
        Schema schema) {
      this.range = range;
      this.scale = scale;
      atLow = scale.apply(range.low());
      atHigh = scale.apply(range.high());
      this.offset = offset;
      missing = reading.missingIsValue();
      kind = steps.kind();
      at = steps.positions(range, scale);
      width = steps.width(range);
      numberScale = schema.numberScale();
    }

    /** Adds a number, NaN for missing, and returns the index of its bin. */
    int add(double value, EncodedRow into) {
      if (Double.isNaN(value)) {
        into.add(offset + width, 1);
        into.addPart(Double.NaN);
        return width;
      }
      double position =
          scale == AmountScale.LINEAR
              ? range.fraction(value)
              : scale.position(value, range, atLow, atHigh);
      into.addPart(position);
      if (kind == Steps.Kind.LINE) {
        into.add(offset, numberScale.map(position));
        return -1;
      }
      int gap = gap(position);
      if (kind == Steps.Kind.BINS) {
        into.add(offset + gap, 1);
      } else {
        double share = (position - at[gap]) / (at[gap + 1] - at[gap]);
        into.add(offset + gap, 1 - share);
        into.add(offset + gap + 1, share);
      }
      return gap;
    }

    /** Returns the last gap between positions that begins at or below the position. */
    private int gap(double position) {
      int low = 0;
      int high = at.length - 1; // the gap is in [low, high)
      while (high - low > 1) {
        int middle = (low + high) >>> 1;
        if (at[middle] <= position) {
          low = middle;
        } else {
          high = middle;
        }
      }
      return low;
    }
  }
}
