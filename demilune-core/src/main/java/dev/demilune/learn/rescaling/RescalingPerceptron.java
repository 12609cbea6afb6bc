// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.rescaling;

import dev.demilune.DemiluneException;
import dev.demilune.learn.AuditCase;
import dev.demilune.learn.ConfiguredLearner;
import dev.demilune.learn.Goal;
import dev.demilune.learn.LearnerDescription;
import dev.demilune.learn.LearnerDescription.GuaranteeKind;
import dev.demilune.learn.ModelMemory;
import dev.demilune.learn.Outlook;
import dev.demilune.learn.Plan;
import dev.demilune.learn.Progress;
import dev.demilune.learn.RowOutlook;
import dev.demilune.learn.RowsNeeded;
import dev.demilune.learn.RowsTimesBudget;
import dev.demilune.learn.Setting;
import dev.demilune.learn.Settings;
import dev.demilune.learn.Shape;
import dev.demilune.learn.TrainedModel;
import dev.demilune.learn.TrainingPlan;
import dev.demilune.learn.UnprotectedFit;
import dev.demilune.model.LinearClassifier;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Guarantee;
import dev.demilune.rescaling.RescalingPlan;
import dev.demilune.rescaling.RescalingReleases;
import dev.demilune.rescaling.RescalingSchedule;
import dev.demilune.rescaling.RescalingTraining;
import dev.demilune.rows.BoundedDataset;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The rescaling perceptron: learns halfspaces without a margin, in coordinates that noisy second
 * moments stretch.
 *
 * <p><b>Claim.</b> The fit meets the allowance's guarantee for the schema's adjacency; the
 * certificate's event is what was released: second moments of unit images of rows, and sums of
 * them.
 *
 * <p><b>Proof.</b> Rows enter through {@link RescalingReleases} only; its proof bounds every
 * release, and {@link RescalingPlan} chooses the noise so that the privacy cost of their
 * composition is within the guarantee. What a row adds is bounded in integers after every change of
 * coordinates, so it does not matter how far they are stretched. With several classes there is one
 * halfspace for each; all releases of all halfspaces are in the event. All planned releases are
 * made. The number of rows that steps are divided by is public, declared, or the trace of the first
 * second moment, which is released. ∎
 *
 * <p><b>Sampling.</b> Rounded Gaussian noise on exact integer sums.
 *
 * <p><b>Relies on.</b> Ranges, labels and the expected row count chosen without the data; one row
 * per person.
 *
 * <p><b>Source.</b> Ene, Nguyen, Nguyen and Vladu (2025) made a rescaling perceptron private (that
 * of Hoberg and Rothvoss 2017) and prove that all but about d²/ε rows are right. We know their
 * abstract only. This form is ours (docs/decisions/0033): its privacy is proved, its error is
 * measured and not bounded.
 *
 * @param values of the settings
 */
public record RescalingPerceptron(Settings values)
    implements ConfiguredLearner<RescalingPerceptron> {

  /** With more features, second moments take too long and their noise hides them. */
  public static final int MOST_FEATURES = 500;

  /** How often coordinates are stretched. */
  public static final Setting<Integer> RESCALINGS =
      Setting.integer(
          "rescalings",
          1,
          1_000,
          RescalingSchedule.RESCALINGS,
          "how often coordinates are stretched; the first half of the times for all rows, then for"
              + " those that violate the margin");

  /** The number of steps. */
  public static final Setting<Integer> STEPS =
      Setting.integer(
          "steps",
          1,
          1_000,
          RescalingSchedule.STEPS,
          "steps after each rescaling of the second half of them");

  /** The margin. */
  public static final Setting<Double> MARGIN =
      Setting.number(
          "margin",
          0,
          0.999,
          RescalingTraining.MARGIN,
          "a row violates the margin when its distance to the boundary is at most this, in"
              + " coordinates that are stretched for it");

  private static final LearnerDescription DESCRIPTION =
      new LearnerDescription(
          "rescaling-perceptron",
          "perceptron in coordinates stretched by noisy second moments, up to 500 features, no"
              + " margin needed",
          "after Ene, Nguyen, Nguyen, Vladu 2025",
          List.of(RESCALINGS, STEPS, MARGIN),
          LearnerDescription.ROW_ADJACENCIES,
          Set.of(GuaranteeKind.APPROXIMATE),
          AuditCase.on(AuditCase.Table.MANY_DECLARED)
              .with("rescalings", "1")
              .with("steps", "1")
              .withForLaws("rescalings", "2")
              .withForLaws("steps", "2")
              // Coordinates turn with the noise of second moments, and a canary's score with them:
              // audits see too little. The bounds of its sums are tested on their own.
              .refuting(0),
          "strips");

  /** Returns the learner in its default configuration. */
  public static RescalingPerceptron withDefaults() {
    return new RescalingPerceptron(DESCRIPTION.defaults());
  }

  @Override
  public LearnerDescription description() {
    return DESCRIPTION;
  }

  @Override
  public RescalingPerceptron withValues(Settings others) {
    return new RescalingPerceptron(others);
  }

  @Override
  public Plan plan(Shape shape, Guarantee guarantee) {
    return Plan.of(this, () -> planned(shape, guarantee));
  }

  private Plan planned(Shape shape, Guarantee guarantee) {
    ModelMemory.require(shape);
    if (shape.features() > MOST_FEATURES) {
      throw new DemiluneException(
          name()
              + " is for up to "
              + MOST_FEATURES
              + " features, and not for "
              + shape.features()
              + ": second moments grow with their square; use noisy-descent");
    }
    RescalingPlan plan = RescalingPlan.of(schedule(shape.classes()), shape.adjacency(), guarantee);
    return TrainingPlan.of(
        this,
        shape,
        guarantee,
        plan.event(),
        outlook(shape, guarantee, plan),
        (rows, run) ->
            TrainedModel.of(
                train(
                    rows,
                    RescalingReleases.noisy(plan, run.randomness()),
                    Shape.of(rows).rows(),
                    run.progress())));
  }

  private RescalingSchedule schedule(int classes) {
    return new RescalingSchedule(values.get(RESCALINGS), values.get(STEPS), Shape.outputs(classes));
  }

  /**
   * Says how far one rescaling can stretch: eigenvalues of a second moment add up to the number of
   * rows, so a direction is stretched by at most the root of their mean over the floor where rows
   * fill the others alike.
   */
  private static Outlook outlook(Shape shape, Guarantee guarantee, RescalingPlan plan) {
    int dimension = shape.features() + 1;
    double stretch = Math.sqrt(shape.rows() / (dimension * plan.floor(dimension)));
    String expected;
    if (shape.rows() == 0) {
      expected =
          shape.adjacency().rowCountIsPublic()
              ? "the row count is public and known once the rows are read"
              : "the number of rows is taken from the first second moment";
    } else {
      String stretched =
          stretch < 1
              ? "too few rows for their second moments to be seen beside the noise: coordinates"
                  + " stay as they are"
              : String.format(
                  Locale.ROOT,
                  "a rescaling can stretch a thin direction about %.3g times",
                  stretch);
      expected = RowsTimesBudget.describe(RowsTimesBudget.of(shape, guarantee)) + "; " + stretched;
    }
    return Outlook.of(expected + "; no bound on the error is known")
        .with("secondMoments", Integer.toString(plan.schedule().moments()))
        .with("steps", Integer.toString(plan.schedule().pulls()))
        .withNoise(
            new Outlook.Noise(
                Math.min(plan.moment().noiseMultiplier(), plan.pull().noiseMultiplier()),
                Math.max(plan.moment().noiseMultiplier(), plan.pull().noiseMultiplier())))
        .with("rows", RowOutlook.rows(shape, /* bought= */ !shape.adjacency().rowCountIsPublic()));
  }

  @Override
  public RowsNeeded rowsNeeded(Shape shape, Guarantee guarantee, Goal goal) {
    return RowsNeeded.asymptotic(
        OptionalDouble.empty(),
        "asymptotic only, and for another form: all but features²/ε · log²(features/(δ·failure)) ·"
            + " √log(1/margin) rows are right (Ene, Nguyen, Nguyen, Vladu 2025)");
  }

  @Override
  public UnprotectedFit fitWithoutPrivacy(BoundedDataset data) {
    // What is no noise of a large budget counts: a few rows must not stretch coordinates.
    RescalingPlan plan =
        RescalingPlan.of(schedule(data.classes()), data.adjacency(), ApproximateDp.of(50, 1e-6));
    return new UnprotectedFit(
        train(data, RescalingReleases.exact(plan), data.privateSize(), Progress.NONE));
  }

  private LinearClassifier train(
      BoundedDataset data, RescalingReleases releases, long count, Progress progress) {
    RescalingSchedule schedule = schedule(data.classes());
    int total = schedule.moments() + schedule.pulls();
    int[] done = {0};
    RescalingTraining training =
        new RescalingTraining(
            releases, values.get(MARGIN), count, () -> progress.step(++done[0], total));
    List<double[]> normals =
        training.run(
            IntStream.range(0, schedule.halfspaces())
                // One halfspace of two classes has the second on its positive side.
                .mapToObj(number -> new ClassRows(data, data.classes() == 2 ? 1 : number))
                .toList());
    return classifier(data, normals);
  }

  /** With one halfspace the first of the two classes scores zero; several have length one. */
  private static LinearClassifier classifier(BoundedDataset data, List<double[]> normals) {
    int features = data.features();
    double[][] weights = new double[data.classes()][features];
    double[] biases = new double[data.classes()];
    double constant = (double) data.gridIntercept() / BoundedDataset.GRID_RADIUS;
    for (int k = 0; k < normals.size(); k++) {
      double[] normal = normals.get(k);
      int row = normals.size() == 1 ? 1 : k;
      double scale = normals.size() == 1 ? 1 : 1 / Math.max(length(normal), Double.MIN_NORMAL);
      for (int j = 0; j < features; j++) {
        weights[row][j] = scale * normal[j];
      }
      biases[row] = normal.length > features ? scale * constant * normal[features] : 0;
    }
    return LinearClassifier.of(data.schema(), weights, biases);
  }

  private static double length(double[] vector) {
    double squares = 0;
    for (double entry : vector) {
      squares += entry * entry;
    }
    return Math.sqrt(squares);
  }
}
