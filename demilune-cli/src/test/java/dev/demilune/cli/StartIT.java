// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.JsonParser;
import java.io.IOException;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The launcher with the packaged jar and this Java: the archive of classes that starts are made
 * from, which must never be noticed, and what short commands load.
 */
@DisabledOnOs(OS.WINDOWS)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StartIT {

  /** What can become of an archive. */
  enum Damage {
    EMPTY,
    GARBAGE,
    CUT,
    FLIPPED,
    OF_ANOTHER_JAR
  }

  @TempDir static Path directory;
  private Path work;
  private Path jar;
  private Path archive;
  private FileTime built;
  private byte[] intact;

  /** A project with a jar and nothing to build; the first use makes the archive. */
  @BeforeEach
  void prepareOnce() throws Exception {
    if (archive != null) {
      Files.setLastModifiedTime(jar, built);
      Files.deleteIfExists(archive);
      Files.write(archive, intact);
      return;
    }
    Path root = Path.of(System.getProperty("demilune.root"));
    Files.copy(root.resolve("demilune"), directory.resolve("demilune"));
    assertThat(directory.resolve("demilune").toFile().setExecutable(true)).isTrue();
    work = Files.createDirectories(directory.resolve("demilune-cli/target/launcher"));
    jar = work.resolve("demilune.jar");
    Files.copy(Path.of(System.getProperty("demilune.jar")), jar);
    built = Files.getLastModifiedTime(jar);
    List<Subprocess> both = atOnce("--version", "--version");
    for (Subprocess first : both) {
      assertThat(first.code()).isZero();
      assertThat(first.out()).startsWith("demilune ").hasLineCount(2);
    }
    assertThat(both.stream().filter(first -> first.err().startsWith("preparing demilune")))
        .hasSize(1);
    archive = archives().get(0);
    intact = Files.readAllBytes(archive);
    for (String command :
        List.of(
            "generate census --rows 300 --seed 1 --out people.csv",
            "train --data people.csv --schema people.schema.yaml --expected-rows 300 --epsilon 1"
                + " --delta 1e-6 --model people.model")) {
      assertThat(Subprocess.demilune(directory, command.split(" ")).code()).isZero();
    }
  }

  @Test
  void laterUsesStartFromTheArchive() throws Exception {
    assertThat(archives()).hasSize(1);
    assertThat(archiveOf(launch("version", "--verbose", "--json"))).isEqualTo("used");
    Subprocess later = launch("--version");
    assertThat(later.err()).isEmpty();
    assertThat(Files.getLastModifiedTime(archive)).isGreaterThan(Files.getLastModifiedTime(jar));
  }

  @ParameterizedTest
  @EnumSource
  void aDamagedArchiveIsNotNoticed(Damage damage) throws Exception {
    damage(damage);
    predictsSilently();
    if (damage == Damage.EMPTY) {
      return; // the launcher's mark for a Java that cannot make one
    }
    assertThat(archiveOf(launch("version", "--verbose", "--json"))).startsWith("not used");
  }

  @Test
  void anArchiveOlderThanItsJarIsMadeAnew() throws Exception {
    Files.setLastModifiedTime(archive, FileTime.from(Instant.now().minusSeconds(3600)));
    Files.setLastModifiedTime(jar, FileTime.from(Instant.now().minusSeconds(1800)));
    assertThat(launch("--version").err()).startsWith("preparing demilune");
    assertThat(archiveOf(launch("version", "--verbose", "--json"))).isEqualTo("used");
  }

  @Test
  void aDirectoryThatCannotBeWrittenIsLeftAlone() throws Exception {
    Files.delete(archive);
    boolean closed = work.toFile().setWritable(false) && !Files.isWritable(work);
    boolean mounted = !closed && command("mount", "--bind", "-r", work.toString(), work.toString());
    assumeTrue(closed || mounted, "no directory can be made read-only here");
    try {
      predictsSilently();
      assertThat(archives()).isEmpty();
    } finally {
      assertThat(mounted ? command("umount", work.toString()) : work.toFile().setWritable(true))
          .isTrue();
    }
  }

  @Test
  void shortCommandsLoadNeitherDatabaseNorLearners() throws Exception {
    for (String[] command : List.of(new String[] {"--help"}, prediction())) {
      Path loaded = directory.resolve("loaded.txt");
      Subprocess run =
          launch(Map.of("DEMILUNE_JAVA_OPTS", "-Xlog:class+load:file=" + loaded), command);
      assertThat(run.code()).isZero();
      assertThat(Files.readString(loaded))
          .contains("dev.demilune.cli.Main ")
          .doesNotContain("org.sqlite", "org.postgresql", "dev.demilune.learn.auto.Learners ");
      Files.delete(loaded);
    }
  }

  @Test
  void trainingHasVectorsWhereJavaHasThemAndMayDoWithout() throws Exception {
    boolean there = ModuleFinder.ofSystem().find("jdk.incubator.vector").isPresent();
    String warning = "WARNING: Using incubator modules: jdk.incubator.vector\n";
    assertThat(launch("version", "--verbose").err()).isEqualTo(there ? warning : "");
    Subprocess plain = launch(Map.of("DEMILUNE_KERNELS", "plain"), "version", "--verbose");
    assertThat(plain.err()).isEmpty();
    assertThat(plain.out()).contains("kernels: plain");
  }

  private static boolean command(String... words) throws Exception {
    return Subprocess.result(new ProcessBuilder(words).start()).code() == 0;
  }

  private void predictsSilently() throws Exception {
    Subprocess run = launch(prediction());
    assertThat(run.err()).isEmpty();
    assertThat(run.out()).startsWith("row,prediction\n1,");
    assertThat(run.code()).isZero();
  }

  private static String[] prediction() {
    return new String[] {"predict", "--model", "people.model", "--data", "people.csv"};
  }

  private void damage(Damage damage) throws IOException {
    byte[] bytes = intact.clone();
    Random random = new Random(1);
    switch (damage) {
      case EMPTY -> bytes = new byte[0];
      case GARBAGE -> random.nextBytes(bytes);
      case CUT -> bytes = Arrays.copyOf(bytes, bytes.length / 2);
      case FLIPPED -> {
        for (int i = 0; i < 200; i++) {
          bytes[bytes.length / 10 + random.nextInt(bytes.length * 8 / 10)] ^= (byte) 0xff;
        }
      }
      case OF_ANOTHER_JAR -> // Java remembers the time of the jar
          Files.setLastModifiedTime(jar, FileTime.from(Instant.now().minusSeconds(7200)));
    }
    Path damaged = work.resolve("damaged");
    Files.write(damaged, bytes);
    Files.move(damaged, archive, StandardCopyOption.REPLACE_EXISTING);
  }

  private static String archiveOf(Subprocess run) {
    assertThat(run.code()).isZero();
    return JsonParser.parseString(run.out())
        .getAsJsonObject()
        .get("archiveOfClasses")
        .getAsString();
  }

  private List<Path> archives() throws IOException {
    try (var files = Files.list(work)) {
      return files.filter(file -> file.toString().endsWith(".jsa")).toList();
    }
  }

  private Subprocess launch(String... words) throws Exception {
    return launch(Map.of(), words);
  }

  private Subprocess launch(Map<String, String> environment, String... words) throws Exception {
    return Subprocess.result(start(environment, words));
  }

  private List<Subprocess> atOnce(String... commands) throws Exception {
    List<Process> processes = new ArrayList<>();
    for (String command : commands) {
      processes.add(start(Map.of(), command));
    }
    List<Subprocess> ended = new ArrayList<>();
    for (Process process : processes) {
      ended.add(Subprocess.result(process));
    }
    return ended;
  }

  private static Process start(Map<String, String> environment, String... words)
      throws IOException {
    List<String> command = new ArrayList<>(List.of(directory.resolve("demilune").toString()));
    command.addAll(List.of(words));
    ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
    builder.environment().keySet().removeAll(List.of("DEMILUNE_JAVA_OPTS", "DEMILUNE_KERNELS"));
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().putAll(environment);
    return builder.start();
  }
}
