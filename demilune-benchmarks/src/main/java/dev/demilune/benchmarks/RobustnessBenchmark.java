// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import dev.demilune.learn.Learner;
import dev.demilune.learn.gradient.BatchPerceptron;
import dev.demilune.learn.gradient.NoisyDescent;
import dev.demilune.learn.kernel.KernelMargin;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Certified accuracy on MNIST against the radius in un-normalized pixels from 0 to 1: two curves,
 * one for each learner, and how far the first is ahead of the second.
 */
final class RobustnessBenchmark {

  private static final double[] RADII = {0, 0.5, 1.0, 1.5};
  private static final double[] MARGINS = {0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35};
  private static final double[] ROBUST = {
    0, 0.03, 0.06, 0.08, 0.1, 0.12, 0.145, 0.17, 0.19, 0.21, 0.235, 0.26, 0.28, 0.3, 0.33, 0.36
  };

  private static final double[] KERNEL_ROBUST = {0.2};
  private static final int KERNEL_SEEDS = 2;

  private RobustnessBenchmark() {}

  /** One setting: shares in percent for every radius and trial. */
  private record Setting(double value, List<double[]> shares) {

    double mean(int radius) {
      return Arrays.stream(shares.get(radius)).average().orElseThrow();
    }

    String line(String learner, String key) {
      StringBuilder line =
          new StringBuilder("| `").append(learner).append("` ").append(key).append('=');
      line.append(value);
      for (double[] share : shares) {
        line.append(" | ").append(SeededRuns.meanAndDeviation(share));
      }
      return line.toString();
    }
  }

  static List<String> markdown() {
    Task task = Task.of(PublicData.mnist());
    List<Setting> descent = settings(NoisyDescent.withDefaults(), "robust", ROBUST, task);
    List<Setting> perceptron = settings(BatchPerceptron.withDefaults(), "margin", MARGINS, task);
    List<String> lines = new ArrayList<>();
    lines.add(
        "MNIST at ε = 1, δ = 1e-5: share of test images, in per cent, that are classified correctly"
            + " and provably stay so under every perturbation of that L2 length. Mean and standard"
            + " deviation over 5 seeds. Radius 0 is clean accuracy.");
    lines.addAll(Markdown.table("| learner | radius 0 | 0.5 | 1.0 | 1.5 |"));
    descent.forEach(setting -> lines.add(setting.line("noisy-descent", "robust") + " |"));
    lines.add("");
    lines.add(
        "The last three columns compare a setting of the perceptron with the curve of"
            + " `noisy-descent` above it, clean against certified accuracy at that radius, straight"
            + " between neighbouring settings: the largest number of points by which a point of the"
            + " curve is ahead in both.");
    lines.addAll(
        Markdown.table(
            "| learner | radius 0 | 0.5 | 1.0 | 1.5 | ahead at 0.5 | at 1.0 | at 1.5 |"));
    double least = Double.POSITIVE_INFINITY;
    for (Setting setting : perceptron) {
      StringBuilder line = new StringBuilder(setting.line("batch-perceptron", "margin"));
      for (int radius = 1; radius < RADII.length; radius++) {
        double lead = lead(descent, setting, radius);
        least = Math.min(least, lead);
        line.append(String.format(Locale.ROOT, " | %+.2f", lead));
      }
      lines.add(line.append(" |").toString());
    }
    lines.add("");
    lines.add(
        String.format(
            Locale.ROOT,
            "Largest deficit of `noisy-descent` over all of them: %.2f points.",
            -least));
    return lines;
  }

  /** The same of kernel models: minutes of processor time for each fit, so a section of its own. */
  static List<String> kernels() {
    Task task = Task.of(PublicData.mnist());
    Learner kernel = KernelMargin.withDefaults().with("features", "2048");
    List<String> lines = new ArrayList<>();
    lines.add(
        "As in the section before, for `kernel-margin` with 2048 features and otherwise its"
            + " default rule. Mean and standard deviation over "
            + KERNEL_SEEDS
            + " seeds of the noise, one draw of the frequencies. Width and steps were chosen on"
            + " training rows (docs/decisions/0038).");
    lines.addAll(Markdown.table("| learner | radius 0 | 0.5 | 1.0 | 1.5 |"));
    for (double value : KERNEL_ROBUST) {
      Learner robust = kernel.with("robust", Double.toString(value));
      Setting setting = new Setting(value, task.certified(robust, RADII, KERNEL_SEEDS));
      lines.add(setting.line("kernel-margin", "robust") + " |");
      System.err.println(lines.get(lines.size() - 1)); // each takes minutes
    }
    return lines;
  }

  private static List<Setting> settings(Learner learner, String key, double[] values, Task task) {
    return Arrays.stream(values)
        .mapToObj(
            value ->
                new Setting(
                    value, task.certified(learner.with(key, Double.toString(value)), RADII)))
        .toList();
  }

  /** Returns by how much some point of the curve is ahead of the setting in both coordinates. */
  private static double lead(List<Setting> curve, Setting other, int radius) {
    double best = Double.NEGATIVE_INFINITY;
    for (int i = 0; i + 1 < curve.size(); i++) {
      double cleanFrom = curve.get(i).mean(0) - other.mean(0);
      double cleanTo = curve.get(i + 1).mean(0) - other.mean(0);
      double certifiedFrom = curve.get(i).mean(radius) - other.mean(radius);
      double certifiedTo = curve.get(i + 1).mean(radius) - other.mean(radius);
      best = Math.max(best, Math.min(cleanFrom, certifiedFrom));
      best = Math.max(best, Math.min(cleanTo, certifiedTo));
      // The smaller of two straight lines is largest at an end or where they cross.
      double crossing =
          (cleanFrom - certifiedFrom) / (cleanFrom - certifiedFrom - cleanTo + certifiedTo);
      if (crossing > 0 && crossing < 1) {
        best = Math.max(best, cleanFrom + crossing * (cleanTo - cleanFrom));
      }
    }
    return best;
  }
}
