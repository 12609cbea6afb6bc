// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.gradient;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.Calibration;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.budget.Allowance;
import dev.demilune.learn.ChargedPlan;
import dev.demilune.learn.CorrectCount;
import dev.demilune.learn.GuaranteeShare;
import dev.demilune.learn.Learner;
import dev.demilune.learn.Plan;
import dev.demilune.learn.PrivateFit;
import dev.demilune.learn.Progress;
import dev.demilune.learn.Shape;
import dev.demilune.mechanism.Exponential;
import dev.demilune.model.Classifier;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Guarantee;
import dev.demilune.random.Randomness;
import dev.demilune.rows.BoundedDataset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Runs a learner several times and keeps one model, chosen privately by how many rows it gets
 * wrong: what was likely to go well once goes well all but surely.
 *
 * <p><b>Claim.</b> All runs and the choice together meet the allowance's guarantee; the
 * certificate's event is all of them composed.
 *
 * <p><b>Proof.</b> For given models, which the runs' events pay for, a neighbour changes each count
 * of errors by at most one ({@link CorrectCount}), all of them up or all of them down where a row
 * is added or removed. {@link Exponential} makes of this a choice of bounded range ε. The runs'
 * part is the largest with which the accountant's price of the composition is within the guarantee.
 * ∎
 *
 * <p><b>Source.</b> Nguyen, Ullman and Zakynthinou (2020), Algorithm 3, and Bassily, Mohri and
 * Suresh (2022), Algorithm 4. The first spends the budget on the runs and once more on the choice;
 * here both are within it. Both choose by the loss on a sample; errors have a smaller sensitivity.
 *
 * @param run one run
 * @param runs how many, at least two
 */
record BestOfRuns(Learner run, int runs) {

  /** The part of ε that the choice costs. */
  private static final double SHARE = 0.1;

  /** What is spent on what: fixed before any row is seen. */
  private record Spending(double onChoice, Guarantee onRun, PrivacyEvent runEvent, int runs) {
    PrivacyEvent event() {
      return PrivacyEvent.Composed.of(
          new PrivacyEvent.Repeated(runEvent, runs), new PrivacyEvent.ExponentialChoice(onChoice));
    }
  }

  private Spending spending(Shape shape, Guarantee guarantee) {
    if (!(guarantee instanceof ApproximateDp target)) {
      throw new DemiluneException(
          "a choice among runs is planned for ε and δ, and not for "
              + guarantee.describe()
              + ": give an ε and a δ, or use runs=1");
    }
    double onChoice = SHARE * target.epsilon();
    double noise =
        Calibration.smallestNoise(
            target,
            some -> spending(shape, onChoice, GuaranteeShare.atNoise(target, some)).event());
    return spending(shape, onChoice, GuaranteeShare.atNoise(target, noise));
  }

  private Spending spending(Shape shape, double onChoice, Guarantee onRun) {
    Plan plan = run.plan(shape, onRun);
    if (!plan.runnable()) {
      throw new DemiluneException(plan.reason());
    }
    return new Spending(onChoice, onRun, plan.event().orElseThrow(), runs);
  }

  Plan plan(Shape shape, Guarantee guarantee) {
    try {
      Spending spending = spending(shape, guarantee);
      Plan one = run.plan(shape, spending.onRun);
      Map<String, String> details = new LinkedHashMap<>(one.details());
      details.put("runs", Integer.toString(runs));
      details.put("choice", "ε = " + spending.onChoice);
      return new Plan(run.name(), true, one.reason(), Optional.of(spending.event()), details);
    } catch (DemiluneException e) {
      return Plan.refused(run.name(), e.getMessage());
    }
  }

  PrivateFit fit(
      BoundedDataset data, Allowance allowance, Map<String, String> settings, Progress progress) {
    allowance.requireAdjacency(data.adjacency());
    Spending spending =
        ChargedPlan.of(
            data, allowance, shape -> spending(shape, allowance.guarantee()), Spending::event);
    Randomness randomness = allowance.use(data.adjacency());
    List<Classifier> models = new ArrayList<>();
    long[] errors = new long[runs];
    for (int i = 0; i < runs; i++) {
      int before = i;
      PrivateFit fit =
          run.fit(
              data,
              allowance.part(spending.onRun, spending.runEvent),
              (done, total) -> progress.step(before * total + done, runs * total));
      models.add(fit.model());
      errors[i] = -CorrectCount.of(data, fit.model());
    }
    Exponential choice =
        data.adjacency() == Adjacency.ADD_OR_REMOVE_ONE
            ? Exponential.ofMonotone(spending.onChoice)
            : Exponential.of(spending.onChoice);
    Classifier chosen = models.get(choice.choose(errors, randomness.stream("run")));
    return new PrivateFit(chosen, allowance.certify(run.name(), settings, spending.event()));
  }
}
