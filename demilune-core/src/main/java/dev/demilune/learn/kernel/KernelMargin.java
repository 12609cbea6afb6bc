// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.kernel;

import dev.demilune.embed.Embedding;
import dev.demilune.embed.FourierFeatures;
import dev.demilune.learn.AuditCase;
import dev.demilune.learn.Goal;
import dev.demilune.learn.Learner;
import dev.demilune.learn.LearnerDescription;
import dev.demilune.learn.LearnerDescription.GuaranteeKind;
import dev.demilune.learn.ModelMemory;
import dev.demilune.learn.Outlook;
import dev.demilune.learn.Plan;
import dev.demilune.learn.Projection;
import dev.demilune.learn.RowsNeeded;
import dev.demilune.learn.Setting;
import dev.demilune.learn.Settings;
import dev.demilune.learn.Shape;
import dev.demilune.learn.TrainedModel;
import dev.demilune.learn.TrainingPlan;
import dev.demilune.learn.TrainingRun;
import dev.demilune.learn.UnprotectedFit;
import dev.demilune.learn.gradient.BatchPerceptron;
import dev.demilune.learn.gradient.MarginErm;
import dev.demilune.learn.gradient.NoisyDescent;
import dev.demilune.learn.gradient.PrivateSvm;
import dev.demilune.learn.gradient.ProjectedSgd;
import dev.demilune.learn.perturb.ClassMeans;
import dev.demilune.learn.perturb.ObjectivePerturbation;
import dev.demilune.learn.perturb.OutputPerturbation;
import dev.demilune.learn.published.FourierErm;
import dev.demilune.learn.published.PublishedNumbers;
import dev.demilune.model.EmbeddedClassifier;
import dev.demilune.privacy.Guarantee;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.rows.EmbeddedData;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A kernel classifier: random features of every row, and a linear learner on them.
 *
 * <p><b>Claim.</b> The fit meets the allowance's guarantee for the schema's adjacency; the
 * certificate's event is the one of the linear learner.
 *
 * <p><b>Proof.</b> The features are a public map, drawn from a number that is part of the settings
 * and applied to one row at a time. So tables that differ in a row have images that differ in that
 * row's image, and the images' lengths are bounded in integers as rows' are ({@link
 * BoundedDataset#through}): the linear learner's proof holds for the images as it does for rows. It
 * is planned and priced with them. Whether to take features at all, how many and of which width is
 * decided from public quantities ({@link KernelChoice}). ∎
 *
 * <p><b>Sampling.</b> That of the linear learner. The draw of the features is public and protects
 * nothing.
 *
 * <p><b>Relies on.</b> What the linear learner relies on; settings, the draw and the width among
 * them, chosen without the data.
 *
 * <p><b>Source.</b> Bassily, Mohri and Suresh (2022), Algorithm 3, and the kernel experiments of
 * Ghazi, Kumar, Manurangsi and Nguyen (2021). We depart from them: any gradient learner instead of
 * theirs, structured frequencies, kernels that are not radial, thousands of features instead of m²
 * log m (privacy does not depend on their number), and no features where rows times budget are too
 * few for them.
 *
 * @param values of its own settings
 * @param base the linear learner
 */
public record KernelMargin(Settings values, Learner base) implements Learner {

  /** The linear learners to choose from. */
  public enum Base {
    NOISY_DESCENT,
    BATCH_PERCEPTRON,
    PROJECTED_SGD,
    MARGIN_ERM,
    PRIVATE_SVM,
    OBJECTIVE_PERTURBATION,
    OUTPUT_PERTURBATION,
    CLASS_MEANS;

    private Learner learner() {
      return switch (this) {
        case NOISY_DESCENT -> NoisyDescent.withDefaults();
        case BATCH_PERCEPTRON -> BatchPerceptron.withDefaults();
        case PROJECTED_SGD -> ProjectedSgd.withDefaults();
        case MARGIN_ERM -> MarginErm.withDefaults();
        case PRIVATE_SVM -> PrivateSvm.withDefaults();
        case OBJECTIVE_PERTURBATION -> ObjectivePerturbation.withDefaults();
        case OUTPUT_PERTURBATION -> OutputPerturbation.withDefaults();
        case CLASS_MEANS -> ClassMeans.withDefaults();
      };
    }
  }

  /** Which kernel. */
  public static final Setting<KernelKind> KERNEL = KernelMap.KERNEL;

  /** The width of the kernel. */
  public static final Setting<Double> WIDTH =
      Setting.number("width", 1e-3, 1e3, 0, "width of the kernel for rows in the unit ball")
          .or("auto", 0.0);

  /** The number of random features. */
  public static final Setting<Integer> FEATURES =
      Setting.integer(
              "features",
              1,
              2 * FourierFeatures.MOST_FREQUENCIES,
              0,
              "how many random features, two for each frequency; by rule none where rows times"
                  + " budget are too few")
          .or("auto", 0);

  /** The linear learner. */
  public static final Setting<Base> BASE =
      Setting.oneOf(
          "base", Base.NOISY_DESCENT, "the linear learner, whose settings are taken as well");

  // A wide kernel is flat: the same margin is a larger distance. See docs/decisions/0038.
  private static final double ROBUST_WIDTH = 1;

  private static final LearnerDescription DESCRIPTION =
      new LearnerDescription(
          "kernel-margin",
          "a linear learner on random features of a kernel, where rows and budget are"
              + " enough for them",
          "Bassily, Mohri, Suresh 2022; Ghazi, Kumar, Manurangsi, Nguyen 2021",
          Stream.concat(
                  Stream.of(KERNEL, WIDTH, FEATURES, Projection.DRAW, BASE),
                  KernelMap.SETTINGS.stream())
              .toList(),
          LearnerDescription.ANY_ADJACENCY,
          Set.of(GuaranteeKind.APPROXIMATE), // its default learner has Gaussian noise
          AuditCase.on(AuditCase.Table.MANY_DECLARED)
              .with("features", "16")
              .with("steps", "2")
              .with("width", "1")
              .leftToOthers(),
          "kernel");

  /** Returns the learner in its default configuration, which needs no tuning. */
  public static KernelMargin withDefaults() {
    return new KernelMargin(DESCRIPTION.defaults(), Base.NOISY_DESCENT.learner());
  }

  @Override
  public LearnerDescription description() {
    return DESCRIPTION;
  }

  @Override
  public Map<String, String> settings() {
    return settings(base.settings());
  }

  private Map<String, String> settings(Map<String, String> ofBase) {
    Map<String, String> settings = new LinkedHashMap<>(values.texts());
    ofBase.forEach(settings::putIfAbsent); // a projection's draw stays its first
    return settings;
  }

  @Override
  public boolean has(String setting) {
    return values.has(setting) || base.has(setting);
  }

  @Override
  public String nameOf(String setting) {
    return values.has(setting) ? values.nameOf(setting) : base.nameOf(setting);
  }

  @Override
  public KernelMargin with(String name, String text) {
    if (!has(name)) {
      throw Settings.unknown(name(), name, settings());
    }
    if (!values.has(name)) {
      return new KernelMargin(values, base.with(name, text));
    }
    Settings changed = values.with(name, text);
    boolean sameBase = changed.get(BASE) == values.get(BASE);
    // The base that is there already keeps its settings.
    return new KernelMargin(changed, sameBase ? base : changed.get(BASE).learner());
  }

  int features() {
    return values.get(FEATURES);
  }

  @Override
  public Plan plan(Shape shape, Guarantee guarantee) {
    return Plan.of(
        this,
        () -> {
          KernelChoice choice = KernelChoice.of(this, shape, guarantee);
          if (choice.embedded()) {
            map(choice).check(shape.features());
          }
          Shape images = choice.images(shape);
          TrainingPlan linear = choice.learner().plan(images, guarantee).orThrow();
          // Decided with the plan: from what is declared and from the machine, never from rows.
          long kept = choice.embedded() ? ModelMemory.imagesToKeep(shape, images) : 0;
          // The certificate shows the linear learner's settings as they are used.
          return TrainingPlan.of(
                  this,
                  shape,
                  guarantee,
                  linear.charged(),
                  outlook(choice, kept, linear.outlook()),
                  (rows, run) -> train(rows, choice, kept, linear, run))
              .relyingOn(linear.reliesOn())
              .inOnePlaceLike(List.of(linear))
              .withSettings(settings(linear.settings()));
        });
  }

  private Outlook outlook(KernelChoice choice, long kept, Outlook linear) {
    Outlook outlook = linear.saying(choice.reason() + "; " + linear.expectation());
    return choice.embedded()
        ? outlook
            .with("features", Integer.toString(2 * choice.frequencies()))
            .with("width", map(choice).widthText())
            .with(
                "memory",
                kept > 0
                    ? "features are computed once and kept, in one process"
                    : "features are computed in every step: no rows are declared, or more than fit")
        : outlook.with("features", "none");
  }

  private TrainedModel train(
      BoundedDataset rows, KernelChoice choice, long kept, TrainingPlan linear, TrainingRun run) {
    if (!choice.embedded()) {
      return linear.train(rows, run);
    }
    Embedding map = map(choice).draw(rows.schema());
    TrainedModel trained = linear.train(EmbeddedData.of(rows, map).keptUpTo(kept), run);
    return new TrainedModel(
        EmbeddedClassifier.of(rows.schema(), map, trained.model().linear()), trained.released());
  }

  @Override
  public RowsNeeded rowsNeeded(Shape shape, Guarantee guarantee, Goal goal) {
    KernelChoice choice = KernelChoice.of(this, shape, guarantee);
    return choice.embedded()
        ? RowsNeeded.asymptotic(
            OptionalDouble.empty(),
            String.format(
                Locale.ROOT,
                "of the rows' margin nothing is known; for that margin in the kernel's space %s"
                    + " rows (Bassily, Mohri, Suresh 2022, Theorem 4.2, constants derived here)",
                published(shape, guarantee, goal)))
        : base.rowsNeeded(shape, guarantee, goal);
  }

  private static String published(Shape shape, Guarantee guarantee, Goal goal) {
    return shape.classes() == 2 && guarantee.delta() > 0
        ? PublishedNumbers.text(
            FourierErm.rows(
                    goal.margin(),
                    goal.error(),
                    goal.failure(),
                    guarantee.epsilon(),
                    guarantee.delta())
                .orElse(Double.POSITIVE_INFINITY))
        : "1/(error² · margin² · min(1, ε)), up to logarithms and with a δ,";
  }

  /** Trains with features whatever the number of rows: without noise there is no reason not to. */
  @Override
  public UnprotectedFit fitWithoutPrivacy(BoundedDataset data) {
    KernelChoice choice = KernelChoice.withoutNoise(this);
    map(choice).check(data.features());
    Embedding map = map(choice).draw(data.schema());
    Shape shape = Shape.of(data);
    long kept = ModelMemory.imagesToKeep(shape, choice.images(shape));
    UnprotectedFit fit =
        choice.learner().fitWithoutPrivacy(EmbeddedData.of(data, map).keptUpTo(kept));
    return new UnprotectedFit(EmbeddedClassifier.of(data.schema(), map, fit.model().linear()));
  }

  private KernelMap map(KernelChoice choice) {
    double width = values.get(WIDTH);
    boolean byRule = width == 0 && values.get(KernelMap.FORM) == KernelMap.Form.JOINT;
    return new KernelMap(values, choice.frequencies(), byRule && robust() ? ROBUST_WIDTH : width);
  }

  private boolean robust() {
    return base instanceof NoisyDescent descent && descent.values().get(NoisyDescent.ROBUST) > 0;
  }
}
