// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.label;

import static org.assertj.core.api.Assertions.assertThat;

import dev.demilune.accounting.Accountant;
import dev.demilune.accounting.GaussianCalibration;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.data.VectorTable;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Guarantee;
import dev.demilune.privacy.PureDp;
import dev.demilune.random.Randomness;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.Schema;
import dev.demilune.testkit.EpsilonRefutation;
import dev.demilune.testkit.Seeds;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * An audit of all that labels say, since a model of few directions may not show the one in which a
 * label was replaced. One false alarm in a million runs.
 */
@Tag("slow")
class LabelSumsAuditTest {

  private static BoundedDataset data(int classes, int label) {
    Schema schema =
        Schema.vectors(1, LabelSet.numbered(classes)).adjacency(Adjacency.REPLACE_LABEL).build();
    return BoundedDataset.of(
        schema, VectorTable.of(new double[][] {{1}, {-1}}, new int[] {label, 0}));
  }

  /** What a release is nearer to: the sums with the label, or those without. */
  private static double statistic(int classes, int label, Guarantee run, Randomness randomness) {
    BoundedDataset data = data(classes, label);
    PublicFeatures features = PublicFeatures.of(data);
    LabelSums released =
        LabelSums.noisy(
            Labels.of(data),
            features,
            1,
            LabelSums.noise(features.longest(1), classes, run),
            randomness);
    LabelSums with = LabelSums.withoutNoise(Labels.of(data(classes, 1)), features, 1);
    LabelSums without = LabelSums.withoutNoise(Labels.of(data(classes, 0)), features, 1);
    double ratio = 0;
    for (int k = classes == 2 ? 1 : 0; k < classes; k++) {
      ratio += distance(released, without, k) - distance(released, with, k);
    }
    return ratio;
  }

  private static double distance(LabelSums one, LabelSums other, int column) {
    int last = one.classes() + column;
    return Math.hypot(one.sum(column) - other.sum(column), one.sum(last) - other.sum(last));
  }

  private static boolean refuted(int classes, Guarantee claim, Guarantee run) {
    Randomness runs = Seeds.randomness("label sums " + classes + run.describe());
    double epsilon = claim instanceof PureDp pure ? pure.epsilon() : 0.25;
    double delta = claim instanceof ApproximateDp promise ? promise.delta() : 0;
    return new EpsilonRefutation(epsilon, delta, 500, 3_000, 1e-6)
        .of(
            i -> statistic(classes, 0, run, runs.stream("without " + i)),
            i -> statistic(classes, 1, run, runs.stream("with " + i)))
        .refuted();
  }

  @ParameterizedTest
  @CsvSource({"2", "3"})
  void gaussianNoiseIsEnoughAndHalfOfItIsRefuted(int classes) {
    Guarantee claim = ApproximateDp.of(0.25, 0.25);
    PrivacyEvent halfTheNoise =
        new PrivacyEvent.GaussianSum(1 / (2 * GaussianCalibration.mu(claim)));
    Guarantee twice = ApproximateDp.of(0.25, Accountant.best(halfTheNoise).delta(0.25));
    assertThat(refuted(classes, claim, claim)).isFalse();
    assertThat(refuted(classes, claim, twice)).isTrue();
  }

  /** Where the change shows in two columns, each has noise of its own, and an audit sees less. */
  @ParameterizedTest
  @CsvSource({"2, 2", "3, 4"})
  void noiseOfTheBallIsEnoughAndPartOfItIsRefuted(int classes, double times) {
    assertThat(refuted(classes, PureDp.of(1), PureDp.of(1))).isFalse();
    assertThat(refuted(classes, PureDp.of(1), PureDp.of(times))).isTrue();
  }
}
