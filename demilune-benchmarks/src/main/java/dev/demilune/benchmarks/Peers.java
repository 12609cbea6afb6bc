// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The programs of others that are on this machine. What is missing is named on the page, never
 * skipped silently.
 */
final class Peers {

  private static final String LIBLINEAR = "liblinear-train";

  private final Optional<String> python;
  private final List<String> versions;
  private final Path script;

  private Peers(Optional<String> python, List<String> versions, Path script) {
    this.python = python;
    this.versions = versions;
    this.script = script;
  }

  /** Looks for them on the path, and asks Python what it has. */
  static Peers find() {
    Path script = script();
    for (String name :
        List.of(System.getProperty("demilune.python", "python3"), "/usr/bin/python3")) {
      if (isThere(name)) {
        Child.Run asked = python(name, script, 1, "versions").run();
        if (asked.exit() == 0) { // not the first one that is there: it may be without numpy
          return new Peers(Optional.of(name), asked.lines(), script);
        }
      }
    }
    return new Peers(Optional.empty(), List.of(), script);
  }

  boolean hasNumpy() {
    return python.isPresent();
  }

  boolean hasScikitLearn() {
    return versions.stream().anyMatch(line -> line.startsWith("scikit-learn "));
  }

  static boolean hasLiblinear() {
    return isThere(LIBLINEAR);
  }

  /** Returns whether a process can be confined to one processor. */
  static boolean canConfine() {
    return isThere("taskset");
  }

  /** Returns what was found and what was not, as sentences. */
  List<String> described() {
    List<String> found = new ArrayList<>();
    List<String> missing = new ArrayList<>();
    found.addAll(versions);
    if (hasLiblinear()) {
      found.add("LIBLINEAR " + packageVersion("liblinear-tools"));
    } else {
      missing.add("LIBLINEAR (no " + LIBLINEAR + " on the path)");
    }
    if (!hasNumpy()) {
      missing.add("numpy (no Python that has it)");
    }
    if (!hasScikitLearn()) {
      missing.add("scikit-learn");
    }
    if (!canConfine()) {
      missing.add("taskset: one thread could not be confined to one processor");
    }
    List<String> lines = new ArrayList<>();
    lines.add("Found here: " + String.join(", ", found).strip() + ".");
    if (!missing.isEmpty()) {
      lines.add("Missing here, and not compared with: " + String.join(", ", missing) + ".");
    }
    return lines;
  }

  /** The step of a training in numpy. */
  Child numpyStep(Path images, Path labels, int steps, int threads) {
    return python(
        python.orElseThrow(),
        script,
        threads,
        "step",
        images.toString(),
        labels.toString(),
        Integer.toString(steps));
  }

  /** scikit-learn's LinearSVC with its defaults. */
  Child scikitLearn(Path libsvm) {
    return python(python.orElseThrow(), script, 1, "svm", libsvm.toString());
  }

  /** LIBLINEAR with its defaults. */
  static Child liblinear(Path libsvm, Path model) {
    return Child.of(List.of(LIBLINEAR, "-q", libsvm.toString(), model.toString()));
  }

  private static Child python(String python, Path script, int threads, String... arguments) {
    // Isolated: the folder of the script is that of all temporary files, none of which is a module.
    List<String> command = new ArrayList<>(List.of(python, "-I", script.toString()));
    command.addAll(List.of(arguments));
    String core = Machine.openBlasCore();
    // Without the name of its core Debian's OpenBLAS may take the oldest kernels that run at all.
    Map<String, String> environment =
        core.isEmpty()
            ? Map.of("OPENBLAS_NUM_THREADS", Integer.toString(threads))
            : Map.of("OPENBLAS_NUM_THREADS", Integer.toString(threads), "OPENBLAS_CORETYPE", core);
    return new Child(command, environment);
  }

  private static Path script() {
    try (var stream = Peers.class.getResourceAsStream("peers.py")) {
      Path file = Files.createTempFile("peers", ".py");
      file.toFile().deleteOnExit();
      return Files.write(file, stream.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String packageVersion(String name) {
    if (!isThere("dpkg-query")) {
      return "of unknown version";
    }
    Child.Run asked = Child.of(List.of("dpkg-query", "-W", "-f=${Version}\\n", name)).run();
    return asked.exit() == 0 ? asked.lines().get(0) : "of unknown version";
  }

  private static boolean isThere(String program) {
    return program.contains("/")
        ? Files.isExecutable(Path.of(program))
        : Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }
}
