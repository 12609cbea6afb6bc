// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import dev.demilune.rows.Kernels;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Option;

/** {@code demilune version}: what runs here, and on what. */
@Command(
    name = "version",
    description = {
      "Show the version.",
      "With --verbose also what a training started the same way runs on: the kernels, the cores, the"
          + " heap, and whether Java started from an archive of classes."
    },
    footer = {"", "Example:", "  demilune version --verbose"})
final class VersionCommand extends DemiluneCommand {

  private static final String ARCHIVE = "-XX:SharedArchiveFile=";
  private static final long MEGABYTE = 1L << 20;

  @Option(names = "--verbose", description = "Show what it runs on as well.")
  boolean verbose;

  /** The lines of {@code --version}. */
  static final class Lines implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {"demilune " + built(), "Java " + System.getProperty("java.version")};
    }
  }

  @Override
  void run() {
    if (!verbose) {
      answer(
          Json.of("version", built(), "java", System.getProperty("java.version")),
          new Lines().getVersion());
      return;
    }
    String java =
        System.getProperty("java.vm.version") + ", " + System.getProperty("java.vm.vendor");
    int cores = Runtime.getRuntime().availableProcessors();
    long heap = Runtime.getRuntime().maxMemory() / MEGABYTE;
    answer(
        Json.of(
            "version", built(),
            "java", System.getProperty("java.version"),
            "vm", java,
            "kernels", Kernels.name(),
            "cores", cores,
            "heapMegabytes", heap,
            "archiveOfClasses", archive()),
        "demilune " + built(),
        "Java " + java,
        "kernels: " + Kernels.name(),
        "cores: " + cores,
        "heap: at most " + heap + " MB",
        "archive of classes: " + archive());
  }

  /** The version that the build has written into the jar. */
  private static String built() {
    String built = Main.class.getPackage().getImplementationVersion();
    return built == null ? "(not packaged)" : built;
  }

  /** Java shares nothing at all when an archive that it was given does not fit. */
  private static String archive() {
    List<String> flags = ManagementFactory.getRuntimeMXBean().getInputArguments();
    if (flags.stream().noneMatch(flag -> flag.startsWith(ARCHIVE))) {
      return "none";
    }
    boolean shares =
        Arrays.asList(System.getProperty("java.vm.info").split(", ")).contains("sharing");
    return shares ? "used" : "not used, because it does not fit";
  }
}
