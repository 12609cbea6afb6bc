// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.samples;

import dev.demilune.budget.Allowance;
import dev.demilune.budget.Ledger;
import dev.demilune.data.CsvReader;
import dev.demilune.data.Table;
import dev.demilune.evaluate.Evaluation;
import dev.demilune.learn.PrivateFit;
import dev.demilune.learn.gradient.NoisyDescent;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.random.Randomness;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.Schema;
import java.nio.file.Path;

/**
 * 1. Train and predict.
 *
 * <p>The trap: a model trained without privacy looks the same, predicts the same, and gives its
 * people away. The two kinds of fit have different types, so that only one of them can carry a
 * certificate.
 */
public final class Sample01TrainAndPredict {

  /** What everybody may know about the table. */
  static final Schema SCHEMA =
      Schema.builder()
          .number("age", 0, 120)
          .category("plan", "free", "pro")
          .number("visits", 0, 300)
          .label("churned", "no", "yes")
          .adjacency(Adjacency.ADD_OR_REMOVE_ONE)
          .expectedRows(20_000)
          .build();

  private Sample01TrainAndPredict() {}

  /** Publishing this model publishes its rows, a little of each. */
  public static double wrong(Path train, Path heldOut) {
    try (Table rows = CsvReader.open(train)) {
      BoundedDataset data = BoundedDataset.of(SCHEMA, rows);
      return accuracy(NoisyDescent.withDefaults().fitWithoutPrivacy(data).model(), heldOut);
    }
  }

  /** The ledger is charged first; the fit uses what was charged and says so on its certificate. */
  public static double right(Path train, Path heldOut) {
    ApproximateDp guarantee = ApproximateDp.of(1.0, 1e-6);
    Ledger ledger =
        Ledger.inMemory("customers", Adjacency.ADD_OR_REMOVE_ONE, guarantee, Randomness.secure());
    Allowance allowance = ledger.spend("churn model", guarantee);
    try (Table rows = CsvReader.open(train)) {
      PrivateFit fit = NoisyDescent.withDefaults().fit(BoundedDataset.of(SCHEMA, rows), allowance);
      System.out.println(fit.certificate());
      return accuracy(fit.model(), heldOut);
    }
  }

  /**
   * Scores on held-out customers that may be public; scoring on private ones would have to be paid
   * for.
   */
  private static double accuracy(dev.demilune.model.Classifier model, Path heldOut) {
    try (Table rows = CsvReader.open(heldOut)) {
      return Evaluation.onPublic(model, rows).accuracy();
    }
  }
}
