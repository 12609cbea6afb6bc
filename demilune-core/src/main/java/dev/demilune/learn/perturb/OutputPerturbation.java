// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.perturb;

import dev.demilune.accounting.GaussianCalibration;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.accounting.numeric.Rounding;
import dev.demilune.learn.AuditCase;
import dev.demilune.learn.ConfiguredLearner;
import dev.demilune.learn.FloatingPointNote;
import dev.demilune.learn.LearnerDescription;
import dev.demilune.learn.ModelMemory;
import dev.demilune.learn.Outlook;
import dev.demilune.learn.Plan;
import dev.demilune.learn.RowOutlook;
import dev.demilune.learn.RowsTimesBudget;
import dev.demilune.learn.Settings;
import dev.demilune.learn.Shape;
import dev.demilune.learn.TrainedModel;
import dev.demilune.learn.TrainingPlan;
import dev.demilune.learn.TrainingRun;
import dev.demilune.learn.UnprotectedFit;
import dev.demilune.model.LinearClassifier;
import dev.demilune.privacy.Guarantee;
import dev.demilune.privacy.PureDp;
import dev.demilune.random.Randomness;
import dev.demilune.rows.BoundedDataset;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Finds the minimizer of a regularized hinge loss and adds noise to it: the simplest private
 * learner, and a baseline for the others.
 *
 * <p>For two classes the minimum is that of J(w) = Σ f(y x·w) + λ|w|²/2, with rows of length at
 * most one (intercept included, {@link PenalizedHinge}) and f a {@link FadingHinge}; for more
 * classes there is one for each class against the others.
 *
 * <p><b>Claim.</b> The fit meets the allowance's guarantee for the schema's adjacency; the event is
 * what was done: a count where it is private, and one noisy sum, of all minima together.
 *
 * <p><b>Proof.</b> Let w and w' be the minimizers for two neighbors. The gradient of J at w' is the
 * difference of the two objectives' gradients there: the parts of m rows, of norm at most one each,
 * where m is 1 if a row is added or removed and 2 if it is replaced. J is λ-strongly convex, so λ|w
 * - w'| ≤ |∇J(w')| ≤ m. The search returns weights within τ/λ of the minimum for every table
 * ({@link CertifiedMinimum}), so they move by at most (m + 2τ)/λ, and those of K objectives
 * together by √K times that. {@link VectorRelease} covers the rounding and adds the noise. λ and τ
 * are functions of public quantities and of the noisy count; there is no test of convergence that
 * could fail: but with a probability below 1e-300, which {@link RowCountBound} explains, the search
 * ends. ∎
 *
 * <p><b>Sampling.</b> Rounded Gaussian noise, or that of the L2 ball for a pure guarantee.
 *
 * <p><b>Relies on.</b> Ranges, labels and the expected row count chosen without the data; one row
 * per person. The time of a fit depends on the rows (docs/limits.md).
 *
 * <p><b>Source.</b> Chaudhuri, Monteleoni and Sarwate (2011), Algorithm 1. We depart from it: the
 * noise may be Gaussian and the guarantee approximate, and the search's error is counted.
 *
 * @param values of the settings
 */
public record OutputPerturbation(Settings values) implements ConfiguredLearner<OutputPerturbation> {

  // Chosen on folds of training rows: noise of a fifth of the margin in the score of a unit row.
  private static final double SCORE_NOISE = 0.2;

  private static final double DECLARED_COUNT_SHARE = 0.001;
  private static final double BOUGHT_COUNT_SHARE = 0.01;

  private static final LearnerDescription DESCRIPTION =
      new LearnerDescription(
          "output-perturbation",
          "minimum of a hinge loss with L2 penalty, with noise added to it",
          "Chaudhuri, Monteleoni, Sarwate 2011",
          List.of(PenaltySetting.REGULARIZATION),
          LearnerDescription.ROW_ADJACENCIES,
          LearnerDescription.ANY_GUARANTEE,
          AuditCase.on(AuditCase.Table.ONE_FEATURE),
          "baselines");

  /** Returns the learner in its default configuration. */
  public static OutputPerturbation withDefaults() {
    return new OutputPerturbation(DESCRIPTION.defaults());
  }

  @Override
  public LearnerDescription description() {
    return DESCRIPTION;
  }

  @Override
  public OutputPerturbation withValues(Settings others) {
    return new OutputPerturbation(others);
  }

  @Override
  public Plan plan(Shape shape, Guarantee guarantee) {
    return Plan.of(
        this,
        () -> {
          CountAndWeights noise = noise(shape, guarantee);
          return TrainingPlan.of(
                  this,
                  shape,
                  guarantee,
                  new PrivacyEvent.Composed(noise.events()),
                  outlook(shape, guarantee, noise),
                  (rows, run) -> TrainedModel.of(train(rows, noise, run)))
              .relyingOn(FloatingPointNote.RELIED_ON);
        });
  }

  /** Divides the budget between a count where it is private, and the minima. */
  private static CountAndWeights noise(Shape shape, Guarantee guarantee) {
    ModelMemory.require(shape);
    double share = CountAndWeights.countPart(shape, DECLARED_COUNT_SHARE, BOUGHT_COUNT_SHARE);
    // Shares of ε, or of μ², which is what adds up. The factors give a little less than all of it.
    if (guarantee instanceof PureDp pure) {
      double epsilon = pure.epsilon() * Rounding.SUM_DOWN;
      return CountAndWeights.pure(shape, pure, epsilon * share, epsilon * (1 - share));
    }
    double mu = GaussianCalibration.mu(guarantee);
    return CountAndWeights.gaussian(
        shape,
        guarantee,
        Rounding.SUM_UP / (mu * Math.sqrt(share)),
        Rounding.SUM_UP / (mu * Math.sqrt(1 - share)));
  }

  private Outlook outlook(Shape shape, Guarantee guarantee, CountAndWeights noise) {
    boolean bought = noise.isBought(shape);
    String rows =
        RowOutlook.of(
            shape,
            bought ? Optional.of("1 %") : Optional.empty(),
            RowsTimesBudget.of(shape, guarantee));
    return Outlook.of(
            rows
                + "; noise on the minimum knows nothing of the rows' shape: objective-perturbation"
                + " does better")
        .inSecretTime() // it tells how many Newton steps were needed
        .with("rows", RowOutlook.rows(shape, bought))
        .withNoise(noisePerMove(shape, noise))
        .with("regularization", String.format(Locale.ROOT, "%.4g", regularization(shape, noise)));
  }

  /** The sensitivity over the noise it is to have in a score, for the exact minima. */
  private double regularization(Shape shape, CountAndWeights noise) {
    double chosen = values.get(PenaltySetting.REGULARIZATION);
    return chosen > 0
        ? chosen
        : Math.max(
            PenaltySetting.LEAST_REGULARIZATION,
            moved(shape) * noisePerMove(shape, noise) / SCORE_NOISE);
  }

  /** The noise of one entry of the minima, over what neighbors move them. */
  private static double noisePerMove(Shape shape, CountAndWeights noise) {
    int entries = (shape.features() + 1) * Shape.outputs(shape.classes());
    return noise.weights().forSensitivity(1).noiseStandardDeviation(entries);
  }

  /** λ times what neighbors move the exact minima of all objectives together. */
  private static double moved(Shape shape) {
    return shape.adjacency().contributionsChanged() * Math.sqrt(Shape.outputs(shape.classes()));
  }

  private LinearClassifier train(BoundedDataset data, CountAndWeights noise, TrainingRun run) {
    Shape shape = Shape.of(data);
    Randomness randomness = run.randomness();
    // Declared or bought; it bounds the search, and λ does not depend on it.
    RowCountBound rows = RowCountBound.of(data, shape.rows(), noise.count(), randomness);
    double lambda = regularization(shape, noise);
    OneAgainstRest minima = new OneAgainstRest(data, FadingHinge.forPenalty(lambda), lambda);
    double tolerance = minima.tolerance(rows.most(), /* tiltLength= */ 0);
    double[][] weights = minima.find(tolerance, minima::withoutTilt, run.progress());
    // √K(m + 2τ)/λ of the proof, a little more than its roundings.
    double sensitivity = (moved(shape) + 2 * tolerance * Math.sqrt(weights.length)) / lambda;
    double[][] released =
        new VectorRelease(sensitivity * Rounding.SUM_UP, minima.entries(), noise.weights())
            .release(weights, randomness.stream("weights"));
    return minima.classifier(released);
  }

  @Override
  public UnprotectedFit fitWithoutPrivacy(BoundedDataset data) {
    return OneAgainstRest.withoutNoise(data, values.get(PenaltySetting.REGULARIZATION));
  }
}
