// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import dev.demilune.rows.Kernels;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** The machine that seconds belong to. */
final class Machine {

  private static final Path PROCESSORS = Path.of("/proc/cpuinfo");

  private Machine() {}

  /** Returns the line that ends every section that has seconds. */
  static String describe(double loadBefore) {
    return String.format(
        Locale.ROOT,
        "Machine: %s, %d cores, %.0f GB; %s %s on %s; kernels %s unless a line says otherwise; load"
            + " average %.1f before and %.1f after.",
        processor("model name", System.getProperty("os.arch")),
        Runtime.getRuntime().availableProcessors(),
        memory() / 1e9,
        System.getProperty("java.vm.name"),
        System.getProperty("java.runtime.version"),
        System.getProperty("os.name"),
        Kernels.name(),
        loadBefore,
        load());
  }

  /** Returns the load average of the last minute; negative where the system has none. */
  static double load() {
    return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
  }

  /** Returns the name that OpenBLAS has for kernels that suit this processor; empty if unknown. */
  static String openBlasCore() {
    List<String> flags = List.of(processor("flags", "").split(" ", -1));
    if (flags.contains("avx512bw")) {
      return "SkylakeX";
    }
    return flags.contains("avx2") ? "Haswell" : "";
  }

  private static long memory() {
    return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getTotalMemorySize();
  }

  /** Returns what the system says of its first processor. */
  private static String processor(String key, String otherwise) {
    if (!Files.isReadable(PROCESSORS)) {
      return otherwise;
    }
    try {
      return Files.readAllLines(PROCESSORS).stream()
          .filter(line -> line.startsWith(key))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse(otherwise);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
