// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.demilune.DemiluneException;
import org.junit.jupiter.api.Test;

class GrowthTest {

  @Test
  void doublesAsFarAsArraysGo() {
    assertThat(Growth.of(1024)).isEqualTo(2048);
    assertThat(Growth.of(1 << 30)).isEqualTo(Integer.MAX_VALUE - 8);
    assertThatThrownBy(() -> Growth.of(Integer.MAX_VALUE - 8))
        .isInstanceOf(DemiluneException.class)
        .hasMessage("more than 2147483639 rows cannot be judged at once: split the file");
  }
}
