// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.feasibility;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.demilune.data.CsvFormat;
import dev.demilune.data.CsvReader;
import dev.demilune.data.synthetic.HiddenPoint;
import dev.demilune.feasibility.Constraints.Bounds;
import dev.demilune.random.Randomness;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SearchWorkTest {

  private static Bounds bounds(int unknowns, long largest, long right) {
    long[] columns = new long[unknowns];
    Arrays.fill(columns, largest);
    return Bounds.of(columns, right);
  }

  /** Only rows that are equal, or without a coefficient, are fewer than is planned for. */
  @ParameterizedTest
  @CsvSource({"1, 500", "2, 500", "3, 100", "4, 40", "5, 22"})
  void thresholdsAreAsManyAsPredicted(int unknowns, int rows) throws IOException {
    HiddenPoint hidden = new HiddenPoint(unknowns, 100);
    StringBuilder csv = new StringBuilder();
    hidden.write(csv, rows, Randomness.reproducible(unknowns)::nextLong);
    Bounds bounds = bounds(unknowns, hidden.largest(), hidden.largestRightSide());
    Constraints constraints =
        ConstraintReader.read(
            CsvReader.open(
                new ByteArrayInputStream(csv.toString().getBytes(StandardCharsets.UTF_8)),
                "hidden",
                CsvFormat.standard()),
            bounds);
    RationalDomain domain = new VertexSpace(bounds, List.of()).domain();
    SliceLevels levels = SliceLevels.of(constraints, List.of(), domain.lowest(), domain.highest());

    double predicted = SearchWork.thresholds(unknowns, rows);
    assertThat(levels.sorted() / predicted).isBetween(0.7, 1.0);
  }

  /** By hand: 100·C(100, 3) of 100 rows and four unknowns, and with one unknown the rows. */
  @ParameterizedTest
  @CsvSource({"1, 100, 100", "2, 100, 10000", "3, 100, 495000", "4, 100, 16170000"})
  void everySetOfRowsIsMadeTightOnce(int unknowns, int rows, double thresholds) {
    assertThat(SearchWork.thresholds(unknowns, rows)).isCloseTo(thresholds, within(1e-3));
  }

  /** What a sample of a minute has, and less where integers are large. */
  @ParameterizedTest
  @CsvSource({"2, 100, 31000", "3, 100, 1400", "4, 100, 315", "5, 100, 130", "3, 1000000, 750"})
  void aSampleOfAMinuteHasAbout(int unknowns, long largest, long about) {
    Bounds bounds = bounds(unknowns, largest, 10 * largest);
    long rows = SearchWork.rows(bounds, 60);
    assertThat((double) rows / about).isBetween(0.95, 1.05);
    assertThat(SearchWork.seconds(bounds, rows)).isLessThanOrEqualTo(60);
    assertThat(SearchWork.seconds(bounds, rows + 1)).isGreaterThan(60);
  }
}
