// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.testkit;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.GaussianCalibration;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.learn.AuditCase;
import dev.demilune.learn.Learner;
import dev.demilune.learn.LearnerDescription;
import dev.demilune.learn.LearnerDescription.GuaranteeKind;
import dev.demilune.learn.Outlook;
import dev.demilune.learn.Plan;
import dev.demilune.learn.Shape;
import dev.demilune.learn.TrainedModel;
import dev.demilune.learn.TrainingPlan;
import dev.demilune.learn.TrainingRun;
import dev.demilune.learn.UnprotectedFit;
import dev.demilune.mechanism.NoisyIntegerSum;
import dev.demilune.model.LinearClassifier;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.Guarantee;
import dev.demilune.rows.BoundedDataset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A few noisy steps along a clipped hinge loss, with a noisy row count where it is private: a sound
 * learner whose every part a fault can replace.
 */
class SteppingLearner implements Learner {

  static final int STEPS = 4;

  private static final long PULL_UNIT = 1 << 10;

  private static final LearnerDescription DESCRIPTION =
      new LearnerDescription(
          "stepping",
          "a few noisy steps",
          "made for tests",
          List.of(),
          LearnerDescription.ROW_ADJACENCIES,
          Set.of(GuaranteeKind.APPROXIMATE),
          AuditCase.on(AuditCase.Table.MANY_DECLARED),
          "accuracy");

  @Override
  public LearnerDescription description() {
    return DESCRIPTION;
  }

  @Override
  public Map<String, String> settings() {
    return Map.of();
  }

  @Override
  public Learner with(String key, String value) {
    throw new DemiluneException("there are no settings");
  }

  @Override
  public UnprotectedFit fitWithoutPrivacy(BoundedDataset data) {
    throw new UnsupportedOperationException("nobody asks for it");
  }

  @Override
  public Plan plan(Shape shape, Guarantee guarantee) {
    return Plan.of(
        this,
        () ->
            TrainingPlan.of(
                this,
                shape,
                guarantee,
                event(shape.adjacency(), guarantee),
                Outlook.of("little"),
                (rows, run) -> TrainedModel.of(train(rows, guarantee, run))));
  }

  PrivacyEvent event(Adjacency adjacency, Guarantee guarantee) {
    List<PrivacyEvent> events = new ArrayList<>();
    if (!adjacency.rowCountIsPublic()) {
      events.add(countNoise(guarantee).event());
    }
    events.add(new PrivacyEvent.Repeated(stepNoise(adjacency, guarantee).event(), STEPS));
    return new PrivacyEvent.Composed(events);
  }

  private static double multiplier(Guarantee guarantee) {
    return GaussianCalibration.noiseMultiplier(guarantee, STEPS + 1);
  }

  NoisyIntegerSum countNoise(Guarantee guarantee) {
    return NoisyIntegerSum.of(1, multiplier(guarantee));
  }

  final NoisyIntegerSum stepNoise(Adjacency adjacency, Guarantee guarantee) {
    long sensitivity = adjacency.contributionsChanged() * PULL_UNIT * BoundedDataset.GRID_RADIUS;
    return NoisyIntegerSum.of(sensitivity * sensitivity, multiplier(guarantee));
  }

  /** The noise that is really drawn. */
  NoisyIntegerSum drawnNoise(NoisyIntegerSum declared) {
    return declared;
  }

  private LinearClassifier train(BoundedDataset rows, Guarantee guarantee, TrainingRun run) {
    double count = count(rows, guarantee, run);
    NoisyIntegerSum noise = drawnNoise(stepNoise(rows.adjacency(), guarantee));
    double[] weights = new double[rows.features()];
    for (int step = 1; step <= STEPS && !stops(rows, weights); step++) {
      long[] sum = sum(rows, weights);
      look(sum.clone(), noise, run);
      noise.release(sum, run.randomness().stream("step " + step));
      for (int j = 0; j < weights.length; j++) {
        weights[j] += sum[j] / (count * PULL_UNIT * BoundedDataset.GRID_RADIUS);
      }
      run.progress().step(step, STEPS);
    }
    double[][] lines = new double[rows.classes()][rows.features()];
    lines[1] = weights;
    return LinearClassifier.of(rows.schema(), lines, new double[rows.classes()]);
  }

  double count(BoundedDataset rows, Guarantee guarantee, TrainingRun run) {
    if (rows.adjacency().rowCountIsPublic()) {
      return Math.max(1, rows.publicSize());
    }
    long[] count = {rows.privateSize()};
    countNoise(guarantee).release(count, run.randomness().stream("row count"));
    return Math.max(1, count[0]);
  }

  /** Whether to stop before a step. */
  boolean stops(BoundedDataset rows, double[] weights) {
    return false;
  }

  /** Sees the exact sum of a step. */
  void look(long[] exact, NoisyIntegerSum noise, TrainingRun run) {}

  /** How strongly a row of this margin pulls. */
  double pull(double margin) {
    return Math.max(0, Math.min(1, 1 - margin));
  }

  private long[] sum(BoundedDataset rows, double[] weights) {
    long[] sum = new long[rows.features()];
    for (int b = 0; b < rows.blocks(); b++) {
      BoundedDataset.Block block = rows.block(b);
      for (int row = 0; row < block.rows(); row++) {
        int sign = block.label(row) == 1 ? 1 : -1;
        double pull = pull(sign * score(block, row, weights));
        block.addTo(row, (long) (sign * Math.floor(PULL_UNIT * pull)), sum, 1, 0);
      }
    }
    return sum;
  }

  static double score(BoundedDataset.Block block, int row, double[] weights) {
    double[] score = new double[1];
    block.scores(row, weights, 1, score);
    return score[0] / BoundedDataset.GRID_RADIUS;
  }
}
