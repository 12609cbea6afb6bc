// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import dev.demilune.accounting.GaussianCalibration;
import dev.demilune.data.CsvReader;
import dev.demilune.data.synthetic.Visits;
import dev.demilune.evaluate.Evaluation;
import dev.demilune.learn.Learner;
import dev.demilune.learn.Shape;
import dev.demilune.learn.auto.Learners;
import dev.demilune.model.Classifier;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.random.Randomness;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.Schema;
import dev.demilune.schema.file.SchemaFile;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Persons of several rows: how long it takes, and what two ways to bound them cost in accuracy. */
final class PersonsBenchmark {

  private static final long ROWS = 1_000_000;
  private static final long PERSONS = 100_000;
  private static final int SKEWED_ROWS = 20_000;
  private static final int SKEWED_PERSONS = 10_000;
  private static final int SEEDS = 5;
  private static final double DELTA = 1e-6;

  private PersonsBenchmark() {}

  static List<String> markdown() throws IOException {
    Path directory = Files.createTempDirectory("persons");
    List<String> lines = new ArrayList<>();
    times(directory, lines);
    lines.add("");
    forms(directory, lines);
    return lines;
  }

  private static void times(Path directory, List<String> lines) throws IOException {
    Path file = visits(directory.resolve("many.csv"), ROWS, PERSONS, 1);
    lines.add(
        String.format(
            Locale.ROOT,
            "Processor seconds to read and train on %,d visits of %,d patients (`generate visits`),"
                + " ε = 1, δ = %s. Rows: a visit is the unit; persons: a patient is, and at most k"
                + " visits of each are used. `class-means` is one sum, so nearly all of its time is"
                + " reading.",
            ROWS,
            PERSONS,
            DELTA));
    lines.addAll(Markdown.table("| learner | rows | persons, k = 10 | ratio | k = 100 | ratio |"));
    for (String name : List.of("noisy-descent", "class-means")) {
      double rows = seconds(name, file, schema(0, PERSONS));
      double ten = seconds(name, file, schema(10, PERSONS));
      double hundred = seconds(name, file, schema(100, PERSONS));
      lines.add(
          String.format(
              Locale.ROOT,
              "| `%s` | %.1f | %.1f | %.2f | %.1f | %.2f |",
              name,
              rows,
              ten,
              ten / rows,
              hundred,
              hundred / rows));
      System.err.println(lines.get(lines.size() - 1));
    }
    Files.delete(file);
  }

  private static double seconds(String learner, Path file, Schema schema) {
    long start = ProcessorTime.ofProcess();
    SeededRuns.fit(Learners.named(learner), read(file, schema), ApproximateDp.of(1, DELTA), 1);
    return (ProcessorTime.ofProcess() - start) / 1e9;
  }

  /** Shares against k rows that count in full, with noise for all of them. */
  private static void forms(Path directory, List<String> lines) throws IOException {
    Path file = visits(directory.resolve("skewed.csv"), SKEWED_ROWS, SKEWED_PERSONS, 2);
    Path others = visits(directory.resolve("others.csv"), SKEWED_ROWS, SKEWED_PERSONS, 3);
    lines.add(
        String.format(
            Locale.ROOT,
            "Two ways to bound a person, `noisy-descent` on %,d visits of at most %,d patients, of whom %s."
                + " Accuracy on other visits in percent, mean of %d seeds, δ = %s. Shared: her rows"
                + " share what one counts, as trained here. In full: k rows of each patient count"
                + " in full, with k times the noise. One row: k = 1, where both are the same.",
            SKEWED_ROWS,
            SKEWED_PERSONS,
            distribution(file),
            SEEDS,
            DELTA));
    lines.addAll(Markdown.table("| ε | k | shared | in full | one row |"));
    String learner = "noisy-descent";
    for (double epsilon : new double[] {0.1, 0.3, 1}) {
      String one = shared(learner, file, others, epsilon, 1);
      for (int k : new int[] {3, 10, 30}) {
        lines.add(
            String.format(
                Locale.ROOT,
                "| %s | %d | %s | %s | %s |",
                epsilon,
                k,
                shared(learner, file, others, epsilon, k),
                inFull(learner, file, others, epsilon, k),
                one));
        System.err.println(lines.get(lines.size() - 1));
      }
    }
    Files.delete(file);
    Files.delete(others);
    Files.delete(directory);
  }

  private static String shared(
      String learner, Path file, Path others, double epsilon, int rowsPerPerson) {
    Schema schema = schema(rowsPerPerson, SKEWED_PERSONS);
    return mean(learner, read(file, schema), others, ApproximateDp.of(epsilon, DELTA));
  }

  /**
   * A sum in which k rows of a person count in full moves by k times a row. With k times the noise
   * it is μ-Gaussian DP for persons if it is μ/k for rows: so the rows that are used train with the
   * guarantee for rows that has this μ.
   */
  private static String inFull(
      String learner, Path file, Path others, double epsilon, int rowsPerPerson)
      throws IOException {
    Path used = file.resolveSibling("used.csv");
    long rows = firstRows(file, used, rowsPerPerson);
    double mu = GaussianCalibration.mu(ApproximateDp.of(epsilon, DELTA)) / rowsPerPerson;
    double least = epsilonOf(mu);
    String accuracy =
        mean(learner, read(used, schema(0, rows)), others, ApproximateDp.of(least, DELTA));
    Files.delete(used);
    return accuracy;
  }

  /** The ε at which a guarantee has this μ, by bisection. */
  private static double epsilonOf(double mu) {
    double low = 1e-9;
    double high = 10;
    for (int i = 0; i < 100; i++) {
      double middle = Math.sqrt(low * high);
      if (GaussianCalibration.mu(ApproximateDp.of(middle, DELTA)) < mu) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return high;
  }

  /** Visits come in random order, so the first k of a patient are as good as any. */
  private static long firstRows(Path file, Path used, int most) throws IOException {
    Map<String, Integer> seen = new HashMap<>();
    List<String> kept = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      if (seen.merge(line.substring(0, line.indexOf(',')), 1, Integer::sum) <= most) {
        kept.add(line);
      }
    }
    Files.write(used, kept);
    return kept.size() - 1L; // the header
  }

  private static String distribution(Path file) throws IOException {
    Map<String, Integer> visits = new HashMap<>();
    for (String line : Files.readAllLines(file)) {
      visits.merge(line.substring(0, line.indexOf(',')), 1, Integer::sum);
    }
    visits.remove("patient");
    long few = visits.values().stream().filter(count -> count <= 2).count();
    long many = visits.values().stream().filter(count -> count > 10).count();
    return String.format(
        Locale.ROOT,
        "%.0f %% have one or two rows, %.1f %% more than ten, and one has %,d",
        100.0 * few / visits.size(),
        100.0 * many / visits.size(),
        visits.values().stream().mapToInt(count -> count).max().orElse(0));
  }

  private static String mean(
      String name, BoundedDataset data, Path others, ApproximateDp guarantee) {
    Learner learner = Learners.named(name);
    if (!learner.plan(Shape.of(data), guarantee).runnable()) {
      return "refused";
    }
    double sum = 0;
    for (int seed = 1; seed <= SEEDS; seed++) {
      Classifier model = SeededRuns.fit(learner, data, guarantee, seed);
      try (CsvReader table = CsvReader.open(others, model.schema().csvFormat())) {
        sum += Evaluation.onPublic(model, table).accuracy();
      }
    }
    return String.format(Locale.ROOT, "%.1f", 100 * sum / SEEDS);
  }

  private static BoundedDataset read(Path file, Schema schema) {
    return BoundedDataset.of(
        schema,
        CsvReader.open(file, schema.csvFormat()),
        Randomness.reproducible(1).stream("persons").key());
  }

  /** The schema of visits for persons, or for rows if k is 0. */
  private static Schema schema(int rowsPerPerson, long expected) {
    String yaml = Visits.schemaYaml();
    String unit =
        rowsPerPerson == 0
            ? yaml.replace("person: patient\n", "adjacency: add-or-remove-one\n")
                .replace("rows-per-person: 10\n", "expected-rows: " + expected + "\n")
            : yaml.replace(
                "rows-per-person: 10\n",
                "rows-per-person: " + rowsPerPerson + "\nexpected-persons: " + expected + "\n");
    return SchemaFile.parse(unit, "visits");
  }

  private static Path visits(Path file, long rows, long persons, long seed) throws IOException {
    try (Writer csv = Files.newBufferedWriter(file)) {
      new Visits(persons)
          .write(csv, rows, Randomness.reproducible(seed).stream("visits")::nextLong);
    }
    return file;
  }
}
