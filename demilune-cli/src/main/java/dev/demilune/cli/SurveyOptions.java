// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import dev.demilune.data.NumberFormat;
import dev.demilune.privacy.Adjacency;
import dev.demilune.schema.Column;
import dev.demilune.survey.SchemaSurvey;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** What each column of a private table is: said by people, never guessed from rows. */
final class SurveyOptions {

  @Option(
      names = "--number",
      paramLabel = "COLUMN[=LOW..HIGH]",
      split = ",",
      description =
          "Number columns whose range is to be learned, each with a public outer range if there is"
              + " one: the closer, the better.")
  List<String> numbers = List.of();

  @Option(
      names = "--category",
      paramLabel = "COLUMN",
      split = ",",
      description = "Columns whose frequent values are to be learned.")
  List<String> categories = List.of();

  @Option(
      names = "--ignore",
      paramLabel = "COLUMN",
      split = ",",
      description = "Columns that are not to be used.")
  List<String> ignored = List.of();

  @Option(
      names = "--label",
      paramLabel = "COLUMN",
      required = true,
      description = "The column to predict; its values are learned unless --labels lists them.")
  String label;

  @Option(
      names = "--labels",
      paramLabel = "VALUE",
      split = ",",
      description = "The values of the label, if they are public: free of charge.")
  List<String> labels;

  @Option(
      names = "--range",
      paramLabel = "COLUMN=LOW..HIGH",
      split = ",",
      description = "Number columns whose range is public: free of charge.")
  List<String> ranges = List.of();

  @Option(
      names = "--values",
      paramLabel = "COLUMN=A|B",
      split = ",",
      description = "Categories whose values are public: free of charge.")
  List<String> values = List.of();

  @Option(
      names = "--date",
      paramLabel = "COLUMN=FORMAT:FROM..TO",
      split = ",",
      description =
          "Dates, how they are written and their public range, as in"
              + " since=d.m.Y:2000-01-01..2026-12-31: free of charge.")
  List<String> dates = List.of();

  @Option(
      names = "--hashed",
      paramLabel = "COLUMN=N",
      split = ",",
      description = "Categories with many values, hashed to N buckets: free of charge.")
  List<String> hashed = List.of();

  @Option(
      names = "--decimal",
      paramLabel = "CHAR",
      description = "The decimal character of numbers, a point or a comma; by default a point.")
  String decimal;

  @Option(
      names = "--thousands",
      paramLabel = "CHAR",
      description = "What stands between thousands, if anything does: one of . , ' _ or a space.")
  String thousands;

  @Option(
      names = "--expected-rows",
      paramLabel = "N",
      description =
          "A public guess of the number of rows: what cannot work is then refused, and the schema"
              + " holds it. Without it, the sum of the labels' noisy counts is written there.")
  String expectedRows;

  SchemaSurvey survey(Adjacency adjacency, CsvOptions csv) {
    SchemaSurvey survey =
        SchemaSurvey.of(adjacency)
            .delimitedBy(csv.format().delimiter())
            .numberFormat(numberFormat());
    if (csv.columns != null) {
      survey = survey.columns(csv.columns);
    }
    for (String number : numbers) {
      int equals = number.lastIndexOf('=');
      if (equals < 0) {
        survey = survey.number(number);
      } else {
        double[] ends = ends("--number", number, equals);
        survey = survey.number(number.substring(0, equals), ends[0], ends[1]);
      }
    }
    for (String category : categories) {
      survey = survey.category(category);
    }
    for (String range : ranges) {
      int equals = range.lastIndexOf('=');
      double[] ends = ends("--range", range, equals);
      survey = survey.knownNumber(range.substring(0, equals), ends[0], ends[1]);
    }
    for (String list : values) {
      int equals = list.indexOf('=');
      if (equals < 1) {
        throw new IllegalArgumentException("--values must be COLUMN=A|B, got '" + list + "'");
      }
      survey =
          survey.knownCategory(
              list.substring(0, equals), list.substring(equals + 1).split("\\|", -1));
    }
    for (String date : dates) {
      survey = survey.known(date(date));
    }
    for (String column : hashed) {
      int equals = column.lastIndexOf('=');
      if (equals < 1) {
        throw new IllegalArgumentException("--hashed must be COLUMN=N, got '" + column + "'");
      }
      long buckets = Numerals.whole("--hashed", column.substring(equals + 1));
      int most = (int) Math.max(0, Math.min(buckets, Integer.MAX_VALUE));
      survey = survey.known(Column.hashed(column.substring(0, equals), most));
    }
    for (String column : ignored) {
      survey = survey.ignore(column);
    }
    survey =
        labels == null
            ? survey.label(label)
            : survey.knownLabel(label, labels.toArray(String[]::new));
    return expectedRows == null
        ? survey
        : survey.expectedRows(Numerals.whole("--expected-rows", expectedRows));
  }

  /** The names of all columns that the options speak of. */
  List<String> names() {
    List<String> names = new ArrayList<>(categories);
    names.addAll(ignored);
    names.add(label);
    numbers.forEach(number -> names.add(before(number.lastIndexOf('='), number)));
    ranges.forEach(range -> names.add(before(range.lastIndexOf('='), range)));
    values.forEach(list -> names.add(before(list.indexOf('='), list)));
    dates.forEach(date -> names.add(before(date.indexOf('='), date)));
    hashed.forEach(column -> names.add(before(column.lastIndexOf('='), column)));
    return names;
  }

  private static String before(int at, String text) {
    return at < 0 ? text : text.substring(0, at);
  }

  /** The declared number of rows, or 0. */
  long declaredRows() {
    return expectedRows == null ? 0 : Numerals.whole("--expected-rows", expectedRows);
  }

  private NumberFormat numberFormat() {
    String point = decimal == null ? "." : decimal;
    String groups = thousands == null ? String.valueOf(NumberFormat.NO_GROUPS) : thousands;
    if (point.length() != 1
        || groups.length() != 1
        || !NumberFormat.valid(point.charAt(0), groups.charAt(0))) {
      throw new IllegalArgumentException(
          "--decimal must be . or , and --thousands another of . , ' _ or a space");
    }
    return new NumberFormat(point.charAt(0), groups.charAt(0));
  }

  private static Column date(String text) {
    int equals = text.indexOf('=');
    int colon = text.lastIndexOf(':');
    int dots = text.lastIndexOf("..");
    if (equals < 1 || colon < equals || dots < colon) {
      throw new IllegalArgumentException(
          "--date must be COLUMN=FORMAT:FROM..TO, as in since=d.m.Y:2000-01-01..2026-12-31, got '"
              + text
              + "'");
    }
    try {
      return Column.date(
          text.substring(0, equals),
          text.substring(equals + 1, colon),
          LocalDate.parse(text.substring(colon + 1, dots)),
          LocalDate.parse(text.substring(dots + 2)));
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(
          "--date needs days of the calendar, written as 2026-12-31, got '" + text + "'", e);
    }
  }

  private static double[] ends(String option, String text, int equals) {
    String range = text.substring(equals + 1);
    int dots = range.indexOf("..");
    if (equals < 1 || dots < 0) {
      throw new IllegalArgumentException(option + " must be COLUMN=LOW..HIGH, got '" + text + "'");
    }
    double low = Numerals.number(option, range.substring(0, dots));
    double high = Numerals.number(option, range.substring(dots + 2));
    if (!(low < high && high - low < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          option + " needs a finite range with LOW below HIGH, got '" + text + "'");
    }
    return new double[] {low, high};
  }
}
