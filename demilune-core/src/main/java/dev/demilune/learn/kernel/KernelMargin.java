// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.kernel;

import dev.demilune.budget.Allowance;
import dev.demilune.embed.FourierFeatures;
import dev.demilune.embed.Kernel;
import dev.demilune.learn.Goal;
import dev.demilune.learn.Learner;
import dev.demilune.learn.LegacyPlan;
import dev.demilune.learn.LegacySetting;
import dev.demilune.learn.Plan;
import dev.demilune.learn.PrivateFit;
import dev.demilune.learn.Progress;
import dev.demilune.learn.RowsNeeded;
import dev.demilune.learn.Shape;
import dev.demilune.learn.UnprotectedFit;
import dev.demilune.learn.gradient.BatchPerceptron;
import dev.demilune.learn.gradient.MarginErm;
import dev.demilune.learn.gradient.NoisyDescent;
import dev.demilune.learn.gradient.PrivateSvm;
import dev.demilune.learn.gradient.ProjectedSgd;
import dev.demilune.learn.perturb.ClassMeans;
import dev.demilune.learn.perturb.ObjectivePerturbation;
import dev.demilune.learn.perturb.OutputPerturbation;
import dev.demilune.model.EmbeddedClassifier;
import dev.demilune.privacy.Guarantee;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.rows.EmbeddedData;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;

/**
 * A kernel classifier: random Fourier features of every row, and a linear learner on them.
 *
 * <p><b>Claim.</b> The fit meets the allowance's guarantee for the schema's adjacency; the
 * certificate's event is the one of the linear learner.
 *
 * <p><b>Proof.</b> The features are a public map, drawn from a number that is part of the settings
 * and applied to one row at a time. So tables that differ in a row have images that differ in that
 * row's image, and the images' lengths are bounded in integers as rows' are ({@link
 * BoundedDataset#through}): the linear learner's proof holds for the images as it does for rows.
 * Its allowance is used by it, once. Whether to take features at all, how many and of which width
 * is decided from public quantities ({@link KernelChoice}). ∎
 *
 * <p><b>Sampling.</b> That of the linear learner. The draw of the frequencies is public and
 * protects nothing.
 *
 * <p><b>Relies on.</b> What the linear learner relies on; settings, the draw and the width among
 * them, chosen without the data.
 *
 * <p><b>Source.</b> Bassily, Mohri and Suresh (2022), Algorithm 3, and the kernel experiments of
 * Ghazi, Kumar, Manurangsi and Nguyen (2021). We depart from them: any gradient learner instead of
 * theirs, structured frequencies, thousands of features instead of m² log m (privacy does not
 * depend on their number), and no features where rows times budget are too few for them.
 *
 * @param kernel which kernel
 * @param width its width for rows in the unit ball; 0 for the rule
 * @param features how many features, two for each frequency; 0 for the rule
 * @param draw which public draw of the frequencies
 * @param base the linear learner
 */
public record KernelMargin(Kernel kernel, double width, int features, int draw, Learner base)
    implements Learner {

  private static final int MOST_FEATURES = 2 * FourierFeatures.MOST_FREQUENCIES;

  public KernelMargin {
    Objects.requireNonNull(kernel, "kernel");
    Objects.requireNonNull(base, "base");
    if (!(width == 0 || (width >= 1e-3 && width <= 1e3))) {
      throw new IllegalArgumentException("width must be 0 or from 0.001 to 1000, got " + width);
    }
    if (features < 0 || features > MOST_FEATURES) {
      throw new IllegalArgumentException(
          "features must be between 0 and " + MOST_FEATURES + ", got " + features);
    }
    if (base instanceof KernelMargin) {
      throw new IllegalArgumentException("base must be a linear learner");
    }
  }

  /** Returns the learner in its default configuration, which needs no tuning. */
  public static KernelMargin withDefaults() {
    return new KernelMargin(Kernel.GAUSSIAN, 0, 0, 1, NoisyDescent.withDefaults());
  }

  @Override
  public String name() {
    return "kernel-margin";
  }

  @Override
  public String summary() {
    return "a linear learner on random Fourier features of a kernel, where rows and budget are"
        + " enough for them (Bassily, Mohri, Suresh 2022; Ghazi, Kumar, Manurangsi, Nguyen 2021)";
  }

  @Override
  public Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("kernel", LegacySetting.text(kernel));
    settings.put("width", width == 0 ? "auto" : Double.toString(width));
    settings.put("features", features == 0 ? "auto" : Integer.toString(features));
    settings.put("draw", Integer.toString(draw));
    settings.put("base", base.name());
    base.settings().forEach(settings::putIfAbsent); // a projection's draw stays its first
    return settings;
  }

  @Override
  public KernelMargin with(String key, String value) {
    return switch (key) {
      case "kernel" ->
          new KernelMargin(
              LegacySetting.oneOf(key, value, Kernel.class), width, features, draw, base);
      case "width" ->
          new KernelMargin(
              kernel, LegacySetting.numberOrAuto(key, value, 1e-3, 1e3), features, draw, base);
      case "features" ->
          new KernelMargin(
              kernel,
              width,
              LegacySetting.wholeNumberOrAuto(key, value, MOST_FEATURES),
              draw,
              base);
      case "draw" ->
          new KernelMargin(
              kernel,
              width,
              features,
              LegacySetting.wholeNumber(key, value, 0, Integer.MAX_VALUE),
              base);
      case "base" -> withBase(LegacySetting.oneOf(key, value, Base.class));
      default -> {
        if (!base.settings().containsKey(key)) {
          throw LegacySetting.unknown(name(), key, settings());
        }
        yield new KernelMargin(kernel, width, features, draw, base.with(key, value));
      }
    };
  }

  /** The linear learners to choose from. */
  private enum Base {
    NOISY_DESCENT(NoisyDescent.withDefaults()),
    BATCH_PERCEPTRON(BatchPerceptron.withDefaults()),
    PROJECTED_SGD(ProjectedSgd.withDefaults()),
    MARGIN_ERM(MarginErm.withDefaults()),
    PRIVATE_SVM(PrivateSvm.withDefaults()),
    OBJECTIVE_PERTURBATION(ObjectivePerturbation.withDefaults()),
    OUTPUT_PERTURBATION(OutputPerturbation.withDefaults()),
    CLASS_MEANS(ClassMeans.withDefaults());

    private final Learner learner;

    Base(Learner learner) {
      this.learner = learner;
    }
  }

  private KernelMargin withBase(Base chosen) {
    Learner other = chosen.learner;
    // The base that is there already keeps its settings.
    return other.name().equals(base.name())
        ? this
        : new KernelMargin(kernel, width, features, draw, other);
  }

  @Override
  public Plan plan(Shape shape, Guarantee guarantee) {
    KernelChoice choice = KernelChoice.of(this, shape, guarantee);
    Plan plan = choice.learner().plan(choice.images(shape), guarantee);
    if (!plan.runnable()) {
      return new Plan.Refused(name(), plan.reason());
    }
    Map<String, String> details = new LinkedHashMap<>(plan.details());
    details.put(
        "features", choice.embedded() ? Integer.toString(2 * choice.frequencies()) : "none");
    if (choice.embedded()) {
      details.put("width", Double.toString(choice.width()));
    }
    return new LegacyPlan(
        name(), true, choice.reason() + "; " + plan.reason(), plan.event(), details);
  }

  @Override
  public RowsNeeded rowsNeeded(Shape shape, Guarantee guarantee, Goal goal) {
    KernelChoice choice = KernelChoice.of(this, shape, guarantee);
    return choice.embedded()
        ? RowsNeeded.asymptotic(
            OptionalDouble.empty(),
            "asymptotic only, and in the margin of the kernel's space, not of the rows': 1/(error²"
                + " · margin² · min(1, ε)), up to logarithms (Bassily, Mohri, Suresh 2022, Theorem"
                + " 4.2)")
        : base.rowsNeeded(shape, guarantee, goal);
  }

  @Override
  public PrivateFit fit(BoundedDataset data, Allowance allowance, Progress progress) {
    allowance.requireAdjacency(data.adjacency());
    Guarantee guarantee = allowance.guarantee();
    Shape shape = Shape.of(data);
    if (allowance.event().isPresent()
        && !allowance.event().equals(plan(shape, guarantee).event())) {
      shape = Shape.of(data.schema()); // what was planned before the rows were read
    }
    KernelChoice choice = KernelChoice.of(this, shape, guarantee);
    if (!choice.embedded()) {
      return named(choice, choice.learner().fit(data, allowance, progress));
    }
    FourierFeatures map = features(choice, data.features());
    PrivateFit fit = choice.learner().fit(EmbeddedData.of(data, map), allowance, progress);
    return named(
        choice,
        new PrivateFit(
            EmbeddedClassifier.of(data.schema(), map, fit.model().linear()), fit.certificate()));
  }

  /** The certificate shows the linear learner's settings as they were used. */
  private PrivateFit named(KernelChoice choice, PrivateFit fit) {
    KernelMargin used = new KernelMargin(kernel, width, features, draw, choice.learner());
    return new PrivateFit(fit.model(), fit.certificate().inNameOf(name(), used.settings()));
  }

  /** Trains with features whatever the number of rows: without noise there is no reason not to. */
  @Override
  public UnprotectedFit fitWithoutPrivacy(BoundedDataset data) {
    KernelChoice choice = KernelChoice.withoutNoise(this);
    FourierFeatures map = features(choice, data.features());
    UnprotectedFit fit = choice.learner().fitWithoutPrivacy(EmbeddedData.of(data, map));
    return new UnprotectedFit(EmbeddedClassifier.of(data.schema(), map, fit.model().linear()));
  }

  private FourierFeatures features(KernelChoice choice, int inputs) {
    return FourierFeatures.of(kernel, choice.width(), inputs, choice.frequencies(), draw);
  }
}
