// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.demilune.DemiluneException;
import org.junit.jupiter.api.Test;

class ArrayCapacityTest {

  @Test
  void doublesAsFarAsArraysGo() {
    assertThat(ArrayCapacity.of(1024)).isEqualTo(2048);
    assertThat(ArrayCapacity.of(1 << 30)).isEqualTo(Integer.MAX_VALUE - 8);
    assertThatThrownBy(() -> ArrayCapacity.of(Integer.MAX_VALUE - 8))
        .isInstanceOf(DemiluneException.class)
        .hasMessage("more than 2147483639 rows cannot be judged at once: split the file");
  }
}
