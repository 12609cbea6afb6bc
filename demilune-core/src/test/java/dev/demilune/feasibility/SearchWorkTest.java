// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.feasibility;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.demilune.feasibility.Constraints.Bounds;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SearchWorkTest {

  private static Bounds bounds(int unknowns, long largest, long right) {
    long[] columns = new long[unknowns];
    Arrays.fill(columns, largest);
    return Bounds.of(columns, right);
  }

  /**
   * By hand, for 100 rows: lines of the 50 floors in a plane; 50 planes with 25 lines each; and
   * with four unknowns 50·37.5 planes with 18.75.
   */
  @ParameterizedTest
  @CsvSource({"1, 100, 100", "2, 100, 5000", "3, 100, 125000", "4, 100, 3515625"})
  void aQuarterOrFewerOfTheLinesAreSwept(int unknowns, int rows, double thresholds) {
    assertThat(SearchWork.thresholds(unknowns, rows)).isCloseTo(thresholds, within(1e-3));
  }

  /** What a sample of a minute has, and less where integers are large. */
  @ParameterizedTest
  @CsvSource({"2, 100, 83000", "3, 100, 2270", "4, 100, 490", "5, 100, 175", "3, 1000000, 1470"})
  void aSampleOfAMinuteHasAbout(int unknowns, long largest, long about) {
    Bounds bounds = bounds(unknowns, largest, 10 * largest);
    long rows = SearchWork.rows(bounds, 60);
    assertThat((double) rows / about).isBetween(0.95, 1.05);
    assertThat(SearchWork.seconds(bounds, rows)).isLessThanOrEqualTo(60);
    assertThat(SearchWork.seconds(bounds, rows + 1)).isGreaterThan(60);
  }
}
