/*
 * Copyright 2026 The Demilune Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package dev.demilune.cli;

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
