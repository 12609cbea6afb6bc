// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import org.junit.jupiter.api.Test;

class ByteSourceTest {

  /** Nothing read is no end: a caller without room would ask again and again. */
  @Test
  void readingNoBytesIsRefused() {
    try (ByteSource source = ByteSource.of(new ByteArrayInputStream(new byte[3]), "t.csv")) {
      assertThatThrownBy(() -> source.read(new byte[2], 2, 0))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("most must be at least 1, got 0");
      assertThat(source.read(new byte[2], 1, 1)).isOne();
    }
  }
}
