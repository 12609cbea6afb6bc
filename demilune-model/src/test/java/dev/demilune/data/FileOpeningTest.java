// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class FileOpeningTest {
  @TempDir Path directory;

  private static byte[] gzip(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(bytes)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return bytes.toByteArray();
  }

  private static byte[] bzip2(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = new BZip2CompressorOutputStream(bytes)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return bytes.toByteArray();
  }

  private static byte[] join(byte[] a, byte[] b) {
    byte[] both = Arrays.copyOf(a, a.length + b.length);
    System.arraycopy(b, 0, both, a.length, b.length);
    return both;
  }

  private static String noise(int rows) {
    SplittableRandom random = new SplittableRandom(1);
    StringBuilder text = new StringBuilder("x\n");
    for (int i = 0; i < rows; i++) {
      text.append(random.nextLong()).append('\n');
    }
    return text.toString();
  }

  private static int rows(Path file) {
    int count = 0;
    try (CsvReader table = CsvReader.open(file)) {
      while (table.next()) {
        count++;
      }
    }
    return count;
  }

  @Test
  void compressionIsRecognizedByContent() throws IOException {
    Path file = directory.resolve("misleading.txt");
    for (byte[] bytes : new byte[][] {gzip("x\n1\n2\n"), bzip2("x\n1\n2\n")}) {
      Files.write(file, bytes);
      assertThat(rows(file)).isEqualTo(2);
    }
    Files.writeString(directory.resolve("plain.gz"), "x\n1\n");
    assertThat(rows(directory.resolve("plain.gz"))).isEqualTo(1);
  }

  @Test
  void severalCompressedStreamsAreOneFile() throws IOException {
    Path file = directory.resolve("joined");
    Files.write(file, join(gzip("x\n1\n2"), gzip("3\n4\n")));
    assertThat(rows(file)).isEqualTo(3);
    Files.write(file, join(bzip2("x\n1\n2"), bzip2("3\n4\n")));
    assertThat(rows(file)).isEqualTo(3);
  }

  @Test
  void aSecondStreamCutShortOrDamagedIsRefused() throws IOException {
    Path file = directory.resolve("joined");
    byte[] second = gzip("3\n4\n");
    byte[] damaged = second.clone();
    damaged[0]++;
    for (byte[] end : List.of(Arrays.copyOf(second, 1), Arrays.copyOf(second, 6), damaged)) {
      Files.write(file, join(gzip("x\n1\n2\n"), end));
      assertThatThrownBy(() -> rows(file))
          .isInstanceOf(DataException.class)
          .hasMessageContaining("the gzip data is cut short or damaged; copy the file again");
    }
  }

  /** A connection need not know that more is to come, and may pause where a stream ends. */
  @Test
  void severalCompressedStreamsAreOneWhereverReadsPause() throws IOException {
    byte[] first = gzip("x\n1\n2");
    byte[] second = gzip("3\n4\n");
    ByteArrayInputStream pausing =
        new ByteArrayInputStream(join(first, second)) {
          @Override
          public synchronized int read(byte[] into, int from, int length) {
            int toTheJoint = pos < first.length ? first.length - pos : length;
            return super.read(into, from, Math.min(length, toTheJoint));
          }

          @Override
          public synchronized int available() {
            return 0;
          }
        };
    int count = 0;
    try (CsvReader table = CsvReader.open(pausing, "connection", CsvFormat.standard())) {
      while (table.next()) {
        count++;
      }
    }
    assertThat(count).isEqualTo(3);
  }

  @Test
  void zerosAfterTheLastStreamAreNothing() throws IOException {
    Path file = directory.resolve("padded");
    byte[] whole = gzip("x\n1\n2\n");
    Files.write(file, join(whole, new byte[1000]));
    assertThat(rows(file)).isEqualTo(2);
    Files.write(file, join(whole, join(new byte[1000], whole)));
    assertThatThrownBy(() -> rows(file)).hasMessageContaining("cut short or damaged");
  }

  @Test
  void namesThatBeginLikeOtherFormatsAreText() throws IOException {
    for (String name : new String[] {"BZhang", "BZh9", "BZh9hello people", "PAR1S", "SQLite f"}) {
      Path file = directory.resolve("names.csv");
      Files.writeString(file, name + "\nanother and another\n");
      assertThat(rows(file)).as(name).isEqualTo(1);
    }
  }

  private static boolean isMade(Path pipe) throws InterruptedException {
    try {
      return new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0;
    } catch (IOException e) {
      return false; // no such command here
    }
  }

  @Test
  @Timeout(60)
  void pipesAreReadLikeFiles() throws Exception {
    Path pipe = directory.resolve("pipe");
    assumeTrue(isMade(pipe), "there are no named pipes here");
    byte[] plain = noise(50_000).getBytes(StandardCharsets.UTF_8);
    for (byte[] bytes : List.of(plain, gzip(noise(50_000)), bzip2(noise(50_000)))) {
      CompletableFuture<Void> writer =
          CompletableFuture.runAsync(
              () -> {
                try (OutputStream out = Files.newOutputStream(pipe)) {
                  out.write(bytes);
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
      assertThat(rows(pipe)).isEqualTo(50_000);
      writer.join();
    }
  }

  @Test
  void compressedFilesCutShortAreRefused() throws IOException {
    Path file = directory.resolve("cut");
    String text = noise(50_000);
    for (String kind : new String[] {"gzip", "bzip2"}) {
      byte[] whole = kind.equals("gzip") ? gzip(text) : bzip2(text);
      for (int length : new int[] {5, 15, whole.length / 2, whole.length - 1}) {
        Files.write(file, Arrays.copyOf(whole, length));
        assertThatThrownBy(() -> rows(file))
            .isInstanceOf(DataException.class)
            .hasMessageMatching(
                "\\Q"
                    + file
                    + "\\E:\\d+: the "
                    + kind
                    + " data is cut short or damaged; copy the"
                    + " file again");
      }
    }
  }

  @Test
  void damagedFilesGiveASentenceOrRows() throws IOException {
    Path file = directory.resolve("damaged");
    SplittableRandom random = new SplittableRandom(4);
    byte[][] wholes = {gzip(noise(500)), bzip2(noise(500))};
    for (int trial = 0; trial < 400; trial++) {
      byte[] bytes = wholes[trial % 2].clone();
      bytes[random.nextInt(bytes.length)] ^= (byte) (1 + random.nextInt(255));
      Files.write(file, bytes);
      try {
        rows(file);
      } catch (DataException e) {
        assertThat(e.getMessage()).startsWith(file + ":");
      }
    }
  }

  @Test
  void aMissingFileIsNamed() {
    Path file = directory.resolve("none.csv");
    assertThatThrownBy(() -> CsvReader.open(file))
        .isInstanceOf(DataException.class)
        .hasMessage(file + ": there is no such file; check the path");
  }

  @Test
  void aDirectoryIsRefused() {
    assertThatThrownBy(() -> LibsvmReader.open(directory))
        .isInstanceOf(DataException.class)
        .hasMessage(directory + ": this is a directory; name one of its files");
  }

  @Test
  void aFileThatMayNotBeReadIsRefused() throws IOException {
    Path file = Files.writeString(directory.resolve("locked.csv"), "x\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("---------"));
    assumeTrue(!Files.isReadable(file), "this user may read everything");
    assertThatThrownBy(() -> CsvReader.open(file))
        .isInstanceOf(DataException.class)
        .hasMessage(file + ": permission to read the file is denied; ask for it or use a copy");
  }

  @Test
  void aFileCompressedTwiceIsRefused() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(bytes)) {
      out.write(gzip("x\n1\n"));
    }
    Path file = Files.write(directory.resolve("twice.gz"), bytes.toByteArray());
    assertThatThrownBy(() -> CsvReader.open(file))
        .isInstanceOf(DataException.class)
        .hasMessage(
            file
                + ":1: the file is compressed twice, not CSV text; unpack it first; gzip and bzip2"
                + " are read as they are");
  }
}
