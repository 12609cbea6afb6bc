// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import dev.demilune.learn.Learner;
import dev.demilune.learn.Shape;
import dev.demilune.learn.gradient.NoisyDescent;
import dev.demilune.learn.label.LabelPrivate;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Guarantee;
import dev.demilune.privacy.PureDp;
import dev.demilune.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Label privacy: features public, labels paid for. */
final class LabelBenchmark {

  private static final double DELTA = 1e-5;

  private LabelBenchmark() {}

  static List<String> markdown() {
    List<String> lines = new ArrayList<>();
    lines.add(
        "`label-private`, where one label is replaced and **features are not protected**, beside"
            + " `noisy-descent` under the same adjacency. Test accuracy, in per cent: mean and, in"
            + " brackets, standard deviation over "
            + SeededRuns.SEEDS
            + " seeds. Without privacy: the same likelihood with the true labels. Constants were"
            + " chosen on parts of training rows ([decision"
            + " 15](decisions/0015-label-privacy.md)).");
    lines.addAll(Markdown.table("| method | δ | a9a, ε = 0.5 | a9a, ε = 1 | MNIST, ε = 1 |"));
    Task a9a = labeled(PublicData.a9a(), 1);
    Task mnist = labeled(PublicData.mnist(), 1.0 / 255);
    Learner auto = LabelPrivate.withDefaults();
    lines.add(row("`likelihood`", auto.with("method", "likelihood"), DELTA, a9a, mnist));
    lines.add(row("`auto`", auto, 0, a9a, mnist));
    lines.add(row("`response`", auto.with("method", "response"), 0, a9a, mnist));
    lines.add(row("`flipped`", auto.with("method", "flipped"), 0, a9a, mnist));
    lines.add(row("`cover`", auto.with("method", "cover"), 0, a9a, mnist));
    lines.add(row("`noisy-descent`", NoisyDescent.withDefaults(), DELTA, a9a, mnist));
    lines.add(
        String.format(
            Locale.ROOT,
            "| without privacy | | %2$.2f | %2$.2f | %1$.2f |",
            mnist.withoutPrivacy(auto),
            a9a.withoutPrivacy(auto)));
    return lines;
  }

  private static Task labeled(PublicData data, double valueScale) {
    Schema declared = data.schema();
    Schema labels =
        Schema.vectors(declared.features(), declared.labels())
            .valueScale(valueScale)
            .adjacency(Adjacency.REPLACE_LABEL)
            .expectedRows(declared.expectedRows())
            .build();
    return Task.of(new PublicData(labels, data.train(), data.test()));
  }

  private static String row(String name, Learner learner, double delta, Task a9a, Task mnist) {
    return Markdown.row(
        name,
        delta == 0 ? "0" : "1e-5",
        cell(learner, delta, 0.5, a9a),
        cell(learner, delta, 1, a9a),
        cell(learner, delta, 1, mnist));
  }

  private static String cell(Learner learner, double delta, double epsilon, Task task) {
    Guarantee guarantee = delta == 0 ? PureDp.of(epsilon) : ApproximateDp.of(epsilon, delta);
    boolean runs = learner.plan(Shape.of(task.rows()), guarantee).runnable();
    return runs ? task.accuracies(learner, guarantee) : "";
  }
}
