// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.auto;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.Calibration;
import dev.demilune.accounting.GaussianCalibration;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.learn.AuditCase;
import dev.demilune.learn.Goal;
import dev.demilune.learn.GuaranteeShare;
import dev.demilune.learn.Learner;
import dev.demilune.learn.LearnerDescription;
import dev.demilune.learn.LearnerDescription.GuaranteeKind;
import dev.demilune.learn.MarginRule;
import dev.demilune.learn.Outlook;
import dev.demilune.learn.Plan;
import dev.demilune.learn.Progress;
import dev.demilune.learn.RowsNeeded;
import dev.demilune.learn.Setting;
import dev.demilune.learn.Settings;
import dev.demilune.learn.Shape;
import dev.demilune.learn.TrainedModel;
import dev.demilune.learn.TrainingPlan;
import dev.demilune.learn.TrainingRun;
import dev.demilune.learn.UnprotectedFit;
import dev.demilune.learn.gradient.BatchPerceptron;
import dev.demilune.learn.published.MarginSelection;
import dev.demilune.mechanism.Exponential;
import dev.demilune.mechanism.NoisyIntegerSum;
import dev.demilune.model.LinearClassifier;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Guarantee;
import dev.demilune.random.Randomness;
import dev.demilune.rows.BoundedDataset;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.DoubleFunction;
import java.util.stream.DoubleStream;

/**
 * Chooses the margin for a learner privately, and trains it with what is left of the budget.
 *
 * <p>A first model, a {@link BatchPerceptron} for a small part of the budget, says how many rows
 * would not keep each margin. The count and a public penalty for small margins are the scores of
 * the choice.
 *
 * <p><b>Claim.</b> The fit meets the allowance's guarantee for the schema's adjacency, the choice
 * included; the certificate's event is a row count if none was declared, the first model, one
 * exponential choice and the learner's plan.
 *
 * <p><b>Proof.</b> Margins and penalties are functions of public numbers and of the noisy row
 * count. For a given first model, which its event pays for, a neighbor moves all counts by at most
 * one and in one direction ({@link MarginCounts}), so {@link Exponential} makes of them a choice of
 * bounded range ε with r = 1. The learner then trains with the chosen margin: a plan that was fixed
 * beforehand for each margin, so that the whole is an adaptive composition of the first plan, the
 * choice and one of these plans. The learner's part of the guarantee is the largest with which the
 * accountant's price of the whole is within the allowance. ∎
 *
 * <p><b>Sampling.</b> Exact: {@link Exponential}, and the learner's own noise.
 *
 * <p><b>Relies on.</b> What the learner relies on. First model and choice take 32 passes over the
 * rows, whatever they are.
 *
 * <p><b>Source.</b> Bassily, Mohri and Suresh (2022), Algorithm 6. We depart from it: the whole is
 * within the guarantee, which there covers each half; rows near the boundary of a private model are
 * counted, where the paper finds the least hinge loss at each margin, whose sensitivity is 1/ρ and
 * which takes a search to convergence for every margin; margins have the ratio √2 instead of 2; the
 * penalty's constants were measured. The theorem on its error is for the published score.
 *
 * @param values of its own settings
 * @param learner a learner that {@link MarginRule} has constants for
 */
public record MarginChoice(Settings values, Learner learner) implements Learner {

  private static final String MARGIN = MarginRule.MARGIN;

  // Of μ², as for the other learners.
  private static final double COUNT_SHARE = 0.01;

  // Of all learners with a margin it needs the fewest passes, and the least budget.
  // Thirty rounds, with which the choice was measured: as many passes whatever the margin.
  private static final Learner FIRST =
      BatchPerceptron.withDefaults().with(BatchPerceptron.ROUNDS, 30);

  // Of what the choice costs; the exponential choice has the rest.
  private static final double FIRST_MODEL_SHARE = 0.7;

  /** The learner. */
  public static final Setting<String> LEARNER =
      Setting.text(
          "learner",
          "batch-perceptron",
          "batch-perceptron, margin-erm or projected-sgd; its other settings are taken as well");

  /** The part of the budget that the choice costs. */
  public static final Setting<Double> SHARE =
      Setting.number(
              "choice-share",
              0.01,
              0.9,
              0.3,
              "part of ε that the choice costs, the model that it looks at included")
          .formerly("share");

  private static final LearnerDescription DESCRIPTION =
      new LearnerDescription(
          "margin-choice",
          "a private choice of the margin, then a learner that has one",
          "Bassily, Mohri, Suresh 2022",
          List.of(LEARNER, SHARE),
          LearnerDescription.ROW_ADJACENCIES,
          Set.of(GuaranteeKind.APPROXIMATE), // all of its learners have Gaussian noise
          // A choice after which sums have Gaussian noise is calibrated for seconds.
          AuditCase.on(AuditCase.Table.TWO_FEATURES).leftToOthers(),
          "margins");

  public MarginChoice {
    if (MarginRule.of(learner.name()).isEmpty()) {
      throw new DemiluneException(
          learner.name()
              + " has no margin that can be chosen: choose batch-perceptron, margin-erm or"
              + " projected-sgd");
    }
  }

  /** Returns the choice of a margin for this learner, for three tenths of ε. */
  public static MarginChoice of(Learner learner) {
    return new MarginChoice(DESCRIPTION.defaults().with(LEARNER, learner.name()), learner);
  }

  @Override
  public LearnerDescription description() {
    return DESCRIPTION;
  }

  @Override
  public Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>(values.texts());
    settings.putAll(learner.settings());
    settings.remove(MARGIN);
    return settings;
  }

  @Override
  public boolean has(String setting) {
    return values.has(setting) || (learner.has(setting) && !setting.equals(MARGIN));
  }

  @Override
  public String nameOf(String setting) {
    return values.has(setting) ? values.nameOf(setting) : learner.nameOf(setting);
  }

  @Override
  public MarginChoice with(String name, String text) {
    if (!has(name)) {
      throw Settings.unknown(name(), name, settings());
    }
    if (!values.has(name)) {
      return new MarginChoice(values, learner.with(name, text));
    }
    Settings changed = values.with(name, text);
    return new MarginChoice(
        changed,
        changed.get(LEARNER).equals(learner.name()) // which keeps its settings
            ? learner
            : Learners.named(changed.get(LEARNER)));
  }

  private MarginRule rule() {
    return MarginRule.of(learner.name()).orElseThrow(); // see the constructor
  }

  private double share() {
    return values.get(SHARE);
  }

  /** What is spent on what: fixed before any row is seen. */
  private record Spending(
      Optional<NoisyIntegerSum> count,
      TrainingPlan first,
      double onChoice,
      Guarantee onLearner,
      List<TrainingPlan> plans) {

    PrivacyEvent event() {
      List<PrivacyEvent> all = new ArrayList<>();
      count.ifPresent(mechanism -> all.add(mechanism.event()));
      all.add(first.charged());
      all.add(new PrivacyEvent.ExponentialChoice(onChoice));
      List<PrivacyEvent> different = plans.stream().map(TrainingPlan::charged).distinct().toList();
      all.add(different.size() == 1 ? different.get(0) : new PrivacyEvent.OneOf(different));
      return new PrivacyEvent.Composed(all);
    }
  }

  private Spending spending(Shape shape, ApproximateDp target) {
    boolean bought = shape.rows() == 0 && !shape.adjacency().rowCountIsPublic();
    Optional<NoisyIntegerSum> count =
        bought
            ? Optional.of(
                NoisyIntegerSum.of(
                    1, 1 / (GaussianCalibration.mu(target) * Math.sqrt(COUNT_SHARE))))
            : Optional.empty();
    double onBoth = share() * target.epsilon();
    double onFirst = FIRST_MODEL_SHARE * onBoth;
    Guarantee ofFirst = GuaranteeShare.atNoise(target, 1 / onFirst);
    TrainingPlan first = FIRST.plan(shape, ofFirst).orThrow();
    DoubleFunction<Spending> atNoise =
        noise -> {
          Guarantee left = GuaranteeShare.atNoise(target, noise);
          return new Spending(count, first, onBoth - onFirst, left, plans(shape, left));
        };
    return atNoise.apply(Calibration.smallestNoise(target, noise -> atNoise.apply(noise).event()));
  }

  private List<TrainingPlan> plans(Shape shape, Guarantee onLearner) {
    return MarginGrid.of(rule(), shape).margins().stream()
        .map(margin -> withMargin(margin).plan(shape, onLearner).orThrow())
        .toList();
  }

  private Learner withMargin(double margin) {
    return learner.with(MARGIN, MarginRule.text(learner, margin));
  }

  @Override
  public Plan plan(Shape shape, Guarantee guarantee) {
    return Plan.of(
        this,
        () -> {
          if (!(guarantee instanceof ApproximateDp target)) {
            throw new DemiluneException(
                "a choice of the margin is planned for ε and δ, and not for "
                    + guarantee.describe()
                    + ": give a delta above 0 (for example 1e-6)");
          }
          Spending spending = spending(shape, target);
          return TrainingPlan.of(
                  this,
                  shape,
                  guarantee,
                  spending.event(),
                  outlook(spending),
                  (rows, run) -> train(rows, spending, run))
              .relyingOn(spending.plans.get(0).reliesOn())
              .inOnePlaceLike(spending.plans);
        });
  }

  /** What is the same whichever margin is chosen, and the noise of all. */
  private Outlook outlook(Spending spending) {
    List<Outlook> all = spending.plans.stream().map(TrainingPlan::outlook).toList();
    Outlook one = all.get(0);
    Map<String, String> common = new LinkedHashMap<>(one.details());
    all.forEach(other -> common.entrySet().retainAll(other.details().entrySet()));
    Map<String, String> details = new LinkedHashMap<>();
    details.put("choice", "ε = " + spending.onChoice);
    details.put(learner.name(), spending.onLearner.describe());
    details.putAll(common);
    DoubleSummaryStatistics noise =
        all.stream()
            .flatMap(some -> some.noise().stream())
            .flatMapToDouble(some -> DoubleStream.of(some.least(), some.most()))
            .summaryStatistics();
    return one.withDetails(details).withNoise(new Outlook.Noise(noise.getMin(), noise.getMax()));
  }

  private TrainedModel train(BoundedDataset data, Spending spending, TrainingRun run) {
    Randomness randomness = run.randomness();
    long rows = rows(data, spending, randomness);
    MarginGrid grid = MarginGrid.of(rule(), spending.first.shape());
    LinearClassifier first =
        spending.first.train(data, run.part(1, Progress.NONE)).model().linear();
    long[] scores = grid.scores(data, first, rows, byRule(spending, rows));
    int chosen =
        Exponential.ofMonotone(spending.onChoice).choose(scores, randomness.stream("margin"));
    TrainedModel trained = spending.plans.get(chosen).train(data, run.part(2, run.progress()));
    return new TrainedModel(
        trained.model(), Map.of(MARGIN, MarginRule.text(learner, grid.margins().get(chosen))));
  }

  @Override
  public RowsNeeded rowsNeeded(Shape shape, Guarantee guarantee, Goal goal) {
    if (shape.classes() != 2 || !(guarantee instanceof ApproximateDp promise)) {
      return RowsNeeded.unknown();
    }
    return new RowsNeeded(
        OptionalDouble.empty(),
        MarginSelection.rows(
            shape.features(),
            goal.margin(),
            goal.error(),
            goal.failure(),
            promise.epsilon(),
            promise.delta()),
        OptionalDouble.empty(),
        "with the learner of its paper, its budget repaired, for a margin that need not be known"
            + " (Bassily, Mohri, Suresh 2022, Lemma F.1 and Theorem 3.2, constants derived here)");
  }

  @Override
  public UnprotectedFit fitWithoutPrivacy(BoundedDataset data) {
    MarginGrid grid = MarginGrid.of(rule(), Shape.of(data));
    LinearClassifier first = FIRST.fitWithoutPrivacy(data).model().linear();
    double byRule = rule().marginWithoutNoise(Shape.of(data));
    long[] scores = grid.scores(data, first, data.privateSize(), byRule);
    int best = 0;
    for (int i = 1; i < scores.length; i++) {
      best = scores[i] < scores[best] ? i : best;
    }
    return withMargin(grid.margins().get(best)).fitWithoutPrivacy(data);
  }

  /** The number of rows as far as it is public, or bought. */
  private static long rows(BoundedDataset data, Spending spending, Randomness randomness) {
    if (spending.count.isEmpty()) {
      return Math.max(1, Shape.of(data).rows());
    }
    long[] count = {data.privateSize()};
    spending.count.get().release(count, randomness.stream("row count"));
    return Math.max(1, count[0]);
  }

  /** The margin that the learner could bear with so many rows and its part of the budget. */
  private double byRule(Spending spending, long rows) {
    Shape shape = spending.first.shape();
    return rule()
        .margin(
            new Shape(rows, shape.features(), shape.classes(), shape.adjacency()),
            spending.onLearner);
  }
}
