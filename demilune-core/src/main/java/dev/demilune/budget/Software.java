// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.budget;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;

/** Which build of the library runs: its version, and the checksum of the jar that it is in. */
public final class Software {

  /** Computed once: the jar does not change under a running program. */
  private static final String BUILD = build(Software.class);

  private Software() {}

  /** The build as a phrase; of classes outside a jar no checksum is known, and it says so. */
  static String build() {
    return BUILD;
  }

  /** The build of the jar that a class is in, as a phrase; the jar is read for it. */
  public static String build(Class<?> part) {
    String version = part.getPackage().getImplementationVersion();
    return "demilune "
        + (version == null ? "of unknown version" : version)
        + jar(part)
            .flatMap(Software::sha256)
            .map(sum -> ", jar sha256 " + sum)
            .orElse(", not packaged");
  }

  private static Optional<Path> jar(Class<?> part) {
    CodeSource source = part.getProtectionDomain().getCodeSource();
    try {
      return source == null || source.getLocation() == null
          ? Optional.empty()
          : Optional.of(Path.of(source.getLocation().toURI())).filter(Files::isRegularFile);
    } catch (URISyntaxException | IllegalArgumentException | SecurityException elsewhere) {
      return Optional.empty(); // in a server's own archive, say
    }
  }

  private static Optional<String> sha256(Path jar) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return Optional.of(HexFormat.of().formatHex(digest.digest(Files.readAllBytes(jar))));
    } catch (IOException unreadable) {
      return Optional.empty();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
