/*
 * Copyright 2026 The Demilune Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package dev.demilune.learn;

import dev.demilune.budget.Allowance;
import dev.demilune.internal.Check;
import dev.demilune.model.LinearClassifier;
import dev.demilune.privacy.Guarantee;
import dev.demilune.schema.BoundedDataset;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * The batch perceptron with a margin: rows whose normalised margin is too small are added to the
 * weights, with noise.
 *
 * <p><b>Claim.</b> The fit meets the allowance's guarantee for the schema's adjacency; the
 * certificate's event is what was released: a row count if none was declared, the sum of rows, and
 * one sum of updates per round.
 *
 * <p><b>Proof.</b> A row at fault adds itself to its class's weights and subtracts itself from its
 * strongest rival's: an update of length √2 per unit row over all classes together, so there is one
 * budget and not one per class. It is brought to length one, which changes nothing, because the
 * perceptron does not depend on the scale of its weights. Rows enter through {@link NoisyReleases}
 * only; its proof bounds every release, on all rows or on a secret sample of them. All rounds are
 * run and priced: nothing stops early. ∎
 *
 * <p><b>Sampling.</b> Rounded Gaussian noise on exact integer sums; rows are taken by exact coins.
 *
 * <p><b>Relies on.</b> Ranges, labels and the expected row count chosen without the data; one row
 * per person.
 *
 * <p><b>Source.</b> Ghazi, Kumar, Manurangsi and Nguyen (2021), Algorithm 1 without its noisy
 * stopping test; its p is the rate, 1 by default. We depart from it: all classes share one update
 * instead of one halfspace per class; rows are centred on a noisy mean; the second half of the
 * iterates is averaged.
 *
 * @param margin a row is at fault when its distance to the rival's boundary, in the unit ball, is
 *     at most this
 * @param rounds number of rounds
 * @param centring whether rows are centred on a noisy mean
 * @param rate the probability with which a round takes a row; 1 for full batches
 */
public record BatchPerceptron(double margin, int rounds, boolean centring, double rate)
    implements Learner {

  static final double SMALLEST_RATE = 1e-9;

  public BatchPerceptron {
    Check.between("rounds", rounds, 1, 100_000);
    if (!(margin >= 0 && margin < 1)) {
      throw new IllegalArgumentException("margin must be at least 0 and below 1, got " + margin);
    }
    if (!(rate >= SMALLEST_RATE && rate <= 1)) {
      throw new IllegalArgumentException(
          "rate must lie between " + SMALLEST_RATE + " and 1, got " + rate);
    }
  }

  /** Returns the learner in its default configuration. */
  public static BatchPerceptron withDefaults() {
    return new BatchPerceptron(0.15, 30, true, 1);
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
    return settings;
  }

  @Override
  public BatchPerceptron with(String key, String value) {
    return switch (key) {
      case "margin" ->
          new BatchPerceptron(Setting.number(key, value, 0, 0.999), rounds, centring, rate);
      case "rounds" ->
          new BatchPerceptron(margin, Setting.wholeNumber(key, value, 1, 100_000), centring, rate);
      case "centring" -> new BatchPerceptron(margin, rounds, Setting.onOff(key, value), rate);
      case "rate" ->
          new BatchPerceptron(
              margin, rounds, centring, Setting.number(key, value, SMALLEST_RATE, 1));
      default -> throw Setting.unknown(name(), key, settings());
    };
  }

  @Override
  public Plan plan(Shape shape, Guarantee guarantee) {
    return GradientPlans.plan(name(), shape, guarantee, schedule(), centring);
  }

  @Override
  public PrivateFit fit(BoundedDataset data, Allowance allowance, Progress progress) {
    allowance.requireAdjacency(data.adjacency());
    ReleasePlan plan = ReleasePlan.of(data, allowance, schedule(), centring);
    NoisyReleases releases = new NoisyReleases(data, plan, allowance.use(data.adjacency()));
    LinearClassifier model = train(data, releases, progress);
    return new PrivateFit(model, allowance.certify(name(), settings(), releases.event()));
  }

  @Override
  public UnprotectedFit fitWithoutPrivacy(BoundedDataset data) {
    return new UnprotectedFit(train(data, new ExactReleases(data, centring), Progress.NONE));
  }

  private LinearClassifier train(BoundedDataset data, Releases releases, Progress progress) {
    return new LinearTraining(data, releases, schedule(), Descent.PLAIN)
        .run(/* stepSize= */ 1, ruleAt(data.classes()), progress);
  }

  private Schedule schedule() {
    return Schedule.even(rounds, rate);
  }

  private Function<double[], RowRule> ruleAt(int classes) {
    if (classes == 2) {
      return weights -> twoClasses(margin * Margins.length(weights));
    }
    return weights -> manyClasses(Margins.proportional(weights, classes, margin, /* floor= */ 0));
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
