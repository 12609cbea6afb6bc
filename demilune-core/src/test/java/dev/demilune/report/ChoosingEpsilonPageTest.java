// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.demilune.accounting.Accountant;
import dev.demilune.accounting.GaussianCalibration;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.report.Chart.Stroke;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * The numbers and the picture of docs/choosing-epsilon.md are the accountant's. {@code mvn test -pl
 * demilune-core -Dtest=ChoosingEpsilonPageTest -Ddocs.record=true} writes them anew.
 */
class ChoosingEpsilonPageTest {

  private static final boolean RECORD = Boolean.getBoolean("docs.record");
  private static final Path PAGE = Path.of("../docs/choosing-epsilon.md");
  private static final Path PICTURE = Path.of("../docs/plots/choosing-epsilon.svg");
  private static final String BEGIN = "<!-- budgets: begin -->\n";
  private static final String END = "<!-- budgets: end -->\n";
  private static final double DELTA = 1e-6;
  private static final double[] EPSILONS = {0.1, 0.5, 1, 3, 10};

  @Test
  void theTableIsTheAccountants() throws IOException {
    String page = Files.readString(PAGE);
    assertThat(page).contains(BEGIN).contains(END);
    int from = page.indexOf(BEGIN) + BEGIN.length();
    int to = page.indexOf(END);
    if (RECORD) {
      Files.writeString(PAGE, page.substring(0, from) + table() + page.substring(to));
    } else {
      assertThat(page.substring(from, to))
          .as("record it with -Ddocs.record=true")
          .isEqualTo(table());
    }
  }

  @Test
  void thePictureIsTheAccountants() throws IOException {
    double[] alarms = IntStream.rangeClosed(0, 100).mapToDouble(i -> i / 100.0).toArray();
    Chart chart =
        Chart.of(
            "What the best attacker detects",
            "one Gaussian release with δ = 1e-6; upper bounds on the true rate",
            Axis.linear("rate of false alarms", 0, 1),
            Axis.linear("rate of detection, at most", 0, 1));
    chart.line("ε = 3", Stroke.DASHED, alarms, detected(3, alarms));
    chart.line("ε = 1", Stroke.BOLD, alarms, detected(1, alarms));
    chart.line("ε = 0.1", Stroke.THIN, alarms, detected(0.1, alarms));
    chart.line("guessing", Stroke.DOTTED, alarms, alarms);
    if (RECORD) {
      chart.write(PICTURE);
    } else {
      assertThat(Files.readString(PICTURE)).isEqualTo(chart.svg());
    }
  }

  private static double multiplier(double epsilon) {
    return GaussianCalibration.noiseMultiplier(ApproximateDp.of(epsilon, DELTA), /* releases= */ 1);
  }

  private static double[] detected(double epsilon, double... alarms) {
    return Accountant.best(new PrivacyEvent.GaussianSum(multiplier(epsilon)))
        .tradeOff(alarms)
        .points()
        .stream()
        .mapToDouble(point -> 1 - point.falseNegativeLower())
        .toArray();
  }

  private static String table() {
    StringBuilder table =
        new StringBuilder(
            """

            | ε | odds grow at most by | an even guess becomes at most | detected, with one false alarm in 100 | the same, for any mechanism | noise multiplier | rows for μn = 10 | rows for μn = 1,000 |
            | --- | --- | --- | --- | --- | --- | --- | --- |
            """);
    for (double epsilon : EPSILONS) {
      double odds = Math.exp(epsilon);
      double any = anyMechanism(epsilon, 0.01);
      double mu = GaussianCalibration.mu(ApproximateDp.of(epsilon, DELTA));
      table.append(
          String.format(
              Locale.ROOT,
              "| %s | %,.2f | %s | %s | %s | %.2f | %,.0f | %,.0f |%n",
              epsilon == (long) epsilon ? "" + (long) epsilon : "" + epsilon,
              Math.ceil(odds * 100) / 100,
              percent(odds / (1 + odds)),
              percent(detected(epsilon, 0.01)[0]),
              percent(any),
              Math.ceil(multiplier(epsilon) * 100) / 100,
              Math.ceil(10 / mu),
              Math.ceil(1_000 / mu)));
    }
    return table.append('\n').toString();
  }

  /** One less what (ε, δ) forces an attacker to miss: the larger of two lines. */
  private static double anyMechanism(double epsilon, double alarms) {
    double first = 1 - DELTA - Math.exp(epsilon) * alarms;
    double second = Math.exp(-epsilon) * (1 - DELTA - alarms);
    return 1 - DoubleStream.of(0, first, second).max().orElseThrow();
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", Math.ceil(share * 1000) / 10);
  }
}
