// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import dev.demilune.DemiluneException;
import dev.demilune.budget.Allowance;
import dev.demilune.data.Table;
import dev.demilune.evaluate.EvaluationPlan;
import dev.demilune.evaluate.PrivateEvaluation;
import dev.demilune.model.Classifier;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.Guarantee;
import dev.demilune.privacy.Notice;
import java.util.List;
import java.util.Locale;

/**
 * Scores private rows: all that can be checked without them is checked, what to expect is said, the
 * ledger is charged, and only then is a row read.
 */
final class PaidScores {

  /** An interval of the accuracy that says nothing but that it is between 5 % and 95 %. */
  private static final double HOPELESS = 0.45;

  private final DemiluneCommand command;
  private final ModelOption input;
  private final PrivateEvaluationOptions options;

  PaidScores(DemiluneCommand command, ModelOption input, PrivateEvaluationOptions options) {
    this.command = command;
    this.input = input;
    this.options = options;
  }

  PrivateEvaluation of(Classifier classifier) {
    Guarantee guarantee = options.guarantee();
    options.spend.checkedFile();
    options.spend.isFor(classifier.schema());
    command.tell(notices(classifier, guarantee));
    return options.spend.chargeAndRun(
        command,
        options.spend.ledger == null ? classifier.schema().adjacency() : null,
        guarantee,
        "evaluate",
        ledger -> planned(classifier, ledger.adjacency(), guarantee));
  }

  /** What is to be said of the spend, from public facts. */
  List<Notice> notices(Classifier classifier, Guarantee guarantee) {
    long declared = options.expectedRows();
    return options.spend.notices(
        command, guarantee, declared > 0 ? declared : classifier.schema().expectedRows());
  }

  private LedgerSpend.Work<PrivateEvaluation> planned(
      Classifier classifier, Adjacency adjacency, Guarantee guarantee) {
    EvaluationPlan plan =
        options.countsOnly
            ? PrivateEvaluation.planOfCounts(classifier, adjacency, guarantee)
            : PrivateEvaluation.plan(classifier, adjacency, guarantee);
    input.data.checkForm(classifier.schema());
    expect(plan, options.expectedRows());
    adjacency.warning().ifPresent(command.console::note);
    return LedgerSpend.Work.of(plan, allowance -> score(plan, classifier, allowance));
  }

  private void expect(EvaluationPlan plan, long expectedRows) {
    if (expectedRows == 0) {
      command.console.note(
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
              "epsilon is too small for %,d %s: every count would be off by up to %,d and the"
                  + " accuracy would be known to ±%.0f %% only; ask for a larger one. Nothing was"
                  + " spent and no row was read.",
              expectedRows,
              counted(plan.adjacency()),
              plan.countError(),
              100 * halfWidth));
    }
    command.console.note(
        String.format(
            Locale.ROOT,
            "with %,d %s the accuracy will be known to ±%.1f %% or better.",
            expectedRows,
            counted(plan.adjacency()),
            100 * halfWidth));
  }

  /** Returns what is counted: where the unit is a person, one row of each. */
  static String counted(Adjacency adjacency) {
    return adjacency.isOfPersons() ? "persons" : "rows";
  }

  private PrivateEvaluation score(EvaluationPlan plan, Classifier classifier, Allowance allowance) {
    try (Table table = input.data.open(classifier.schema())) {
      return plan.run(classifier, table, allowance);
    }
  }
}
