// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.perturb;

import dev.demilune.DemiluneException;
import dev.demilune.embed.LinearEmbedding;
import dev.demilune.learn.AuditCase;
import dev.demilune.learn.ConfiguredLearner;
import dev.demilune.learn.LearnerDescription;
import dev.demilune.learn.ModelMemory;
import dev.demilune.learn.Outlook;
import dev.demilune.learn.Plan;
import dev.demilune.learn.Projection;
import dev.demilune.learn.RowOutlook;
import dev.demilune.learn.RowsTimesBudget;
import dev.demilune.learn.Settings;
import dev.demilune.learn.Shape;
import dev.demilune.learn.TrainedModel;
import dev.demilune.learn.TrainingPlan;
import dev.demilune.learn.TrainingRun;
import dev.demilune.learn.UnprotectedFit;
import dev.demilune.mechanism.NoisySum;
import dev.demilune.model.LinearClassifier;
import dev.demilune.privacy.Guarantee;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.rows.Shares;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Gives a row the class whose mean is nearest: one noisy sum of the rows of each class, after a
 * public random projection where there are too many features for the noise.
 *
 * <p><b>Claim.</b> The fit meets the allowance's guarantee for the schema's adjacency, a pure one
 * included; the event is one release, of the {@link ClassSums}.
 *
 * <p><b>Proof.</b> Rows enter through the class sums only, whose noise is that of {@link
 * ClassSums#noise}. The projection is drawn from a public number, and how many directions it has
 * follows from the guarantee and the {@link Shape}; it is no release, so it may follow a row count
 * that is public only once the rows are read. The rest is post-processing ({@link NearestMean}). ∎
 *
 * <p>Pure noise on a vector of d entries has length d/ε and Gaussian noise √d/μ, so the projection,
 * which keeps distances up to a factor near one, takes off more noise than it costs: by the rule
 * the noise of a class's sum is a fifth as long as that class has rows, if classes are of equal
 * size.
 *
 * <p><b>Sampling.</b> That of the class sums' noise.
 *
 * <p><b>Relies on.</b> Ranges, labels and the expected row count chosen without the data; one row
 * per person, or a column that names the person.
 *
 * <p><b>Source.</b> Noise on sums by class is due to Blum, Dwork, McSherry and Nissim (2005). We
 * depart from them: all classes share one release, whose privacy cost is that of two classes; means
 * are shrunk by the noise in them; and there is the projection.
 *
 * @param values of the settings
 */
public record ClassMeans(Settings values) implements ConfiguredLearner<ClassMeans> {

  // Chosen on folds of training rows, see docs/decisions.
  private static final double NOISE_PER_ROW = 0.2;
  private static final int FEWEST_DIRECTIONS = 8;
  private static final int DIRECTIONS_FOR_UNKNOWN_ROWS = 64;

  private static final LearnerDescription DESCRIPTION =
      new LearnerDescription(
          "class-means",
          "nearest class mean, from one noisy sum of each class's rows after a random projection:"
              + " pure privacy with many classes or few rows",
          "Blum, Dwork, McSherry, Nissim 2005",
          List.of(Projection.OUTPUTS, Projection.DRAW),
          LearnerDescription.ANY_ADJACENCY,
          LearnerDescription.ANY_GUARANTEE,
          // A score has the noise of counts and of other rows' means in it: the sums themselves
          // are audited instead.
          AuditCase.on(AuditCase.Table.MANY_CLASSES)
              .by(AuditCase.Statistic.FIRST_WEIGHT)
              .refuting(0),
          "pure");

  /** Returns the learner in its default configuration. */
  public static ClassMeans withDefaults() {
    return new ClassMeans(DESCRIPTION.defaults());
  }

  @Override
  public LearnerDescription description() {
    return DESCRIPTION;
  }

  @Override
  public ClassMeans withValues(Settings others) {
    return new ClassMeans(others);
  }

  private Projection projection() {
    return Projection.of(Projection.Kind.SIGNS, values);
  }

  @Override
  public Plan plan(Shape shape, Guarantee guarantee) {
    return Plan.of(
        this,
        () -> {
          ModelMemory.require(shape);
          NoisySum noise = ClassSums.noise(shape.adjacency(), shape.classes(), guarantee);
          int directions = directions(shape, noise);
          return TrainingPlan.of(
              this,
              shape,
              guarantee,
              noise.event(),
              outlook(shape, guarantee, noise, directions),
              (rows, run) -> TrainedModel.of(train(rows, noise, directions, run)));
        });
  }

  private static Outlook outlook(Shape shape, Guarantee guarantee, NoisySum noise, int directions) {
    boolean counted = shape.rows() == 0 && !shape.adjacency().rowCountIsPublic();
    double length = ClassSums.noiseLength(noise, directions, shape);
    return Outlook.of(
            counted
                ? "the rows of each class are counted by the same release"
                : RowOutlook.of(shape, Optional.empty(), RowsTimesBudget.of(shape, guarantee)))
        .with("rows", RowOutlook.rows(shape, counted))
        .with(Projection.KEY, shape.features() + " to " + directions + " features")
        .withNoise(ClassSums.deviation(noise, directions, shape.classes(), shape.adjacency()))
        .with("noiseLength", String.format(Locale.ROOT, "%.4g rows", length));
  }

  /**
   * Returns how many directions rows are projected to.
   *
   * @throws DemiluneException if the projection would not fit in memory
   */
  private int directions(Shape shape, NoisySum noise) {
    int directions = projection().outputsOrAll(shape.features(), wanted(shape, noise));
    projection().requireMemory(shape.features(), directions);
    return directions;
  }

  /** The most directions for which the noise of a class's sum is short beside its rows. */
  private static double wanted(Shape shape, NoisySum noise) {
    if (shape.rows() == 0) {
      return DIRECTIONS_FOR_UNKNOWN_ROWS;
    }
    double allowed = NOISE_PER_ROW * shape.rows() / shape.classes();
    int directions = FEWEST_DIRECTIONS;
    // Noise grows with the directions, so the first that is too long ends the search.
    while (directions < shape.features()
        && ClassSums.noiseLength(noise, directions + 1, shape) <= allowed) {
      directions++;
    }
    return directions;
  }

  private LinearClassifier train(
      BoundedDataset data, NoisySum noise, int planned, TrainingRun run) {
    Shape shape = Shape.of(data);
    Optional<LinearEmbedding> map =
        projection().mapTo(data.features(), directionsOr(planned, shape, noise));
    BoundedDataset images = Projection.images(data, map);
    long[] sums = ClassSums.of(images); // private until the next line
    noise.release(sums, run.randomness().stream("class sums"));
    Shares.toWholes(sums, Shares.of(data.adjacency()));
    double deviation =
        ClassSums.deviation(noise, images.features(), images.classes(), data.adjacency());
    NearestMean means = NearestMean.of(images, sums, shape.rows(), deviation);
    run.progress().step(1, 1);
    return Projection.pullBack(data, map, means.classifier());
  }

  /** Directions for the public row count, which a plan made before the rows did not know. */
  private int directionsOr(int planned, Shape shape, NoisySum noise) {
    try {
      return directions(shape, noise);
    } catch (DemiluneException doesNotFitInMemory) {
      return planned; // those of the plan do
    }
  }

  @Override
  public UnprotectedFit fitWithoutPrivacy(BoundedDataset data) {
    long[] sums = ClassSums.of(data);
    Shares.toWholes(sums, Shares.of(data.adjacency()));
    return new UnprotectedFit(
        NearestMean.of(data, sums, data.privateSize(), /* noise= */ 0).classifier());
  }
}
