// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import org.junit.jupiter.api.Test;

class ProgressBarTest {

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  void isSilentAtFirstAndWhereNobodyWatches() {
    long longAgo = System.nanoTime() - 2_000_000_000L;
    try (ProgressBar bar = new ProgressBar(new Console(out, err, true), "training")) {
      bar.step(1, 2);
    }
    try (ProgressBar bar = new ProgressBar(new Console(out, err, false), "training", longAgo)) {
      bar.step(1, 2);
    }
    assertThat(err.size()).isZero();
  }

  @Test
  void drawsOnStandardErrorAndWipesItself() {
    long longAgo = System.nanoTime() - 2_000_000_000L;
    try (ProgressBar bar = new ProgressBar(new Console(out, err, true), "training", longAgo)) {
      bar.step(1, 2);
      bar.step(2, 2); // too soon after the first to be drawn
    }
    assertThat(err.toString(UTF_8))
        .isEqualTo(
            "\rtraining [" + "#".repeat(15) + ".".repeat(15) + "] 1/2\r" + " ".repeat(78) + "\r");
    assertThat(out.size()).isZero();
  }
}
