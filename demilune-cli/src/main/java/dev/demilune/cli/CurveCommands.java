// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import com.google.gson.JsonObject;
import dev.demilune.accounting.Accountant;
import dev.demilune.accounting.EventJson;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.accounting.PrivacyProfile;
import dev.demilune.report.Axis;
import dev.demilune.report.Chart;
import dev.demilune.report.Chart.Stroke;
import java.nio.file.Path;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Commands that show a whole curve of an event, as numbers and as a drawing. */
final class CurveCommands {

  private CurveCommands() {}

  /** What they share: the event, and where the drawing goes. */
  abstract static class Curve extends DemiluneCommand {

    private static final int LINES = 21;

    @Mixin EventOptions options = new EventOptions();

    @Option(
        names = "--plot",
        paramLabel = "FILE",
        description = "An SVG drawing of the curve to write.")
    Path plot;

    @Override
    final void run() {
      PrivacyEvent event = fromOptions(options::event);
      checkApart(new FileRoles().reads("--event", options.file).writes("--plot", plot));
      Accountant accountant = Accountant.best(event);
      PrivacyProfile profile = accountant.profile();
      List<double[]> points = points(profile);
      if (plot != null) {
        draw(points, event).write(plot);
      }
      String by = names(accountant, profile);
      answer(
          Json.of(
              "points",
              Json.array(points, this::json),
              "accountant",
              by,
              "event",
              EventJson.write(event),
              "plot",
              plot),
          table(points).toString(),
          "\n" + meaning(),
          Prices.by(by, event),
          plot == null ? null : "drawing written to " + plot);
    }

    /** The accountants that answered at the points of a profile. */
    private static String names(Accountant accountant, PrivacyProfile profile) {
      return profile.points().stream()
          .map(point -> accountant.nameAtEpsilon(point.epsilon()))
          .distinct()
          .collect(Collectors.joining(" and "));
    }

    /** Points of three numbers: where, and the two ends of what is there. */
    abstract List<double[]> points(PrivacyProfile profile);

    /** The names of the three numbers, for scripts and for people. */
    abstract List<String> names();

    abstract String meaning();

    abstract Chart draw(List<double[]> points, PrivacyEvent event);

    private JsonObject json(double[] point) {
      return Json.of(names().get(0), point[0], names().get(1), point[1], names().get(2), point[2]);
    }

    /** Few enough lines for a screen; scripts get all points. */
    private TextTable table(List<double[]> points) {
      TextTable table = new TextTable(names(), 0, 1, 2);
      int shown = Math.min(LINES, points.size());
      for (int i = 0; i < shown; i++) {
        double[] point =
            points.get((int) Math.round(i * (points.size() - 1.0) / Math.max(1, shown - 1)));
        table.add(Prices.nearest(point[0]), Prices.down(point[1]), Prices.up(point[2]));
      }
      return table;
    }

    static double[] column(List<double[]> points, ToDoubleFunction<double[]> number) {
      return points.stream().mapToDouble(number).toArray();
    }
  }

  @Command(
      name = "profile",
      description = "Show the privacy profile of an event: the smallest delta for every epsilon.",
      footer = {
        "",
        "Example:",
        "  demilune privacy profile --noise 1.1 --rate 0.01 --steps 10000 --plot profile.svg"
      })
  static final class Profile extends Curve {

    @Override
    List<double[]> points(PrivacyProfile profile) {
      return profile.points().stream().map(Profile::numbers).toList();
    }

    private static double[] numbers(PrivacyProfile.Point point) {
      return new double[] {point.epsilon(), point.deltaLower(), point.deltaUpper()};
    }

    @Override
    List<String> names() {
      return List.of("epsilon", "lower", "upper");
    }

    @Override
    String meaning() {
      return "For each ε, the smallest δ of the event is between the two ends.";
    }

    @Override
    Chart draw(List<double[]> points, PrivacyEvent event) {
      double last = points.get(points.size() - 1)[0];
      double[] epsilons = column(points, point -> point[0]);
      Chart chart =
          Chart.of(
              "Privacy profile",
              event.toString(),
              Axis.linear("ε", 0, last > 0 ? last : 1),
              Axis.logarithmic("δ", 1e-12, 1));
      if (points.stream().anyMatch(p -> p[2] > 1e-12 && p[2] > 1.05 * p[1])) {
        chart.line("δ is not below this", Stroke.DASHED, epsilons, column(points, p -> p[1]));
      }
      return chart.line("δ is not above this", Stroke.BOLD, epsilons, column(points, p -> p[2]));
    }
  }

  @Command(
      name = "tradeoff",
      description = {
        "Show the trade-off curve of an event: how often the best membership attack must miss, for"
            + " every rate of false alarms."
      },
      footer = {
        "",
        "Example:",
        "  demilune privacy tradeoff --noise 1.1 --rate 0.01 --steps 10000 --plot tradeoff.svg"
      })
  static final class TradeOff extends Curve {

    /** Where attacks are strongest; the rest is in steps of {@link #STEPS} to the unit. */
    private static final double[] RARE = {0, 1e-6, 1e-5, 1e-4, 1e-3, 2e-3};

    private static final int STEPS = 200;

    @Override
    List<double[]> points(PrivacyProfile profile) {
      double[] rates =
          DoubleStream.concat(
                  DoubleStream.of(RARE),
                  IntStream.rangeClosed(1, STEPS).mapToDouble(i -> (double) i / STEPS))
              .toArray();
      return dev.demilune.accounting.TradeOff.of(profile, rates).points().stream()
          .map(
              p ->
                  new double[] {
                    p.falsePositiveRate(), p.falseNegativeLower(), p.falseNegativeUpper()
                  })
          .toList();
    }

    @Override
    List<String> names() {
      return List.of("falsePositiveRate", "lower", "upper");
    }

    @Override
    String meaning() {
      return "For each rate of false positives, the best attack's rate of false negatives is"
          + " between the two ends.";
    }

    @Override
    Chart draw(List<double[]> points, PrivacyEvent event) {
      double[] rates = column(points, point -> point[0]);
      Chart chart =
          Chart.of(
                  "What the best membership attack can reach",
                  event.toString(),
                  Axis.linear("false positive rate", 0, 1),
                  Axis.linear("false negative rate", 0, 1))
              .line("guessing", Stroke.DOTTED, rates, column(points, point -> 1 - point[0]));
      if (points.stream().anyMatch(p -> p[2] - p[1] > 0.005)) {
        chart.line(
            "the best attack is below this", Stroke.DASHED, rates, column(points, p -> p[2]));
      }
      return chart.line("no attack is below this", Stroke.BOLD, rates, column(points, p -> p[1]));
    }
  }
}
