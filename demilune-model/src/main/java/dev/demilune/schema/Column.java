// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.schema;

import dev.demilune.data.DateFormat;
import dev.demilune.data.NumberFormat;
import dev.demilune.internal.Digits;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The schema of one column of a file, or of what a schema makes of several.
 *
 * <p>What a row becomes is a public function of that row alone, so encodings cost no budget.
 */
public sealed interface Column {

  /** How a missing value is called where it is a value of its own. */
  String MISSING = "(missing)";

  String name();

  /** Returns the number of features the column becomes. */
  int width();

  /** Returns what the column says of a record: nothing for a label or an ignored column. */
  default List<Part> parts() {
    return List.of();
  }

  /** Returns the names of the column's features. */
  default List<String> featureNames() {
    return List.of();
  }

  /** Returns how the cells are read. */
  default Reading reading() {
    return Reading.plain();
  }

  /** Returns the values that a cross can combine; empty where there are none. */
  default List<String> choices() {
    return List.of();
  }

  /** Adds what is wrong with the column to the builder's faults. */
  default void check(SchemaBuilder builder) {}

  /** Returns a number with its public range, to be given other properties. */
  static Numeric number(String name, double low, double high) {
    FeatureRange range = new FeatureRange(low, high);
    return new Numeric(name, range, range.middle());
  }

  /** Returns dates of a public range, both ends included, to be given other properties. */
  static Date date(String name, String format, LocalDate from, LocalDate to) {
    return new Date(name, new DateFormat(format), from, to);
  }

  /** Returns a category whose values are listed in their order. */
  static Category ordered(String name, String... values) {
    return new Category(
        name, List.of(values), -1, /* ordered= */ true, Monotone.NONE, Reading.plain());
  }

  /** Returns a category of any texts, each of which falls into one of the buckets. */
  static Hashed hashed(String name, int buckets) {
    return new Hashed(name, buckets, Reading.plain());
  }

  /**
   * A number with its public range; a cell that is not a number counts as the fallback, one outside
   * the range as its nearer end.
   *
   * @param steps what becomes of the range after the scale
   * @param monotone for learners of shape functions
   */
  record Numeric(
      String name,
      FeatureRange range,
      double fallback,
      AmountScale scale,
      Steps steps,
      Monotone monotone,
      Reading reading)
      implements Column {

    /** A number that becomes one linear feature. */
    public Numeric(String name, FeatureRange range, double fallback) {
      this(name, range, fallback, AmountScale.LINEAR, Steps.line(), Monotone.NONE, Reading.plain());
    }

    /** Sets the scale; the fallback, unless it was set, is the middle after it. */
    public Numeric withScale(AmountScale other) {
      double moved =
          fallback == middle() && other.accepts(range) ? other.valueAt(0.5, range) : fallback;
      return new Numeric(name, range, moved, other, steps, monotone, reading);
    }

    /** Sets what a cell that is not a number counts as. */
    public Numeric withFallback(double other) {
      return new Numeric(name, range, other, scale, steps, monotone, reading);
    }

    /** Sets bins or knots. */
    public Numeric withSteps(Steps other) {
      return new Numeric(name, range, fallback, scale, other, monotone, reading);
    }

    /** Declares a direction. */
    public Numeric withMonotone(Monotone direction) {
      return new Numeric(name, range, fallback, scale, steps, direction, reading);
    }

    /** Sets how cells are read. */
    public Numeric withReading(Reading other) {
      return new Numeric(name, range, fallback, scale, steps, monotone, other);
    }

    /** Makes a cell without a number a value of its own, with one more feature. */
    public Numeric missingAsValue() {
      return withReading(reading.missingAsValue());
    }

    /** Sets the texts that mean missing in this column. */
    public Numeric withMissingValues(String... texts) {
      return withReading(reading.withMissingValues(List.of(texts)));
    }

    /** Sets how numbers are written in this column. */
    public Numeric withNumberFormat(NumberFormat format) {
      return withReading(reading.withNumbers(format));
    }

    /** Returns the middle of the range after the scale. */
    public double middle() {
      return scale == AmountScale.LINEAR || !scale.accepts(range)
          ? range.middle()
          : scale.valueAt(0.5, range);
    }

    @Override
    public int width() {
      return steps.width(range) + (reading.missingIsValue() ? 1 : 0);
    }

    @Override
    public List<Part> parts() {
      return List.of(part(name, range, scale, steps, reading, monotone));
    }

    @Override
    public List<String> featureNames() {
      return stepNames(name, range, scale, steps, reading);
    }

    @Override
    public List<String> choices() {
      return steps.kind() == Steps.Kind.BINS
          ? withMissing(binNames(range, scale, steps), reading)
          : List.of();
    }

    @Override
    public void check(SchemaBuilder builder) {
      String quoted = SchemaBuilder.quoted(name);
      if (!range.contains(fallback)) {
        builder.fault(
            quoted
                + " has the default "
                + fallback
                + ", outside "
                + range.low()
                + ".."
                + range.high());
      }
      checkSteps(quoted, range, scale, steps, builder);
    }
  }

  /**
   * An integer with its public range, one linear feature; a cell that is not a number counts as the
   * fallback, a fraction as the nearest integer. Its exact value is kept beside the bounded row.
   * The ends of the range and the fallback are integers up to {@link #LARGEST}.
   */
  record Whole(String name, FeatureRange range, double fallback) implements Column {

    /** The largest absolute value of an integer: 2^60. */
    public static final long LARGEST = 1L << 60;

    /** Returns an integer within the range: the nearer end for what lies outside. */
    long clip(long value) {
      return Math.max((long) range.low(), Math.min((long) range.high(), value));
    }

    /** Returns the integer in the middle of the range. */
    public double middle() {
      return Math.floor(range.middle());
    }

    @Override
    public int width() {
      return 1;
    }

    @Override
    public List<Part> parts() {
      return List.of(new Part.Number(name, range.low(), range.high()));
    }

    @Override
    public List<String> featureNames() {
      return List.of(name);
    }

    @Override
    public void check(SchemaBuilder builder) {
      if (!fits(range.low()) || !fits(range.high()) || !fits(fallback)) {
        builder.fault(
            SchemaBuilder.quoted(name)
                + " is an integer: its range and default must be integers up to 2^60");
      } else if (!range.contains(fallback)) {
        builder.fault(
            SchemaBuilder.quoted(name)
                + " has the default "
                + fallback
                + ", outside "
                + range.low()
                + ".."
                + range.high());
      }
    }

    private static boolean fits(double value) {
      return value == Math.rint(value) && Math.abs(value) <= LARGEST;
    }
  }

  /** What can be taken from a date. */
  enum DatePart {
    /** The days from the date to the reference date. */
    AGE,
    /** The day of the week. */
    WEEKDAY,
    /** The month. */
    MONTH;

    private static final List<String> DAYS =
        List.of("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun");
    private static final List<String> MONTHS =
        List.of("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec");

    List<String> names() {
      return this == AGE ? List.of() : this == WEEKDAY ? DAYS : MONTHS;
    }
  }

  /**
   * A date. Its age is the number of days from it to the reference date, negative after that; a
   * date outside the public range from..to has the age of the nearer end. A cell that is no date
   * counts as the fallback's age, and as no day of the week and no month.
   *
   * @param taken what becomes of the date, in the order of {@link DatePart}
   * @param monotone in the age
   */
  record Date(
      String name,
      DateFormat format,
      LocalDate from,
      LocalDate to,
      LocalDate reference,
      LocalDate fallback,
      List<DatePart> taken,
      AmountScale scale,
      Steps steps,
      Monotone monotone,
      Reading reading)
      implements Column {

    public Date {
      taken = taken.stream().distinct().sorted().toList();
    }

    /** A date that gives its age at the end of the range, its day of the week and its month. */
    public Date(String name, DateFormat format, LocalDate from, LocalDate to) {
      this(
          name,
          format,
          from,
          to,
          to,
          middle(from, to),
          List.of(DatePart.values()),
          AmountScale.LINEAR,
          Steps.line(),
          Monotone.NONE,
          Reading.plain());
    }

    static LocalDate middle(LocalDate from, LocalDate to) {
      return from.plusDays(ChronoUnit.DAYS.between(from, to) / 2);
    }

    /** Sets the date from which ages are counted back. */
    public Date withReference(LocalDate date) {
      return new Date(
          name, format, from, to, date, fallback, taken, scale, steps, monotone, reading);
    }

    /** Sets the date whose age a cell counts as that is no date. */
    public Date withFallback(LocalDate date) {
      return new Date(
          name, format, from, to, reference, date, taken, scale, steps, monotone, reading);
    }

    /** Sets what is taken from the date. */
    public Date taking(DatePart... parts) {
      return new Date(
          name,
          format,
          from,
          to,
          reference,
          fallback,
          List.of(parts),
          scale,
          steps,
          monotone,
          reading);
    }

    /** Sets the scale of the age. */
    public Date withScale(AmountScale other) {
      return new Date(
          name, format, from, to, reference, fallback, taken, other, steps, monotone, reading);
    }

    /** Sets bins or knots of the age, in days. */
    public Date withSteps(Steps other) {
      return new Date(
          name, format, from, to, reference, fallback, taken, scale, other, monotone, reading);
    }

    /** Declares a direction in the age. */
    public Date withMonotone(Monotone direction) {
      return new Date(
          name, format, from, to, reference, fallback, taken, scale, steps, direction, reading);
    }

    /** Sets how cells are read. */
    public Date withReading(Reading other) {
      return new Date(
          name, format, from, to, reference, fallback, taken, scale, steps, monotone, other);
    }

    /** Makes a cell without a date a value of its own, with one more feature beside the age. */
    public Date missingAsValue() {
      return withReading(reading.missingAsValue());
    }

    /** Returns the range of ages in days. */
    public FeatureRange ages() {
      return new FeatureRange(ageOf(to), ageOf(from));
    }

    double ageOf(LocalDate date) {
      return ChronoUnit.DAYS.between(date, reference);
    }

    /** Returns the first feature of what is taken, or the number of all features. */
    int offset(DatePart part) {
      return taken.stream()
          .filter(before -> before.compareTo(part) < 0)
          .mapToInt(this::width)
          .sum();
    }

    private int width(DatePart part) {
      return part == DatePart.AGE
          ? steps.width(ages()) + (reading.missingIsValue() ? 1 : 0)
          : part.names().size();
    }

    @Override
    public int width() {
      return taken.stream().mapToInt(this::width).sum();
    }

    private String name(DatePart part) {
      return name + ":" + part.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public List<Part> parts() {
      List<Part> parts = new ArrayList<>();
      for (DatePart part : taken) {
        parts.add(
            part == DatePart.AGE
                ? part(name(part), ages(), scale, steps, reading, monotone)
                : new Part.Choice(name(part), part.names()));
      }
      return parts;
    }

    @Override
    public List<String> featureNames() {
      List<String> names = new ArrayList<>();
      for (DatePart part : taken) {
        if (part == DatePart.AGE) {
          names.addAll(stepNames(name(part), ages(), scale, steps, reading));
        } else {
          part.names().forEach(value -> names.add(name(part) + "=" + value));
        }
      }
      return names;
    }

    @Override
    public void check(SchemaBuilder builder) {
      String quoted = SchemaBuilder.quoted(name);
      if (!from.isBefore(to)) {
        builder.fault(quoted + " needs a range of dates from..to, the earlier one first");
        return;
      }
      if (taken.isEmpty()) {
        builder.fault(quoted + " takes nothing: say take: [age, weekday, month] or ignore");
      }
      if (fallback.isBefore(from) || fallback.isAfter(to)) {
        builder.fault(quoted + " has the default " + fallback + ", outside " + from + ".." + to);
      }
      boolean aged = taken.contains(DatePart.AGE);
      if (!aged && (monotone != Monotone.NONE || reading.missingIsValue())) {
        builder.fault(quoted + " needs its age for monotone and for missing: own: take age, too");
      }
      checkSteps(quoted, ages(), scale, steps, builder);
    }
  }

  /**
   * One of a list of values. Any other value counts as the value with index {@code other}, or as
   * none of them (all zeros) when that is -1.
   *
   * <p>Without an order each value is one feature. With an order the feature of a value says that
   * the cell has this value or a later one, as 1/√k of k values, so that the features of one cell
   * have norm at most 1 in both cases.
   */
  record Category(
      String name,
      List<String> values,
      int other,
      boolean ordered,
      Monotone monotone,
      Reading reading)
      implements Column {
    public Category {
      values = List.copyOf(values);
    }

    /** A category without an order. */
    public Category(String name, List<String> values, int other) {
      this(name, values, other, false, Monotone.NONE, Reading.plain());
    }

    /** Declares a direction in the order. */
    public Category withMonotone(Monotone direction) {
      return new Category(name, values, other, ordered, direction, reading);
    }

    /** Sets how cells are read. */
    public Category withReading(Reading changed) {
      return new Category(name, values, other, ordered, monotone, changed);
    }

    /** Makes a missing cell a value of its own. */
    public Category missingAsValue() {
      return withReading(reading.missingAsValue());
    }

    @Override
    public int width() {
      return values.size() + (reading.missingIsValue() ? 1 : 0);
    }

    @Override
    public List<Part> parts() {
      return List.of(new Part.Choice(name, choices(), ordered, reading.missingIsValue(), monotone));
    }

    @Override
    public List<String> featureNames() {
      List<String> names = new ArrayList<>();
      values.forEach(value -> names.add(name + (ordered ? ">=" : "=") + value));
      if (reading.missingIsValue()) {
        names.add(name + "=" + MISSING);
      }
      return names;
    }

    @Override
    public List<String> choices() {
      return withMissing(values, reading);
    }

    @Override
    public void check(SchemaBuilder builder) {
      String quoted = SchemaBuilder.quoted(name);
      builder.checkValues(name, "category", values, 1);
      if (ordered && values.size() > Steps.MOST) {
        builder.fault(
            quoted
                + " has "
                + values.size()
                + " ordered values; at most "
                + Steps.MOST
                + " can be");
      } else if (width() > Part.MOST_VALUES) {
        builder.limit(
            quoted
                + " has "
                + values.size()
                + " values; at most "
                + Part.MOST_VALUES
                + " can be listed: hash it to a number of buckets, {hashed: 64}");
      }
      if (monotone != Monotone.NONE && !ordered) {
        builder.fault(
            quoted
                + " is a category without an order and cannot be monotone: list its values from low"
                + " to high as {ordered: [...]}");
      }
    }
  }

  /**
   * Any text, by the bucket it falls into, one feature each; a missing cell is in none of them, or
   * in one of its own. {@link TextHash} says which text falls into which.
   */
  record Hashed(String name, int buckets, Reading reading) implements Column {

    /** Sets how cells are read. */
    public Hashed withReading(Reading changed) {
      return new Hashed(name, buckets, changed);
    }

    /** Makes a missing cell a bucket of its own. */
    public Hashed missingAsValue() {
      return withReading(reading.missingAsValue());
    }

    @Override
    public int width() {
      return buckets + (reading.missingIsValue() ? 1 : 0);
    }

    @Override
    public List<Part> parts() {
      return List.of(
          new Part.Choice(name, choices(), false, reading.missingIsValue(), Monotone.NONE));
    }

    @Override
    public List<String> featureNames() {
      return choices().stream().map(c -> name + (c.equals(MISSING) ? "=" : "") + c).toList();
    }

    @Override
    public List<String> choices() {
      List<String> names = IntStream.range(0, buckets).mapToObj(b -> "#" + b).toList();
      return withMissing(names, reading);
    }

    @Override
    public void check(SchemaBuilder builder) {
      if (buckets < 2 || width() > Part.MOST_VALUES) {
        builder.fault(
            SchemaBuilder.quoted(name)
                + " needs between 2 and "
                + (Part.MOST_VALUES - 1)
                + " buckets, got "
                + buckets);
      }
    }
  }

  /**
   * The combination of the values of several columns, one feature each; none of them where one of
   * the columns has none of its own. It is not a column of the file.
   */
  record Cross(List<Column> of) implements Column {
    public Cross {
      of = List.copyOf(of);
    }

    @Override
    public String name() {
      return of.stream().map(Column::name).collect(Collectors.joining(" & "));
    }

    @Override
    public int width() {
      return of.stream().mapToInt(column -> column.choices().size()).reduce(1, (a, b) -> a * b);
    }

    @Override
    public List<Part> parts() {
      return List.of(new Part.Choice(name(), choices()));
    }

    @Override
    public List<String> featureNames() {
      return combined(column -> column.name() + "=");
    }

    @Override
    public List<String> choices() {
      return combined(column -> "");
    }

    /** All combinations; the value of the last column changes fastest. */
    private List<String> combined(Function<Column, String> prefix) {
      List<String> all = List.of("");
      for (Column column : of) {
        List<String> choices = column.choices();
        String before = prefix.apply(column);
        all =
            all.stream()
                .flatMap(
                    text ->
                        choices.stream()
                            .map(c -> (text.isEmpty() ? "" : text + " & ") + before + c))
                .toList();
      }
      return all;
    }
  }

  /** The class to predict; its values are the schema's {@link LabelSet}. */
  record Label(String name) implements Column {
    @Override
    public int width() {
      return 0;
    }
  }

  /** A column of the file that is not used. */
  record Ignored(String name) implements Column {
    @Override
    public int width() {
      return 0;
    }
  }

  private static List<String> withMissing(List<String> values, Reading reading) {
    if (!reading.missingIsValue()) {
      return values;
    }
    List<String> all = new ArrayList<>(values);
    all.add(MISSING);
    return all;
  }

  private static Part part(
      String name,
      FeatureRange range,
      AmountScale scale,
      Steps steps,
      Reading reading,
      Monotone monotone) {
    return new Part.Number(
        name,
        range.low(),
        range.high(),
        scale,
        steps.marks(range, scale),
        reading.missingIsValue(),
        monotone);
  }

  private static void checkSteps(
      String quoted, FeatureRange range, AmountScale scale, Steps steps, SchemaBuilder builder) {
    if (scale.accepts(range)) {
      if (scale.apply(range.low()) < scale.apply(range.high())) {
        steps.check(quoted, range, scale, builder);
      } else { // rounded to the same number
        builder.fault(quoted + " has a range too narrow for its scale: leave the scale out");
      }
    } else {
      builder.fault(
          quoted
              + " has scale log, which needs a range above 0: raise the low end, or use signed-log");
    }
  }

  private static List<String> stepNames(
      String name, FeatureRange range, AmountScale scale, Steps steps, Reading reading) {
    List<String> names =
        switch (steps.kind()) {
          case LINE -> List.of(name);
          case BINS -> binNames(range, scale, steps).stream().map(b -> name + "=" + b).toList();
          case KNOTS -> ends(range, scale, steps).stream().map(k -> name + " near " + k).toList();
        };
    return withMissing(names, reading).stream()
        .map(n -> n.equals(MISSING) ? name + "=" + MISSING : n)
        .toList();
  }

  private static List<String> binNames(FeatureRange range, AmountScale scale, Steps steps) {
    List<String> ends = ends(range, scale, steps);
    return IntStream.range(1, ends.size())
        .mapToObj(i -> ends.get(i - 1) + ".." + ends.get(i))
        .toList();
  }

  /** The marks of a range and its ends, written to as many digits as tell them apart. */
  private static List<String> ends(FeatureRange range, AmountScale scale, Steps steps) {
    List<Double> all = new ArrayList<>();
    all.add(range.low());
    all.addAll(steps.marks(range, scale));
    all.add(range.high());
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      double before = i == 0 ? Double.POSITIVE_INFINITY : all.get(i) - all.get(i - 1);
      double after = i + 1 == all.size() ? Double.POSITIVE_INFINITY : all.get(i + 1) - all.get(i);
      texts.add(Digits.near(all.get(i), Math.max(Double.MIN_NORMAL, Math.min(before, after))));
    }
    return texts;
  }
}
