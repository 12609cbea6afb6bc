// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.auto;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.Calibration;
import dev.demilune.accounting.GaussianCalibration;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.accounting.numeric.Rounding;
import dev.demilune.learn.AuditCase;
import dev.demilune.learn.FloatingPointNote;
import dev.demilune.learn.Goal;
import dev.demilune.learn.GuaranteeShare;
import dev.demilune.learn.Learner;
import dev.demilune.learn.LearnerDescription;
import dev.demilune.learn.LearnerDescription.GuaranteeKind;
import dev.demilune.learn.Outlook;
import dev.demilune.learn.Plan;
import dev.demilune.learn.RowsNeeded;
import dev.demilune.learn.Setting;
import dev.demilune.learn.Settings;
import dev.demilune.learn.Shape;
import dev.demilune.learn.TrainedModel;
import dev.demilune.learn.TrainingPlan;
import dev.demilune.learn.TrainingRun;
import dev.demilune.learn.UnprotectedFit;
import dev.demilune.learn.published.MarginSelection;
import dev.demilune.mechanism.GeneralizedExponential;
import dev.demilune.mechanism.NoisyIntegerSum;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Guarantee;
import dev.demilune.privacy.PureDp;
import dev.demilune.random.Randomness;
import dev.demilune.rows.BoundedDataset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * Chooses the margin for a learner privately, and trains it with what is left of the budget.
 *
 * <p><b>Claim.</b> The fit meets the allowance's guarantee for the schema's adjacency, the choice
 * included; the certificate's event is a row count if none was declared, one exponential choice and
 * the learner's plan.
 *
 * <p><b>Proof.</b> The margins 1/2, 1/4, ... are public, and their scores move between neighbours
 * by no more than the sensitivities of {@link MarginScores}, which {@link GeneralizedExponential}
 * turns into a choice of bounded range ε. The number of rows that scores are made for is public, or
 * a count with noise for the one row by which neighbours differ. The learner then trains with the
 * chosen margin: a plan that was fixed beforehand for each margin, so that the whole is an adaptive
 * composition, of the choice and of one of these plans. The learner's part of the guarantee is the
 * largest with which the accountant's price of the whole is within the allowance. ∎
 *
 * <p><b>Sampling.</b> Exact: {@link GeneralizedExponential}, and the learner's own noise.
 *
 * <p><b>Relies on.</b> What the learner relies on. Scores are found by a search that ends when it
 * is certain, so running time depends on the rows: see docs/limits.md.
 *
 * <p><b>Source.</b> Bassily, Mohri and Suresh (2022), Algorithm 6. We depart from it: the whole is
 * within the guarantee, which there covers each half; the loss minimised is a smoothed hinge with a
 * little regularisation, averaged over the classes; the minimum need not be exact, its error being
 * part of the sensitivities; the penalty is (√n + √d/μ)/ρ rows.
 *
 * @param values of its own settings
 * @param learner a learner that has a setting 'margin', in units of the unit ball
 */
public record MarginChoice(Settings values, Learner learner) implements Learner {

  private static final String MARGIN = "margin";

  // Of μ², as for the other learners.
  private static final double COUNT_SHARE = 0.01;

  /** The learner. */
  public static final Setting<String> LEARNER =
      Setting.text(
          "learner",
          "batch-perceptron",
          "a learner that has a setting 'margin'; its other settings are taken as well");

  /** The part of the budget that the choice costs. */
  public static final Setting<Double> SHARE =
      Setting.number("choice-share", 0.01, 0.9, 0.2, "part of ε that the choice costs")
          .formerly("share");

  private static final LearnerDescription DESCRIPTION =
      new LearnerDescription(
          "margin-choice",
          "a private choice of the margin, then a learner that has one",
          "Bassily, Mohri, Suresh 2022",
          List.of(LEARNER, SHARE),
          LearnerDescription.ANY_ADJACENCY,
          Set.of(GuaranteeKind.APPROXIMATE), // its default learner has Gaussian noise
          // A choice after which sums have Gaussian noise is calibrated for seconds.
          AuditCase.on(AuditCase.Table.TWO_FEATURES)
              .with("learner", "net-choice")
              .with("cover", "random")
              .with("candidates", "16")
              .with("slack", "0")
              .leftToOthers(),
          "margins");

  public MarginChoice {
    if (!learner.has(MARGIN)) {
      throw new DemiluneException(
          learner.name() + " has no setting 'margin' to choose: choose a learner that has one");
    }
  }

  /** Returns the choice of a margin for this learner, for a fifth of ε. */
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

  private double share() {
    return values.get(SHARE);
  }

  /** What is spent on what: fixed before any row is seen. */
  private record Spending(
      Optional<NoisyIntegerSum> count,
      double onChoice,
      Guarantee onLearner,
      List<TrainingPlan> plans) {

    PrivacyEvent event() {
      List<PrivacyEvent> all = new ArrayList<>();
      count.ifPresent(mechanism -> all.add(mechanism.event()));
      all.add(new PrivacyEvent.ExponentialChoice(onChoice));
      List<PrivacyEvent> different = plans.stream().map(TrainingPlan::charged).distinct().toList();
      all.add(different.size() == 1 ? different.get(0) : new PrivacyEvent.OneOf(different));
      return new PrivacyEvent.Composed(all);
    }
  }

  private Spending spending(Shape shape, Guarantee guarantee) {
    boolean bought = shape.rows() == 0 && !shape.adjacency().rowCountIsPublic();
    Optional<NoisyIntegerSum> count =
        bought
            ? Optional.of(
                NoisyIntegerSum.of(
                    1, 1 / (GaussianCalibration.mu(guarantee) * Math.sqrt(COUNT_SHARE))))
            : Optional.empty();
    double onChoice = share() * guarantee.epsilon();
    if (guarantee instanceof ApproximateDp target) {
      double noise =
          Calibration.smallestNoise(
              target,
              some ->
                  spending(shape, count, onChoice, GuaranteeShare.atNoise(target, some)).event());
      return spending(shape, count, onChoice, GuaranteeShare.atNoise(target, noise));
    }
    Guarantee left = PureDp.of((guarantee.epsilon() - onChoice) * Rounding.PART_DOWN);
    return spending(shape, count, onChoice, left);
  }

  private Spending spending(
      Shape shape, Optional<NoisyIntegerSum> count, double onChoice, Guarantee onLearner) {
    List<TrainingPlan> plans = new ArrayList<>();
    for (int i = 0; i < MarginScores.MOST; i++) {
      plans.add(withMargin(i).plan(shape, onLearner).orThrow());
    }
    return new Spending(count, onChoice, onLearner, plans);
  }

  private Learner withMargin(int index) {
    return learner.with(MARGIN, Double.toString(MarginScores.margin(index)));
  }

  @Override
  public Plan plan(Shape shape, Guarantee guarantee) {
    return Plan.of(
        this,
        () -> {
          Spending spending = spending(shape, guarantee);
          return TrainingPlan.of(
                  this,
                  shape,
                  guarantee,
                  spending.event(),
                  outlook(spending),
                  (rows, run) -> train(rows, spending, run))
              .relyingOn(FloatingPointNote.RELIED_ON);
        });
  }

  private Outlook outlook(Spending spending) {
    Outlook after = spending.plans.get(0).outlook();
    Map<String, String> details = new LinkedHashMap<>();
    details.put("choice", "ε = " + spending.onChoice);
    details.put(learner.name(), spending.onLearner.describe());
    details.putAll(after.details());
    return new Outlook(
        after.expectation(), after.noise(), after.randomOrder(), after.choice(), details);
  }

  private TrainedModel train(BoundedDataset data, Spending spending, TrainingRun run) {
    Randomness randomness = run.randomness();
    MarginScores scores = new MarginScores(data, rows(data, spending, randomness));
    GeneralizedExponential choice = scores.choice(spending.onChoice);
    int chosen =
        choice.choose(scores.scores(noise(data, spending.onLearner)), randomness.stream("margin"));
    TrainedModel trained = spending.plans.get(chosen).train(data, run.part(1, run.progress()));
    return new TrainedModel(
        trained.model(), Map.of(MARGIN, Double.toString(MarginScores.margin(chosen))));
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
    long[] scores = new MarginScores(data, data.privateSize()).scores(0);
    int best = 0;
    for (int i = 1; i < scores.length; i++) {
      best = scores[i] < scores[best] ? i : best;
    }
    return withMargin(best).fitWithoutPrivacy(data);
  }

  /** The number of rows as far as it is public, or bought. */
  private static long rows(BoundedDataset data, Spending spending, Randomness randomness) {
    if (spending.count.isEmpty()) {
      return Shape.of(data).rows();
    }
    long[] count = {data.privateSize()};
    spending.count.get().release(count, randomness.stream("row count"));
    return count[0];
  }

  /** √d/μ, by how many rows the learner's noise moves a unit weight vector, about. */
  private static double noise(BoundedDataset data, Guarantee onLearner) {
    double mu =
        onLearner instanceof PureDp pure ? pure.epsilon() : GaussianCalibration.mu(onLearner);
    return Math.sqrt(data.features() + 1.0) / mu;
  }
}
