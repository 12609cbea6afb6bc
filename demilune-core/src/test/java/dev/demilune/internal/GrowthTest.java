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
