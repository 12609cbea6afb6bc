// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.exhibit;

import dev.demilune.audit.AuditClaim;
import dev.demilune.audit.EpsilonAudit;
import dev.demilune.audit.ErrorRates;
import dev.demilune.budget.Ledger;
import dev.demilune.data.VectorTable;
import dev.demilune.internal.Check;
import dev.demilune.learn.Learner;
import dev.demilune.learn.Progress;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.Guarantee;
import dev.demilune.random.Randomness;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.Schema;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * An exhibit on a table of many copies of one row, and on the same table with another row added.
 *
 * <p><b>Claim.</b> If both algorithms satisfy their claim, at least one of the two lower bounds
 * exceeds it with probability at most one minus the confidence.
 *
 * <p><b>Proof.</b> {@link EpsilonAudit}, each with half of the false-alarm probability. ∎
 */
abstract class TwoTablesExhibit implements Exhibit {

  static final int COMMON_ROWS = 300;
  private static final int PILOT_SHARE = 5;
  private static final int FEWEST_TRIALS = 100;

  // Below, the list of angles is too long; above, no feasible number of trials suffices.
  private static final double LEAST_EPSILON = 0.1;
  private static final double MOST_EPSILON = 10;

  /** A row: integers, and whether its label is +1. */
  record Row(List<Integer> point, boolean positive) {

    @Override
    public String toString() {
      return "("
          + point.stream().map(Object::toString).collect(Collectors.joining(", ", "(", ")"))
          + (positive ? ", +1)" : ", -1)");
    }
  }

  /** One run: its table and its randomness. */
  record Run(boolean larger, Randomness randomness) {}

  /** Returns the row of which both tables have many copies. */
  abstract Row common();

  /** Returns the row that only the larger table has. */
  abstract Row more();

  /**
   * Returns the first coordinate of the normal that the published algorithm chooses, as a function
   * of the run.
   */
  abstract ToDoubleFunction<Run> published(AuditClaim claim);

  /** Returns the learner that does the same with a proof; the attack uses its first weight. */
  abstract Learner repaired();

  /** Returns where the published proof fails. */
  abstract String why();

  /** Returns the rows of the smaller or of the larger table. */
  final List<Row> rows(boolean larger) {
    List<Row> rows = new ArrayList<>(Collections.nCopies(COMMON_ROWS, common()));
    if (larger) {
      rows.add(more());
    }
    return rows;
  }

  @Override
  public final ExhibitResult run(
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
    Audit audit = new Audit(claimed, trials, 1 - confidence, progress);
    ExhibitResult.Side publishedSide =
        audit.of(name(), published(claimed), randomness.stream("published"));
    BoundedDataset[] tables = {table(false), table(true)};
    Learner repaired = repaired();
    ExhibitResult.Side repairedSide =
        audit.of(
            repaired.name(),
            run -> firstWeight(repaired, tables[run.larger() ? 1 : 0], claim, run.randomness()),
            randomness.stream("repaired"));
    String smaller = COMMON_ROWS + " rows " + common();
    return new ExhibitResult(
        name(),
        claim,
        Adjacency.ADD_OR_REMOVE_ONE,
        List.of(smaller, smaller + " and " + more()),
        trials,
        confidence,
        publishedSide,
        repairedSide,
        why());
  }

  /** Returns the rows as a data set for a learner. */
  private BoundedDataset table(boolean larger) {
    List<Row> rows = rows(larger);
    return BoundedDataset.of(
        Schema.vectors(common().point().size(), LabelSet.numbered(2))
            .adjacency(Adjacency.ADD_OR_REMOVE_ONE)
            .intercept(0)
            .expectedRows(COMMON_ROWS)
            .build(),
        VectorTable.of(
            rows.stream()
                .map(row -> row.point().stream().mapToDouble(Integer::doubleValue).toArray())
                .toArray(double[][]::new),
            rows.stream().mapToInt(row -> row.positive() ? 1 : 0).toArray()));
  }

  private static double firstWeight(
      Learner learner, BoundedDataset table, Guarantee claim, Randomness randomness) {
    try (Ledger ledger = Ledger.inMemory("exhibit", table.adjacency(), claim, randomness)) {
      return learner.fit(table, ledger.spend("exhibit", claim)).model().linear().weight(1, 0);
    }
  }

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
