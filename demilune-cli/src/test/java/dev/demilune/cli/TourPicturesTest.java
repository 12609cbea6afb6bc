// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The shape functions of docs/tour.md are those of its commands with a seed. {@code mvn test -pl
 * demilune-cli -Dtest=TourPicturesTest -Ddocs.record=true} draws them anew. DocumentationIT runs
 * the commands themselves.
 */
@Tag("slow")
class TourPicturesTest {

  private static final boolean RECORD = Boolean.getBoolean("docs.record");

  @TempDir Path directory;

  @Test
  void thePicturesAreOfASeededRun() throws IOException {
    String seed = "--seed=1";
    run("generate", "census", "--rows=20000", seed, "--out=" + file("people.csv"));
    run(
        "train",
        "--data=" + file("people.csv"),
        "--schema=" + file("people.schema.yaml"),
        "--expected-rows=20000",
        "--epsilon=1",
        "--delta=1e-6",
        seed,
        "--model=" + file("people.model"));
    run("explain", "--model=" + file("people.model"), "--svg=" + file("shapes"));
    for (String column : List.of("importance", "age")) {
      Path drawn = drawn(column);
      Path kept = Path.of("../docs/plots/tour-" + column + ".svg");
      if (RECORD) {
        Files.copy(drawn, kept, StandardCopyOption.REPLACE_EXISTING);
      } else {
        assertThat(kept).hasSameTextualContentAs(drawn);
      }
    }
  }

  private Path drawn(String column) throws IOException {
    try (Stream<Path> files = Files.list(directory.resolve("shapes"))) {
      return files
          .filter(file -> file.getFileName().toString().matches("(\\d+-)?" + column + "\\.svg"))
          .findFirst()
          .orElseThrow();
    }
  }

  private void run(String... words) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    assertThat(Main.run(words, new Console(out, err, false))).as(err.toString(UTF_8)).isZero();
  }

  private String file(String name) {
    return directory.resolve(name).toString();
  }
}
