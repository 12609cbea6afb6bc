// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import dev.demilune.DemiluneException;
import dev.demilune.data.CsvFormat;
import dev.demilune.data.CsvReader;
import dev.demilune.data.IdxReader;
import dev.demilune.data.LibsvmReader;
import dev.demilune.data.Table;
import dev.demilune.data.VectorTable;
import dev.demilune.privacy.Adjacency;
import dev.demilune.random.Randomness;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.RowBound;
import dev.demilune.schema.Schema;
import dev.demilune.schema.file.SchemaFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * The public data sets, read from the folder that {@code -Ddemilune.data} names.
 *
 * <p>Each task is a schema and two tables that can be opened again and again. The row count is
 * declared, as a user would declare the published size of a data set.
 */
record PublicData(Schema schema, Supplier<Table> train, Supplier<Table> test) {

  private static final Path FOLDER = Path.of(System.getProperty("demilune.data", "../shared/data"));

  static boolean isThere() {
    return Files.isDirectory(FOLDER);
  }

  static Path folder() {
    if (!isThere()) {
      throw new DemiluneException(
          "there are no data sets at " + FOLDER + ": give their folder with -Ddemilune.data=...");
    }
    return FOLDER;
  }

  /** MNIST, ten classes, unit rows. */
  static PublicData mnist() {
    return new PublicData(mnistSchema(60_000), () -> idx("train"), () -> idx("t10k"));
  }

  static Schema mnistSchema(long rows) {
    return Schema.vectors(784, digits())
        .valueScale(1.0 / 255)
        .adjacency(Adjacency.ADD_OR_REMOVE_ONE)
        .expectedRows(rows)
        .build();
  }

  private static LabelSet digits() {
    return new LabelSet(IntStream.range(0, 10).mapToObj(Integer::toString).toList());
  }

  private static Table idx(String part) {
    Path mnist = folder().resolve("mnist");
    return IdxReader.open(
        mnist.resolve(part + "-images-idx3-ubyte.gz"),
        mnist.resolve(part + "-labels-idx1-ubyte.gz"));
  }

  /** MNIST, 3 against 8. */
  static PublicData threeAgainstEight() {
    return digits(11_982, "3", "8", digit -> digit == 3 ? "3" : digit == 8 ? "8" : null);
  }

  /** MNIST, even against odd digits. */
  static PublicData evenAgainstOdd() {
    return digits(60_000, "even", "odd", digit -> digit % 2 == 0 ? "even" : "odd");
  }

  /** MNIST with other labels; digits whose label is null are left out. */
  private static PublicData digits(
      long count, String one, String other, IntFunction<String> labelOf) {
    return new PublicData(
        vectors(784, new LabelSet(List.of(one, other)), count),
        () -> digits("train", labelOf),
        () -> digits("t10k", labelOf));
  }

  private static Table digits(String part, IntFunction<String> labelOf) {
    List<double[]> rows = new ArrayList<>();
    List<String> labels = new ArrayList<>();
    EncodedRows.forEach(
        mnistSchema(1),
        idx(part),
        row -> {
          String label = labelOf.apply(row.label());
          if (label != null) {
            rows.add(EncodedRows.dense(row, 784));
            labels.add(label);
          }
        });
    return VectorTable.of(rows.toArray(double[][]::new), labels.toArray(String[]::new));
  }

  /** LIBSVM a9a: Adult as 123 binary features. */
  static PublicData a9a() {
    Path a9a = folder().resolve("a9a");
    return new PublicData(
        vectors(123, new LabelSet(List.of("-1", "+1")), 32_561),
        () -> LibsvmReader.open(a9a.resolve("a9a")),
        () -> LibsvmReader.open(a9a.resolve("a9a.t")));
  }

  /** USPS digits. */
  static PublicData usps() {
    Path usps = folder().resolve("usps");
    return new PublicData(
        vectors(256, digits(), 7_291),
        () -> LibsvmReader.open(usps.resolve("usps.train.libsvm.gz")),
        () -> LibsvmReader.open(usps.resolve("usps.test.libsvm.gz")));
  }

  /** Sector: web pages, 55,197 sparse features, 105 classes. */
  static PublicData sector() {
    Path sector = folder().resolve("sector");
    LabelSet labels =
        new LabelSet(IntStream.rangeClosed(1, 105).mapToObj(Integer::toString).toList());
    return new PublicData(
        vectors(55_197, labels, 6_412),
        () -> LibsvmReader.open(sector.resolve("sector.scale.bz2")),
        () -> LibsvmReader.open(sector.resolve("sector.t.scale.bz2")));
  }

  private static Schema vectors(int features, LabelSet labels, long rows) {
    return Schema.vectors(features, labels)
        .adjacency(Adjacency.ADD_OR_REMOVE_ONE)
        .expectedRows(rows)
        .build();
  }

  /**
   * UCI Adult as CSV with a schema file; its test part has a comment line and a dot after each
   * label.
   */
  static PublicData adult() {
    Path adult = folder().resolve("adult");
    CsvFormat format = CsvFormat.standard().withoutHeader();
    return new PublicData(
        schemaFile("adult.yaml"),
        () -> CsvReader.open(adult.resolve("adult.data"), format),
        () -> CsvReader.open(withoutDots(adult.resolve("adult.test")), format));
  }

  private static Path withoutDots(Path test) {
    try {
      Path clean = Files.createTempFile("adult", ".test");
      clean.toFile().deleteOnExit();
      Files.write(
          clean,
          Files.readAllLines(test).stream()
              .filter(line -> !line.startsWith("|"))
              .map(line -> line.endsWith(".") ? line.substring(0, line.length() - 1) : line)
              .toList());
      return clean;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** KDD Cup 1999, 10 percent: normal against attack. */
  static PublicData kddCup() {
    Path kdd = folder().resolve("kddcup99_10pct");
    CsvFormat format = CsvFormat.standard().withoutHeader();
    return new PublicData(
        schemaFile("kddcup.yaml"),
        () -> CsvReader.open(kdd.resolve("kddcup.data_10_percent.gz"), format),
        () -> CsvReader.open(kdd.resolve("corrected.gz"), format));
  }

  /** Returns a schema of this package as a file, which is how users have theirs. */
  static Path schemaPath(String name) {
    try (var stream = PublicData.class.getResourceAsStream(name)) {
      Path file = Files.createTempFile("schema", ".yaml");
      file.toFile().deleteOnExit();
      Files.write(file, stream.readAllBytes());
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Schema schemaFile(String name) {
    return SchemaFile.read(schemaPath(name));
  }

  /**
   * Breast cancer (Wisconsin, diagnostic): a random split into 455 and 114 rows, by published
   * column ranges.
   */
  static PublicData breastCancer(int split) {
    List<String> lines = lines("breast_cancer_wdbc/breast_cancer.csv");
    return split(
        vectors(BREAST_CANCER_RANGES.length, new LabelSet(List.of("0", "1")), 455),
        lines.subList(1, lines.size()),
        ",",
        (value, j) -> scaled(value, BREAST_CANCER_RANGES[j]),
        split);
  }

  /**
   * Skin segmentation: three colors from 0 to 255, whether a pixel is of skin; a random split into
   * 196,046 and 49,011 rows. The file is sorted by class.
   */
  static PublicData skin(Adjacency adjacency) {
    List<String> lines = lines("skin_nonskin/Skin_NonSkin.txt");
    Schema schema =
        Schema.vectors(3, new LabelSet(List.of("1", "2")))
            .rows(RowBound.clip(Math.sqrt(3)))
            .adjacency(adjacency)
            .expectedRows(lines.size() * 4 / 5 + 1)
            .build();
    return split(schema, lines, "\t", (value, j) -> value / 127.5 - 1, 1);
  }

  /** Banknote authentication: a random split into 1,097 and 275 rows, by published ranges. */
  static PublicData banknote() {
    List<String> lines = lines("banknote/banknote_authentication.csv");
    return split(
        vectors(BANKNOTE_RANGES.length, new LabelSet(List.of("0", "1")), 1_097),
        lines,
        ",",
        (value, j) -> scaled(value, BANKNOTE_RANGES[j]),
        1);
  }

  private static double scaled(double value, double[] range) {
    double clipped = Math.max(range[0], Math.min(range[1], value));
    return 2 * (clipped - range[0]) / (range[1] - range[0]) - 1;
  }

  /**
   * MAGIC gamma telescope: ten measures of an image in the sky, and whether a gamma ray made it; a
   * random split into 15,216 and 3,804 rows. The file is sorted by class.
   */
  static PublicData magic() {
    Schema schema =
        Schema.vectors(MAGIC_RANGES.length, new LabelSet(List.of("g", "h")))
            .rows(RowBound.clip(Math.sqrt(MAGIC_RANGES.length)))
            .adjacency(Adjacency.ADD_OR_REMOVE_ONE)
            .expectedRows(15_216)
            .build();
    return split(
        schema,
        lines("magic04/magic04.data").stream().filter(line -> !line.isBlank()).toList(),
        ",",
        (value, j) -> {
          double low = MAGIC_RANGES[j][0];
          return 2 * (value - low) / (MAGIC_RANGES[j][1] - low) - 1;
        },
        1);
  }

  private static List<String> lines(String file) {
    try {
      return Files.readAllLines(folder().resolve(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** How a number of a column is scaled. */
  private interface Scaling {
    double of(double value, int column);
  }

  /** A random split of lines of features and a label: the expected rows, and the rest. */
  private static PublicData split(
      Schema schema, List<String> lines, String delimiter, Scaling scaling, long seed) {
    List<double[]> rows = new ArrayList<>();
    List<String> labels = new ArrayList<>();
    for (String line : lines) {
      String[] cells = line.split(delimiter, -1);
      double[] row = new double[schema.features()];
      Arrays.setAll(row, j -> scaling.of(Double.parseDouble(cells[j]), j));
      rows.add(row);
      labels.add(cells[row.length]);
    }
    List<Integer> order = randomOrder(rows.size(), seed);
    int train = (int) schema.expectedRows();
    return new PublicData(
        schema,
        () -> part(rows, labels, order.subList(0, train)),
        () -> part(rows, labels, order.subList(train, order.size())));
  }

  private static List<Integer> randomOrder(int count, long seed) {
    Randomness randomness = Randomness.reproducible(seed).stream("split");
    long[] keys = IntStream.range(0, count).mapToLong(i -> randomness.nextLong()).toArray();
    return IntStream.range(0, count)
        .boxed()
        .sorted(Comparator.comparingLong(i -> keys[i]))
        .toList();
  }

  private static Table part(List<double[]> rows, List<String> labels, List<Integer> chosen) {
    return VectorTable.of(
        chosen.stream().map(rows::get).toArray(double[][]::new),
        chosen.stream().map(labels::get).toArray(String[]::new));
  }

  static final double[][] BANKNOTE_RANGES = {
    {-7.05, 6.83}, {-13.78, 12.96}, {-5.29, 17.93}, {-8.55, 2.45},
  };

  /** Least and greatest value of each column as the data set's own description prints them. */
  static final double[][] BREAST_CANCER_RANGES = {
    {6.981, 28.11}, {9.71, 39.28}, {43.79, 188.5}, {143.5, 2501.0}, {0.053, 0.163},
    {0.019, 0.345}, {0.0, 0.427}, {0.0, 0.201}, {0.106, 0.304}, {0.05, 0.097},
    {0.112, 2.873}, {0.36, 4.885}, {0.757, 21.98}, {6.802, 542.2}, {0.002, 0.031},
    {0.002, 0.135}, {0.0, 0.396}, {0.0, 0.053}, {0.008, 0.079}, {0.001, 0.03},
    {7.93, 36.04}, {12.02, 49.54}, {50.41, 251.2}, {185.2, 4254.0}, {0.071, 0.223},
    {0.027, 1.058}, {0.0, 1.252}, {0.0, 0.291}, {0.156, 0.664}, {0.055, 0.208},
  };

  /** Ranges of the columns of MAGIC, rounded outwards. */
  private static final double[][] MAGIC_RANGES = {
    {4.0, 335.0},
    {0.0, 257.0},
    {1.0, 6.0},
    {0.0, 0.9},
    {0.0, 0.7},
    {-458.0, 576.0},
    {-332.0, 239.0},
    {-206.0, 180.0},
    {0.0, 90.0},
    {1.0, 496.0}
  };
}
