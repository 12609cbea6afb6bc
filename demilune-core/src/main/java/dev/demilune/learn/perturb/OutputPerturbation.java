// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.perturb;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.GaussianCalibration;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.budget.Allowance;
import dev.demilune.internal.Check;
import dev.demilune.learn.ChargedPlan;
import dev.demilune.learn.FloatingPointNote;
import dev.demilune.learn.Learner;
import dev.demilune.learn.LegacyPlan;
import dev.demilune.learn.LegacySetting;
import dev.demilune.learn.ModelMemory;
import dev.demilune.learn.Plan;
import dev.demilune.learn.PrivateFit;
import dev.demilune.learn.Progress;
import dev.demilune.learn.RowOutlook;
import dev.demilune.learn.RowsTimesBudget;
import dev.demilune.learn.Shape;
import dev.demilune.learn.UnprotectedFit;
import dev.demilune.mechanism.L2Laplace;
import dev.demilune.mechanism.NoisyIntegerSum;
import dev.demilune.mechanism.NoisySum;
import dev.demilune.privacy.Guarantee;
import dev.demilune.privacy.PureDp;
import dev.demilune.random.Randomness;
import dev.demilune.rows.BoundedDataset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Finds the minimum of a regularised hinge loss and adds noise to it: the simplest private learner,
 * and a baseline for the others.
 *
 * <p>For two classes the minimum is that of J(w) = Σ f(y x·w) + λ|w|²/2, with rows of length at
 * most one (intercept included, {@link PenalizedHinge}) and f a {@link FadingHinge}; for more
 * classes there is one for each class against the others.
 *
 * <p><b>Claim.</b> The fit meets the allowance's guarantee for the schema's adjacency; the event is
 * what was done: a count where it is private, and one noisy sum, of all minima together.
 *
 * <p><b>Proof.</b> Let w and w' be the minima for two neighbours. The gradient of J at w' is what
 * the other table's objective has more or less there: m rows' parts, of length at most one each,
 * where m is 1 if a row is there or not and 2 if it is replaced. J is λ-strongly convex, so λ|w -
 * w'| ≤ |∇J(w')| ≤ m. The search returns weights within τ/λ of the minimum for every table ({@link
 * CertifiedMinimum}), so they move by at most (m + 2τ)/λ, and those of K objectives together by √K
 * times that. {@link VectorRelease} covers the rounding and adds the noise. λ and τ are functions
 * of public quantities and of the noisy count; there is no test of convergence that could fail: but
 * with a probability below 1e-300, which {@link RowCountBound} explains, the search ends. ∎
 *
 * <p><b>Sampling.</b> Rounded Gaussian noise, or that of the L2 ball for a pure guarantee.
 *
 * <p><b>Relies on.</b> Ranges, labels and the expected row count chosen without the data; one row
 * per person. The time of a fit depends on the rows (docs/limits.md).
 *
 * <p><b>Source.</b> Chaudhuri, Monteleoni and Sarwate (2011), Algorithm 1. We depart from it: the
 * noise may be Gaussian and the guarantee approximate, and the search's error is counted.
 *
 * @param regularization λ beside the sum of the losses; 0 for the rule
 */
public record OutputPerturbation(double regularization) implements Learner {

  // Chosen on folds of training rows: noise of a fifth of the margin in the score of a unit row.
  private static final double SCORE_NOISE = 0.2;
  private static final double NOISELESS_REGULARIZATION = 1;

  private static final double LEAST_REGULARIZATION = 1e-3;
  private static final double MOST_REGULARIZATION = 1e12;

  private static final double DECLARED_COUNT_SHARE = 0.001;
  private static final double BOUGHT_COUNT_SHARE = 0.01;
  private static final double ROUNDING = 1e-9;

  public OutputPerturbation {
    Check.notNegative("regularization", regularization);
  }

  /** Returns the learner in its default configuration. */
  public static OutputPerturbation withDefaults() {
    return new OutputPerturbation(0);
  }

  @Override
  public String name() {
    return "output-perturbation";
  }

  @Override
  public String summary() {
    return "minimum of a hinge loss with L2 penalty, with noise added to it (Chaudhuri, Monteleoni,"
        + " Sarwate 2011)";
  }

  @Override
  public Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("regularization", LegacySetting.textOrAuto(regularization));
    return settings;
  }

  @Override
  public OutputPerturbation with(String key, String value) {
    if (key.equals("regularization")) {
      return new OutputPerturbation(
          LegacySetting.numberOrAuto(key, value, LEAST_REGULARIZATION, MOST_REGULARIZATION));
    }
    throw LegacySetting.unknown(name(), key, settings());
  }

  /** How the budget is spread: a count where it is private, and the minima. */
  private record Budget(Optional<NoisySum> count, VectorNoise output) {

    static Budget of(Shape shape, Guarantee guarantee) {
      ModelMemory.require(shape);
      double share =
          shape.adjacency().rowCountIsPublic()
              ? 0
              : shape.rows() > 0 ? DECLARED_COUNT_SHARE : BOUGHT_COUNT_SHARE;
      Budget budget =
          guarantee instanceof PureDp pure ? pure(pure, share) : gaussian(guarantee, share);
      double entries = (shape.features() + 1.0) * Shape.outputs(shape.classes());
      if (!VectorRelease.canBeDrawn(entries, budget.output)) {
        throw VectorNoise.tooLarge(guarantee);
      }
      return budget;
    }

    private static Budget gaussian(Guarantee guarantee, double share) {
      double mu = GaussianCalibration.mu(guarantee);
      return new Budget(
          share == 0
              ? Optional.empty()
              : Optional.of(NoisyIntegerSum.of(1, (1 + ROUNDING) / (mu * Math.sqrt(share)))),
          new VectorNoise.Gaussian((1 + ROUNDING) / (mu * Math.sqrt(1 - share))));
    }

    private static Budget pure(PureDp guarantee, double share) {
      double epsilon = guarantee.epsilon() * (1 - ROUNDING);
      if (share != 0 && !L2Laplace.canBeDrawn(1, epsilon * share)) {
        throw VectorNoise.tooLarge(guarantee);
      }
      return new Budget(
          share == 0 ? Optional.empty() : Optional.of(L2Laplace.of(1, epsilon * share)),
          new VectorNoise.Pure(epsilon * (1 - share)));
    }

    /** The noise of one entry of the minima, over what neighbours move them. */
    double noisePerMove(int entries) {
      return output.forSensitivity(1).noiseStandardDeviation(entries);
    }

    PrivacyEvent event() {
      List<PrivacyEvent> events = new ArrayList<>();
      count.ifPresent(mechanism -> events.add(mechanism.event()));
      events.add(output.event());
      return new PrivacyEvent.Composed(events);
    }
  }

  @Override
  public Plan plan(Shape shape, Guarantee guarantee) {
    Budget budget;
    try {
      budget = Budget.of(shape, guarantee);
    } catch (DemiluneException e) {
      return new Plan.Refused(name(), e.getMessage());
    }
    double lambda = regularization(shape, budget);
    Map<String, String> details = new LinkedHashMap<>();
    boolean bought = shape.rows() == 0 && budget.count.isPresent();
    details.put("rows", RowOutlook.rows(shape, bought));
    details.put(
        "noiseMultiplier", String.format(Locale.ROOT, "%.4g", budget.noisePerMove(entries(shape))));
    details.put("regularization", String.format(Locale.ROOT, "%.4g", lambda));
    return new LegacyPlan(
        name(),
        true,
        RowOutlook.of(
                shape,
                bought ? Optional.of("1 %") : Optional.empty(),
                RowsTimesBudget.of(shape, guarantee))
            + "; noise on the minimum knows nothing of the rows' shape: objective-perturbation does"
            + " better",
        Optional.of(budget.event()),
        details);
  }

  /** The sensitivity over the noise it is to have in a score, for the exact minima. */
  private double regularization(Shape shape, Budget budget) {
    if (regularization > 0) {
      return regularization;
    }
    return Math.max(
        LEAST_REGULARIZATION, moved(shape) * budget.noisePerMove(entries(shape)) / SCORE_NOISE);
  }

  private static int entries(Shape shape) {
    return (shape.features() + 1) * Shape.outputs(shape.classes());
  }

  /** λ times what neighbours move the exact minima of all objectives together. */
  private static double moved(Shape shape) {
    return shape.adjacency().contributionsChanged() * Math.sqrt(Shape.outputs(shape.classes()));
  }

  @Override
  public PrivateFit fit(BoundedDataset data, Allowance allowance, Progress progress) {
    allowance.requireAdjacency(data.adjacency());
    Shape shape = Shape.of(data);
    Budget budget =
        ChargedPlan.of(
            data, allowance, any -> Budget.of(any, allowance.guarantee()), Budget::event);
    Randomness randomness = allowance.use(data.adjacency());
    RowCountBound rows = RowCountBound.of(data, shape.rows(), budget.count, randomness);
    OneAgainstRest minima =
        new OneAgainstRest(
            data,
            FadingHinge.forPenalty(regularization(shape, budget)),
            regularization(shape, budget));
    double tolerance = minima.tolerance(rows.most(), /* tiltLength= */ 0);
    double[][] weights = minima.find(tolerance, minima::noTilt, progress);
    double sensitivity =
        (moved(shape) + 2 * tolerance * Math.sqrt(weights.length)) / minima.regularization();
    double[][] released =
        new VectorRelease(sensitivity * (1 + ROUNDING), minima.entries(), budget.output)
            .release(weights, randomness.stream("weights"));
    return new PrivateFit(
        minima.classifier(released),
        allowance.certify(name(), settings(), budget.event(), FloatingPointNote.RELIED_ON));
  }

  @Override
  public UnprotectedFit fitWithoutPrivacy(BoundedDataset data) {
    double lambda = regularization > 0 ? regularization : NOISELESS_REGULARIZATION;
    return OneAgainstRest.withoutNoise(data, lambda);
  }
}
