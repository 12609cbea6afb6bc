// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.gradient;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.budget.Allowance;
import dev.demilune.embed.LinearEmbedding;
import dev.demilune.internal.Check;
import dev.demilune.learn.ChargedPlan;
import dev.demilune.learn.FloatingPointNote;
import dev.demilune.learn.Goal;
import dev.demilune.learn.Learner;
import dev.demilune.learn.ModelMemory;
import dev.demilune.learn.Plan;
import dev.demilune.learn.PrivateFit;
import dev.demilune.learn.Progress;
import dev.demilune.learn.Projection;
import dev.demilune.learn.RowOutlook;
import dev.demilune.learn.RowsNeeded;
import dev.demilune.learn.RowsTimesBudget;
import dev.demilune.learn.Setting;
import dev.demilune.learn.Shape;
import dev.demilune.learn.UnprotectedFit;
import dev.demilune.mechanism.NoisyIntegerSum;
import dev.demilune.model.LinearClassifier;
import dev.demilune.privacy.Guarantee;
import dev.demilune.random.Randomness;
import dev.demilune.rows.BoundedDataset;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Margins in one pass: a fast random projection, and phased descent on a smoothed margin loss.
 *
 * <p><b>Claim.</b> The fit meets the allowance's guarantee for the schema's adjacency; the
 * certificate's event is what was released: a row count if none was declared, one Gaussian for all
 * phases of a run, and the choice among the runs if there are several.
 *
 * <p><b>Proof.</b> The projection is drawn without the data ({@link Projection}); images are
 * brought to length one with the intercept's constant, each by itself. {@link PhasedDescent} has
 * the proof for a run: the nominal number of rows that it is given is declared, public or a release
 * with noise. Several runs: see {@link BestOfRuns}. ∎
 *
 * <p><b>Sampling.</b> Rounded Gaussian noise on integers; an exact choice.
 *
 * <p><b>Relies on.</b> Ranges, labels, the margin and the expected row count chosen without the
 * data; one row per person; floating-point arithmetic as the standard has it.
 *
 * <p><b>Source.</b> Bassily, Mohri and Suresh (2022), Algorithms 2 and 4. We depart from them: runs
 * take each row at most once, in random order, instead of samples with replacement, for which
 * hundreds of times the noise would be needed; the sensitivity of the choice there lacks a factor
 * 1/ρ, here errors are counted instead of losses; rows are added or removed as well as replaced;
 * more than two classes share one loss.
 *
 * @param margin ρ, the margin that rows are expected to have, in the unit ball
 * @param runs how many runs; one needs no choice
 * @param projection of the rows
 */
public record MarginErm(double margin, int runs, Projection projection) implements Learner {

  public MarginErm {
    if (!(margin > 0 && margin <= 1)) {
      throw new IllegalArgumentException("margin must be above 0 and at most 1, got " + margin);
    }
    Check.between("runs", runs, 1, ProjectedSgd.MOST_RUNS);
  }

  /** Returns the learner in its default configuration. */
  public static MarginErm withDefaults() {
    return new MarginErm(0.1, 1, new Projection(Projection.Kind.HADAMARD, 0, 1));
  }

  @Override
  public String name() {
    return "margin-erm";
  }

  @Override
  public String summary() {
    return "fast random projection and one pass of phased descent on a margin loss (Bassily,"
        + " Mohri, Suresh 2022)";
  }

  @Override
  public Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("margin", Double.toString(margin));
    settings.put("runs", Integer.toString(runs));
    settings.put(Projection.KEY, projection.text());
    settings.put("draw", Integer.toString(projection.draw()));
    return settings;
  }

  @Override
  public MarginErm with(String key, String value) {
    return switch (key) {
      case "margin" -> new MarginErm(Setting.number(key, value, 1e-3, 1), runs, projection);
      case "runs" -> withRuns(Setting.wholeNumber(key, value, 1, ProjectedSgd.MOST_RUNS));
      case Projection.KEY -> new MarginErm(margin, runs, projection.with(value));
      case "draw" ->
          new MarginErm(
              margin,
              runs,
              projection.withDraw(Setting.wholeNumber(key, value, 0, Integer.MAX_VALUE)));
      default -> throw Setting.unknown(name(), key, settings());
    };
  }

  private MarginErm withRuns(int other) {
    return new MarginErm(margin, other, projection);
  }

  @Override
  public Plan plan(Shape shape, Guarantee guarantee) {
    if (runs > 1) {
      return new BestOfRuns(withRuns(1), runs).plan(shape, guarantee);
    }
    try {
      ModelMemory.require(shape); // the model is one of the rows, not of their images
      PhasedPlan plan = PhasedPlan.of(shape, guarantee);
      int directions = projection.images(shape, margin).features();
      Map<String, String> details = new LinkedHashMap<>();
      details.put("noiseMultiplier", String.format(Locale.ROOT, "%.4g", plan.multiplier()));
      details.put("rows", RowOutlook.rows(shape, plan.count().isPresent()));
      details.put("order", "random");
      details.put(Projection.KEY, shape.features() + " to " + directions + " features");
      return new Plan(
          name(), true, outlook(shape, plan, guarantee), Optional.of(plan.event()), details);
    } catch (DemiluneException e) {
      return Plan.refused(name(), e.getMessage());
    }
  }

  private String outlook(Shape shape, PhasedPlan plan, Guarantee guarantee) {
    String outlook =
        RowOutlook.of(
            shape, plan.count().map(count -> "1 %"), RowsTimesBudget.of(shape, guarantee));
    return shape.rows() == 0
        ? outlook
        : String.format(
            Locale.ROOT,
            "%s; margins of %s should be found from about %.0f rows on",
            outlook,
            margin,
            rowsForMargin(projection.images(shape, margin).features(), plan.mu()));
  }

  /** Rows from which the noise of the first phase is within the margin, by the size of both. */
  private double rowsForMargin(int directions, double mu) {
    return Math.max(16 / (margin * margin), 4 * Math.sqrt(directions) / (mu * margin));
  }

  @Override
  public RowsNeeded rowsNeeded(Shape shape, Guarantee guarantee, Goal goal) {
    return RowsNeeded.asymptotic(
        OptionalDouble.empty(),
        "asymptotic only: 1/(error² · margin² · min(1, ε)), up to logarithms, whatever the number"
            + " of features (Bassily, Mohri, Suresh 2022, Theorem 3.2)");
  }

  @Override
  public PrivateFit fit(BoundedDataset data, Allowance allowance, Progress progress) {
    if (runs > 1) {
      return new BestOfRuns(withRuns(1), runs).fit(data, allowance, settings(), progress);
    }
    allowance.requireAdjacency(data.adjacency());
    ModelMemory.require(Shape.of(data));
    PhasedPlan plan =
        ChargedPlan.of(
                data,
                allowance,
                shape -> PhasedPlan.of(shape, allowance.guarantee()),
                PhasedPlan::event)
            .forRows(Shape.of(data).rows());
    Optional<LinearEmbedding> map = projection.map(data.features(), margin);
    Randomness randomness = allowance.use(data.adjacency());
    double rows =
        plan.count()
            .map(mechanism -> bought(data, mechanism, randomness))
            .orElse((double) plan.rows());
    LinearClassifier model =
        new PhasedDescent(Projection.images(data, map), margin, rows, plan.mu())
            .run(randomness, progress);
    PrivacyEvent event = plan.event();
    return new PrivateFit(
        Projection.pullBack(data, map, model),
        allowance.certify(name(), settings(), event, FloatingPointNote.RELIED_ON));
  }

  private static double bought(
      BoundedDataset data, NoisyIntegerSum mechanism, Randomness randomness) {
    long[] count = {data.privateSize()};
    mechanism.release(count, randomness.stream("row count"));
    // Below its own noise the count says nothing; the noise's size is then the safer guess.
    return Math.max((double) count[0], mechanism.noiseStandardDeviation());
  }

  @Override
  public UnprotectedFit fitWithoutPrivacy(BoundedDataset data) {
    Optional<LinearEmbedding> map = projection.map(data.features(), margin);
    double rows = data.privateSize();
    LinearClassifier model =
        new PhasedDescent(Projection.images(data, map), margin, rows, Double.POSITIVE_INFINITY)
            .run(Randomness.reproducible(projection.draw()), Progress.NONE);
    return new UnprotectedFit(Projection.pullBack(data, map, model));
  }
}
