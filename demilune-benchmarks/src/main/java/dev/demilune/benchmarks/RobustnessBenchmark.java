/*
 * Copyright 2026 The Demilune Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package dev.demilune.benchmarks;

import dev.demilune.data.Table;
import dev.demilune.learn.BatchPerceptron;
import dev.demilune.learn.Learner;
import dev.demilune.learn.NoisyDescent;
import dev.demilune.robust.RobustAccuracy;
import dev.demilune.schema.BoundedDataset;
import java.util.ArrayList;
import java.util.List;

/** Certified accuracy on MNIST against the radius in un-normalised pixels from 0 to 1. */
final class RobustnessBenchmark {

  private static final double[] RADII = {0, 0.5, 1.0, 1.5};

  private RobustnessBenchmark() {}

  static List<String> markdown() {
    PublicData data = PublicData.mnist();
    BoundedDataset rows = Trials.bound(data);
    List<String> lines = new ArrayList<>();
    lines.add(
        "MNIST at ε = 1, δ = 1e-5: share of test images, in per cent, that are classified correctly and provably stay so"
            + " under every perturbation of that L2 length. Mean and standard deviation over 5 seeds.");
    lines.add("");
    lines.add("| learner | radius 0 | 0.5 | 1.0 | 1.5 |");
    lines.add("|---|---|---|---|---|");
    NoisyDescent descent = NoisyDescent.withDefaults();
    BatchPerceptron perceptron = BatchPerceptron.withDefaults();
    lines.add(row("`noisy-descent`", descent, rows, data));
    lines.add(row("`batch-perceptron` margin=0.15 (default)", perceptron, rows, data));
    lines.add(row("`noisy-descent` robust=0.145", descent.with("robust", "0.145"), rows, data));
    lines.add(row("`batch-perceptron` margin=0.2", perceptron.with("margin", "0.2"), rows, data));
    lines.add(row("`noisy-descent` robust=0.19", descent.with("robust", "0.19"), rows, data));
    lines.add(row("`batch-perceptron` margin=0.25", perceptron.with("margin", "0.25"), rows, data));
    lines.add(row("`noisy-descent` robust=0.235", descent.with("robust", "0.235"), rows, data));
    return lines;
  }

  private static String row(String name, Learner learner, BoundedDataset rows, PublicData data) {
    double[][] shares = new double[RADII.length][Trials.SEEDS];
    for (int trial = 0; trial < Trials.SEEDS; trial++) {
      try (Table table = data.test().get()) {
        RobustAccuracy robust =
            RobustAccuracy.onPublic(Trials.fit(learner, rows, 1, 1e-5, trial + 1), table);
        for (int r = 0; r < RADII.length; r++) {
          shares[r][trial] = 100 * (RADII[r] == 0 ? robust.accuracy() : robust.at(RADII[r]));
        }
      }
    }
    StringBuilder line = new StringBuilder("| ").append(name);
    for (double[] share : shares) {
      line.append(" | ").append(Trials.meanAndDeviation(share));
    }
    return line.append(" |").toString();
  }
}
