// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.gradient;

import dev.demilune.DemiluneException;
import dev.demilune.budget.Allowance;
import dev.demilune.internal.Check;
import dev.demilune.learn.Goal;
import dev.demilune.learn.Learner;
import dev.demilune.learn.Plan;
import dev.demilune.learn.PrivateFit;
import dev.demilune.learn.Progress;
import dev.demilune.learn.RowsNeeded;
import dev.demilune.learn.Setting;
import dev.demilune.learn.Shape;
import dev.demilune.learn.UnprotectedFit;
import dev.demilune.model.LinearClassifier;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Guarantee;
import dev.demilune.rows.BoundedDataset;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/**
 * The batch perceptron with a margin: rows whose normalised margin is too small are added to the
 * weights, with noise.
 *
 * <p><b>Claim.</b> The fit meets the allowance's guarantee for the schema's adjacency; the
 * certificate's event is what was released: a row count if none was declared, the sum of rows, and
 * one sum of updates per round.
 *
 * <p><b>Proof.</b> All classes share one update, so there is one budget and not one per class. With
 * joint classes a row at fault adds itself to its class's weights and subtracts itself from its
 * strongest rival's, an update of length √2 per unit row; with one halfspace per class it may be at
 * fault in all K of them, an update of length √K. Either is brought to length one, which changes
 * nothing, because the perceptron does not depend on the scale of its weights. Rows enter through
 * {@link NoisyReleases} only; its proof bounds every release, on all rows or on a secret sample of
 * them. The test of when to stop looks at a count that is part of a round's release ({@link
 * MarginViolations}), and all rounds are priced, whether they are run or not. ∎
 *
 * <p><b>Sampling.</b> Rounded Gaussian noise on exact integer sums; rows are taken by exact coins.
 *
 * <p><b>Relies on.</b> Ranges, labels and the expected row count chosen without the data; one row
 * per person.
 *
 * <p><b>Source.</b> Ghazi, Kumar, Manurangsi and Nguyen (2021), Algorithm 1; its p is the rate, 1
 * by default. We depart from it: by default all classes share one update instead of one halfspace
 * per class, rows are centred on a noisy mean, nothing stops early and the second half of the
 * iterates is averaged; the count of the stopping test shares the Gaussian of the sum instead of
 * having Laplace noise of its own, and is compared with a share of the nominal number of rows, the
 * true one being private; if it never stops, the last weights are returned instead of a failure;
 * with {@code published} the noise is the larger one of the paper's and the accountant's.
 *
 * @param margin a row is at fault when its distance to the rival's boundary, in the unit ball, is
 *     at most this
 * @param rounds number of rounds
 * @param centring whether rows are centred on a noisy mean
 * @param rate the probability with which a round takes a row; 1 for full batches
 * @param classes how more than two classes are told apart
 * @param stop the share of rows at fault below which rounds stop; 0 to run them all
 * @param published the error α that the published constants are for: a margin of 0.95 {@code
 *     margin}, 1500/(α(0.05 margin)²) rounds at a rate of one over their root, and so on, whatever
 *     the other settings say; 0 for these
 */
public record BatchPerceptron(
    double margin,
    int rounds,
    boolean centring,
    double rate,
    Classes classes,
    double stop,
    double published)
    implements Learner {

  /** How more than two classes are told apart. */
  public enum Classes {
    /** One update for a class and its strongest rival. */
    JOINT,
    /** One halfspace per class, against all others. */
    ONE_VS_REST
  }

  public static final double SMALLEST_RATE = 1e-9;

  private static final int MOST_ROUNDS = 100_000;

  // The published constants ask for more; beyond this a day would not do.
  private static final double MOST_PUBLISHED_ROUNDS = 1e8;

  public BatchPerceptron {
    Objects.requireNonNull(classes, "classes");
    Check.between("rounds", rounds, 1, MOST_ROUNDS);
    if (!(margin >= 0 && margin < 1)) {
      throw new IllegalArgumentException("margin must be at least 0 and below 1, got " + margin);
    }
    if (!(rate >= SMALLEST_RATE && rate <= 1)) {
      throw new IllegalArgumentException(
          "rate must lie between " + SMALLEST_RATE + " and 1, got " + rate);
    }
    if (!(stop >= 0 && stop < 1 && published >= 0 && published < 1)) {
      throw new IllegalArgumentException(
          "stop and published must be at least 0 and below 1, got " + stop + " and " + published);
    }
  }

  /** Returns the learner in its default configuration. */
  public static BatchPerceptron withDefaults() {
    return new BatchPerceptron(0.15, 30, true, 1, Classes.JOINT, 0, 0);
  }

  @Override
  public String name() {
    return "batch-perceptron";
  }

  @Override
  public String summary() {
    return "batch perceptron with a margin, for predictions that withstand perturbation (Ghazi,"
        + " Kumar, Manurangsi, Nguyen 2021)";
  }

  @Override
  public Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("margin", Double.toString(margin));
    settings.put("rounds", Integer.toString(rounds));
    settings.put("centring", Setting.text(centring));
    settings.put("rate", Double.toString(rate));
    settings.put("classes", Setting.text(classes));
    settings.put("stop", Setting.text(stop));
    settings.put("published", Setting.text(published));
    return settings;
  }

  @Override
  public BatchPerceptron with(String key, String value) {
    return switch (key) {
      case "margin" ->
          new BatchPerceptron(
              Setting.number(key, value, 0, 0.999),
              rounds,
              centring,
              rate,
              classes,
              stop,
              published);
      case "rounds" ->
          new BatchPerceptron(
              margin,
              Setting.wholeNumber(key, value, 1, MOST_ROUNDS),
              centring,
              rate,
              classes,
              stop,
              published);
      case "centring" ->
          new BatchPerceptron(
              margin, rounds, Setting.onOff(key, value), rate, classes, stop, published);
      case "rate" ->
          new BatchPerceptron(
              margin,
              rounds,
              centring,
              Setting.number(key, value, SMALLEST_RATE, 1),
              classes,
              stop,
              published);
      case "classes" ->
          new BatchPerceptron(
              margin,
              rounds,
              centring,
              rate,
              Setting.oneOf(key, value, Classes.class),
              stop,
              published);
      case "stop" ->
          new BatchPerceptron(
              margin,
              rounds,
              centring,
              rate,
              classes,
              Setting.numberOrOff(key, value, 1e-6, 0.999),
              published);
      case "published" ->
          new BatchPerceptron(
              margin,
              rounds,
              centring,
              rate,
              classes,
              stop,
              Setting.numberOrOff(key, value, 0.001, 0.999));
      default -> throw Setting.unknown(name(), key, settings());
    };
  }

  @Override
  public Plan plan(Shape shape, Guarantee guarantee) {
    try {
      return GradientPlans.plan(name(), shape, guarantee, schedule(guarantee), centres());
    } catch (DemiluneException e) {
      return Plan.refused(name(), e.getMessage());
    }
  }

  @Override
  public RowsNeeded rowsNeeded(Shape shape, Guarantee guarantee, Goal goal) {
    return PerceptronRows.of(shape, guarantee, goal);
  }

  @Override
  public PrivateFit fit(BoundedDataset data, Allowance allowance, Progress progress) {
    allowance.requireAdjacency(data.adjacency());
    Schedule schedule = schedule(allowance.guarantee());
    ReleasePlan plan = ReleasePlan.of(data, allowance, schedule, centres());
    NoisyReleases releases = new NoisyReleases(data, plan, allowance.use(data.adjacency()));
    LinearClassifier model = train(data, releases, schedule, progress);
    return new PrivateFit(model, allowance.certify(name(), settings(), releases.event()));
  }

  @Override
  public UnprotectedFit fitWithoutPrivacy(BoundedDataset data) {
    Schedule schedule = published > 0 ? published(/* noise= */ 0) : Schedule.even(rounds, rate);
    GradientReleases releases = new ExactReleases(data, centres());
    return new UnprotectedFit(train(data, releases, schedule, Progress.NONE));
  }

  private LinearClassifier train(
      BoundedDataset data, GradientReleases releases, Schedule schedule, Progress progress) {
    double few = published > 0 ? 0.3 * published : stop;
    Descent descent = few > 0 ? Descent.stoppingBelow(few) : Descent.PLAIN;
    return new LinearTraining(data, releases, schedule, descent)
        .run(/* stepSize= */ 1, ruleAt(data.classes()), progress);
  }

  private boolean centres() {
    return centring && published == 0;
  }

  private Schedule schedule(Guarantee guarantee) {
    if (published == 0) {
      return Schedule.even(rounds, rate);
    }
    if (!(guarantee instanceof ApproximateDp target)) {
      throw new DemiluneException(
          "the published constants are for an ε and a δ, and not for " + guarantee.describe());
    }
    return published(100 * Math.log(publishedRounds() / target.delta()) / target.epsilon());
  }

  private Schedule published(double noise) {
    double asked = publishedRounds();
    if (!(asked <= MOST_PUBLISHED_ROUNDS)) {
      throw new DemiluneException(
          String.format(
              Locale.ROOT,
              "the published constants ask for %.2g rounds at margin %s and error %s: use larger"
                  + " ones, or published=off",
              asked,
              margin,
              published));
    }
    return Schedule.last((int) asked, 1 / Math.sqrt(asked), noise);
  }

  /** T = ⌈1500/(α g²)⌉ with g the twentieth of the margin that is given up. */
  private double publishedRounds() {
    double gap = 0.05 * margin;
    return Math.ceil(1500 / (published * gap * gap));
  }

  private Function<double[], RowRule> ruleAt(int count) {
    double asked = published > 0 ? 0.95 * margin : margin;
    if (count == 2) {
      return weights -> twoClasses(asked * Margins.length(weights));
    }
    if (classes == Classes.ONE_VS_REST) {
      return weights -> oneVsRest(asked, Margins.lengths(weights, count));
    }
    return weights -> manyClasses(Margins.proportional(weights, count, asked, /* floor= */ 0));
  }

  /** Every class's halfspace pulls for itself; √K keeps the length of all pulls at one. */
  private static RowRule oneVsRest(double margin, double[] lengths) {
    double pull = 1 / Math.sqrt(lengths.length);
    return (label, scores, into) -> {
      boolean atFault = false;
      for (int k = 0; k < scores.length; k++) {
        double sign = k == label ? 1 : -1;
        boolean fault = sign * scores[k] <= margin * lengths[k];
        into[k] = fault ? sign * pull : 0;
        atFault |= fault;
      }
      return atFault;
    };
  }

  private static RowRule twoClasses(double threshold) {
    return (label, scores, into) -> {
      into[0] = label == 1 ? 1 : -1;
      return into[0] * scores[0] <= threshold;
    };
  }

  private static RowRule manyClasses(Margins thresholds) {
    return (label, scores, into) -> {
      int rival = Loss.strongestRival(label, scores);
      if (scores[label] - scores[rival] > thresholds.between(label, rival)) {
        return false;
      }
      // Rivals that tie share the push; this happens in the first round, when all weights are zero.
      int ties = 0;
      for (int k = 0; k < scores.length; k++) {
        into[k] = k != label && scores[k] == scores[rival] ? -1 : 0;
        ties -= (int) into[k];
      }
      double length = Math.sqrt(1 + 1.0 / ties);
      for (int k = 0; k < scores.length; k++) {
        into[k] /= ties * length;
      }
      into[label] = 1 / length;
      return true;
    };
  }
}
