// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.GaussianCalibration;
import dev.demilune.learn.LearnerDescription.GuaranteeKind;
import dev.demilune.mechanism.NoisyIntegerSum;
import dev.demilune.model.LinearClassifier;
import dev.demilune.privacy.Guarantee;
import dev.demilune.random.RoundedGaussian;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.rows.VectorSum;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Scores a row by its dot product with the noisy sum of each class's rows. A toy: CONTRIBUTING.md
 * shows it as the smallest learner that keeps the laws.
 *
 * <p><b>Claim.</b> The fit meets the plan's guarantee for the plan's adjacency; the event is one
 * Gaussian sum.
 *
 * <p><b>Proof.</b> A row x of class y adds (x, c) to column y of the sums and nothing to the other
 * columns: a vector with squared norm at most R² + c², because |x| ≤ R ({@link BoundedDataset}). A
 * neighboring table changes at most m such contributions, m being {@link
 * dev.demilune.privacy.Adjacency#contributionsChanged}, so Δ² = m²(R² + c²) by the triangle
 * inequality. {@link NoisyIntegerSum} with this Δ² costs what its event says, and its noise
 * multiplier is calibrated to the guarantee. The weights are post-processing. ∎
 *
 * <p><b>Sampling.</b> Rounded Gaussian noise on exact integer sums.
 *
 * <p><b>Relies on.</b> Ranges and labels chosen without the data; one row per person.
 *
 * <p><b>Source.</b> Noise on sums by class: Blum, Dwork, McSherry and Nissim (2005). Unlike
 * class-means, nothing is centered, shrunk or projected.
 *
 * @param values of the settings
 */
public record ToyLearner(Settings values) implements ConfiguredLearner<ToyLearner> {

  /** The coordinate that counts rows. */
  public static final Setting<Double> CONSTANT =
      Setting.number("constant", 0, 1, 0.3, "a coordinate beside each row, which has norm 1");

  private static final LearnerDescription DESCRIPTION =
      new LearnerDescription(
          "toy",
          "dot product with the noisy sum of each class's rows",
          "Blum, Dwork, McSherry, Nissim 2005",
          List.of(CONSTANT),
          LearnerDescription.ROW_ADJACENCIES,
          Set.of(GuaranteeKind.APPROXIMATE),
          AuditCase.on(AuditCase.Table.MANY_DECLARED),
          "accuracy");

  /** Returns the learner in its default configuration. */
  public static ToyLearner withDefaults() {
    return new ToyLearner(DESCRIPTION.defaults());
  }

  @Override
  public LearnerDescription description() {
    return DESCRIPTION;
  }

  @Override
  public ToyLearner withValues(Settings others) {
    return new ToyLearner(others);
  }

  @Override
  public Plan plan(Shape shape, Guarantee guarantee) {
    return Plan.of(
        this,
        () -> {
          ModelMemory.require(shape);
          NoisyIntegerSum noise = noise(shape, guarantee);
          return TrainingPlan.of(
              this,
              shape,
              guarantee,
              noise.event(), // from the mechanism that draws the noise
              outlook(shape, guarantee).withNoise(noise.noiseMultiplier()),
              (rows, run) -> {
                long[] sums = rows.fold(new ClassSums(rows.features(), rows.classes(), constant()));
                noise.release(sums, run.randomness().stream("class sums"));
                run.progress().step(1, 1);
                return TrainedModel.of(classifier(rows, sums));
              });
        });
  }

  private NoisyIntegerSum noise(Shape shape, Guarantee guarantee) {
    long changed = shape.adjacency().contributionsChanged();
    long radius = BoundedDataset.GRID_RADIUS;
    long squared = changed * changed * (radius * radius + (long) constant() * constant());
    double multiplier = GaussianCalibration.noiseMultiplier(guarantee, /* releases= */ 1);
    NoisyIntegerSum noise = NoisyIntegerSum.of(squared, multiplier);
    if (!(noise.noiseStandardDeviation() < RoundedGaussian.LARGEST_SIGMA)) {
      throw new DemiluneException(
          "the noise for " + guarantee.describe() + " is larger than can be drawn: use a larger ε");
    }
    return noise;
  }

  /** What to expect, from public quantities only. */
  private static Outlook outlook(Shape shape, Guarantee guarantee) {
    if (shape.rows() == 0 && !shape.adjacency().rowCountIsPublic()) {
      return Outlook.of("the row count is private and not needed").with("rows", "not needed");
    }
    return Outlook.of(RowOutlook.of(shape, Optional.empty(), RowsTimesBudget.of(shape, guarantee)))
        .with("rows", RowOutlook.rows(shape, /* bought= */ false));
  }

  private int constant() {
    return (int) (values.get(CONSTANT) * BoundedDataset.GRID_RADIUS); // rounds down
  }

  /** Post-processing: the same function of exact sums and of noisy ones. */
  private LinearClassifier classifier(BoundedDataset rows, long[] sums) {
    int classes = rows.classes();
    double[][] weights = new double[classes][rows.features()];
    double[] biases = new double[classes];
    for (int k = 0; k < classes; k++) {
      for (int j = 0; j < rows.features(); j++) {
        weights[k][j] = (double) sums[j * classes + k] / BoundedDataset.GRID_RADIUS;
      }
      biases[k] =
          values.get(CONSTANT) * sums[rows.features() * classes + k] / BoundedDataset.GRID_RADIUS;
    }
    return LinearClassifier.of(rows.schema(), weights, biases);
  }

  @Override
  public UnprotectedFit fitWithoutPrivacy(BoundedDataset rows) {
    long[] sums = rows.fold(new ClassSums(rows.features(), rows.classes(), constant()));
    return new UnprotectedFit(classifier(rows, sums));
  }

  /** The exact sum of (x, c) over the rows of each class; it leaves only with noise. */
  private record ClassSums(int features, int classes, int constant) implements VectorSum {

    @Override
    public int size() {
      return (features + 1) * classes;
    }

    @Override
    public void add(long[] sums, BoundedDataset.Block block, BitSet rows) {
      for (int row = rows.nextSetBit(0); row >= 0; row = rows.nextSetBit(row + 1)) {
        int label = block.label(row);
        block.addTo(row, 1, sums, classes, label);
        sums[features * classes + label] += constant;
      }
    }
  }
}
