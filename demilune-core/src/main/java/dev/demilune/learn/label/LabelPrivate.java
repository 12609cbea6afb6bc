// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.label;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.GaussianCalibration;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.embed.LinearEmbedding;
import dev.demilune.learn.AuditCase;
import dev.demilune.learn.ConfiguredLearner;
import dev.demilune.learn.Goal;
import dev.demilune.learn.LearnerDescription;
import dev.demilune.learn.ModelMemory;
import dev.demilune.learn.Outlook;
import dev.demilune.learn.Plan;
import dev.demilune.learn.Projection;
import dev.demilune.learn.RowOutlook;
import dev.demilune.learn.RowsNeeded;
import dev.demilune.learn.RowsTimesBudget;
import dev.demilune.learn.Setting;
import dev.demilune.learn.Settings;
import dev.demilune.learn.Shape;
import dev.demilune.learn.TrainedModel;
import dev.demilune.learn.TrainingPlan;
import dev.demilune.learn.TrainingRun;
import dev.demilune.learn.UnprotectedFit;
import dev.demilune.learn.published.TruncatedCover;
import dev.demilune.mechanism.Exponential;
import dev.demilune.model.LinearClassifier;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.Guarantee;
import dev.demilune.privacy.PureDp;
import dev.demilune.random.Randomness;
import dev.demilune.rows.BoundedDataset;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * Protects labels only: features are public and used freely, at no privacy cost; what the labels
 * say is released once, with noise.
 *
 * <p><b>Claim.</b> The fit meets the allowance's guarantee where one row's label is replaced. It
 * says nothing about features, nor about who is in the table: <b>these are not protected</b>.
 *
 * <p><b>Proof.</b> Neighbors have the same features ({@link PublicFeatures}), so units, directions,
 * penalties, candidates, rehearsals ({@link LabelRehearsal}) and the choice of the method are the
 * same for both. Labels enter once: by noisy {@link LabelSums}; by one answer of randomized
 * response for each label, of which neighbors differ in one; or by the exponential mechanism over a
 * {@link LineCover}, or in rounds over a {@link LabelCover}, whose mistakes are counted in integers
 * and change by at most one. Everything after that is post-processing. Which event is planned
 * depends on the settings, features and classes, not on the number of rows; whichever method
 * follows from the features meets it: those of {@code auto} at δ = 0, and both covers, are ε-DP
 * each. ∎
 *
 * <p><b>Sampling.</b> Rounded Gaussian noise, that of the L2 ball, exact answers or an exact
 * choice.
 *
 * <p><b>Relies on.</b> Features that may be known to everybody, also to those who know the model;
 * labels listed without the data; one row per person.
 *
 * <p><b>Source.</b> Ghazi, Golowich, Kumar, Manurangsi and Zhang (2021) for label privacy by
 * randomized response; Bassily, Mohri and Suresh (2022), Algorithm 5, for the choice from an
 * empirical cover. We depart from them: the logistic likelihood depends on the labels through one
 * sum (a textbook fact), which is released once, with penalties and directions from public
 * features.
 *
 * @param values of the settings
 */
public record LabelPrivate(Settings values) implements ConfiguredLearner<LabelPrivate> {

  /** How labels are asked. */
  public enum Method {
    /** The one of likelihood, response and cover that is expected to err least. */
    AUTO,
    /** Noise on the sums of each class's features. */
    LIKELIHOOD,
    /** Randomized response, and sums that are right on average. */
    RESPONSE,
    /** Randomized response, answers taken as they are: the common baseline. */
    FLIPPED,
    /**
     * A halfspace chosen by the exponential mechanism from candidates made of the features: all
     * lines that divide the rows differently, if there are at most two features, and otherwise
     * halfspaces that come nearer from round to round.
     */
    COVER
  }

  static final String REFUSAL =
      "label-private protects labels only and uses features freely, so it needs the adjacency"
          + " replace-label: declare that if features are public, or choose another learner";

  private static final int MOST_FEATURES = 2048;
  private static final int PROJECTED_FEATURES = 1024;
  private static final int MOST_COUNTED = 1 << 24; // candidates times rows, in a round
  private static final int FEW_CANDIDATES = 200;

  /** How labels are asked. */
  public static final Setting<Method> METHOD =
      Setting.oneOf("method", Method.AUTO, "how labels are asked");

  /** The number of halfspaces of a cover. */
  public static final Setting<Integer> CANDIDATES =
      Setting.integer(
          "candidates",
          1,
          10_000_000,
          4_000,
          "halfspaces that a round of method=cover chooses from, for three features or more;"
              + " fewer beyond 16.8 million of them times rows, but not fewer than 200");

  /** The margin of a cover. */
  public static final Setting<Double> MARGIN =
      Setting.number(
          "margin",
          0,
          100,
          0,
          "twice the distance by which a row must be on its side not to count as a mistake of"
              + " method=cover, in units of the typical score; for three features or more");

  private static final LearnerDescription DESCRIPTION =
      new LearnerDescription(
          "label-private",
          "protects labels only, features being public: logistic regression from one noisy sum,"
              + " randomized response, or a choice from a cover",
          "Bassily, Mohri, Suresh 2022",
          List.of(METHOD, CANDIDATES, MARGIN),
          Set.of(Adjacency.REPLACE_LABEL),
          LearnerDescription.ANY_GUARANTEE,
          // A score does not show the direction of a single row: the sums themselves are audited
          // instead.
          AuditCase.on(AuditCase.Table.TWO_FEATURES).refuting(0),
          "labels");

  /** Returns the learner in its default configuration. */
  public static LabelPrivate withDefaults() {
    return new LabelPrivate(DESCRIPTION.defaults());
  }

  @Override
  public LearnerDescription description() {
    return DESCRIPTION;
  }

  @Override
  public LabelPrivate withValues(Settings others) {
    return new LabelPrivate(others);
  }

  private Method method() {
    return values.get(METHOD);
  }

  @Override
  public RowsNeeded rowsNeeded(Shape shape, Guarantee guarantee, Goal goal) {
    OptionalDouble printed =
        shape.classes() == 2 && shape.adjacency() == Adjacency.REPLACE_LABEL
            ? TruncatedCover.rows(goal.margin(), goal.error(), goal.failure(), guarantee.epsilon())
            : OptionalDouble.empty();
    return new RowsNeeded(
        printed,
        printed,
        OptionalDouble.empty(),
        "for two classes and replaced labels, by a cover on the public rows (Bassily, Mohri, Suresh"
            + " 2022, Theorem E.1, constants as printed)");
  }

  @Override
  public Plan plan(Shape shape, Guarantee guarantee) {
    return Plan.of(
        this,
        () ->
            TrainingPlan.of(
                    this,
                    shape,
                    guarantee,
                    event(shape, guarantee),
                    outlook(shape, guarantee),
                    (rows, run) -> TrainedModel.of(train(rows, spent(shape, guarantee), run)))
                .relyingOn("features that everybody may know: they are not protected")
                .inOnePlace());
  }

  private static Outlook outlook(Shape shape, Guarantee guarantee) {
    return Outlook.of(
            RowOutlook.of(shape, Optional.empty(), RowsTimesBudget.of(shape, guarantee))
                + "; features are not protected, and how labels are asked follows from them")
        .with("rows", RowOutlook.rows(shape, /* bought= */ false))
        .with("protected", "labels only");
  }

  /** What will be done with the labels; a function of public sizes and the guarantee. */
  private PrivacyEvent event(Shape shape, Guarantee guarantee) {
    if (shape.adjacency() != Adjacency.REPLACE_LABEL) {
      throw new DemiluneException(REFUSAL);
    }
    ModelMemory.require(shape);
    PublicFeatures.checkMemory(shape.rows(), Math.min(shape.features(), MOST_FEATURES));
    checkSense(guarantee);
    return switch (method()) {
      case AUTO, LIKELIHOOD ->
          LabelSums.noise(LabelSums.LONGEST, shape.classes(), spent(shape, guarantee)).event();
      case RESPONSE, FLIPPED ->
          new PrivacyEvent.RandomizedResponse(guarantee.epsilon(), shape.classes());
      case COVER -> {
        if (shape.classes() > 2) {
          throw new DemiluneException(
              "method=cover of label-private chooses a halfspace, for two classes and not for "
                  + shape.classes()
                  + ": use method=likelihood");
        }
        // Lines are one choice, which would compose better. But rounds, whose parts add up to no
        // more than ε, take their place where rows are many, and a plan need not know how many.
        yield new PrivacyEvent.Pure(guarantee.epsilon());
      }
    };
  }

  /**
   * Returns what is spent of a guarantee: of one with a δ only ε, if {@code auto} finds by the
   * shape that noise for ε alone is smaller. Then it may choose from all methods; otherwise
   * features are so many that none of the others is near Gaussian noise.
   */
  private Guarantee spent(Shape shape, Guarantee guarantee) {
    double epsilon = guarantee.epsilon();
    if (method() != Method.AUTO || guarantee instanceof PureDp || !makesSense(epsilon)) {
      return guarantee;
    }
    int coordinates = (shape.features() + 1) * Shape.outputs(shape.classes());
    Guarantee pure = PureDp.of(epsilon);
    return deviation(shape, pure, coordinates) < deviation(shape, guarantee, coordinates)
        ? pure
        : guarantee;
  }

  private static double deviation(Shape shape, Guarantee guarantee, int coordinates) {
    return LabelSums.noise(LabelSums.LONGEST, shape.classes(), guarantee)
        .noiseStandardDeviation(coordinates);
  }

  /** Refuses budgets whose noise cannot be drawn, or whose answers have no measurable advantage. */
  private static void checkSense(Guarantee guarantee) {
    double size =
        guarantee instanceof PureDp pure ? pure.epsilon() : GaussianCalibration.mu(guarantee);
    if (!makesSense(size)) {
      throw new DemiluneException(
          "label-private has no use for "
              + guarantee.describe()
              + ": choose an ε from 1e-6 to 100");
    }
  }

  private static boolean makesSense(double size) {
    return size >= 1e-7 && size <= 100;
  }

  private LinearClassifier train(BoundedDataset data, Guarantee guarantee, TrainingRun run) {
    Randomness randomness = run.randomness().stream("labels");
    Optional<LinearEmbedding> map = map(data);
    BoundedDataset images = Projection.images(data, map);
    PublicFeatures features = PublicFeatures.of(images); // refuses data whose features are private
    LabelChoice choice = choice(features, images.classes(), guarantee);
    boolean cover =
        method() == Method.COVER
            || (method() == Method.AUTO
                && guarantee instanceof PureDp
                && images.classes() == 2
                && features.rows() > 0 // else there is nothing to rehearse
                && coverErrsLess(features, choice, guarantee.epsilon()));
    Labels labels = Labels.of(images);
    double epsilon = guarantee.epsilon();
    int candidates = candidates(features);
    LinearClassifier model =
        cover
            ? halfspace(images, features, cover(features, candidates, labels, epsilon, randomness))
            : likelihood(images, features, labels, choice, epsilon, randomness);
    run.progress().step(1, 1);
    return Projection.pullBack(data, map, model);
  }

  /** How labels are asked by sums: by noise or by answers, and in how many directions. */
  private LabelChoice choice(PublicFeatures features, int classes, Guarantee guarantee) {
    double epsilon = guarantee.epsilon();
    return switch (method()) {
      case RESPONSE, FLIPPED -> LabelChoice.byResponse(features, classes, epsilon);
      case LIKELIHOOD, COVER -> LabelChoice.byNoise(features, classes, guarantee);
      case AUTO -> {
        LabelChoice noise = LabelChoice.byNoise(features, classes, guarantee);
        if (!(guarantee instanceof PureDp)) {
          yield noise; // answers are no Gaussian sum, which is what was planned
        }
        LabelChoice response = LabelChoice.byResponse(features, classes, epsilon);
        yield response.lost() < noise.lost() ? response : noise;
      }
    };
  }

  /** Rehearses both; a function of features. */
  private boolean coverErrsLess(PublicFeatures features, LabelChoice choice, double epsilon) {
    LabelRehearsal rehearsal = new LabelRehearsal(features);
    int candidates = candidates(features);
    PublicFeatures some = rehearsal.features();
    double share = rehearsal.share();
    double factor = choice.noise().isPresent() ? share : Math.sqrt(share);
    double[] penalties = choice.penalties(features, 2, epsilon);
    Arrays.setAll(penalties, j -> penalties[j] * share);
    long bySums =
        rehearsal.mistakes(
            (labels, randomness) -> {
              LabelSums exact = LabelSums.withoutNoise(labels, some, choice.directions());
              LabelSums sums = sums(some, labels, choice, epsilon, randomness);
              return scores(some, sums.nearer(exact, factor), penalties);
            });
    long byCover =
        rehearsal.mistakes(
            (labels, randomness) -> cover(some, candidates, labels, epsilon / share, randomness));
    return byCover < bySums;
  }

  /** Many rows have fewer candidates, for the time they take. */
  private int candidates(PublicFeatures features) {
    int most = MOST_COUNTED / Math.max(1, features.rows());
    return Math.max(1, Math.min(values.get(CANDIDATES), Math.max(FEW_CANDIDATES, most)));
  }

  /** Returns the weights of images that a choice from a cover ends with. */
  private double[] cover(
      PublicFeatures features,
      int candidates,
      Labels labels,
      double epsilon,
      Randomness randomness) {
    return LineCover.suits(features.directions(), features.rows())
        ? new LineCover(features).choose(labels, Exponential.of(epsilon), randomness)
        : new LabelCover(features, candidates, values.get(MARGIN))
            .choose(labels, epsilon, randomness);
  }

  private static LinearClassifier halfspace(
      BoundedDataset data, PublicFeatures features, double[] ofImages) {
    int directions = ofImages.length - 1;
    double[][] weights = {new double[data.features()], features.pullBack(ofImages, directions)};
    double[] biases = {0, features.bias(ofImages, directions)};
    return LinearClassifier.of(data.schema(), weights, biases);
  }

  private LabelSums sums(
      PublicFeatures features,
      Labels labels,
      LabelChoice choice,
      double epsilon,
      Randomness randomness) {
    int directions = choice.directions();
    boolean unbiased = method() != Method.FLIPPED;
    return choice.noise().isPresent()
        ? LabelSums.noisy(labels, features, directions, choice.noise().get(), randomness)
        : LabelSums.answered(labels, features, directions, epsilon, unbiased, randomness);
  }

  private LinearClassifier likelihood(
      BoundedDataset data,
      PublicFeatures features,
      Labels labels,
      LabelChoice choice,
      double epsilon,
      Randomness randomness) {
    LabelSums sums = sums(features, labels, choice, epsilon, randomness);
    double[] penalties =
        method() == Method.FLIPPED
            ? LabelChoice.weakPenalties(features)
            : choice.penalties(features, labels.classes(), epsilon);
    return classifier(data, features, sums, penalties);
  }

  /** Returns by how much the second class's score exceeds the first's, as weights of images. */
  private static double[] scores(PublicFeatures features, LabelSums sums, double[] penalties) {
    double[] all = new NoisyLikelihood(features, sums, penalties).weights();
    double[] weights = new double[penalties.length];
    Arrays.setAll(weights, j -> all[2 * j + 1] - all[2 * j]);
    return weights;
  }

  private static LinearClassifier classifier(
      BoundedDataset data, PublicFeatures features, LabelSums sums, double[] penalties) {
    double[] all = new NoisyLikelihood(features, sums, penalties).weights();
    int classes = data.classes();
    int directions = penalties.length - 1;
    double[][] weights = new double[classes][];
    double[] biases = new double[classes];
    for (int k = 0; k < classes; k++) {
      double[] own = new double[directions + 1];
      for (int j = 0; j <= directions; j++) {
        own[j] = all[j * classes + k];
      }
      weights[k] = features.pullBack(own, directions);
      biases[k] = features.bias(own, directions);
    }
    return LinearClassifier.of(data.schema(), weights, biases);
  }

  /** Covariances of too many features do not fit in memory: a public projection comes first. */
  private static Optional<LinearEmbedding> map(BoundedDataset data) {
    int features = data.features();
    return new Projection(Projection.Kind.HADAMARD, 0, 1)
        .mapTo(features, features > MOST_FEATURES ? PROJECTED_FEATURES : features);
  }

  /** Trains on the labels as they are; features must be public here too. */
  @Override
  public UnprotectedFit fitWithoutPrivacy(BoundedDataset data) {
    Optional<LinearEmbedding> map = map(data);
    BoundedDataset images = Projection.images(data, map);
    PublicFeatures features = PublicFeatures.of(images);
    LabelSums sums = LabelSums.withoutNoise(Labels.of(images), features, features.directions());
    LinearClassifier model =
        classifier(images, features, sums, LabelChoice.weakPenalties(features));
    return new UnprotectedFit(Projection.pullBack(data, map, model));
  }
}
