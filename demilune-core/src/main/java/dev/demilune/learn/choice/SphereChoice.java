// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.choice;

import dev.demilune.DemiluneException;
import dev.demilune.budget.Allowance;
import dev.demilune.embed.LinearEmbedding;
import dev.demilune.embed.PublicDraw;
import dev.demilune.learn.ChargedPlan;
import dev.demilune.learn.Goal;
import dev.demilune.learn.Learner;
import dev.demilune.learn.LegacySetting;
import dev.demilune.learn.ModelMemory;
import dev.demilune.learn.Plan;
import dev.demilune.learn.PrivateFit;
import dev.demilune.learn.Progress;
import dev.demilune.learn.Projection;
import dev.demilune.learn.RowsNeeded;
import dev.demilune.learn.Shape;
import dev.demilune.learn.UnprotectedFit;
import dev.demilune.model.LinearClassifier;
import dev.demilune.privacy.Guarantee;
import dev.demilune.random.Randomness;
import dev.demilune.rows.BoundedDataset;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The exponential mechanism over all directions of the sphere, scored by how many rows a direction
 * does not keep at a margin: pure privacy, and predictions that withstand perturbation.
 *
 * <p><b>Claim.</b> The fit is ε-DP for the schema's adjacency and the allowance's ε; the
 * certificate's event is one exponential choice for each halfspace.
 *
 * <p><b>Proof.</b> A row counts as a mistake or not by itself, so a neighbour moves every
 * direction's count by at most one, and all in one direction where a row is added or removed. In
 * two dimensions the choice is {@link dev.demilune.mechanism.Exponential} among finitely many
 * public directions ({@link CircleChoice}); in more it is {@link SphereRejection} from a public
 * measure. Both are of bounded range ε' with the ε' of one halfspace, of which there are as many as
 * parts of ε. ∎
 *
 * <p><b>Sampling.</b> Exact. No Markov chain: none is known to be near its law after a number of
 * steps that could be proved, for counts of mistakes.
 *
 * <p><b>Relies on.</b> Ranges, labels and settings chosen without the data; one row per person. In
 * more than two dimensions the number of trials must stay secret: see docs/limits.md.
 *
 * <p><b>Source.</b> Ghazi, Kumar, Manurangsi and Nguyen (2021), Theorem 5, with its score and its
 * 0.95. We depart from it: the uniform measure on the sphere is replaced by public discrete ones,
 * of 2^18 directions in the plane and of rounded normal vectors elsewhere, which leaves privacy
 * exact; in more than two dimensions a coin ends the search, so that a random direction is returned
 * once in 400 times at most where rows keep the margin; where a row is added or removed the factor
 * 1/2 in the exponent is won back; rows may be projected first, and a constant may be one more
 * coordinate; more than two classes have one halfspace each.
 *
 * @param margin γ, the margin that rows are expected to have, in the unit ball
 * @param kept the part of the margin that a row must keep not to count as a mistake
 * @param projection of the rows; none by default
 * @param intercept whether the schema's constant is one more coordinate
 */
public record SphereChoice(double margin, double kept, Projection projection, boolean intercept)
    implements Learner {

  private static final double LEAST_MARGIN = 1e-3;
  private static final int DIRECTIONS_WITHOUT_PRIVACY = 20_000;

  public SphereChoice {
    Objects.requireNonNull(projection, "projection");
    if (!(margin >= LEAST_MARGIN && margin <= 1)) {
      throw new IllegalArgumentException(
          "margin must be between " + LEAST_MARGIN + " and 1, got " + margin);
    }
    if (!(kept >= 0 && kept < 1)) {
      throw new IllegalArgumentException("kept must be at least 0 and below 1, got " + kept);
    }
  }

  /** Returns the learner in its default configuration. */
  public static SphereChoice withDefaults() {
    return new SphereChoice(
        0.1, 0.95, new Projection(Projection.Kind.SIGNS, Integer.MAX_VALUE, 1), true);
  }

  @Override
  public String name() {
    return "sphere-choice";
  }

  @Override
  public String summary() {
    return "private choice from all directions, few dimensions, δ = 0, for predictions that"
        + " withstand perturbation (Ghazi, Kumar, Manurangsi, Nguyen 2021)";
  }

  @Override
  public Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("margin", Double.toString(margin));
    settings.put("kept", Double.toString(kept));
    settings.put(Projection.KEY, projection.text());
    settings.put("draw", Integer.toString(projection.draw()));
    settings.put("intercept", LegacySetting.text(intercept));
    return settings;
  }

  @Override
  public SphereChoice with(String key, String value) {
    return switch (key) {
      case "margin" ->
          new SphereChoice(
              LegacySetting.number(key, value, LEAST_MARGIN, 1), kept, projection, intercept);
      case "kept" ->
          new SphereChoice(
              margin, LegacySetting.number(key, value, 0, 0.99), projection, intercept);
      case Projection.KEY -> new SphereChoice(margin, kept, projection.with(value), intercept);
      case "draw" ->
          new SphereChoice(
              margin,
              kept,
              projection.withDraw(LegacySetting.wholeNumber(key, value, 0, Integer.MAX_VALUE)),
              intercept);
      case "intercept" ->
          new SphereChoice(margin, kept, projection, LegacySetting.onOff(key, value));
      default -> throw LegacySetting.unknown(name(), key, settings());
    };
  }

  @Override
  public Plan plan(Shape shape, Guarantee guarantee) {
    try {
      ModelMemory.require(shape);
      return SpherePlan.of(this, shape, guarantee).plan(this, shape);
    } catch (DemiluneException e) {
      return new Plan.Refused(name(), e.getMessage());
    }
  }

  @Override
  public RowsNeeded rowsNeeded(Shape shape, Guarantee guarantee, Goal goal) {
    return ChoiceRowsNeeded.ofSphere(shape, guarantee, goal);
  }

  @Override
  public PrivateFit fit(BoundedDataset data, Allowance allowance, Progress progress) {
    allowance.requireAdjacency(data.adjacency());
    ModelMemory.require(Shape.of(data));
    SpherePlan plan =
        ChargedPlan.of(
            data,
            allowance,
            shape -> SpherePlan.of(this, shape, allowance.guarantee()),
            some -> some.choices().event());
    Randomness randomness = allowance.use(data.adjacency());
    Ball ball = Ball.of(this, data);
    int[][] chosen = new int[plan.choices().choices()][];
    for (int problem = 0; problem < chosen.length; problem++) {
      chosen[problem] = ball.choose(problem, plan, randomness.stream("halfspace " + problem));
      progress.step(problem + 1, chosen.length);
    }
    return new PrivateFit(
        ball.classifier(chosen), allowance.certify(name(), settings(), plan.choices().event()));
  }

  @Override
  public UnprotectedFit fitWithoutPrivacy(BoundedDataset data) {
    Ball ball = Ball.of(this, data);
    int[][] chosen = new int[Shape.outputs(data.classes())][];
    for (int problem = 0; problem < chosen.length; problem++) {
      chosen[problem] = ball.best(problem, this);
    }
    return new UnprotectedFit(ball.classifier(chosen));
  }

  /** The rows as they are scored, and the way back to a model of the data. */
  private record Ball(
      BoundedDataset data,
      Optional<LinearEmbedding> map,
      BoundedDataset view,
      UnitRows rows,
      double asked) {

    static Ball of(SphereChoice settings, BoundedDataset data) {
      Optional<LinearEmbedding> map = settings.projection().map(data.features(), settings.margin());
      BoundedDataset view = Projection.images(data, map);
      int constant = settings.intercept() ? data.gridIntercept() : 0;
      return new Ball(
          data,
          map,
          view,
          UnitRows.inTheBall(view, constant),
          settings.kept() * settings.margin() * UnitRows.intoTheBall(constant));
    }

    private int positive(int problem) {
      return Halfspaces.positive(problem, data.classes());
    }

    private int threshold() {
      return (int) Math.max(1, Math.ceil(asked * UnitRows.LENGTH));
    }

    int[] choose(int problem, SpherePlan plan, Randomness randomness) {
      if (rows.dimension() == SpherePlan.PLANE) {
        return circle(problem).choose(plan.choices().mechanism(), randomness);
      }
      return new SphereRejection(
              SphereRows.directions(rows.dimension()),
              new SphereRows(rows, positive(problem), threshold()),
              plan.halvings(),
              plan.choices())
          .choose(randomness);
    }

    int[] best(int problem, SphereChoice settings) {
      if (rows.dimension() == SpherePlan.PLANE) {
        return circle(problem).best();
      }
      return HalfspaceChoice.withoutPrivacy(
          new MistakeCounts(rows, positive(problem)),
          RandomCover.ofSphere(
              rows.dimension(),
              DIRECTIONS_WITHOUT_PRIVACY,
              asked,
              new PublicDraw(settings.projection().draw(), "sphere " + problem)));
    }

    private CircleChoice circle(int problem) {
      return new CircleChoice(rows, positive(problem), threshold());
    }

    LinearClassifier classifier(int[][] chosen) {
      return Projection.pullBack(data, map, Halfspaces.classifier(view, chosen));
    }
  }
}
