// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.demilune.DemiluneException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AtomicFileTest {
  @TempDir Path directory;

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void appearsOnCommit() throws IOException {
    Path path = Files.writeString(directory.resolve("model.json"), "old");
    byte[] large = new byte[200_000];
    try (AtomicFile file = AtomicFile.create(path)) {
      file.write('n');
      file.write(large);
      assertThat(path).hasContent("old");
      file.commit();
    }
    assertThat(Files.size(path)).isEqualTo(200_001);
    assertThat(names()).containsExactly("model.json");
  }

  @Test
  void leavesNothingWithoutCommit() throws IOException {
    Path path = Files.writeString(directory.resolve("model.json"), "old");
    try (AtomicFile file = AtomicFile.create(path)) {
      file.write(new byte[100_000]);
      assertThat(names()).hasSize(2);
    }
    assertThat(path).hasContent("old");
    assertThat(names()).containsExactly("model.json");
  }

  @Test
  void aLinkStaysALink() throws IOException {
    Path real = Files.writeString(directory.resolve("real"), "old");
    Path link = Files.createSymbolicLink(directory.resolve("link"), real);
    try (AtomicFile file = AtomicFile.create(link)) {
      file.write("new".getBytes(StandardCharsets.UTF_8));
      file.commit();
    }
    assertThat(link).isSymbolicLink();
    assertThat(real).hasContent("new");
  }

  @Test
  void aFullDiskIsOneSentence() {
    Path full = Path.of("/dev/full");
    assumeTrue(Files.isWritable(full), "this system has no /dev/full");
    assertThatThrownBy(
            () -> {
              try (AtomicFile file = AtomicFile.create(full)) {
                file.write(new byte[100]);
                file.commit();
              }
            })
        .isInstanceOf(DemiluneException.class)
        .hasMessage("cannot write /dev/full: the disk is full; free some space and try again");
  }

  @Test
  void aDiskThatFillsUpIsLeftClean() throws IOException, InterruptedException {
    Path small = Files.createDirectory(directory.resolve("small"));
    assumeTrue(
        run("mount", "-t", "tmpfs", "-o", "size=128k", "tmpfs", small.toString()) == 0,
        "this user may not mount a small file system");
    try {
      Path path = Files.writeString(small.resolve("model.json"), "old");
      assertThatThrownBy(
              () -> {
                try (AtomicFile file = AtomicFile.create(path)) {
                  file.write(new byte[1_000_000]);
                  file.commit();
                }
              })
          .isInstanceOf(DemiluneException.class)
          .hasMessage("cannot write " + path + ": the disk is full; free some space and try again");
      assertThat(path).hasContent("old");
      try (Stream<Path> files = Files.list(small)) {
        assertThat(files).containsExactly(path);
      }
    } finally {
      run("umount", small.toString());
    }
  }

  private static int run(String... command) throws InterruptedException {
    try {
      return new ProcessBuilder(command)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .redirectError(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
    } catch (IOException e) {
      return -1; // no such command here
    }
  }

  /** A program that opens a file, says so, and waits to be stopped. */
  static final class Waiting {
    public static void main(String[] args) throws InterruptedException {
      AtomicFile file = AtomicFile.create(Path.of(args[0]));
      file.write(new byte[100_000]);
      System.out.println("open");
      Thread.sleep(300_000);
      file.commit();
    }
  }

  @Test
  void aProgramStoppedInTheMiddleLeavesNothing() throws IOException, InterruptedException {
    Process program =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Waiting.class.getName(),
                directory.resolve("model.json").toString())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (InputStream output = program.getInputStream()) {
      assertThat(output.read()).isEqualTo('o');
      assertThat(names()).hasSize(1);
    } finally {
      program.destroy();
    }
    assertThat(program.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(names()).isEmpty();
  }

  @Test
  void aMissingDirectoryIsNamed() {
    Path path = directory.resolve("none").resolve("model.json");
    assertThatThrownBy(() -> AtomicFile.create(path))
        .isInstanceOf(DemiluneException.class)
        .hasMessage(
            "cannot write "
                + path
                + ": there is no directory "
                + path.getParent()
                + "; create it first");
  }

  @Test
  void aDirectoryIsRefused() {
    assertThatThrownBy(() -> AtomicFile.create(directory))
        .isInstanceOf(DemiluneException.class)
        .hasMessage("cannot write " + directory + ": it is a directory; name a file");
  }

  @Test
  void predictionsAppearOnCommit() throws IOException {
    Path path = directory.resolve("p.csv");
    try (PredictionWriter writer =
        PredictionWriter.to(path, List.of("a,\"b", "c")).withScores().withRadius()) {
      writer.write(1, 0, new double[] {0.5, -1e-9}, 0.25);
      writer.write(2, 1, new double[] {0, 1}, 0);
      assertThat(path).doesNotExist();
      writer.commit();
    }
    assertThat(path)
        .hasContent(
            """
            row,prediction,"score:a,""b",score:c,radius
            1,"a,""b",0.5,-1.0E-9,0.25
            2,c,0.0,1.0,0.0
            """);
    assertThat(names()).containsExactly("p.csv");
  }

  @Test
  void predictionsWithoutCommitLeaveNothing() throws IOException {
    try (PredictionWriter writer =
        PredictionWriter.to(directory.resolve("p.csv"), List.of("a", "b"))) {
      writer.write(1, 0, new double[0], 0);
    }
    assertThat(names()).isEmpty();
  }

  @Test
  void predictionsGoToAStreamToo() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PredictionWriter writer = PredictionWriter.to(out, List.of("no", " yes"));
    writer.write(1, 1, new double[0], 0);
    assertThatThrownBy(writer::withScores)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("columns must be chosen before the first row");
    writer.commit();
    assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("row,prediction\n1,\" yes\"\n");
  }
}
