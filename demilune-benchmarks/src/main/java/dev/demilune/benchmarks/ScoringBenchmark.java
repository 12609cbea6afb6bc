// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import com.sun.management.ThreadMXBean;
import dev.demilune.model.Classifier;
import dev.demilune.model.LinearClassifier;
import dev.demilune.privacy.Adjacency;
import dev.demilune.schema.Part;
import dev.demilune.schema.Schema;
import dev.demilune.schema.SchemaBuilder;
import dev.demilune.score.Scorer;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Time and memory to score one record of raw values with a linear model of two classes, on one
 * thread.
 *
 * <p>The contenders take turns, round after round in one run, over the same {@value #RECORDS}
 * records of {@value #COLUMNS} columns; the table has the median and the best round. Seconds are
 * those of the thread's processor time. The first rounds, in which the code is compiled, do not
 * count.
 */
public final class ScoringBenchmark {

  static final int COLUMNS = 20;
  static final int RECORDS = 1_000;

  private static final int WARM_UP_ROUNDS = 20;
  private static final int ROUNDS = 30;
  private static final int PASSES = 100; // over the records, in a round

  private ScoringBenchmark() {}

  /** Scores a record and writes the scores. */
  @FunctionalInterface
  private interface Scoring {
    int score(int record, double[] scores);
  }

  private record Contender(
      String name, Scoring scoring, List<Double> nanoseconds, List<Double> bytes) {
    Contender(String name, Scoring scoring) {
      this(name, scoring, new ArrayList<>(), new ArrayList<>());
    }
  }

  /** Prints the table. */
  public static void main(String[] arguments) {
    markdown().forEach(System.out::println);
  }

  /** Measures for less than a minute and returns the lines of a Markdown table. */
  public static List<String> markdown() {
    Schema numbers = schema(0);
    Schema mixed = schema(COLUMNS / 2);
    Object[][] rows = records(numbers, 0);
    Object[][] mixedRows = records(mixed, COLUMNS / 2);
    double[][] vectors = new double[RECORDS][COLUMNS];
    for (int i = 0; i < RECORDS; i++) {
      for (int j = 0; j < COLUMNS; j++) {
        vectors[i][j] = (Double) rows[i][j];
      }
    }
    List<Map<String, Object>> maps = maps(mixed, mixedRows);
    Scorer ofNumbers = Scorer.of(model(numbers));
    Scorer ofMixed = Scorer.of(model(mixed));
    List<Contender> contenders =
        List.of(
            new Contender(
                "Object[] of 20 numbers", (i, scores) -> ofNumbers.predict(rows[i], scores)),
            new Contender(
                "double[] of 20 numbers", (i, scores) -> ofNumbers.predict(vectors[i], scores)),
            new Contender(
                "Object[] of 10 numbers and 10 texts, each one of 8",
                (i, scores) -> ofMixed.predict(mixedRows[i], scores)),
            new Contender(
                "Map of the same 10 and 10", (i, scores) -> ofMixed.predict(maps.get(i), scores)));
    for (int round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
      for (Contender contender : contenders) {
        measure(contender, round >= WARM_UP_ROUNDS);
      }
    }
    List<String> lines =
        new ArrayList<>(
            Markdown.table(
                "| a record as, linear model, one thread | microseconds of the processor, median |"
                    + " best | bytes allocated |"));
    lines.remove(0); // the section begins with a blank line already
    for (Contender contender : contenders) {
      lines.add(
          Markdown.row(
              contender.name,
              microseconds(ProcessorTime.median(contender.nanoseconds)),
              microseconds(contender.nanoseconds.stream().min(Double::compare).orElseThrow()),
              String.format(Locale.ROOT, "%.0f", ProcessorTime.median(contender.bytes))));
    }
    return lines;
  }

  private static String microseconds(double nanoseconds) {
    return String.format(Locale.ROOT, "%.2f", nanoseconds / 1000);
  }

  private static void measure(Contender contender, boolean counts) {
    ThreadMXBean memory = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    double[] scores = new double[2];
    long votes = 0;
    long bytes = memory.getThreadAllocatedBytes(Thread.currentThread().getId());
    long time = ProcessorTime.ofThread();
    for (int pass = 0; pass < PASSES; pass++) {
      for (int i = 0; i < RECORDS; i++) {
        votes += contender.scoring.score(i, scores);
      }
    }
    time = ProcessorTime.ofThread() - time;
    bytes = memory.getThreadAllocatedBytes(Thread.currentThread().getId()) - bytes;
    if (votes % PASSES != 0) { // uses the result, so that it is computed
      throw new IllegalStateException("two passes over the same records disagree");
    }
    if (counts) {
      contender.nanoseconds.add((double) time / PASSES / RECORDS);
      contender.bytes.add((double) bytes / PASSES / RECORDS);
    }
  }

  /** Columns of numbers, the last of them of texts. */
  private static Schema schema(int texts) {
    SchemaBuilder builder =
        Schema.builder().label("y", "no", "yes").adjacency(Adjacency.REPLACE_ONE);
    for (int j = 0; j < COLUMNS; j++) {
      if (j < COLUMNS - texts) {
        builder.number("column " + j, 0, 1);
      } else {
        builder.category("column " + j, "one", "two", "three", "four", "five", "six", "7", "8");
      }
    }
    return builder.build();
  }

  private static Classifier model(Schema schema) {
    SplittableRandom random = new SplittableRandom(1);
    double[][] weights = new double[2][schema.features()];
    for (int j = 0; j < schema.features(); j++) {
      weights[1][j] = random.nextDouble() - 0.5;
    }
    return LinearClassifier.of(schema, weights, new double[2]);
  }

  private static Object[][] records(Schema schema, int texts) {
    SplittableRandom random = new SplittableRandom(2);
    List<String> values =
        schema.parts().get(COLUMNS - 1) instanceof Part.Choice choice ? choice.values() : List.of();
    Object[][] records = new Object[RECORDS][COLUMNS];
    for (Object[] record : records) {
      for (int j = 0; j < COLUMNS; j++) {
        record[j] =
            j < COLUMNS - texts
                ? (Object) random.nextDouble()
                : values.get(random.nextInt(values.size()));
      }
    }
    return records;
  }

  private static List<Map<String, Object>> maps(Schema schema, Object[][] records) {
    List<Map<String, Object>> maps = new ArrayList<>();
    for (Object[] record : records) {
      Map<String, Object> map = new HashMap<>();
      for (int j = 0; j < COLUMNS; j++) {
        map.put(schema.valueColumns().get(j), record[j]);
      }
      maps.add(map);
    }
    return maps;
  }
}
