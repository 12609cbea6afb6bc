// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SpellingTest {

  @Test
  void countsSlips() {
    assertThat(Spelling.slips("train", "train")).isZero();
    assertThat(Spelling.slips("trian", "train")).isEqualTo(1);
    assertThat(Spelling.slips("trian", "plan")).isEqualTo(3);
    assertThat(Spelling.slips("", "plan")).isEqualTo(4);
    assertThat(Spelling.slips("leger", "ledger")).isEqualTo(1);
  }

  @Test
  void takesTheFirstOfTheNearest() {
    assertThat(Spelling.nearest("trian", List.of("plan", "train"))).isEqualTo("train");
    assertThat(Spelling.nearest("x", List.of("b", "a"))).isEqualTo("b");
  }
}
