// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.audit;

import dev.demilune.DemiluneException;
import dev.demilune.learn.Learner;
import dev.demilune.learn.auto.Learners;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.Guarantee;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * How each learner is attacked, by name. A learner of {@link Learners} that is missing here fails
 * the build.
 *
 * <p>The tables are tiny, so that a fit takes less than a millisecond, and the settings are those
 * under which a row shows most: few steps, because noise and price are composed in the same way for
 * few as for many, and no centre, whose noise would hide the canary once more.
 */
public final class WorstCases {

  // Weights that are divided by so many rows stay near zero: the canary pulls in every step.
  private static final long MANY = 1_000_000;
  // Where the number of rows is public it cannot be declared, so the rows must be there.
  private static final int EASY_ROWS = 400;

  private static final Map<String, WorstCase> BY_LEARNER = new LinkedHashMap<>();

  static {
    WorstCase alone = WorstCase.byScore(WorstCases::alone);
    WorstCase single = WorstCase.byScore(adjacency -> tables(adjacency, 1, 0, 1));
    WorstCase plane = WorstCase.byScore(adjacency -> tables(adjacency, 2, 0, 1));
    BY_LEARNER.put("auto", alone.with("steps", "4").with("centring", "off"));
    BY_LEARNER.put("noisy-descent", alone.with("steps", "4").with("centring", "off"));
    BY_LEARNER.put(
        "batch-perceptron",
        alone.with("rounds", "4").with("margin", "0.999").with("centring", "off"));
    BY_LEARNER.put("projected-sgd", alone.with("steps", "4"));
    BY_LEARNER.put("margin-erm", single);
    BY_LEARNER.put("private-svm", alone.with("steps", "4").with("centring", "off"));
    BY_LEARNER.put("objective-perturbation", single);
    BY_LEARNER.put("output-perturbation", single);
    BY_LEARNER.put(
        "net-choice", plane.with("cover", "random").with("candidates", "16").with("slack", "0"));
    BY_LEARNER.put("sphere-choice", plane.with("projection", "1").with("margin", "0.4"));
    BY_LEARNER.put("angle-halfspace", plane);
    // One block, and a grid so coarse that its answer is seen.
    BY_LEARNER.put(
        "grid-aggregate",
        plane
            .with("blocks", "1")
            .with("bits", "2")
            .with("regularization", "1")
            .with("intercept", "off"));
    BY_LEARNER.put("grid-halfspace", single);
    BY_LEARNER.put(
        "network-choice", plane.with("candidates", "16").with("units", "1").with("rounds", "1"));
    BY_LEARNER.put(
        "class-means",
        new WorstCase(
            Map.of(), WorstCases::manyClasses, (model, t) -> model.linear().weight(1, 0)));
    BY_LEARNER.put("label-private", plane);
    BY_LEARNER.put(
        "kernel-margin", alone.with("features", "16").with("steps", "2").with("width", "1"));
    // A choice after which sums have Gaussian noise is calibrated for seconds, in every fit.
    BY_LEARNER.put(
        "margin-choice",
        plane
            .with("learner", "net-choice")
            .with("cover", "random")
            .with("candidates", "16")
            .with("slack", "0"));
  }

  private WorstCases() {}

  /** Nothing but the canary where rows may be declared, and zero rows beside it elsewhere. */
  private static CanaryTable alone(Adjacency adjacency) {
    return adjacency.rowCountIsPublic()
        ? tables(adjacency, 2, EASY_ROWS, EASY_ROWS + 1)
        : tables(adjacency, 1, 0, MANY);
  }

  /** The noise of a class's own sum is compared with that of the mean of many others. */
  private static CanaryTable manyClasses(Adjacency adjacency) {
    boolean twoColumns = adjacency == Adjacency.REPLACE_LABEL; // whose difference the canary moves
    return new CanaryTable(adjacency, 1, twoColumns ? 2 : 16, 0, MANY);
  }

  private static CanaryTable tables(
      Adjacency adjacency, int features, int easyRows, long declared) {
    return new CanaryTable(adjacency, features, 2, easyRows, declared);
  }

  /** Returns the names of the learners that can be audited. */
  public static Set<String> names() {
    return Collections.unmodifiableSet(BY_LEARNER.keySet());
  }

  /** Returns the learner of that name, in the configuration in which it is attacked. */
  public static Learner learner(String name) {
    Learner learner = Learners.named(name);
    return of(learner).configured(learner);
  }

  /** Returns the first adjacency for which the learner can make the claim on the tables here. */
  public static Adjacency adjacency(Learner learner, Guarantee claim) {
    WorstCase worst = of(learner);
    return Arrays.stream(Adjacency.values())
        .filter(some -> learner.plan(worst.tables().apply(some).shape(), claim).runnable())
        .findFirst()
        .orElse(Adjacency.ADD_OR_REMOVE_ONE);
  }

  /** Returns whether the learner makes such a claim at all, for some adjacency. */
  public static boolean canClaim(Learner learner, Guarantee claim) {
    CanaryTable tables = of(learner).tables().apply(adjacency(learner, claim));
    return learner.plan(tables.shape(), claim).runnable();
  }

  static WorstCase of(Learner learner) {
    WorstCase found = BY_LEARNER.get(learner.name());
    if (found == null) {
      throw new DemiluneException(
          "no attack on learner '" + learner.name() + "' is known: audit one of " + names());
    }
    return found;
  }
}
