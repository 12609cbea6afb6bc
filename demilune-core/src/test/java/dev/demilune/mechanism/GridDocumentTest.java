// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.mechanism;

import static org.assertj.core.api.Assertions.assertThat;

import dev.demilune.privacy.Adjacency;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** The numbers that docs/grid.md and the proof promise are those of the code. */
class GridDocumentTest {

  @Test
  void theTableOfLossesIsThatOfTheCode() throws IOException {
    String page = Files.readString(Path.of("../docs/grid.md"));
    for (int bits : new int[] {32, 64, 128, 192, 256, 512, 4096, 100_000}) {
      StringBuilder line = new StringBuilder("\n| 2^" + bits);
      for (ValueShift shift : ValueShift.values()) {
        BigInteger size = BigInteger.TWO.pow(bits);
        line.append(" | ")
            .append(new FlatSearch(size, shift, 1, 0.05).loss())
            .append(" | ")
            .append(RecursiveSearch.of(size, shift, 1, 1e-6, 0.05, 2).loss());
      }
      assertThat(page).contains(line + " |\n");
    }
  }

  @Test
  void theRecursionBeginsToWinWhereThePageSays() throws IOException {
    String page = Files.readString(Path.of("../docs/grid.md"));
    assertThat(page)
        .contains("about 2^" + first(ValueShift.EITHER_WAY) + " points where rows are replaced and")
        .contains(" 2^" + first(ValueShift.ONE_WAY) + " where they are added or removed");
  }

  private static int first(ValueShift shift) {
    int bits = 1;
    while (QuasiConcave.best(BigInteger.TWO.pow(bits), shift, 1, 1e-6, 0.05)
        instanceof FlatSearch) {
      bits++;
    }
    return bits;
  }

  @Test
  void rowsNeededAndSlicesAreThoseOfTheCode() throws IOException {
    String page = Files.readString(Path.of("../docs/grid.md"));
    for (int bits : new int[] {256, 4096}) {
      InteriorPoint point =
          InteriorPoint.of(BigInteger.TWO.pow(bits), Adjacency.REPLACE_ONE, 1, 1e-6, 0.05);
      assertThat(page).contains(point.rowsNeeded() + " at 2^" + bits);
    }
    String proof = Files.readString(Path.of("../docs/proofs/reorder-slice-compute.md"));
    for (double sizeEpsilon : new double[] {0.1, 0.01, 0.001, 0.0001}) {
      ReorderSliceCompute slices = new ReorderSliceCompute(100, sizeEpsilon, 0.1, 0);
      String epsilon =
          String.format(
              Locale.ROOT, "%.2f", Math.ceil(slices.guarantee(1e-6).epsilon() * 100) / 100);
      assertThat(proof).contains(" | " + epsilon + " | " + slices.breakEven(1e-6));
      if (sizeEpsilon >= 0.001) {
        assertThat(page).contains(epsilon);
      }
    }
  }
}
