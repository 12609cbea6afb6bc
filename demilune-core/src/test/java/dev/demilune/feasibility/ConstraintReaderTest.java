// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.feasibility;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.demilune.data.CsvFormat;
import dev.demilune.data.CsvReader;
import dev.demilune.data.DataException;
import dev.demilune.feasibility.Constraints.Bounds;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConstraintReaderTest {

  private static Constraints read(String lines) {
    return ConstraintReader.read(
        CsvReader.open(
            new ByteArrayInputStream(lines.getBytes(StandardCharsets.UTF_8)),
            "c.csv",
            CsvFormat.standard()),
        Bounds.of(new long[] {10, 20}, 5));
  }

  @Test
  void readsCoefficientsAndRightSides() {
    Constraints constraints = read("a1,a2,b\n1,-20,+5\n -3 ,0,-5\n");
    assertThat(constraints.size()).isEqualTo(2);
    assertThat(constraints.coefficient(0, 1)).isEqualTo(-20);
    assertThat(constraints.rightSide(0)).isEqualTo(5);
    // x = 1, y = 1: -19 < 5 and -3 ≥ -5
    assertThat(constraints.depth(List.of(Rational.of(1), Rational.of(1)))).isEqualTo(1);
    assertThat(read("a1,a2,b\n").size()).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1,2,6 | c.csv:3: the number in column 3 is beyond its declared bound of 5; declare a larger"
            + " one, or mend the row",
        "-11,2,1 | c.csv:3: the number in column 1 is beyond its declared bound of 10; declare a"
            + " larger one, or mend the row",
        "1,99999999999999999999999,1 | c.csv:3: the number in column 2 is beyond its declared bound"
            + " of 20; declare a larger one, or mend the row",
        "1,9223372036854775808,1 | c.csv:3: the number in column 2 is beyond its declared bound of"
            + " 20; declare a larger one, or mend the row",
        "0,0,1 | c.csv:3: all coefficients are zero, so no variable is constrained; delete the row",
        "1.5,1,1 | c.csv:3: the cell in column 1 is no whole number; multiply rows with decimals by"
            + " a power of ten",
        "1,NaN,1 | c.csv:3: the cell in column 2 is no whole number; multiply rows with decimals by"
            + " a power of ten",
        "1,-,1 | c.csv:3: the cell in column 2 is no whole number; multiply rows with decimals by a"
            + " power of ten",
        "1,1 | c.csv:3: the row has 2 cells and the first line 3; mend the row, or check delimiter"
            + " and quotes"
      })
  void aRowThatIsNoConstraintIsToldByItsLine(String row, String message) {
    assertThatThrownBy(() -> read("a1,a2,b\n1,1,1\n" + row + "\n"))
        .isInstanceOf(DataException.class)
        .hasMessage(message);
  }

  @Test
  void columnsAndBoundsMustAgree() {
    assertThatThrownBy(() -> read("a1,b\n1,1\n"))
        .isInstanceOf(DataException.class)
        .hasMessage(
            "c.csv:1: the file has 2 columns, and bounds are declared for 2 variables and the right"
                + " side: name as many bounds as columns");
  }
}
