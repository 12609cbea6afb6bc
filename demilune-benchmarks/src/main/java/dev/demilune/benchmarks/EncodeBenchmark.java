// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import dev.demilune.data.CsvReader;
import dev.demilune.random.Randomness;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.rows.RowFile;
import dev.demilune.rows.RowFileWriter;
import dev.demilune.schema.Schema;
import dev.demilune.schema.file.SchemaFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.LongStream;

/** Files of encoded rows: making them, and training from them, beside reading the same bytes. */
final class EncodeBenchmark {

  private static final int FEATURES = 50;
  private static final long CHUNK = 1 << 24; // that one thread reads at a time

  private EncodeBenchmark() {}

  static List<String> markdown(Effort effort) throws IOException {
    List<String> lines = new ArrayList<>(encoding(effort));
    lines.add("");
    lines.addAll(steps(effort));
    return lines;
  }

  private static List<String> encoding(Effort effort) throws IOException {
    int rows = effort.of(400_000, 50_000, 1_000);
    int rounds = effort.of(5, 3, 1);
    Path table = TrainingFiles.temporary(".csv");
    Path encoded = TrainingFiles.temporary(".dml");
    CommandLine.run(
        List.of(), List.of("generate", "census", "--seed=1", "--rows=" + rows, "--out=" + table));
    Path described = Path.of(table.toString().replace(".csv", ".schema.yaml"));
    Schema schema = SchemaFile.read(described);
    List<Double> encodings = new ArrayList<>();
    List<Double> readings = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      encodings.add(
          seconds(
              () ->
                  RowFileWriter.write(
                      encoded, schema, CsvReader.open(table), Randomness.secure().key())));
      readings.add(seconds(() -> read(table)));
    }
    double megabytes = Files.size(table) / 1e6;
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            Locale.ROOT,
            "Encoding a table of census rows (CSV, %,d rows, %.0f MB) on all processors, beside"
                + " reading its bytes from memory: least of %d rounds in turn.",
            rows,
            megabytes,
            rounds));
    lines.addAll(Markdown.table("| | seconds | MB/s |"));
    lines.add(line("encoding", Collections.min(encodings), megabytes));
    lines.add(line("reading the bytes", Collections.min(readings), megabytes));
    for (Path file : List.of(table, encoded, described)) {
      Files.delete(file);
    }
    return lines;
  }

  private static String line(String what, double seconds, double megabytes) {
    return Markdown.row(
        what,
        String.format(Locale.ROOT, "%.3f", seconds),
        String.format(Locale.ROOT, "%.0f", megabytes / seconds));
  }

  private static List<String> steps(Effort effort) throws IOException {
    int rows = effort.of(10_000_000, 1_000_000, 5_000);
    int steps = effort.of(80, 16, 4);
    Path file = TrainingFiles.temporary(".dml");
    Schema schema = DrawnTable.schema(rows, FEATURES, 2);
    RowFileWriter.write(file, schema, DrawnTable.of(rows, FEATURES, 2), Randomness.secure().key());
    BoundedDataset mapped = RowFile.open(file).rows(schema);
    List<Double> training = StepTimes.of(mapped, steps).seconds();
    List<Double> readings = new ArrayList<>();
    for (int i = 0; i < training.size(); i++) {
      readings.add(seconds(() -> read(file)));
    }
    double step = ProcessorTime.median(training);
    double reading = ProcessorTime.median(readings);
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            Locale.ROOT,
            "`noisy-descent` on a mapped file of %,d rows of %d numbers (%.2f GB), two classes: the"
                + " median of the last %d steps, beside that of reading the file as often from the"
                + " page cache, on all processors.",
            rows,
            FEATURES,
            Files.size(file) / 1e9,
            training.size()));
    lines.addAll(Markdown.table("| | seconds | times reading |"));
    lines.add(ratio("a step", step, reading));
    lines.add(ratio("reading once", reading, reading));
    Files.delete(file);
    return lines;
  }

  private static String ratio(String what, double seconds, double reading) {
    return Markdown.row(
        what,
        String.format(Locale.ROOT, "%.3f", seconds),
        String.format(Locale.ROOT, "%.2f", seconds / reading));
  }

  private interface Work {
    void run() throws IOException;
  }

  private static double seconds(Work work) throws IOException {
    long start = System.nanoTime();
    work.run();
    return (System.nanoTime() - start) / 1e9;
  }

  /** Reads a file that is in the page cache, on all processors. */
  private static void read(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file)) {
      long size = channel.size();
      long chunks = (size + CHUNK - 1) / CHUNK;
      List<ByteBuffer> parts = new ArrayList<>();
      for (long i = 0; i < chunks; i++) {
        parts.add(channel.map(MapMode.READ_ONLY, i * CHUNK, Math.min(CHUNK, size - i * CHUNK)));
      }
      long sum =
          LongStream.range(0, chunks)
              .parallel()
              .map(i -> sum(parts.get((int) i).order(ByteOrder.nativeOrder()).asLongBuffer()))
              .sum();
      if (sum == 42) { // so that it is computed
        System.err.println("the sum is 42");
      }
    }
  }

  private static long sum(LongBuffer longs) {
    long sum = 0;
    for (int i = 0; i < longs.limit(); i++) {
      sum += longs.get(i);
    }
    return sum;
  }
}
