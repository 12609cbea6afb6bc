// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import dev.demilune.DemiluneException;
import dev.demilune.learn.Learner;
import dev.demilune.learn.calibrate.ClassWeights;
import dev.demilune.learn.calibrate.Decision;
import dev.demilune.model.Classifier;
import dev.demilune.schema.LabelSet;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/** Which class to predict, given the probabilities of a calibrated model. */
final class DecisionOptions {

  /** The setting of learners that can give probabilities. */
  static final String CALIBRATION = "calibration";

  @Option(
      names = "--threshold",
      paramLabel = "T",
      description =
          "Predict the second of two labels from this probability on. Needs a calibrated model;"
              + " costs no privacy.")
  String threshold;

  @Option(
      names = "--cost",
      paramLabel = "fn=C,fp=C",
      description =
          "Predict what costs least if a false negative (a missed row of the second of two labels)"
              + " and a false positive cost this much; or LABEL=C for every label, what missing a"
              + " row of it costs. Needs a calibrated model; costs no privacy.")
  String cost;

  /** Returns whether a learner has the setting, or one that it chooses from. */
  static boolean canCalibrate(Learner learner) {
    try {
      learner.with(CALIBRATION, "on");
      return true;
    } catch (DemiluneException noSuchSetting) {
      return false;
    }
  }

  /** Returns the decision that was asked for, as the value of a learner's setting. */
  Optional<String> setting(LabelSet labels) {
    if (threshold != null && cost != null) {
      throw new IllegalArgumentException("--threshold and --cost exclude each other: give one");
    }
    if (threshold != null) {
      requireTwo("--threshold", labels);
      return Optional.of(
          "threshold="
              + Numerals.within(
                  "--threshold", threshold, t -> t > 0 && t < 1, "between 0 and 1, exclusive"));
    }
    return Optional.ofNullable(cost).map(text -> "cost=" + byPosition(text, labels));
  }

  private static String byPosition(String text, LabelSet labels) {
    boolean byFault = text.matches("\\s*f[np]\\s*=.*") && !labels.names().contains("fn");
    if (!byFault) {
      return positive(ClassWeights.byPosition("--cost", text, labels));
    }
    requireTwo("--cost fn=,fp=", labels);
    // Missing a row of the second class is a false negative, one of the first a false positive.
    LabelSet faults = LabelSet.of("fp", "fn");
    return positive(ClassWeights.byPosition("--cost", text, faults));
  }

  private static String positive(String costs) {
    return Arrays.stream(costs.split(",", -1))
        .map(
            one -> {
              double value = Numerals.within("--cost", one, cost -> cost > 0, "above 0");
              return Double.toString(value);
            })
        .collect(Collectors.joining(","));
  }

  private static void requireTwo(String option, LabelSet labels) {
    if (labels.size() != 2) {
      throw new IllegalArgumentException(
          option
              + " is for two labels, and there are "
              + labels.size()
              + ": give --cost LABEL=C for every label");
    }
  }

  /** Returns the model that predicts as asked; as it is if nothing was asked. */
  Classifier applied(Classifier model) {
    Optional<String> asked = setting(model.labels());
    if (asked.isEmpty()) {
      return model;
    }
    model.requireCalibration();
    return model.decidingBy(Decision.SETTING.parse(asked.get()).costs());
  }
}
