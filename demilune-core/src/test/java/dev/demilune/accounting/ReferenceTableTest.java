// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting;

import static org.assertj.core.api.Assertions.assertThat;

import dev.demilune.accounting.PrivacyEvent.GaussianSum;
import dev.demilune.accounting.PrivacyEvent.Laplace;
import dev.demilune.accounting.PrivacyEvent.PoissonSampled;
import dev.demilune.accounting.PrivacyEvent.Repeated;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/**
 * All rows of the table of Google's dp_accounting, where it lies beside the repository; {@code
 * PrivacyLossTest} has some of them always.
 */
class ReferenceTableTest {

  private static final Path TABLE = Path.of("../../shared/reference/accounting.csv");

  @Test
  void everyPriceIsWithinAThousandthOfTheReference() throws IOException {
    int rows = 0;
    for (String[] row : rows()) {
      if (row[0].startsWith("inverse_")) {
        continue;
      }
      rows++;
      double reference = Double.parseDouble(row[5]);
      Interval interval = accountant(row).epsilonBetween(Double.parseDouble(row[4]));

      assertThat(interval.note()).as(String.join(",", row)).isEmpty();
      assertThat(interval.upper()).isLessThanOrEqualTo(1.001 * reference);
      assertThat(interval.lower()).isLessThanOrEqualTo(reference);
      assertThat(interval.width()).isLessThanOrEqualTo(0.001 * interval.upper());
    }
    assertThat(rows).isGreaterThan(40);
  }

  /** The noise found there meets the ε there; a thousandth less noise certainly does not. */
  @Test
  void everyCalibratedNoiseIsWithinAThousandth() throws IOException {
    int rows = 0;
    for (String[] row : rows()) {
      if (!row[0].startsWith("inverse_")) {
        continue;
      }
      rows++;
      double target = Double.parseDouble(row[5]);
      double delta = Double.parseDouble(row[4]);
      String[] more = row.clone();
      more[1] = Double.toString(1.001 * Double.parseDouble(row[1]));
      String[] less = row.clone();
      less[1] = Double.toString(0.999 * Double.parseDouble(row[1]));
      PldAccountant narrow = PldAccountant.of(Scenarios.of(event(more))).withTolerance(1e-5);

      assertThat(narrow.epsilon(delta)).as(String.join(",", row)).isLessThanOrEqualTo(target);
      assertThat(
              PldAccountant.of(Scenarios.of(event(less)))
                  .withTolerance(1e-5)
                  .epsilonBetween(delta)
                  .lower())
          .as(String.join(",", row))
          .isGreaterThan(target);
    }
    assertThat(rows).isGreaterThan(10);
  }

  @Test
  void everyCalibrationFindsTheNoiseOfTheReference() throws IOException {
    for (String[] row : rows()) {
      if (row[0].startsWith("inverse_")) {
        ApproximateDp target =
            ApproximateDp.of(Double.parseDouble(row[5]), Double.parseDouble(row[4]));
        double noise =
            Calibration.smallestNoise(
                target,
                z -> {
                  String[] other = row.clone();
                  other[1] = Double.toString(z);
                  return event(other);
                });

        assertThat(noise / Double.parseDouble(row[1])).isBetween(0.999, 1.001);
      }
    }
  }

  private static List<String[]> rows() throws IOException {
    Assumptions.assumeTrue(Files.exists(TABLE), "no reference table at " + TABLE);
    return Files.readAllLines(TABLE).stream().skip(1).map(line -> line.split(",", -1)).toList();
  }

  private static Accountant accountant(String[] row) {
    return PldAccountant.of(Scenarios.of(event(row)));
  }

  private static PrivacyEvent event(String[] row) {
    double noise = Double.parseDouble(row[1]);
    double rate = Double.parseDouble(row[2]);
    PrivacyEvent step =
        row[0].equals("laplace")
            ? new Laplace(noise)
            : rate == 1
                ? new GaussianSum(noise)
                : new PoissonSampled(rate, Adjacency.ADD_OR_REMOVE_ONE, new GaussianSum(noise));
    return new Repeated(step, (long) Double.parseDouble(row[3]));
  }
}
