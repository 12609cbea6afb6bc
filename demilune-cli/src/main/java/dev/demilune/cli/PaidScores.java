// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import dev.demilune.DemiluneException;
import dev.demilune.budget.Allowance;
import dev.demilune.budget.Ledger;
import dev.demilune.budget.Purpose;
import dev.demilune.data.Table;
import dev.demilune.evaluate.EvaluationPlan;
import dev.demilune.evaluate.PrivateEvaluation;
import dev.demilune.model.Classifier;
import dev.demilune.privacy.Guarantee;
import java.util.Locale;

/**
 * Scores private rows: all that can be checked without them is checked, what to expect is said, the
 * ledger is charged, and only then is a row read.
 */
final class PaidScores {

  /** An interval of the accuracy that says nothing but that it is between 5 % and 95 %. */
  private static final double HOPELESS = 0.45;

  private final Console console;
  private final CommonOptions common;
  private final ModelOption input;
  private final PrivateEvaluationOptions options;

  PaidScores(
      Console console, CommonOptions common, ModelOption input, PrivateEvaluationOptions options) {
    this.console = console;
    this.common = common;
    this.input = input;
    this.options = options;
  }

  PrivateEvaluation of(Classifier classifier) {
    return score(classifier, charge(classifier));
  }

  /** Closes the ledger before any row is read: then the charge is in the one file. */
  private Allowance charge(Classifier classifier) {
    Guarantee guarantee = options.guarantee();
    long expectedRows = options.expectedRows();
    options.spend.checkedFile();
    try (Ledger ledger =
        options.spend.open(
            options.spend.ledger == null ? classifier.schema().adjacency() : null,
            guarantee,
            common.randomness())) {
      EvaluationPlan plan = PrivateEvaluation.plan(classifier, ledger.adjacency(), guarantee);
      if (input.data.showsColumnsFirst(classifier.schema())) {
        try (Table form = input.data.open(classifier.schema())) {
          PrivateEvaluation.check(classifier, form);
        }
      }
      expect(plan, expectedRows);
      ledger.adjacency().warning().ifPresent(console::note);
      String what = options.spend.purpose == null ? "evaluate" : options.spend.purpose;
      return ledger.spend(new Purpose(what, "private-evaluation"), guarantee, plan.event());
    }
  }

  private void expect(EvaluationPlan plan, long expectedRows) {
    if (expectedRows == 0) {
      console.note(
          String.format(
              Locale.ROOT,
              "every count will be off by up to %,d, in 95 %% of cases; with --expected-rows the"
                  + " width of the interval is said beforehand.",
              plan.countError()));
      return;
    }
    double halfWidth = plan.halfWidth(expectedRows);
    if (halfWidth > HOPELESS) {
      throw new DemiluneException(
          String.format(
              Locale.ROOT,
              "epsilon is too small for %,d rows: every count would be off by up to %,d and the"
                  + " accuracy would be known to ±%.0f %% only; ask for a larger one. Nothing was"
                  + " spent and no row was read.",
              expectedRows,
              plan.countError(),
              100 * halfWidth));
    }
    console.note(
        String.format(
            Locale.ROOT,
            "with %,d rows the accuracy will be known to ±%.1f %% or better.",
            expectedRows,
            100 * halfWidth));
  }

  private PrivateEvaluation score(Classifier classifier, Allowance allowance) {
    try (Table table = input.data.open(classifier.schema())) {
      return PrivateEvaluation.charging(allowance, classifier, table);
    } catch (DemiluneException e) {
      options.spend.noteCharged(console, allowance.ledger());
      throw e;
    }
  }
}
