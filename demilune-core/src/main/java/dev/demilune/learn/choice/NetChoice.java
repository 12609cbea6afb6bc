// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.choice;

import dev.demilune.DemiluneException;
import dev.demilune.budget.Allowance;
import dev.demilune.embed.LinearEmbedding;
import dev.demilune.internal.Check;
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
 * Chooses a halfspace from a public list of them by how many rows it gets wrong: pure privacy, with
 * δ = 0, after a random projection to few dimensions.
 *
 * <p>The candidates are a net of the unit ball ({@link LatticeNet}); or random directions, of which
 * {@link SphericalCap} says how near one of them is to the best ({@link RandomCover}); or, in
 * several rounds, random directions around the winner of the round before, nearer and nearer
 * ({@link Refinement}).
 *
 * <p><b>Claim.</b> The fit is ε-DP for the schema's adjacency and the allowance's ε; the
 * certificate's event is the exponential choices that were made, one for each round of each
 * halfspace.
 *
 * <p><b>Proof.</b> The projection is drawn without the data ({@link Projection}), so it is enough
 * to speak of the images, each brought to unit length by itself ({@link UnitRows}). The candidates
 * of a choice are drawn from a public number; those of a later round depend, besides, on the winner
 * of the one before, which that choice has paid for. For given candidates a neighbour moves every
 * count of mistakes by at most one, and all of them in one direction where a row is added or
 * removed ({@link MistakeCounts}); {@link dev.demilune.mechanism.Exponential} makes of it a choice
 * that is ε'-DP. The parts ε' of all choices sum to at most ε (adaptive composition of pure steps).
 * No row count is needed. ∎
 *
 * <p><b>Sampling.</b> Exact, in one pass over the candidates and in memory that does not grow with
 * their number. Permute-and-flip would do a little better, but must hold all scores.
 *
 * <p><b>Relies on.</b> Ranges, labels and settings chosen without the data; one row per person.
 *
 * <p><b>Source.</b> Nguyen, Ullman and Zakynthinou (2020), Algorithm 2, and Bassily, Mohri and
 * Suresh (2022), Algorithm 1, whose score is that of {@code slack=0}. With {@code cover=net} and
 * the other settings left alone we depart from the first in nothing but this: the net is a lattice;
 * an image of length zero stays zero, and changes no choice; a constant may be one more coordinate;
 * for more than two classes there is one halfspace for each, against the others, with its part of
 * ε. The other covers keep the proof of privacy, and replace that of accuracy by a probability, or
 * by experience.
 *
 * @param margin γ, the margin that rows are expected to have, in the unit ball
 * @param slack the part of the margin that a row must keep not to count as a mistake; -1 for the
 *     rule
 * @param cover which candidates
 * @param candidates how many random directions in a choice; 0 for the rule
 * @param rounds of refinement; 0 for the rule
 * @param projection of the rows; its draw is that of the candidates, too
 * @param intercept whether the schema's constant is one more coordinate
 */
public record NetChoice(
    double margin,
    double slack,
    Candidates cover,
    long candidates,
    int rounds,
    Projection projection,
    boolean intercept)
    implements Learner {

  /** The lists to choose from. */
  public enum Candidates {
    /** A small net, or else refinement. */
    AUTO,
    /** Lattice points within a tenth of the margin of every point of the ball. */
    NET,
    /** Random directions. */
    RANDOM,
    /** Random directions around the winner of the round before. */
    REFINE
  }

  private static final double LEAST_MARGIN = 1e-3;
  private static final int MOST_CANDIDATES = 1_000_000_000;
  private static final int MOST_ROUNDS = 1_000;

  public NetChoice {
    Objects.requireNonNull(cover, "cover");
    Objects.requireNonNull(projection, "projection");
    if (!(margin >= LEAST_MARGIN && margin <= 1)) {
      throw new IllegalArgumentException(
          "margin must be between " + LEAST_MARGIN + " and 1, got " + margin);
    }
    if (!((slack >= 0 && slack < 1) || slack == -1)) {
      throw new IllegalArgumentException(
          "slack must be at least 0 and below 1, or -1, got " + slack);
    }
    Check.between("candidates", candidates, 0, MOST_CANDIDATES);
    Check.between("rounds", rounds, 0, MOST_ROUNDS);
  }

  /** Returns the learner in its default configuration. */
  public static NetChoice withDefaults() {
    return new NetChoice(
        0.1, -1, Candidates.AUTO, 0, 0, new Projection(Projection.Kind.SIGNS, 0, 1), true);
  }

  @Override
  public String name() {
    return "net-choice";
  }

  @Override
  public String summary() {
    return "private choice from a net of halfspaces after a random projection, δ = 0 (Nguyen,"
        + " Ullman, Zakynthinou 2020; Bassily, Mohri, Suresh 2022)";
  }

  @Override
  public Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("margin", Double.toString(margin));
    settings.put("slack", slack < 0 ? "auto" : Double.toString(slack));
    settings.put("cover", LegacySetting.text(cover));
    settings.put("candidates", candidates == 0 ? "auto" : Long.toString(candidates));
    settings.put("rounds", rounds == 0 ? "auto" : Integer.toString(rounds));
    settings.put(Projection.KEY, projection.text());
    settings.put("draw", Integer.toString(projection.draw()));
    settings.put("intercept", LegacySetting.text(intercept));
    return settings;
  }

  @Override
  public NetChoice with(String key, String value) {
    return switch (key) {
      case "margin" ->
          new NetChoice(
              LegacySetting.number(key, value, LEAST_MARGIN, 1),
              slack,
              cover,
              candidates,
              rounds,
              projection,
              intercept);
      case "slack" ->
          new NetChoice(
              margin,
              value.strip().equals("auto") ? -1 : LegacySetting.number(key, value, 0, 0.99),
              cover,
              candidates,
              rounds,
              projection,
              intercept);
      case "cover" ->
          new NetChoice(
              margin,
              slack,
              LegacySetting.oneOf(key, value, Candidates.class),
              candidates,
              rounds,
              projection,
              intercept);
      case "candidates" ->
          new NetChoice(
              margin,
              slack,
              cover,
              LegacySetting.wholeNumberOrAuto(key, value, MOST_CANDIDATES),
              rounds,
              projection,
              intercept);
      case "rounds" ->
          new NetChoice(
              margin,
              slack,
              cover,
              candidates,
              LegacySetting.wholeNumberOrAuto(key, value, MOST_ROUNDS),
              projection,
              intercept);
      case Projection.KEY -> withProjection(projection.with(value));
      case "draw" ->
          withProjection(
              projection.withDraw(LegacySetting.wholeNumber(key, value, 0, Integer.MAX_VALUE)));
      case "intercept" ->
          new NetChoice(
              margin,
              slack,
              cover,
              candidates,
              rounds,
              projection,
              LegacySetting.onOff(key, value));
      default -> throw LegacySetting.unknown(name(), key, settings());
    };
  }

  private NetChoice withProjection(Projection other) {
    return new NetChoice(margin, slack, cover, candidates, rounds, other, intercept);
  }

  @Override
  public Plan plan(Shape shape, Guarantee guarantee) {
    try {
      ModelMemory.require(shape);
      return NetPlan.of(this, shape, guarantee).plan(this, shape);
    } catch (DemiluneException e) {
      return new Plan.Refused(name(), e.getMessage());
    }
  }

  @Override
  public RowsNeeded rowsNeeded(Shape shape, Guarantee guarantee, Goal goal) {
    return ChoiceRowsNeeded.ofNet(shape, guarantee, goal);
  }

  @Override
  public PrivateFit fit(BoundedDataset data, Allowance allowance, Progress progress) {
    allowance.requireAdjacency(data.adjacency());
    ModelMemory.require(Shape.of(data));
    NetPlan plan =
        ChargedPlan.of(
            data,
            allowance,
            shape -> NetPlan.of(this, shape, allowance.guarantee()),
            some -> some.choices().event());
    Randomness randomness = allowance.use(data.adjacency());
    PercentProgress percent = new PercentProgress(progress, plan.choices().choices());
    Images images = Images.of(this, plan, data);
    int[][] chosen = new int[images.problems()][];
    for (int problem = 0; problem < chosen.length; problem++) {
      HalfspaceChoice choice =
          new HalfspaceChoice(images.counts(problem), plan.choices().mechanism());
      for (int round = 1; round <= plan.rounds(); round++) {
        Cover cover = plan.cover(this, images.rows.dimension(), problem, round, chosen[problem]);
        chosen[problem] =
            choice.from(
                cover,
                randomness.stream("halfspace " + problem + ", round " + round),
                weighed -> percent.within(weighed / cover.size()));
        percent.next();
      }
    }
    return new PrivateFit(
        images.classifier(chosen), allowance.certify(name(), settings(), plan.choices().event()));
  }

  @Override
  public UnprotectedFit fitWithoutPrivacy(BoundedDataset data) {
    NetPlan plan = NetPlan.withoutPrivacy(this, Shape.of(data));
    Images images = Images.of(this, plan, data);
    int[][] chosen = new int[images.problems()][];
    for (int problem = 0; problem < chosen.length; problem++) {
      for (int round = 1; round <= plan.rounds(); round++) {
        chosen[problem] =
            HalfspaceChoice.withoutPrivacy(
                images.counts(problem),
                plan.cover(this, images.rows.dimension(), problem, round, chosen[problem]));
      }
    }
    return new UnprotectedFit(images.classifier(chosen));
  }

  /** The rows as they are scored, and the way back to a model of the data. */
  private record Images(
      BoundedDataset data, Optional<LinearEmbedding> map, BoundedDataset view, UnitRows rows) {

    static Images of(NetChoice settings, NetPlan plan, BoundedDataset data) {
      Optional<LinearEmbedding> map = plan.projection().map(data.features(), settings.margin());
      BoundedDataset view = Projection.images(data, map);
      return new Images(
          data, map, view, UnitRows.of(view, settings.intercept() ? data.gridIntercept() : 0));
    }

    int problems() {
      return Shape.outputs(data.classes());
    }

    MistakeCounts counts(int problem) {
      return new MistakeCounts(rows, Halfspaces.positive(problem, data.classes()));
    }

    LinearClassifier classifier(int[][] chosen) {
      return Projection.pullBack(data, map, Halfspaces.classifier(view, chosen));
    }
  }
}
