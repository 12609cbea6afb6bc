// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.label;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.GaussianCalibration;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.budget.Allowance;
import dev.demilune.embed.LinearEmbedding;
import dev.demilune.internal.Check;
import dev.demilune.learn.ChargedPlan;
import dev.demilune.learn.Learner;
import dev.demilune.learn.LegacyPlan;
import dev.demilune.learn.LegacySetting;
import dev.demilune.learn.ModelMemory;
import dev.demilune.learn.Plan;
import dev.demilune.learn.PrivateFit;
import dev.demilune.learn.Progress;
import dev.demilune.learn.Projection;
import dev.demilune.learn.RowOutlook;
import dev.demilune.learn.RowsTimesBudget;
import dev.demilune.learn.Shape;
import dev.demilune.learn.UnprotectedFit;
import dev.demilune.mechanism.Exponential;
import dev.demilune.model.LinearClassifier;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Guarantee;
import dev.demilune.privacy.PureDp;
import dev.demilune.random.Randomness;
import dev.demilune.rows.BoundedDataset;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Protects labels only: features are public, used freely and paid for by nobody; what the labels
 * say is released once, with noise.
 *
 * <p><b>Claim.</b> The fit meets the allowance's guarantee where one row's label is replaced. It
 * says nothing about features, nor about who is in the table: <b>these are not protected</b>.
 *
 * <p><b>Proof.</b> Neighbours have the same features ({@link PublicFeatures}), so directions,
 * penalties, candidates and the choice of the method are the same for both. Labels enter once: by
 * noisy {@link LabelSums}; by one answer of randomized response for each label, of which neighbours
 * differ in one; or by the exponential mechanism over a {@link LineCover} or {@link LabelCover},
 * whose mistakes are counted in integers and change by at most one. Everything after that is
 * post-processing. ∎
 *
 * <p><b>Sampling.</b> Rounded Gaussian noise, that of the L2 ball, exact answers or an exact
 * choice.
 *
 * <p><b>Relies on.</b> Features that may be known to everybody, also to those who know the model;
 * labels listed without the data; one row per person.
 *
 * <p><b>Source.</b> Ghazi, Golowich, Kumar, Manurangsi and Zhang (2021) for label privacy by
 * randomized response; Bassily, Mohri and Suresh (2022), Algorithm 5, for the choice from an
 * empirical cover. That the logistic likelihood needs no more than one sum of the labels is in
 * every textbook; to release that sum once, with penalties and directions from public features, is
 * ours to answer for.
 *
 * @param method how labels are asked
 * @param candidates halfspaces to choose from with {@code cover}, from three features on
 * @param margin twice the distance by which a row must be on its side not to count as a mistake
 *     there, in units of the typical score; from three features on
 */
public record LabelPrivate(Method method, int candidates, double margin) implements Learner {

  /** How labels are asked. */
  public enum Method {
    /** By noise on the sums, or by randomized response if that is expected to lose less. */
    AUTO,
    /** Noise on the sums of each class's features. */
    LIKELIHOOD,
    /** Randomized response, and sums that are right on average. */
    RESPONSE,
    /** Randomized response, answers taken as they are: the baseline that everybody knows. */
    FLIPPED,
    /**
     * A halfspace chosen by the exponential mechanism from candidates made of the features: all
     * lines that divide the rows differently, if there are at most two features.
     */
    COVER
  }

  static final String REFUSAL =
      "label-private protects labels only and uses features freely, so it needs the adjacency"
          + " replace-label: declare that if features are public, or choose another learner";

  private static final int MOST_FEATURES = 2048;
  private static final int PROJECTED_FEATURES = 1024;

  public LabelPrivate {
    Check.between("candidates", candidates, 1, 10_000_000);
    Check.notNegative("margin", margin);
  }

  /** Returns the learner in its default configuration. */
  public static LabelPrivate withDefaults() {
    return new LabelPrivate(Method.AUTO, 20_000, 0.1);
  }

  @Override
  public String name() {
    return "label-private";
  }

  @Override
  public String summary() {
    return "protects labels only, features being public: logistic regression from one noisy sum,"
        + " randomized response, or a choice from a cover (Bassily, Mohri, Suresh 2022)";
  }

  @Override
  public Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("method", LegacySetting.text(method));
    settings.put("candidates", Integer.toString(candidates));
    settings.put("margin", Double.toString(margin));
    return settings;
  }

  @Override
  public LabelPrivate with(String key, String value) {
    return switch (key) {
      case "method" ->
          new LabelPrivate(LegacySetting.oneOf(key, value, Method.class), candidates, margin);
      case "candidates" ->
          new LabelPrivate(method, LegacySetting.wholeNumber(key, value, 1, 10_000_000), margin);
      case "margin" ->
          new LabelPrivate(method, candidates, LegacySetting.number(key, value, 0, 100));
      default -> throw LegacySetting.unknown(name(), key, settings());
    };
  }

  /** What will be done with the labels; a function of public sizes and the guarantee. */
  private PrivacyEvent event(Shape shape, Guarantee guarantee) {
    if (shape.adjacency() != Adjacency.REPLACE_LABEL) {
      throw new DemiluneException(REFUSAL);
    }
    ModelMemory.require(shape);
    PublicFeatures.checkMemory(shape.rows(), Math.min(shape.features(), MOST_FEATURES));
    checkSense(guarantee);
    return switch (method) {
      case AUTO, LIKELIHOOD ->
          LabelSums.noise(LabelSums.LONGEST, shape.classes(), guarantee).event();
      case RESPONSE, FLIPPED ->
          new PrivacyEvent.RandomizedResponse(epsilon(guarantee), shape.classes());
      case COVER -> {
        if (shape.classes() > 2) {
          throw new DemiluneException(
              "method=cover of label-private chooses a halfspace, for two classes and not for "
                  + shape.classes()
                  + ": use method=likelihood");
        }
        yield Exponential.of(epsilon(guarantee)).event();
      }
    };
  }

  /** Noise can be drawn, and sums divided by an answer's advantage, from here to there. */
  private static void checkSense(Guarantee guarantee) {
    double size =
        guarantee instanceof PureDp pure ? pure.epsilon() : GaussianCalibration.mu(guarantee);
    if (!(size >= 1e-7 && size <= 100)) {
      throw new DemiluneException(
          "label-private has no use for "
              + guarantee.describe()
              + ": choose an ε from 1e-6 to 100");
    }
  }

  /** The ε of methods that have no use for a δ. */
  private double epsilon(Guarantee guarantee) {
    if (guarantee instanceof PureDp pure) {
      return pure.epsilon();
    }
    if (guarantee instanceof ApproximateDp approximate) {
      return approximate.epsilon();
    }
    throw new DemiluneException(
        "method="
            + LegacySetting.text(method)
            + " of label-private is priced by ε, not by "
            + guarantee.describe()
            + ": give an ε, or use method=likelihood");
  }

  @Override
  public Plan plan(Shape shape, Guarantee guarantee) {
    PrivacyEvent event;
    try {
      event = event(shape, guarantee);
    } catch (DemiluneException e) {
      return new Plan.Refused(name(), e.getMessage());
    }
    Map<String, String> details = new LinkedHashMap<>();
    details.put("rows", RowOutlook.rows(shape, /* bought= */ false));
    details.put("protected", "labels only");
    return new LegacyPlan(
        name(),
        true,
        RowOutlook.of(shape, Optional.empty(), RowsTimesBudget.of(shape, guarantee))
            + "; features are not protected, and how labels are asked follows from them",
        Optional.of(event),
        details);
  }

  @Override
  public PrivateFit fit(BoundedDataset data, Allowance allowance, Progress progress) {
    allowance.requireAdjacency(data.adjacency());
    Guarantee guarantee = allowance.guarantee();
    PrivacyEvent event =
        ChargedPlan.of(data, allowance, shape -> event(shape, guarantee), any -> any);
    Randomness randomness = allowance.use(data.adjacency()).stream("labels");
    Optional<LinearEmbedding> map = map(data);
    BoundedDataset images = Projection.images(data, map);
    PublicFeatures features = PublicFeatures.of(images); // refuses data whose features are private
    LinearClassifier model =
        method == Method.COVER
            ? chosen(images, features, Exponential.of(epsilon(guarantee)), randomness)
            : likelihood(images, features, guarantee, randomness);
    progress.step(1, 1);
    return new PrivateFit(
        Projection.pullBack(data, map, model),
        allowance.certify(
            name(), settings(), event, "features that everybody may know: they are not protected"));
  }

  private LinearClassifier chosen(
      BoundedDataset data, PublicFeatures features, Exponential mechanism, Randomness randomness) {
    return LineCover.suits(features)
        ? new LineCover(features).choose(data, mechanism, randomness)
        : new LabelCover(features, candidates, margin).choose(data, mechanism, randomness);
  }

  private LinearClassifier likelihood(
      BoundedDataset data, PublicFeatures features, Guarantee guarantee, Randomness randomness) {
    int classes = data.classes();
    boolean pure = guarantee instanceof PureDp;
    boolean asked = method == Method.RESPONSE || method == Method.FLIPPED;
    double epsilon = pure || asked ? epsilon(guarantee) : 0;
    LabelChoice choice =
        asked
            ? LabelChoice.byResponse(features, classes, epsilon)
            : LabelChoice.byNoise(features, classes, guarantee);
    if (method == Method.AUTO && pure) {
      LabelChoice response = LabelChoice.byResponse(features, classes, epsilon);
      choice = response.lost() < choice.lost() ? response : choice;
    }
    int directions = choice.directions();
    LabelSums sums =
        choice.noise().isPresent()
            ? LabelSums.noisy(data, features, directions, choice.noise().get(), randomness)
            : LabelSums.answered(
                data, features, directions, epsilon, method != Method.FLIPPED, randomness);
    double[] penalties =
        method == Method.FLIPPED
            ? LabelChoice.weakPenalties(features)
            : choice.penalties(features, classes, epsilon);
    return classifier(data, features, sums, penalties);
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
    LabelSums sums = LabelSums.withoutNoise(images, features, features.directions());
    LinearClassifier model =
        classifier(images, features, sums, LabelChoice.weakPenalties(features));
    return new UnprotectedFit(Projection.pullBack(data, map, model));
  }
}
