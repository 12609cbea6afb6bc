// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** The jar for spark-submit as a program of its own, in a folder. */
record OneJar(Path folder, String spark, List<String> settings) {

  /** With nothing beside it. */
  static OneJar alone(Path folder) {
    return new OneJar(folder, "", List.of());
  }

  /** With Spark's jars beside it, as spark-submit puts them. */
  static OneJar withSpark(Path folder) {
    String jars =
        Arrays.stream(System.getProperty("surefire.test.class.path").split(File.pathSeparator, -1))
            .filter(entry -> entry.endsWith(".jar"))
            .filter(entry -> !Path.of(entry).getFileName().toString().startsWith("demilune"))
            .collect(Collectors.joining(File.pathSeparator));
    return new OneJar(folder, jars, List.of());
  }

  /** With settings of the Java machine. */
  OneJar with(String... more) {
    return new OneJar(folder, spark, List.of(more));
  }

  /** Starts it; what it says goes to a file of the folder. */
  Process start(String output, List<String> options) throws IOException {
    List<String> command = new ArrayList<>();
    // A background process may have been told to ignore Ctrl-C; this one is not.
    command.addAll(List.of("env", "--default-signal=INT"));
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-Xshare:auto")); // short runs
    command.addAll(settings);
    command.addAll(
        List.of(
            "-Dspark.ui.enabled=false",
            "-Dspark.driver.host=127.0.0.1",
            "-cp",
            System.getProperty("demilune.jar") + File.pathSeparator + spark,
            "dev.demilune.cli.Main"));
    command.addAll(options);
    return new ProcessBuilder(command)
        .directory(folder.toFile())
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve(output).toFile())
        .start();
  }

  String said(String output) throws IOException {
    return Files.readString(folder.resolve(output), StandardCharsets.UTF_8);
  }

  /** Runs it to its end, which must be with this code, and returns what it said. */
  String run(int code, List<String> options) throws Exception {
    int ended = start("output.txt", options).waitFor();
    String text = said("output.txt");
    assertThat(ended).as(text).isEqualTo(code);
    return text;
  }
}
