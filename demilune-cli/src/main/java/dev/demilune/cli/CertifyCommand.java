// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import dev.demilune.model.Classifier;
import dev.demilune.robust.RobustAccuracy;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code demilune certify}: how much a row may change before the prediction can. */
@Command(
    name = "certify",
    description = {
      "Print the share of rows that are predicted right and provably stay so under every change of"
          + " the encoded row of at most a given Euclidean length. The rows must be public: the"
          + " numbers depend on them and are not private."
    },
    footer = {
      "",
      "Example:",
      "  demilune certify --model census.model --data test.csv --radius 0.05,0.1,0.2"
    })
final class CertifyCommand extends DemiluneCommand {

  /** Without --radius: where these shares of the accuracy are left. */
  private static final double[] SHARES = {0.9, 0.75, 0.5, 0.25, 0.1};

  @Mixin ModelOption input = new ModelOption();

  @Option(
      names = "--radius",
      paramLabel = "R",
      split = ",",
      description = "Lengths of the change; by default some that tell this model's story.")
  List<Double> radii;

  @Override
  void run() {
    if (radii != null && radii.stream().anyMatch(r -> !(r >= 0 && r < Double.POSITIVE_INFINITY))) {
      throw usage("--radius must be finite and not negative");
    }
    Classifier model = input.load().model();
    fromOptions(() -> input.data.labelledFormatFor(model.schema().isVectors()));
    RobustAccuracy result = input.data.robustness(model);
    List<Double> at = radii == null ? tellingRadii(result) : radii;
    if (result.accuracy() > 0 && at.stream().allMatch(radius -> result.at(radius) == 0)) {
      console.note(
          String.format(
              Locale.ROOT,
              "nothing is proved at these radii; half of the accuracy is left at %.4g. For models"
                  + " that are not linear the radius is a lower bound, and may be far below the true"
                  + " distance: of an additive model where a curve is steep.",
              result.radiusKeeping(0.5)));
    }
    TextTable table = new TextTable(List.of("radius", "robust accuracy"), 0, 1);
    for (double radius : at) {
      table.add(
          String.format(Locale.ROOT, "%.4g", radius),
          String.format(Locale.ROOT, "%.2f %%", 100 * result.at(radius)));
    }
    answer(
        Json.of(
            "rows", result.rows(),
            "accuracy", result.accuracy(),
            "radii",
                Json.array(
                    at, radius -> Json.of("radius", radius, "robustAccuracy", result.at(radius)))),
        String.format(
            Locale.ROOT, "%,d rows, accuracy %.2f %%%n", result.rows(), 100 * result.accuracy()),
        table.toString());
  }

  private static List<Double> tellingRadii(RobustAccuracy result) {
    List<Double> radii = new ArrayList<>(List.of(0.0));
    for (double share : SHARES) {
      radii.add(result.radiusKeeping(share));
    }
    return radii.stream().distinct().toList();
  }
}
