// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.evaluate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.demilune.budget.Ledger;
import dev.demilune.data.VectorTable;
import dev.demilune.mechanism.StableHistogram;
import dev.demilune.model.LinearClassifier;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.PureDp;
import dev.demilune.random.Randomness;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.RowBound;
import dev.demilune.schema.Schema;
import dev.demilune.testkit.EpsilonRefutation;
import dev.demilune.testkit.Seeds;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Attacks on what is paid for apart from models: the claim stands, and half its noise, or a
 * threshold that is too low, is refuted. One false alarm in a million runs.
 */
@Tag("slow")
class PaidReleasesAuditTest {

  private static final int PILOTS = 2000;
  private static final int TRIALS = 20_000;
  private static final double FALSE_ALARM = 1e-6;

  private final long seed = Seeds.seed();

  @Test
  void privateScoresKeepTheirPromise() {
    EpsilonRefutation audit = new EpsilonRefutation(1, 0, PILOTS, TRIALS, FALSE_ALARM);
    EpsilonRefutation.Finding fair =
        audit.of(run -> score(false, 1, run, "without"), run -> score(true, 1, run, "with"));
    assertThat(fair.refuted()).as("seed %d", seed).isFalse();
    assertThat(fair.lowerBound()).as("seed %d", seed).isGreaterThan(0.5);
    EpsilonRefutation.Finding halved =
        audit.of(run -> score(false, 2, run, "without"), run -> score(true, 2, run, "with"));
    assertThat(halved.refuted()).as("seed %d", seed).isTrue();
  }

  /** A row is replaced: one count falls as another rises, and the attack looks at both. */
  @Test
  void replacedRowsMoveTwoCounts() {
    EpsilonRefutation audit = new EpsilonRefutation(1, 0, PILOTS, TRIALS, FALSE_ALARM);
    EpsilonRefutation.Finding fair = audit.of(difference(0, 1), difference(1, 1));
    assertThat(fair.refuted()).as("seed %d", seed).isFalse();
    // What one moved count would cost: the price that forgets the second one.
    assertThat(audit.of(difference(0, 2), difference(1, 2)).refuted()).as("seed %d", seed).isTrue();
  }

  private IntToDoubleFunction difference(int label, double epsilon) {
    return run -> {
      PrivateEvaluation scores =
          evaluate(
              Adjacency.REPLACE_ONE, new int[] {0, 1, label}, epsilon, run, "replaced" + label);
      return scores.confusion(1, 1) - scores.confusion(0, 1);
    };
  }

  private double score(boolean canary, double epsilon, int run, String name) {
    int[] labels = canary ? new int[] {0, 1, 1} : new int[] {0, 1};
    return evaluate(Adjacency.ADD_OR_REMOVE_ONE, labels, epsilon, run, name).confusion(1, 1);
  }

  /** All rows are predicted to be of the second class. */
  private PrivateEvaluation evaluate(
      Adjacency adjacency, int[] labels, double epsilon, int run, String name) {
    Schema schema =
        Schema.vectors(1, LabelSet.numbered(2)).adjacency(adjacency).rows(RowBound.scale()).build();
    LinearClassifier model = LinearClassifier.of(schema, new double[][] {{-1}, {1}}, new double[2]);
    double[][] rows = new double[labels.length][];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = new double[] {1};
    }
    Ledger ledger =
        Ledger.inMemory("audit", adjacency, PureDp.of(epsilon), randomness(name + epsilon, run));
    EvaluationPlan plan = PrivateEvaluation.planOfCounts(model, adjacency, PureDp.of(epsilon));
    return plan.run(model, VectorTable.of(rows, labels), ledger.spend("audit", plan));
  }

  @Test
  void stableHistogramsKeepTheirPromise() {
    EpsilonRefutation audit = new EpsilonRefutation(0.5, 1e-3, PILOTS, TRIALS, FALSE_ALARM);
    StableHistogram fair = StableHistogram.of(2, 1e-3, Adjacency.ADD_OR_REMOVE_ONE);
    StableHistogram halved = StableHistogram.of(1, 1e-3, Adjacency.ADD_OR_REMOVE_ONE);
    long count = fair.threshold();
    assertThat(audit.of(noisy(fair, count), noisy(fair, count + 1)).refuted())
        .as("seed %d", seed)
        .isFalse();
    assertThat(audit.of(noisy(halved, count), noisy(halved, count + 1)).refuted())
        .as("seed %d", seed)
        .isTrue();
    // A value that nobody else has, and a threshold for twenty times the δ.
    StableHistogram low = StableHistogram.of(2, 2e-2, Adjacency.ADD_OR_REMOVE_ONE);
    assertThat(audit.of(noisy(fair, 0), noisy(fair, 1)).refuted()).as("seed %d", seed).isFalse();
    assertThat(audit.of(noisy(low, 0), noisy(low, 1)).refuted()).as("seed %d", seed).isTrue();
  }

  private IntToDoubleFunction noisy(StableHistogram histogram, long count) {
    return run -> {
      Map<String, Long> counts = count == 0 ? Map.of() : Map.of("value", count);
      Map<String, Long> released =
          histogram.release(counts, randomness(histogram + "/" + count, run));
      return released.getOrDefault("value", -1L);
    };
  }

  private Randomness randomness(String name, int run) {
    return Seeds.randomness("PaidReleasesAuditTest " + name + " " + run);
  }
}
