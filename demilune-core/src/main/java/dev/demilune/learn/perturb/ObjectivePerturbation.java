// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.perturb;

import dev.demilune.accounting.numeric.Rounding;
import dev.demilune.learn.AuditCase;
import dev.demilune.learn.ConfiguredLearner;
import dev.demilune.learn.FloatingPointNote;
import dev.demilune.learn.Goal;
import dev.demilune.learn.LearnerDescription;
import dev.demilune.learn.Outlook;
import dev.demilune.learn.Plan;
import dev.demilune.learn.RowOutlook;
import dev.demilune.learn.RowsNeeded;
import dev.demilune.learn.RowsTimesBudget;
import dev.demilune.learn.Settings;
import dev.demilune.learn.Shape;
import dev.demilune.learn.TrainedModel;
import dev.demilune.learn.TrainingPlan;
import dev.demilune.learn.TrainingRun;
import dev.demilune.learn.UnprotectedFit;
import dev.demilune.model.LinearClassifier;
import dev.demilune.privacy.Guarantee;
import dev.demilune.random.Randomness;
import dev.demilune.rows.BoundedDataset;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Adds a random linear term to a regularized hinge loss and returns the minimizer. Noise is added
 * once, and it has least effect in directions where the rows determine the weights best.
 *
 * <p>For two classes J(w) = Σ f(y x·w) + λ|w|²/2 + b·w with b from N(0, σ²I), rows of length at
 * most one (intercept included, {@link PenalizedHinge}) and f a {@link FadingHinge} of sharpness a.
 * For more classes there is one J for each class against the others, and each has its part of ε and
 * δ. For a pure guarantee b has density proportional to exp(-|b|/s) instead.
 *
 * <p><b>Claim.</b> The fit meets the allowance's guarantee for the schema's adjacency. The event is
 * what was done: a count where it is private, an (ε, δ) or pure step for each ideal minimum w*, and
 * a noisy sum for what the search leaves between w* and the weights it found. The ideal minimum is
 * ε-DP, with no δ, for every λ if a ≤ λε₀, and for one row more or less s = 1/ε and ε₀ = ε, or for
 * a row or label replaced s = 2/ε and ε₀ = ε/2. With Gaussian b it is (ε, δ)-DP if
 *
 * <ul>
 *   <li>for one row more or less: ε₀ ≤ ε and δ = G(1/σ, ε);
 *   <li>for a row or label replaced: ε₀ ≤ ε and δ = G(2/σ, ε) + G(1/σ, ε) + G(1/σ, ε - ε₀),
 * </ul>
 *
 * where G(μ, ε) is the profile of the Gaussian mechanism (Balle and Wang 2018), which {@link
 * dev.demilune.accounting.Accountant} computes. So where a row is added or removed this costs what
 * Gaussian noise σ on one gradient costs, and nothing for the curvature.
 *
 * <p><b>Proof.</b> At the minimum b = B(w) := Σ c_i v_i - λw with v = yx and c = -f'(v·w) in [0,
 * 1). B is one to one, Lipschitz with a Lipschitz inverse, and differentiable off finitely many
 * hyperplanes, so w* has the density φ_σ(B(w))·det(λI + Σ f''xxᵀ), almost everywhere positive.
 *
 * <p><i>One row v more, B' = B + cv.</i> Let w come from the larger table, so that B' is N(0, σ²I),
 * and Z = -v·B'/σ is N(0, |v|²). Its loss against the smaller table is (|B' - cv|² - |B'|²)/2σ²
 * plus the logarithm of the determinants' ratio, which is 1 + f''xᵀ(λI + …)⁻¹x, between 1 and 1 +
 * f''/λ. Now f'' ≤ a(1 - c), so that logarithm is at most (1 - c)ε₀. The first part is cZ/σ +
 * c²|v|²/2σ² ≤ cℓ with ℓ = Z/σ + |v|²/2σ², since c² ≤ c. Together at most cℓ + (1 - c)ε₀ ≤ max(ℓ,
 * ε₀), whatever c is, although it depends on w. So for ε ≥ ε₀ the expectation of (1 - e^(ε -
 * loss))₊ is at most that of (1 - e^(ε - ℓ))₊; ℓ is the loss of the Gaussian mechanism with μ =
 * |v|/σ ≤ 1/σ, and the profile increases with μ: δ ≤ G(1/σ, ε). The other way round, w from the
 * smaller table and B from N(0, σ²I), the determinants only lower the loss, which is at most cℓ ≤
 * max(ℓ, 0), and again δ ≤ G(1/σ, ε) for ε ≥ 0. All that was used of the geometry is that the pull
 * has one sign, so the bound holds in any dimension.
 *
 * <p><i>Row v₁ replaced by v₂.</i> Let w come from the table with v₂, B₂ from N(0, σ²I), and h =
 * c₁v₁ - c₂v₂, so that B₁ = B₂ + h. The loss is Q(c₁, c₂) + ln det ratio with Q = h·B₂/σ² +
 * |h|²/2σ² convex in each c; the ratio is at most that of adding v₂ alone, (1 - c₂)ε₀ after the
 * logarithm. In c₂ the sum is at most c₂Q(c₁, 1) + (1 - c₂)(Q(c₁, 0) + ε₀), so the loss is at most
 * the largest of Q(0, 1), Q(1, 1), ε₀ and Q(1, 0) + ε₀: Gaussian losses with μ of at most 1/σ, 2/σ
 * and 1/σ. For ε ≥ ε₀ the positive part of the largest is at most the sum of the positive parts:
 * the three terms of δ. Both ways are alike, and a replaced label is a replaced row.
 *
 * <p><i>The same with a density proportional to exp(-|b|/s).</i> Now w* has the density exp(-|B|/s)
 * det(…) up to a constant. One row more moves B by cv, so by the triangle inequality the loss is at
 * most c/s and the logarithm of the determinants' ratio, (1 - c)ε₀: with 1/s = ε₀ = ε it is at most
 * ε, whatever c is; the other way round it is at most c/s. For a replaced row |h| ≤ c₁ + c₂, and
 * the loss is at most c₁/s + c₂/s + (1 - c₂)ε₀ ≤ 2/s = ε with ε₀ = 1/s. Here, too, the curvature is
 * free, which is why this is as good as noise on a single sum of rows.
 *
 * <p><i>From the ideal to the released.</i> The drawn b is rounded to a grid g: |b - b'| ≤ g√d/2,
 * which moves a minimum by at most that over λ. The search returns weights within τ/λ of the
 * minimum for b', for every table ({@link CertifiedMinimum}). So, given w*, which fixes b for each
 * of two neighbors, both have weights within r = (τ + g√d/2)/λ of w*, and within 2r of each other:
 * a release of sensitivity 2r, √K times that for K objectives, after the release of w*. {@link
 * VectorRelease} adds the noise. λ, a and τ are functions of public quantities and of the noisy
 * count; there is no test of convergence that could fail: but with a probability below 1e-300,
 * which {@link RowCountBound} explains, the search ends. ∎
 *
 * <p><b>Sampling.</b> Rounded noise, Gaussian or of the L2 ball, for b on a grid of some 2^-36 of
 * its standard deviation, for the count and for the weights.
 *
 * <p><b>Relies on.</b> Ranges, labels and the expected row count chosen without the data; one row
 * per person. The time of a fit depends on the rows (docs/limits.md).
 *
 * <p><b>Source.</b> Chaudhuri, Monteleoni and Sarwate (2011); Kifer, Smith and Thakurta (2012) for
 * Gaussian b; Iyengar and others (2019) for releasing an approximate minimum with noise; Redberg,
 * Koskela and Wang (2023) for a profile by the law of the loss. We depart from the last: the pull
 * has one sign, which saves a factor of two in δ, and a loss whose curvature fades where its pull
 * is full makes the determinants free.
 *
 * @param values of the settings
 */
public record ObjectivePerturbation(Settings values)
    implements ConfiguredLearner<ObjectivePerturbation> {

  // Chosen on folds of training rows: λ is the larger of what the noise asks for, STRENGTH σ/n (or
  // PURE_STRENGTH σ if it is pure), and of what makes the loss sharp enough, LEAST_SHARPNESS/ε₀.
  private static final double STRENGTH = 12_000;
  private static final double PURE_STRENGTH = 1;
  private static final double LEAST_SHARPNESS = 3;
  private static final double MOST_SHARPNESS = 30;

  private static final int TILT_BITS = 36;

  private static final LearnerDescription DESCRIPTION =
      new LearnerDescription(
          "objective-perturbation",
          "minimum of a randomly tilted hinge loss with L2 penalty",
          "Chaudhuri, Monteleoni, Sarwate 2011; Redberg, Koskela, Wang 2023",
          List.of(PenaltySetting.REGULARIZATION),
          LearnerDescription.ROW_ADJACENCIES,
          LearnerDescription.ANY_GUARANTEE,
          AuditCase.on(AuditCase.Table.ONE_FEATURE),
          "baselines");

  /** Returns the learner in its default configuration. */
  public static ObjectivePerturbation withDefaults() {
    return new ObjectivePerturbation(DESCRIPTION.defaults());
  }

  @Override
  public LearnerDescription description() {
    return DESCRIPTION;
  }

  @Override
  public ObjectivePerturbation withValues(Settings others) {
    return new ObjectivePerturbation(others);
  }

  @Override
  public Plan plan(Shape shape, Guarantee guarantee) {
    return Plan.of(
        this,
        () -> {
          ObjectivePlan plan = ObjectivePlan.of(shape, guarantee);
          return TrainingPlan.of(
                  this,
                  shape,
                  guarantee,
                  plan.event(),
                  outlook(shape, guarantee, plan),
                  (rows, run) -> TrainedModel.of(train(rows, plan, run)))
              .relyingOn(FloatingPointNote.RELIED_ON);
        });
  }

  private Outlook outlook(Shape shape, Guarantee guarantee, ObjectivePlan plan) {
    boolean bought = plan.sides().isBought(shape);
    String rows =
        RowOutlook.of(
            shape,
            bought ? Optional.of("a few per cent") : Optional.empty(),
            RowsTimesBudget.of(shape, guarantee));
    String classes =
        plan.problems() == 1
            ? ""
            : "; each of "
                + plan.problems()
                + " classes has a part of ε: learners with one budget for all, such as"
                + " noisy-descent, do better";
    Outlook outlook =
        Outlook.of(rows + classes)
            .inSecretTime() // it tells how many Newton steps were needed
            .with("rows", RowOutlook.rows(shape, bought))
            .with("objectives", Integer.toString(plan.problems()))
            .withNoise(plan.tilt().standardDeviation());
    if (shape.rows() == 0) {
      return outlook;
    }
    double lambda = regularization(plan, (double) shape.rows());
    return outlook.with("regularization", String.format(Locale.ROOT, "%.4g", lambda));
  }

  @Override
  public RowsNeeded rowsNeeded(Shape shape, Guarantee guarantee, Goal goal) {
    // Not expected of any number of rows: where these have a common direction it may end at the
    // larger class, and from which number on it does not follows no rule that we know.
    return RowsNeeded.asymptotic(
        OptionalDouble.empty(),
        "asymptotic only: the largest of 1/(error · margin)², 1/(error · margin² · ε) and"
            + " features/(error · margin · ε), up to logarithms, for the pure form (Chaudhuri,"
            + " Monteleoni, Sarwate 2011)");
  }

  private LinearClassifier train(BoundedDataset data, ObjectivePlan plan, TrainingRun run) {
    Randomness randomness = run.randomness();
    // First of all: λ and the tolerance below are functions of this release and public numbers.
    RowCountBound rows =
        RowCountBound.of(data, data.schema().expectedRows(), plan.sides().count(), randomness);
    double lambda = regularization(plan, rows.estimate());
    // A little less than ε₀λ, so that no rounding of the product matters.
    double sharpness = Math.min(MOST_SHARPNESS, lambda * plan.threshold() * Rounding.SUM_DOWN);
    OneAgainstRest minima = new OneAgainstRest(data, new FadingHinge(sharpness), lambda);
    double root = Math.sqrt(minima.dimension());
    // Fixed before the search, and reached by it for every table: no test can fail.
    double tolerance = minima.tolerance(rows.most(), plan.tilt().longest());
    // Fine enough that rounding b adds nothing that can be seen to the sensitivity below.
    int tiltBits = Math.getExponent(plan.tilt().standardDeviation()) - TILT_BITS;
    double[][] weights =
        minima.find(
            tolerance,
            (k, objective) ->
                plan.minimum()
                    .release(
                        objective,
                        own -> tilt(plan.tilt(), tiltBits, own),
                        randomness.stream("tilt " + k)),
            run.progress());
    // r of the proof: search within τ/λ, and b within g√d/2 of the grid's b', g = 2^tiltBits.
    double reach = (tolerance + Math.scalb(root, tiltBits - 1)) / lambda;
    double sensitivity = 2 * reach * Math.sqrt(weights.length); // 2r√K
    double[][] released =
        // Rounded up: errs on the safe side.
        new VectorRelease(sensitivity * Rounding.SUM_UP, minima.entries(), plan.sides().weights())
            .release(weights, randomness.stream("weights"));
    return minima.classifier(released);
  }

  private double regularization(ObjectivePlan plan, double rows) {
    double chosen = values.get(PenaltySetting.REGULARIZATION);
    if (chosen > 0) {
      return chosen;
    }
    double byNoise =
        plan.tilt().standardDeviation()
            * (plan.minimum().delta() == 0 ? PURE_STRENGTH : STRENGTH / rows);
    return Math.max(
        PenaltySetting.LEAST_REGULARIZATION, Math.max(LEAST_SHARPNESS / plan.threshold(), byNoise));
  }

  private static double[] tilt(Tilt law, int gridBits, Randomness randomness) {
    return Arrays.stream(law.draw(gridBits, randomness))
        .mapToDouble(entry -> Math.scalb((double) entry, gridBits))
        .toArray();
  }

  @Override
  public UnprotectedFit fitWithoutPrivacy(BoundedDataset data) {
    return OneAgainstRest.withoutNoise(data, values.get(PenaltySetting.REGULARIZATION));
  }
}
