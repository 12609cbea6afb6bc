// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import dev.demilune.learn.Learner;
import dev.demilune.learn.gradient.PrivateSvm;
import dev.demilune.learn.perturb.ObjectivePerturbation;
import dev.demilune.learn.perturb.OutputPerturbation;
import java.util.ArrayList;
import java.util.List;

/** Test accuracy of the learners that others are compared with. */
final class BaselineBenchmark {

  private BaselineBenchmark() {}

  static List<String> markdown() {
    PublicData a9a = PublicData.a9a();
    PublicData digits = PublicData.threeAgainstEight();
    List<String> lines = new ArrayList<>();
    lines.add(
        "Defaults, δ = 1e-5, add or remove one, row count declared; mean and, in brackets, standard"
            + " deviation over 5 seeds. Constants of the two perturbations were chosen on training"
            + " rows.");
    lines.addAll(
        Markdown.table("| learner | test accuracy, % | ε = 0.1 | 0.5 | 1 | 3 | no privacy |"));
    for (Learner learner :
        List.of(
            ObjectivePerturbation.withDefaults(),
            OutputPerturbation.withDefaults(),
            PrivateSvm.withDefaults())) {
      lines.add(line(learner, "a9a", a9a));
      lines.add(line(learner, "MNIST, 3 against 8", digits));
    }
    lines.add(line(PrivateSvm.withDefaults(), "USPS", PublicData.usps()));
    lines.add(line(PrivateSvm.withDefaults(), "MNIST, 10 classes", PublicData.mnist()));
    return lines;
  }

  private static String line(Learner learner, String name, PublicData data) {
    return "| `"
        + learner.name()
        + "` "
        + AccuracyBenchmark.row(name, learner, SeededRuns.SEEDS, AccuracyBenchmark.once(data));
  }
}
