// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.survey;

import dev.demilune.DemiluneException;
import dev.demilune.budget.Allowance;
import dev.demilune.data.CsvReader;
import dev.demilune.privacy.Certificate;
import dev.demilune.privacy.ChainLink;
import dev.demilune.random.Randomness;
import dev.demilune.schema.FeatureRange;
import dev.demilune.schema.Learned;
import dev.demilune.schema.Schema;
import dev.demilune.schema.SchemaBuilder;
import dev.demilune.schema.file.AnnotatedSchema;
import dev.demilune.schema.file.SchemaNotes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One pass over the rows, and the releases after it. Nothing else of the rows leaves this class.
 */
final class LearnedColumns {

  static final String OTHER = "other";

  private final SchemaSurvey survey;
  private final SurveyPlan plan;
  private final Randomness randomness;
  private final String source;
  private final List<String> names;
  private final Map<String, RangeCounts> numbers = new HashMap<>();
  private final Map<String, Map<String, Long>> texts = new HashMap<>();

  /** Reads the table to its end. */
  LearnedColumns(SurveyPlan plan, CsvReader table, Randomness randomness) {
    this.survey = plan.survey();
    this.plan = plan;
    this.randomness = randomness;
    source = table.source();
    names = survey.names(table);
    List<RangeCounts> ranges = new ArrayList<>();
    List<Map<String, Long>> lists = new ArrayList<>();
    for (String name : names) {
      Question question = survey.questions().get(name);
      ranges.add(question instanceof Question.Range range ? new RangeCounts(range.grid()) : null);
      lists.add(question instanceof Question.Values ? new HashMap<>() : null);
      numbers.put(name, ranges.get(ranges.size() - 1));
      texts.put(name, lists.get(lists.size() - 1));
    }
    while (table.next()) {
      for (int c = 0; c < names.size(); c++) {
        if (ranges.get(c) != null) {
          ranges.get(c).add(table.parse(c, survey.numberFormat()));
        } else if (lists.get(c) != null) {
          String text = table.text(c);
          if (isReleasable(text)) {
            lists.get(c).merge(text, 1L, Long::sum);
          }
        }
      }
    }
  }

  /** A rule of the text alone: short, and nothing that a screen or a file would not show. */
  static boolean isReleasable(String text) {
    return text.codePointCount(0, text.length()) <= SchemaSurvey.LONGEST_TEXT
        && text.codePoints()
            .allMatch(c -> !Character.isISOControl(c) && Character.getType(c) != Character.FORMAT);
  }

  /** Releases every column with noise, and puts the schema together. */
  LearnedSchema schema(Allowance allowance) {
    SchemaBuilder builder =
        Schema.builder()
            .adjacency(survey.adjacency())
            .delimiter(survey.delimiter())
            .numberFormat(survey.numberFormat());
    if (!survey.hasHeader()) {
      builder.withoutHeader();
    }
    if (survey.expectedRows() > 0) {
      builder.expectedRows(survey.expectedRows());
    }
    SchemaNotes notes = SchemaNotes.none();
    for (String name : names) {
      Question question = survey.questions().get(name);
      if (question instanceof Question.Known known) {
        known.declaration().accept(builder);
        notes = notes.column(name, known.note());
      } else if (question instanceof Question.Range range) {
        notes = notes.column(name, range(builder, name, range.grid()));
      } else {
        boolean isLabel = ((Question.Values) question).isLabel();
        Map<String, Long> found =
            plan.histogram().orElseThrow().release(texts.get(name), stream(name, "values"));
        if (isLabel) {
          notes = label(builder, name, found, notes);
        } else {
          category(builder, name, found);
        }
        notes =
            notes.column(
                name,
                "learned privately: the values of about "
                    + plan.threshold()
                    + " rows or more, the most frequent first");
      }
    }
    Certificate certificate = certificate(allowance);
    notes =
        notes
            .opening(
                "Learned from private rows, for "
                    + certificate.guarantee().describe()
                    + ", "
                    + certificate.adjacency().phrase()
                    + ".")
            .opening(
                "Charged to ledger '"
                    + certificate.ledger()
                    + "'"
                    + (certificate.entryHash().isEmpty()
                        ? "."
                        : ", entry " + certificate.entryHash() + "."));
    if (!certificate.isPrivate()) {
      notes = notes.opening("NOT PRIVATE: the noise was seeded.");
    }
    Learned parts =
        Learned.of(
            builder.build(),
            ChainLink.of(ChainLink.Kind.SCHEMA, certificate),
            names.stream().filter(this::isLearned).toList(),
            survey.expectedRows() == 0 && names.stream().anyMatch(this::isLearnedLabel));
    return new LearnedSchema(
        new AnnotatedSchema(builder.learned(parts).build(), notes), certificate);
  }

  private boolean isLearned(String column) {
    return !(survey.questions().get(column) instanceof Question.Known);
  }

  private boolean isLearnedLabel(String column) {
    return survey.questions().get(column) instanceof Question.Values values && values.isLabel();
  }

  private String range(SchemaBuilder builder, String name, ValueGrid grid) {
    long shift = plan.low().rankError(grid.size(), SurveyPlan.FAILURE);
    RangeCounts counts = numbers.get(name);
    int low = plan.low().withRankShift(shift).choose(counts.fromBelow(), stream(name, "low"));
    int high = plan.high().withRankShift(-shift).choose(counts.fromAbove(), stream(name, "high"));
    int first = Math.min(low, high);
    int last = Math.max(low, high);
    if (first == last) { // a range needs two ends
      first = Math.max(0, first - 1);
      last = Math.min(grid.size() - 1, last + 1);
    }
    FeatureRange range = grid.withZero(grid.point(first), grid.point(last));
    builder.number(name, range.low(), range.high());
    return "learned privately: noisy quantiles 0.5 % and 99.5 %, not least and largest, " + grid;
  }

  private static void category(SchemaBuilder builder, String name, Map<String, Long> found) {
    List<String> listed = found.keySet().stream().limit(SchemaSurvey.MOST_VALUES).toList();
    builder.categoryWithOther(name, OTHER, listed.toArray(String[]::new));
  }

  private SchemaNotes label(
      SchemaBuilder builder, String name, Map<String, Long> found, SchemaNotes notes) {
    if (found.size() < 2) {
      throw new DemiluneException(
          source
              + ": fewer than two labels of column '"
              + name
              + "' were found in "
              + plan.threshold()
              + " rows or more each; declare the labels, or spend more");
    }
    List<String> listed = found.keySet().stream().limit(SchemaSurvey.MOST_VALUES).toList();
    builder.label(name, listed.toArray(String[]::new));
    if (survey.expectedRows() > 0) {
      return notes;
    }
    long sum = found.values().stream().mapToLong(Long::longValue).sum();
    builder.expectedRows(Math.max(1, Math.min(sum, Schema.MOST_ROWS)));
    return notes.setting(
        "expected-rows", "learned privately: the sum of the noisy counts of the labels");
  }

  private Randomness stream(String column, String what) {
    return randomness.stream("survey of " + column + ", " + what);
  }

  private Certificate certificate(Allowance allowance) {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("ranges", Integer.toString(survey.ranges()));
    settings.put("lists", Integer.toString(survey.lists()));
    if (plan.threshold() > 0) {
      settings.put("threshold", Long.toString(plan.threshold()));
    }
    return allowance.certify(
        plan.doneBy(),
        settings,
        plan.event(),
        "names and kinds of columns, and outer ranges, chosen without the data");
  }

  /** How many values of a column lie at each point of its grid, rounded down and rounded up. */
  static final class RangeCounts {
    private final ValueGrid grid;
    private final long[] fromBelow;
    private final long[] fromAbove;

    RangeCounts(ValueGrid grid) {
      this.grid = grid;
      fromBelow = new long[grid.size()];
      fromAbove = new long[grid.size()];
    }

    void add(double value) {
      if (!Double.isNaN(value)) {
        fromBelow[grid.atOrBelow(value)]++;
        fromAbove[grid.atOrAbove(value)]++;
      }
    }

    long[] fromBelow() {
      return fromBelow;
    }

    long[] fromAbove() {
      return fromAbove;
    }
  }
}
