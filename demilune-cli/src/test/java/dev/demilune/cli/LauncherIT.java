// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * The launcher script in a project of its own, where a few lines of shell stand in for Maven and
 * Java and write down how they were called.
 */
@DisabledOnOs(OS.WINDOWS)
class LauncherIT {

  private static final List<String> TOOLS = List.of("/usr/local/bin", "/usr/bin", "/bin");

  @TempDir Path directory;
  private Path root;
  private Path bin;

  @BeforeEach
  void makeAProject() throws Exception {
    root = Files.createDirectories(directory.resolve("a project"));
    bin = Files.createDirectories(directory.resolve("jdk/bin"));
    Files.copy(Path.of(System.getProperty("demilune.root"), "demilune"), root.resolve("demilune"));
    assertThat(root.resolve("demilune").toFile().setExecutable(true)).isTrue();
    for (String module : List.of("demilune-model", "demilune-core", "demilune-cli")) {
      Files.createDirectories(root.resolve(module + "/src/main/java"));
      Files.writeString(root.resolve(module + "/pom.xml"), "<project/>");
      Files.writeString(root.resolve(module + "/src/main/java/A.java"), "class A {}");
    }
    Files.createDirectories(root.resolve(".mvn"));
    Files.writeString(root.resolve("pom.xml"), "<project/>");
    makeEverythingOld();
    javaIs("17.0.15");
    script(
        "mvn",
        "echo built >>builds; echo noise; sleep 0.3; mkdir -p demilune-cli/target;"
            + " echo jar >demilune-cli/target/demilune.jar");
    script(
        "java", "echo \"java ran in $PWD\"; for a; do echo \"[$a]\"; done; exit ${EXIT_CODE:-0}");
  }

  @Test
  void buildsOnFirstUseAndOnlyThen() throws Exception {
    Subprocess first = launch("train", "two words");
    assertThat(first.err()).isEqualTo("building demilune…\n");
    assertThat(first.out()).contains("[train]\n[two words]\n").doesNotContain("noise");
    assertThat(first.code()).isZero();

    Subprocess second = launch("learners");
    assertThat(second.err()).isEmpty();
    assertThat(builds()).isEqualTo(1);
  }

  @Test
  void rebuildsWhenASourceIsNewer() throws Exception {
    launch();
    Path source = root.resolve("demilune-core/src/main/java/A.java");
    Files.setLastModifiedTime(source, FileTime.from(Instant.now().plusSeconds(2)));
    assertThat(launch().err()).isEqualTo("building demilune…\n");
    assertThat(builds()).isEqualTo(2);
  }

  @Test
  void rebuildsWhenASourceIsDeleted() throws Exception {
    launch();
    Thread.sleep(20); // the directory's time must pass the jar's
    Files.delete(root.resolve("demilune-cli/src/main/java/A.java"));
    launch();
    assertThat(builds()).isEqualTo(2);
  }

  @Test
  void aSourceSavedDuringTheBuildIsBuiltNextTime() throws Exception {
    script(
        "mvn",
        "echo built >>builds; sleep 0.1; touch demilune-core/src/main/java/A.java; mkdir -p"
            + " demilune-cli/target; sleep 0.1; echo jar >demilune-cli/target/demilune.jar");
    launch();
    launch();
    assertThat(builds()).isEqualTo(2);
  }

  @Test
  void trainingGetsTheVectorModuleWhereJavaHasIt() throws Exception {
    String module = "[--add-modules=jdk.incubator.vector]";
    assertThat(launch("train").out()).doesNotContain(module); // the release file names no modules
    Files.writeString(
        bin.resolveSibling("release"),
        "JAVA_VERSION=\"17.0.15\"\nMODULES=\"java.base jdk.incubator.vector java.sql\"\n");
    for (String command : List.of("train", "tune", "demo", "audit", "exhibit", "experiment")) {
      assertThat(launch(command, "--seed", "1").out()).contains(module);
    }
    for (String command : List.of("predict", "ledger", "--version", "privacy")) {
      assertThat(launch(command).out()).contains("[-jar]").doesNotContain(module);
    }
    assertThat(launch("train", "--help").out()).doesNotContain(module);
    assertThat(launch(Map.of("DEMILUNE_KERNELS", "plain"), root.resolve("demilune"), "train").out())
        .doesNotContain(module);
    Subprocess typo =
        launch(Map.of("DEMILUNE_KERNELS", "plian"), root.resolve("demilune"), "train");
    assertThat(typo.code()).isEqualTo(1);
    assertThat(typo.err())
        .isEqualTo("demilune: DEMILUNE_KERNELS is 'plian': leave it out, or say plain\n");
  }

  @Test
  void namesNoCollectorBesideThatOfTheUser() throws Exception {
    for (String command : List.of("train", "predict", "--help")) {
      assertThat(launch(command).out()).containsOnlyOnce("GC]");
      assertThat(
              launch(
                      Map.of("DEMILUNE_JAVA_OPTS", "-Xmx1g -XX:+UseG1GC"),
                      root.resolve("demilune"),
                      command)
                  .out())
          .contains("[-Xmx1g]\n[-XX:+UseG1GC]")
          .containsOnlyOnce("GC]");
    }
  }

  @Test
  void aJavaThatCannotMakeAnArchiveIsAskedOnce() throws Exception {
    script("java", "echo \"$*\" >>calls; echo ran");
    launch("x");
    launch("x");
    assertThat(
            Files.readAllLines(directory.resolve("calls")).stream().filter(c -> c.endsWith(" x")))
        .hasSize(2)
        .noneMatch(call -> call.contains("SharedArchiveFile"));
    assertThat(
            Files.readAllLines(directory.resolve("calls")).stream().filter(c -> c.contains("dump")))
        .hasSize(1);
  }

  @Test
  void passesTheExitCodeThrough() throws Exception {
    assertThat(launch(Map.of("EXIT_CODE", "3"), root.resolve("demilune")).code()).isEqualTo(3);
  }

  @Test
  void worksFromAnyDirectoryAndThroughLinks() throws Exception {
    Path elsewhere = Files.createDirectories(directory.resolve("elsewhere"));
    Path absolute = Files.createSymbolicLink(elsewhere.resolve("first"), root.resolve("demilune"));
    Path relative = Files.createSymbolicLink(elsewhere.resolve("second"), absolute.getFileName());
    Subprocess run = launch(Map.of(), relative, "x");
    assertThat(run.out())
        .contains("java ran in " + directory.toRealPath())
        .contains("[-jar]\n[" + root.toRealPath() + "/demilune-cli/target/launcher/demilune.jar]");
    assertThat(run.code()).isZero();
  }

  @Test
  void concurrentFirstUsesBuildOnce() throws Exception {
    List<Process> processes = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      processes.add(start(Map.of(), root.resolve("demilune"), "x"));
    }
    for (Process process : processes) {
      assertThat(process.waitFor()).isZero();
      assertThat(new String(process.getInputStream().readAllBytes(), UTF_8)).contains("[x]");
    }
    assertThat(builds()).isEqualTo(1);
  }

  @Test
  void aFailedBuildShowsItsLogAndIsTriedAgain() throws Exception {
    script("mvn", "echo 'A.java:1: no'; exit 1");
    Subprocess run = launch();
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains("building demilune…\nA.java:1: no\ndemilune: the build failed");
    assertThat(launch().code()).isEqualTo(1);
  }

  @Test
  void saysWhenMavenIsMissing() throws Exception {
    Files.delete(bin.resolve("mvn"));
    Path tools =
        onlyTheseTools(
            "dirname", "readlink", "sed", "head", "find", "mkdir", "rm", "rmdir", "flock", "cat");
    Subprocess run = launch(Map.of("PATH", bin + ":" + tools), root.resolve("demilune"));
    assertThat(run.err()).startsWith("demilune: mvn was not found: install Maven");
    assertThat(run.code()).isEqualTo(1);
  }

  @Test
  void saysWhenJavaIsTooOld() throws Exception {
    javaIs("11.0.2");
    Subprocess run = launch();
    assertThat(run.err()).startsWith("demilune: Java 17 or newer is needed").contains("version 11");
    assertThat(run.code()).isEqualTo(1);
  }

  @Test
  void saysWhenThereIsNoJava() throws Exception {
    Files.delete(bin.resolve("java"));
    Path tools = onlyTheseTools("dirname", "readlink");
    Subprocess run =
        launch(Map.of("PATH", tools.toString(), "JAVA_HOME", ""), root.resolve("demilune"));
    assertThat(run.err()).startsWith("demilune: java was not found: install a JDK 17");
    assertThat(run.code()).isEqualTo(1);
  }

  private Subprocess launch(String... arguments) throws Exception {
    return launch(Map.of(), root.resolve("demilune"), arguments);
  }

  private Subprocess launch(Map<String, String> environment, Path script, String... arguments)
      throws Exception {
    return Subprocess.result(start(environment, script, arguments));
  }

  private Process start(Map<String, String> environment, Path script, String... arguments)
      throws IOException {
    List<String> command = new ArrayList<>(List.of(script.toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
    builder.environment().remove("DEMILUNE_JAVA_OPTS");
    builder.environment().put("PATH", bin + ":" + String.join(":", TOOLS));
    builder.environment().put("JAVA_HOME", bin.getParent().toString());
    builder.environment().putAll(environment);
    return builder.start();
  }

  private void script(String name, String body) throws IOException {
    Files.writeString(bin.resolve(name), "#!/bin/sh\n" + body + "\n");
    assertThat(bin.resolve(name).toFile().setExecutable(true)).isTrue();
  }

  /** A directory for the PATH with these tools of the system and no others. */
  private Path onlyTheseTools(String... tools) throws IOException {
    Path only = Files.createDirectories(directory.resolve("tools"));
    for (String tool : tools) {
      for (String place : TOOLS) {
        Path real = Path.of(place, tool);
        if (Files.exists(real)) {
          Files.writeString(only.resolve(tool), "#!/bin/sh\nexec " + real + " \"$@\"\n");
          assertThat(only.resolve(tool).toFile().setExecutable(true)).isTrue();
        }
      }
    }
    return only;
  }

  private void javaIs(String version) throws IOException {
    Files.writeString(
        bin.resolveSibling("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"" + version + "\"\n");
  }

  private long builds() throws IOException {
    return Files.readAllLines(root.resolve("builds")).size();
  }

  private void makeEverythingOld() throws IOException {
    FileTime old = FileTime.from(Instant.now().minusSeconds(3600));
    try (var files = Files.walk(root)) {
      for (Path file : files.toList()) {
        Files.setLastModifiedTime(file, old);
      }
    }
  }
}
