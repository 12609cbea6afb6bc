// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PartCodesTest {

  private static final Part.Number AMOUNT = new Part.Number("amount", 0, 100_000);
  private static final Part.Number BALANCE = new Part.Number("balance", -500, 600);
  private static final Part.Choice PLAN = new Part.Choice("plan", List.of("free", "pro"));

  @Test
  void everyNumberHasSixtyFourCellsFromZeroToOne() {
    for (Part.Number part : List.of(AMOUNT, BALANCE, new Part.Number("x", 0, 1))) {
      double[] edges = CellGrid.of(part).edges();
      assertThat(edges).hasSize(65).isSorted().doesNotHaveDuplicates();
      assertThat(edges[0]).isZero();
      assertThat(edges[64]).isOne();
    }
  }

  @Test
  void cellsAreFineWhereAmountsCrowd() {
    double[] amount = CellGrid.of(AMOUNT).edges();
    assertThat(amount[1]).isLessThan(1e-5); // one of a hundred thousand
    double zero = BALANCE.positionOf(0);
    assertThat(CellGrid.of(BALANCE).edges()).contains(zero);
    assertThat(CellGrid.of(BALANCE).cell(zero + 1e-4))
        .isNotEqualTo(CellGrid.of(BALANCE).cell(zero + 1e-3));
  }

  /** A code is rounded down within its cell, by less than a thousandth of the cell's width. */
  @Test
  void valuesComeBackWithinAThousandthOfTheirCell() {
    PartCodes codes = PartCodes.of(List.of(AMOUNT, BALANCE));
    for (int part = 0; part < 2; part++) {
      for (double position : new double[] {0, 1e-9, 1e-4, 0.1, 0.4545454, 0.5, 0.999, 1}) {
        char code = codes.code(part, position);
        int cell = PartCodes.cell(code);
        double width = codes.grid(part).edge(cell + 1) - codes.grid(part).edge(cell);
        assertThat(codes.value(part, code))
            .isBetween(position - 1.01 * width / 1023, position + 1e-12);
      }
    }
  }

  @Test
  void noNumberHasTheCodeOfAMissingOne() {
    PartCodes codes = PartCodes.of(List.of(AMOUNT));
    assertThat(codes.code(0, 1)).isNotEqualTo(PartCodes.MISSING);
    assertThat(codes.code(0, Double.POSITIVE_INFINITY)).isNotEqualTo(PartCodes.MISSING);
    assertThat(codes.code(0, Double.NaN)).isEqualTo(PartCodes.MISSING);
    assertThat(codes.value(0, PartCodes.MISSING)).isNaN();
  }

  @Test
  void whatIsNoneOfTheValuesHasACodeOfItsOwn() {
    PartCodes codes = PartCodes.of(List.of(PLAN));
    assertThat(codes.value(0, codes.code(0, 1))).isEqualTo(1);
    for (double none : new double[] {-1, 2, Double.NaN, 1e300}) {
      assertThat(codes.value(0, codes.code(0, none))).isEqualTo(-1);
    }
  }

  /** A number is in one of 64 cells and at one of 1,023 places there, or missing. */
  @Test
  void onlyCodesThatAreGivenAreCodes() {
    PartCodes codes = PartCodes.of(List.of(AMOUNT, PLAN));
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 10_000; i++) {
      assertThat(codes.isCode(0, codes.code(0, random.nextDouble(-0.1, 1.1)))).isTrue();
    }
    assertThat(codes.isCode(0, codes.code(0, Double.POSITIVE_INFINITY))).isTrue();
    assertThat(codes.isCode(0, PartCodes.MISSING)).isTrue();
    long ofNumbers = IntStream.range(0, 1 << 16).filter(c -> codes.isCode(0, (char) c)).count();
    assertThat(ofNumbers).isEqualTo(64 * 1_023 + 1);
    assertThat(codes.isCode(0, (char) 1_023)).isFalse(); // between the first cell and the second
    long ofChoices = IntStream.range(0, 1 << 16).filter(c -> codes.isCode(1, (char) c)).count();
    assertThat(ofChoices).isEqualTo(3); // two values and none of them
  }
}
