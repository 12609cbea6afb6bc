// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import dev.demilune.data.CsvReader;
import dev.demilune.privacy.Adjacency;
import dev.demilune.schema.Schema;
import dev.demilune.schema.SchemaBuilder;
import dev.demilune.schema.file.SchemaFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.zip.CRC32;
import java.util.zip.ZipFile;

/**
 * Public tables of named columns, with ranges that a user would declare without looking.
 *
 * <p>Where no split is published, a record is a test row if the CRC-32 of its line modulo 10 is at
 * least 7. The rows of a file that is sorted by class are shuffled.
 */
final class PublicTables {

  private static final int[] A9A_WIDTHS = {5, 8, 5, 16, 5, 7, 14, 6, 5, 2, 2, 2, 5, 41};

  private PublicTables() {}

  /** UCI Adult, split as published. */
  static PublicData adult() {
    Schema schema = schema("table-adult.yaml");
    return table(
        schema,
        lines("adult/adult.data"),
        lines("adult/adult.test").stream()
            .filter(line -> !line.startsWith("|"))
            .map(line -> line.endsWith(".") ? line.substring(0, line.length() - 1) : line)
            .toList());
  }

  /** Bank Marketing, without the length of the call. */
  static PublicData bank() {
    Path zip = PublicData.folder().resolve("bank_marketing/bank-additional.zip");
    try (ZipFile file = new ZipFile(zip.toFile());
        var stream =
            file.getInputStream(file.getEntry("bank-additional/bank-additional-full.csv"))) {
      String text = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
      List<String> lines = text.lines().toList();
      return split(schema("table-bank.yaml"), lines.get(0), lines.subList(1, lines.size()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** MAGIC gamma telescope. */
  static PublicData magic() {
    return split(schema("table-magic.yaml"), null, lines("magic04/magic04.data"));
  }

  /** German Credit. */
  static PublicData german() {
    return split(schema("table-german.yaml"), null, lines("german_credit/german.csv"));
  }

  /** Breast cancer (Wisconsin, diagnostic). */
  static PublicData breastCancer() {
    List<String> lines = lines("breast_cancer_wdbc/breast_cancer.csv");
    return split(
        numbers(PublicData.BREAST_CANCER_RANGES, 398, ",", "0", "1"),
        null,
        lines.subList(1, lines.size()));
  }

  /** Skin segmentation: three colors. */
  static PublicData skin() {
    double[][] colors = {{0, 255}, {0, 255}, {0, 255}};
    return split(
        numbers(colors, 171_540, "\t", "1", "2"), null, lines("skin_nonskin/Skin_NonSkin.txt"));
  }

  /** Banknote authentication. */
  static PublicData banknote() {
    return split(
        numbers(PublicData.BANKNOTE_RANGES, 960, ",", "0", "1"),
        null,
        lines("banknote/banknote_authentication.csv"));
  }

  /** Vehicle silhouettes, four classes. */
  static PublicData vehicle() {
    double[][] ranges = new double[18][];
    Arrays.setAll(ranges, j -> new double[] {0, 250});
    ranges[11] = new double[] {0, 1_000};
    return split(numbers(ranges, 592, ",", "opel", "saab", "bus", "van"), null, arff("vehicle"));
  }

  /** Dermatology, six classes. */
  static PublicData dermatology() {
    SchemaBuilder schema = builder(256, ",");
    for (int j = 0; j < 33; j++) {
      schema.category("sign " + (j + 1), "0", "1", "2", "3");
    }
    schema.number("age", 0, 100).label("class", "1", "2", "3", "4", "5", "6");
    return split(schema.build(), null, arff("dermatology"));
  }

  /**
   * LIBSVM a9a as the 14 categories that its 123 binary features are made of; a row without any of
   * a category's features has none of its values.
   */
  static PublicData a9a() {
    SchemaBuilder schema = builder(32_561, ",");
    int first = 1;
    for (int width : A9A_WIDTHS) {
      String[] values = new String[width];
      for (int i = 0; i < width; i++) {
        values[i] = Integer.toString(first + i);
      }
      schema.category("features from " + first, values);
      first += width;
    }
    schema.label("class", "-1", "+1");
    return table(
        schema.build(),
        lines("a9a/a9a").stream().map(PublicTables::choices).toList(),
        lines("a9a/a9a.t").stream().map(PublicTables::choices).toList());
  }

  /** From "-1 3:1 11:1 ..." to one cell for each category and the label. */
  private static String choices(String line) {
    String[] parts = line.strip().split(" ", -1);
    StringBuilder row = new StringBuilder();
    int part = 1;
    int end = 1;
    for (int width : A9A_WIDTHS) {
      end += width;
      if (part < parts.length) {
        String feature = parts[part].substring(0, parts[part].indexOf(':'));
        if (Integer.parseInt(feature) < end) {
          row.append(feature);
          part++;
        }
      }
      row.append(',');
    }
    return row.append(parts[0]).toString();
  }

  /** KDD Cup 1999, 10 percent: normal against attack, split as published. */
  static PublicData kddCup() {
    PublicData data = PublicData.kddCup();
    return new PublicData(
        SchemaFile.read(
            PublicData.schemaPath("kddcup.yaml"), schema -> schema.expectedRows(494_021)),
        data.train(),
        data.test());
  }

  private static Schema numbers(double[][] ranges, int rows, String delimiter, String... labels) {
    SchemaBuilder schema = builder(rows, delimiter);
    for (int j = 0; j < ranges.length; j++) {
      schema.number("x" + (j + 1), ranges[j][0], ranges[j][1]);
    }
    return schema.label("class", labels).build();
  }

  private static SchemaBuilder builder(int rows, String delimiter) {
    return Schema.builder()
        .adjacency(Adjacency.ADD_OR_REMOVE_ONE)
        .expectedRows(rows)
        .withoutHeader()
        .delimiter(delimiter.charAt(0));
  }

  private static Schema schema(String name) {
    return SchemaFile.read(PublicData.schemaPath(name));
  }

  private static List<String> lines(String file) {
    try {
      return Files.readAllLines(PublicData.folder().resolve(file)).stream()
          .filter(line -> !line.isBlank())
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> arff(String name) {
    List<String> lines = lines(name + "/" + name + ".arff");
    int data = 0;
    while (!lines.get(data).equalsIgnoreCase("@data")) {
      data++;
    }
    return lines.subList(data + 1, lines.size()).stream()
        .filter(line -> !line.startsWith("%"))
        .toList();
  }

  private static PublicData split(Schema schema, String header, List<String> lines) {
    Predicate<String> tested = line -> crc(line) % 10 >= 7;
    return table(
        schema,
        header(header, lines.stream().filter(tested.negate()).toList()),
        header(header, lines.stream().filter(tested).toList()));
  }

  private static List<String> header(String header, List<String> lines) {
    List<String> all = new ArrayList<>();
    if (header != null) {
      all.add(header);
    }
    all.addAll(lines);
    return all;
  }

  private static long crc(String line) {
    CRC32 crc = new CRC32();
    crc.update(line.getBytes(StandardCharsets.UTF_8));
    return crc.getValue();
  }

  private static PublicData table(Schema schema, List<String> train, List<String> test) {
    Path trainFile = file(train);
    Path testFile = file(test);
    return new PublicData(
        schema,
        () -> CsvReader.open(trainFile, schema.csvFormat()),
        () -> CsvReader.open(testFile, schema.csvFormat()));
  }

  private static Path file(List<String> lines) {
    try {
      Path file = Files.createTempFile("table", ".csv");
      file.toFile().deleteOnExit();
      return Files.write(file, lines);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
