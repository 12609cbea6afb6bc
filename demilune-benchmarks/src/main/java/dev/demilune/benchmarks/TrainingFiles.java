// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import dev.demilune.data.IdxReader;
import dev.demilune.data.Table;
import dev.demilune.schema.EncodedRow;
import java.io.BufferedWriter;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.zip.GZIPOutputStream;

/**
 * Files that our command and those of others train on.
 *
 * @param title for the page
 * @param arguments that {@code demilune train} needs to read them
 * @param libsvm the same rows as the text that others read
 */
record TrainingFiles(String title, List<String> arguments, Path libsvm) {

  private static final int FEW = 300;

  /** MNIST's images and labels. */
  record Digits(Path images, Path labels, int rows) {

    /** Returns those of the data set, or, for tests, a few drawn ones of the same form. */
    static Digits of(Effort effort) {
      if (effort == Effort.SMALLEST) {
        return drawn();
      }
      Path mnist = PublicData.folder().resolve("mnist");
      return new Digits(
          mnist.resolve("train-images-idx3-ubyte.gz"),
          mnist.resolve("train-labels-idx1-ubyte.gz"),
          60_000);
    }

    private static Digits drawn() {
      SplittableRandom random = new SplittableRandom(1);
      byte[] pixels = new byte[FEW * 784];
      byte[] labels = new byte[FEW];
      for (int i = 0; i < FEW; i++) {
        labels[i] = (byte) random.nextInt(10);
        for (int j = 0; j < 784; j++) {
          // a bright bar for each digit, darkness between
          pixels[i * 784 + j] = (byte) (j / 78 == labels[i] ? 1 + random.nextInt(255) : 0);
        }
      }
      return new Digits(
          idx(new int[] {0x803, FEW, 28, 28}, pixels), idx(new int[] {0x801, FEW}, labels), FEW);
    }

    private static Path idx(int[] header, byte[] data) {
      Path file = temporary(".gz");
      try (DataOutputStream out =
          new DataOutputStream(new GZIPOutputStream(Files.newOutputStream(file)))) {
        for (int number : header) {
          out.writeInt(number);
        }
        out.write(data);
        return file;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    Table open() {
      return IdxReader.open(images, labels);
    }

    /** What our command needs to train on them. */
    List<String> arguments() {
      return List.of(
          "--data=" + images + "," + labels,
          "--features=784",
          "--classes=10",
          "--unit-rows",
          "--expected-rows=" + rows,
          "--adjacency=add-or-remove-one");
    }
  }

  /** MNIST; as text the rows have length one, as our command makes them. */
  static TrainingFiles mnist(Effort effort) {
    Digits digits = Digits.of(effort);
    Path text = temporary(".svm");
    try (BufferedWriter out = Files.newBufferedWriter(text)) {
      EncodedRows.forEach(
          PublicData.mnistSchema(digits.rows()), digits.open(), row -> write(row, out));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new TrainingFiles("MNIST", digits.arguments(), text);
  }

  private static void write(EncodedRow row, BufferedWriter out) {
    double squares = 0;
    for (int i = 0; i < row.size(); i++) {
      squares += row.value(i) * row.value(i);
    }
    double length = Math.sqrt(squares);
    StringBuilder line = new StringBuilder().append(row.label());
    for (int i = 0; i < row.size(); i++) {
      // Five decimals are enough for a comparison of times; formatting doubles takes longer.
      float value = (float) (Math.rint(1e5 * row.value(i) / length) / 1e5);
      line.append(' ').append(row.index(i) + 1).append(':').append(value);
    }
    try {
      out.write(line.append('\n').toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** a9a, as it is. */
  static TrainingFiles a9a(Effort effort) {
    Path file = PublicData.isThere() ? PublicData.folder().resolve("a9a/a9a") : null;
    int rows = 32_561;
    if (effort == Effort.SMALLEST) {
      file = temporary(".svm");
      rows = FEW;
      try (OutputStream out = Files.newOutputStream(file)) {
        for (int i = 0; i < FEW; i++) {
          String line = i % 2 == 0 ? "-1 3:1 100:1\n" : "+1 5:1 101:1\n";
          out.write(line.getBytes(StandardCharsets.US_ASCII));
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return new TrainingFiles(
        "a9a",
        List.of(
            "--data=" + file,
            "--format=libsvm",
            "--features=123",
            "--classes=-1,+1",
            "--unit-rows",
            "--expected-rows=" + rows,
            "--adjacency=add-or-remove-one"),
        file);
  }

  static Path temporary(String suffix) {
    try {
      Path file = Files.createTempFile("benchmark", suffix);
      file.toFile().deleteOnExit();
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
