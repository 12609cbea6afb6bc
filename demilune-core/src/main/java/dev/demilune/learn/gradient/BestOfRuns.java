// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.gradient;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.Calibration;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.accounting.numeric.Rounding;
import dev.demilune.learn.ConfiguredLearner;
import dev.demilune.learn.CorrectCount;
import dev.demilune.learn.GuaranteeShare;
import dev.demilune.learn.Learner;
import dev.demilune.learn.Plan;
import dev.demilune.learn.Progress;
import dev.demilune.learn.Projection;
import dev.demilune.learn.Setting;
import dev.demilune.learn.Shape;
import dev.demilune.learn.TrainedModel;
import dev.demilune.learn.TrainingPlan;
import dev.demilune.learn.TrainingRun;
import dev.demilune.mechanism.Exponential;
import dev.demilune.model.Classifier;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Guarantee;
import dev.demilune.rows.BoundedDataset;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Runs a learner several times and keeps one model, chosen privately by how many rows it gets
 * wrong. A success that is likely in one run becomes all but certain.
 *
 * <p><b>Claim.</b> All runs and the choice together meet the allowance's guarantee; the
 * certificate's event is all of them composed.
 *
 * <p><b>Proof.</b> For given models, which the runs' events pay for, a neighbor changes each count
 * of errors by at most one ({@link CorrectCount}), all of them up or all of them down where a row
 * is added or removed. {@link Exponential} makes of this a choice of bounded range ε. The runs'
 * part is the largest for which the accountant's cost of the composition is within the guarantee. ∎
 *
 * <p><b>Source.</b> Nguyen, Ullman and Zakynthinou (2020), Algorithm 3, and Bassily, Mohri and
 * Suresh (2022), Algorithm 4. The first spends the budget on the runs and once more on the choice;
 * here both are within it. Both choose by the loss on a sample; errors have a smaller sensitivity.
 *
 * @param learner in the configuration of one run
 * @param runs how many, at least two
 * @param share the part of ε that the choice costs
 * @param planning plans one run
 */
record BestOfRuns<L extends ConfiguredLearner<L>>(
    L learner, int runs, double share, Planning<L> planning) {

  /** Plans one run of a learner. */
  @FunctionalInterface
  interface Planning<L> {
    Plan plan(L learner, Shape shape, Guarantee guarantee);
  }

  /** How many runs. */
  static final Setting<Integer> RUNS =
      Setting.integer(
          "runs", 1, 100, 1, "how many runs to choose from privately; one needs no choice");

  // By default. More would be taken from the runs, and counts of errors need little.
  private static final double SHARE = 0.1;

  static <L extends ConfiguredLearner<L>> BestOfRuns<L> of(L learner) {
    return new BestOfRuns<>(
        learner.with(RUNS, 1), learner.values().get(RUNS), SHARE, Learner::plan);
  }

  /** All runs and the choice, whose costs compose. */
  private record Priced(double onChoice, List<TrainingPlan> runs) {
    PrivacyEvent event() {
      List<PrivacyEvent> different = runs.stream().map(TrainingPlan::charged).distinct().toList();
      if (different.size() > 1) {
        throw new IllegalStateException("runs that differ in a public draw alone cost the same");
      }
      return PrivacyEvent.Composed.of(
          new PrivacyEvent.Repeated(different.get(0), runs.size()),
          new PrivacyEvent.ExponentialChoice(onChoice));
    }
  }

  Plan plan(Shape shape, Guarantee guarantee) {
    if (!(guarantee instanceof ApproximateDp target)) {
      throw new DemiluneException(
          "a choice among runs is planned for ε and δ, and not for "
              + guarantee.describe()
              + ": give an ε and a δ, or use runs=1");
    }
    double onChoice = share * target.epsilon();
    double noise =
        Calibration.smallestNoise(
            target, some -> priced(shape, GuaranteeShare.atNoise(target, some), onChoice).event());
    return plan(shape, target, priced(shape, GuaranteeShare.atNoise(target, noise), onChoice));
  }

  /**
   * Returns the plan that divides ε and δ by basic composition, as the papers do: ε/2 for the
   * choice, and a k-th of the other half and of δ for each of k runs.
   */
  Plan dividedEvenly(Shape shape, ApproximateDp target) {
    Guarantee onRun =
        ApproximateDp.of(
            target.epsilon() * (1 - share) / runs * Rounding.PART_DOWN,
            target.delta() / runs * Rounding.PART_DOWN);
    return plan(shape, target, priced(shape, onRun, share * target.epsilon()));
  }

  private Plan plan(Shape shape, Guarantee guarantee, Priced priced) {
    return TrainingPlan.of(
            learner.with(RUNS, runs),
            shape,
            guarantee,
            priced.event(),
            priced
                .runs
                .get(0)
                .outlook()
                .with("runs", Integer.toString(runs))
                .with("choice", "ε = " + priced.onChoice),
            (rows, run) -> TrainedModel.of(train(rows, priced, run)))
        .inOnePlaceLike(priced.runs);
  }

  private Priced priced(Shape shape, Guarantee onRun, double onChoice) {
    int draw = learner.values().get(Projection.DRAW);
    return new Priced(
        onChoice,
        IntStream.range(0, runs)
            .mapToObj(i -> learner.with(Projection.DRAW, (draw + i) & Integer.MAX_VALUE))
            .map(ofRun -> planning.plan(ofRun, shape, onRun).orThrow())
            .toList());
  }

  private Classifier train(BoundedDataset rows, Priced priced, TrainingRun run) {
    List<Classifier> models = new ArrayList<>();
    long[] errors = new long[runs];
    for (int i = 0; i < runs; i++) {
      int before = i;
      // Every run takes the same number of steps, so progress is a function of public numbers.
      Progress part = (done, total) -> run.progress().step(before * total + done, runs * total);
      Classifier model = priced.runs.get(i).train(rows, run.part(i + 1, part)).model();
      models.add(model);
      // Exact and private, seen by the choice alone. Up to a constant these are the errors.
      errors[i] = -CorrectCount.of(rows, model);
    }
    // An added row moves all counts the same way: a monotone choice weighs them twice as sharply.
    Exponential choice =
        rows.adjacency().addsOrRemoves()
            ? Exponential.ofMonotone(priced.onChoice)
            : Exponential.of(priced.onChoice);
    return models.get(choice.choose(errors, run.randomness().stream("run")));
  }
}
