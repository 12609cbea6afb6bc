// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class VocabularyTest {

  private static int find(Vocabulary values, String text) {
    byte[] bytes = ("(" + text + ")").getBytes(StandardCharsets.UTF_8);
    return values.find(bytes, 1, bytes.length - 1);
  }

  @Test
  void findsExactTexts() {
    Vocabulary values = Vocabulary.of(List.of("rouge", "", "été", "1", "rouge"));

    assertThat(find(values, "rouge")).isZero();
    assertThat(find(values, "")).isEqualTo(1);
    assertThat(find(values, "été")).isEqualTo(2);
    assertThat(find(values, "1")).isEqualTo(3);
    assertThat(find(values, "1.0")).isEqualTo(-1);
    assertThat(find(values, "roug")).isEqualTo(-1);
  }

  @Test
  void findsNumbersByValueWhereAsked() {
    Vocabulary values = Vocabulary.numeric(List.of("-1", "1", "0", "cat", "1.0", "5e-1"));

    assertThat(find(values, "+1")).isEqualTo(1);
    assertThat(find(values, "1.00")).isEqualTo(1);
    assertThat(find(values, "1.0")).isEqualTo(4); // the exact text goes first
    assertThat(find(values, "-1.0")).isZero();
    assertThat(find(values, "-0")).isEqualTo(2);
    assertThat(find(values, "0.5")).isEqualTo(5);
    assertThat(find(values, "NaN")).isEqualTo(-1);
    assertThat(find(values, "dog")).isEqualTo(-1);
    assertThat(values.findNumber(Double.NaN)).isEqualTo(-1);
  }

  @Test
  void manyTextsAreToldApart() {
    List<String> texts = IntStream.range(0, 20_000).mapToObj(i -> "v" + i).toList();
    Vocabulary values = Vocabulary.of(texts);

    for (int i = 0; i < texts.size(); i++) {
      assertThat(find(values, texts.get(i))).isEqualTo(i);
    }
    assertThat(find(values, "v20000")).isEqualTo(-1);
  }

  @Test
  void anEmptyVocabularyFindsNothing() {
    assertThat(find(Vocabulary.numeric(List.of()), "1")).isEqualTo(-1);
  }
}
