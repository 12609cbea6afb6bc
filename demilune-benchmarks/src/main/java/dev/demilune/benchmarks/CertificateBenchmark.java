// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import dev.demilune.learn.Learner;
import dev.demilune.learn.kernel.KernelMargin;
import dev.demilune.model.EmbeddedClassifier;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.robust.CertifiedRadius;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** How much farther than its certified radius the nearest attack on a kernel model is. */
final class CertificateBenchmark {

  private static final int ROWS = 100;

  private CertificateBenchmark() {}

  static List<String> markdown() {
    List<String> lines = new ArrayList<>();
    lines.add(
        "The nearest attack found, over the certified radius, of the first "
            + ROWS
            + " test rows that are classified correctly. `kernel-margin` at ε = 1, δ = 1e-5, add or"
            + " remove one, row count declared, one seed. A ratio below one would refute a"
            + " certificate; one is as sharp as can be.");
    lines.addAll(Markdown.table("| data | setting | least | median | 90 % below | largest |"));
    KernelMargin kernel = KernelMargin.withDefaults();
    Task usps = Task.of(PublicData.usps());
    lines.add(line("USPS", "default", usps, kernel));
    lines.add(line("USPS", "`robust=0.2`", usps, kernel.with("robust", "0.2")));
    Task mnist = Task.of(PublicData.mnist());
    KernelMargin small = kernel.with("features", "2048");
    lines.add(line("MNIST", "`features=2048`", mnist, small));
    lines.add(line("MNIST", "`features=2048 robust=0.2`", mnist, small.with("robust", "0.2")));
    return lines;
  }

  private static String line(String data, String setting, Task task, Learner learner) {
    EmbeddedClassifier model =
        (EmbeddedClassifier)
            SeededRuns.fit(learner, task.rows(), ApproximateDp.of(1, 1e-5), /* seed= */ 1);
    CertifiedRadius certified = CertifiedRadius.of(model);
    KernelAttack attack = new KernelAttack(model);
    List<Double> ratios = new ArrayList<>();
    EncodedRows.forEach(
        model.schema(),
        task.data().test().get(),
        row -> {
          int predicted = model.predict(row);
          if (predicted == row.label() && ratios.size() < ROWS) {
            ratios.add(attack.distance(row, predicted) / certified.radius(row, predicted));
          }
        });
    double[] sorted = ratios.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    double[] shown = {sorted[0], sorted[ROWS / 2], sorted[9 * ROWS / 10], sorted[ROWS - 1]};
    List<String> cells = new ArrayList<>(List.of(data, setting));
    Arrays.stream(shown).forEach(value -> cells.add(String.format(Locale.ROOT, "%.3f", value)));
    return Markdown.row(cells.toArray(String[]::new));
  }
}
