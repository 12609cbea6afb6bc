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
package dev.demilune.exhibit;

import dev.demilune.audit.AuditClaim;
import dev.demilune.audit.EpsilonAudit;
import dev.demilune.audit.ErrorRates;
import dev.demilune.budget.Ledger;
import dev.demilune.data.VectorTable;
import dev.demilune.internal.Check;
import dev.demilune.learn.AngleHalfspace;
import dev.demilune.learn.Progress;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.Guarantee;
import dev.demilune.random.Randomness;
import dev.demilune.schema.BoundedDataset;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.Schema;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * {@link HalfSpacesViaThresholds} on two tables, and {@link AngleHalfspace} beside it.
 *
 * <p><b>Claim.</b> If both algorithms keep what they claim, one of the two lower bounds or both
 * exceed it with a probability of at most one minus the confidence.
 *
 * <p><b>Proof.</b> {@link EpsilonAudit}, each with half of the false alarms. ∎
 *
 * <p>The smaller table is 300 times the point (0, 1), labelled +1: all angles from 0 to π are right
 * about it, and the largest of these, near π, are kept. The larger table has the point (1, 0),
 * labelled +1, in addition: only angles up to π/2 are right about all rows, and none above that is
 * kept. The attack looks at the first coordinate of the normal.
 */
final class ThresholdsExhibit implements Exhibit {

  static final int COMMON_ROWS = 300;
  static final int LARGEST = 10;
  static final int KEPT = 200;
  private static final int PILOT_SHARE = 5;
  private static final int FEWEST_TRIALS = 100;

  // Below, the list of angles is longer than can be waited for; above, no trials would suffice.
  private static final double LEAST_EPSILON = 0.1;
  private static final double MOST_EPSILON = 10;

  private static final String WHY =
      "The published proof takes the choice of the best angles for a post-processing of a noisy list"
          + " of angles. But that choice compares the angles by how many rows they are right about:"
          + " it reads the rows a second time, and nobody pays for it. Without the row (1, 0) all"
          + " angles up to π are equally good and the largest of them are kept; with it those above"
          + " π/2 are wrong once, and not one of the angles kept before is kept again. The threshold"
          + " learner behind it is private when one of its examples changes; here one row changes"
          + " them all. Noise cannot mend this: choosing angles by their quality is what has to be"
          + " paid for, and angle-halfspace does just that.";

  private static final HalfSpacesViaThresholds.Row COMMON =
      new HalfSpacesViaThresholds.Row(0, 1, true);
  private static final HalfSpacesViaThresholds.Row MORE =
      new HalfSpacesViaThresholds.Row(1, 0, true);

  @Override
  public String name() {
    return "half-spaces-via-thresholds";
  }

  @Override
  public String summary() {
    return "halfspaces of the plane by thresholds on angles (Huang, Chen, Tsai 2024); repaired as"
        + " angle-halfspace";
  }

  /** Returns the rows of the smaller table or, with one row more, of the larger one. */
  static List<HalfSpacesViaThresholds.Row> rows(boolean larger) {
    List<HalfSpacesViaThresholds.Row> rows =
        new ArrayList<>(Collections.nCopies(COMMON_ROWS, COMMON));
    if (larger) {
      rows.add(MORE);
    }
    return rows;
  }

  @Override
  public ExhibitResult run(
      Guarantee claim, int trials, double confidence, Randomness randomness, Progress progress) {
    Check.between("trials", trials, FEWEST_TRIALS, 1_000_000);
    if (!(confidence >= 0.5 && confidence < 1)) {
      throw new IllegalArgumentException(
          "confidence must be at least 0.5 and below 1, got " + confidence);
    }
    AuditClaim claimed = AuditClaim.of(claim);
    if (!(claimed.epsilon() >= LEAST_EPSILON && claimed.epsilon() <= MOST_EPSILON)) {
      throw new IllegalArgumentException(
          "epsilon must be between 0.1 and 10 for this exhibit, got " + claimed.epsilon());
    }
    HalfSpacesViaThresholds published =
        new HalfSpacesViaThresholds(
            LARGEST, KEPT, claimed.epsilon(), claimed.delta(), HalfSpacesViaThresholds.Tie.MIDDLE);
    Audit audit = new Audit(claimed, trials, 1 - confidence, progress);
    HalfSpacesViaThresholds.Counts[] read = {
      published.read(rows(false)), published.read(rows(true))
    };
    ExhibitResult.Side publishedSide =
        audit.of(
            name(),
            with -> Math.cos(published.run(read[with.larger() ? 1 : 0], with.randomness())),
            randomness.stream("published"));
    BoundedDataset[] tables = {table(false), table(true)};
    AngleHalfspace repaired = AngleHalfspace.withDefaults();
    ExhibitResult.Side repairedSide =
        audit.of(
            repaired.name(),
            with -> firstWeight(repaired, tables[with.larger() ? 1 : 0], claim, with.randomness()),
            randomness.stream("repaired"));
    return new ExhibitResult(
        name(),
        claim,
        Adjacency.ADD_OR_REMOVE_ONE,
        List.of(
            COMMON_ROWS + " rows ((0, 1), +1)",
            COMMON_ROWS + " rows ((0, 1), +1) and ((1, 0), +1)"),
        trials,
        confidence,
        publishedSide,
        repairedSide,
        WHY);
  }

  /** The rows as a learner gets them. */
  private static BoundedDataset table(boolean larger) {
    List<HalfSpacesViaThresholds.Row> rows = rows(larger);
    return Schema.vectors(2, LabelSet.numbered(2))
        .adjacency(Adjacency.ADD_OR_REMOVE_ONE)
        .intercept(0)
        .expectedRows(COMMON_ROWS)
        .build()
        .bound(
            VectorTable.of(
                rows.stream().map(row -> new double[] {row.x(), row.y()}).toArray(double[][]::new),
                rows.stream().mapToInt(row -> row.positive() ? 1 : 0).toArray()));
  }

  private static double firstWeight(
      AngleHalfspace learner, BoundedDataset table, Guarantee claim, Randomness randomness) {
    try (Ledger ledger = Ledger.inMemory("exhibit", table.adjacency(), claim, randomness)) {
      return learner.fit(table, ledger.spend("exhibit", claim)).model().linear().weight(1, 0);
    }
  }

  /** One run: on which table, and its own randomness. */
  private record Run(boolean larger, Randomness randomness) {}

  /** The audit of one of the algorithms. */
  private record Audit(AuditClaim claim, int trials, double falseAlarm, Progress progress) {

    ExhibitResult.Side of(String algorithm, ToDoubleFunction<Run> score, Randomness randomness) {
      AtomicInteger done = new AtomicInteger();
      double[][] scores = new double[2][];
      for (boolean larger : new boolean[] {false, true}) {
        scores[larger ? 1 : 0] =
            IntStream.range(0, trials)
                .parallel()
                .mapToDouble(
                    trial -> {
                      String stream = (larger ? "with " : "without ") + trial;
                      double found =
                          score.applyAsDouble(new Run(larger, randomness.stream(stream)));
                      synchronized (done) {
                        progress.step(done.incrementAndGet(), 2 * trials);
                      }
                      return found;
                    })
                .toArray();
      }
      int pilots = trials / PILOT_SHARE;
      EpsilonAudit.Finding finding =
          EpsilonAudit.byEvents(claim.delta(), falseAlarm / 2).of(pilots, scores[0], scores[1]);
      return new ExhibitResult.Side(
          algorithm,
          finding,
          finding.lowerBound() > claim.epsilon(),
          ErrorRates.of(finding.guess().above(), pilots, scores[0], scores[1]));
    }
  }
}
