// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.budget;

import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** Which build of the library runs: its version, and the checksum of the jar that it is in. */
public final class Software {

  /** Computed once: the jar does not change under a running program. */
  private static final FutureTask<String> BUILD = new FutureTask<>(() -> build(Software.class));

  private Software() {}

  /** Begins to read the jar beside other work: its checksum takes a tenth of a second. */
  public static void prepare() {
    Thread reader = new Thread(BUILD, "checksum of the software");
    reader.setDaemon(true);
    reader.start();
  }

  /** The build as a phrase; of classes outside a jar no checksum is known, and it says so. */
  static String build() {
    BUILD.run(); // returns at once where it was begun before
    try {
      return BUILD.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("the build cannot be told", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return build(Software.class); // without waiting for anybody
    }
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
    try (InputStream stream = Files.newInputStream(jar)) {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      byte[] part = new byte[1 << 16]; // the jar is larger than some heaps have room for
      for (int read = stream.read(part); read >= 0; read = stream.read(part)) {
        digest.update(part, 0, read);
      }
      return Optional.of(HexFormat.of().formatHex(digest.digest()));
    } catch (IOException unreadable) {
      return Optional.empty();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
