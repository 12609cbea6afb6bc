// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FirstLineTest {

  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      quoteCharacter = '~',
      value = {
        "age;job;y ! ;",
        "\"a,b\";c ! ;",
        "a|b|c ! |",
        "a;b,c|d|e|f ! |",
        "A11;6;1,5;good ! ;",
        "a,b;c ! ",
        "|1x3 Cross ! ",
        "age ! "
      })
  void anotherDelimiterIsSeen(String line, Character expected) {
    assertThat(new FirstLine(line.strip()).delimiterInsteadOf(','))
        .isEqualTo(Optional.ofNullable(expected));
  }

  @Test
  void tabsAreSeenAndTheGivenDelimiterIsBelieved() {
    assertThat(new FirstLine("a\tb").delimiterInsteadOf(',')).contains('\t');
    assertThat(new FirstLine("a,b").delimiterInsteadOf(';')).contains(',');
    assertThat(new FirstLine("a,b;c").delimiterInsteadOf(',')).isEmpty(); // as many either way
  }

  @ParameterizedTest
  @ValueSource(strings = {"39,State-gov,13", "x,x,s,n", "a,,b", "A11,6,A34,1169"})
  void rowsAreToldFromHeaders(String line) {
    assertThat(new FirstLine(line).isLikeARow(',')).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"age,job,y", "\"home, town\",spent", "name", "id,a,b,c,d,2019"})
  void headersAreToldFromRows(String line) {
    assertThat(new FirstLine(line).isLikeARow(',')).isFalse();
  }

  @Test
  void onlyTheFirstLineIsRead() throws IOException {
    Path file = directory.resolve("t.csv");
    Files.write(file, "\uFEFFa,b\r\n1,2\n3,4\n1,\u0000".getBytes(StandardCharsets.UTF_8));
    assertThat(FirstLine.of(file)).isEqualTo(new FirstLine("a,b"));
    Files.writeString(file, "% a comment\n@relation x\n");
    assertThat(FirstLine.of(file).isArff()).isTrue();
    assertThat(new FirstLine("@RELATION x").isArff()).isTrue();
    assertThat(new FirstLine("relation").isArff()).isFalse();
    assertThat(new FirstLine("-1 3:1 11:0.5 ").isLibsvm()).isTrue();
    assertThat(new FirstLine("age job").isLibsvm()).isFalse();
    Files.write(file, new byte[0]);
    assertThat(FirstLine.of(file)).isEqualTo(new FirstLine(""));
    FirstLine.requireText(file, "LIBSVM");
    Files.writeString(file, "1 2:3\n\u0000"); // a broken row, which is private
    FirstLine.requireText(file, "LIBSVM");
    Files.write(file, "a".getBytes(StandardCharsets.UTF_16));
    assertThatThrownBy(() -> FirstLine.requireText(file, "LIBSVM"))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("UTF-16");
  }
}
