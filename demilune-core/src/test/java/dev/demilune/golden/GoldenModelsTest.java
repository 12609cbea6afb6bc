// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.golden;

import static org.assertj.core.api.Assertions.assertThat;

import dev.demilune.learn.PrivateFit;
import dev.demilune.model.ModelFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Seeded fits of every learner against recorded ones: the same seed gives the same model, bit by
 * bit, and a certificate with the same event and the same guarantee.
 *
 * <p>Where a change of these bits is right, {@code -Dgolden.record=true} writes the files anew, and
 * the commit says why.
 */
class GoldenModelsTest {

  private static final String RESOURCES = "src/test/resources/dev/demilune/golden";
  private static final String DIGESTS = "models.txt";
  private static final boolean RECORD = Boolean.getBoolean("golden.record");

  @TempDir Path folder;

  @Test
  void seededFitsStayTheSame() throws IOException {
    List<String> digests = new ArrayList<>();
    Map<GoldenCase, String> files = new LinkedHashMap<>();
    for (GoldenCase one : GoldenCase.all()) {
      Optional<PrivateFit> fit = one.fit();
      if (fit.isPresent()) {
        String file = modelFile(fit.get());
        digests.add(one.name() + " -> " + digest(fit.get(), file));
        files.put(one, file);
      } else {
        digests.add(one.name() + " -> refused");
      }
    }
    compare(DIGESTS, String.join("\n", digests) + "\n");
    for (GoldenCase one : GoldenCase.representatives(files.keySet())) {
      compare(one.learner() + ".model", files.get(one));
    }
  }

  private String modelFile(PrivateFit fit) throws IOException {
    Path file = folder.resolve("golden.model");
    ModelFile.save(file, fit.model(), fit.certificate());
    return Files.readString(file);
  }

  /** The numbers of the model, the event and the guarantee; not the words of the certificate. */
  private static String digest(PrivateFit fit, String file) {
    String numbers = file.substring(file.indexOf("\n  \"schema\""), file.indexOf("\"sha256\""));
    return "model "
        + sha256(numbers)
        + ", event "
        + sha256(fit.certificate().eventJson())
        + ", "
        + fit.certificate().guarantee().describe();
  }

  private static String sha256(String text) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash, 0, 8);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java has SHA-256", e);
    }
  }

  private static void compare(String name, String text) throws IOException {
    if (RECORD) {
      Path file = Path.of(RESOURCES, name);
      Files.createDirectories(file.getParent());
      Files.writeString(file, text);
      return;
    }
    try (InputStream recorded = GoldenModelsTest.class.getResourceAsStream(name)) {
      assertThat(recorded).as("no golden file %s", name).isNotNull();
      assertThat(text.lines())
          .as(name)
          .containsExactlyElementsOf(
              new String(recorded.readAllBytes(), StandardCharsets.UTF_8).lines().toList());
    }
  }
}
