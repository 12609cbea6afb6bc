// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.network;

import dev.demilune.DemiluneException;
import dev.demilune.budget.Allowance;
import dev.demilune.internal.Check;
import dev.demilune.learn.ChargedPlan;
import dev.demilune.learn.Goal;
import dev.demilune.learn.Learner;
import dev.demilune.learn.LegacySetting;
import dev.demilune.learn.Plan;
import dev.demilune.learn.PrivateFit;
import dev.demilune.learn.Progress;
import dev.demilune.learn.Projection;
import dev.demilune.learn.RowsNeeded;
import dev.demilune.learn.Shape;
import dev.demilune.learn.UnprotectedFit;
import dev.demilune.learn.choice.PureChoices;
import dev.demilune.mechanism.Exponential;
import dev.demilune.model.NetworkClassifier;
import dev.demilune.privacy.Guarantee;
import dev.demilune.random.ExponentialRace;
import dev.demilune.random.Randomness;
import dev.demilune.rows.BoundedDataset;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * Chooses a small network among public random ones by how many rows they get wrong, and then, round
 * after round, among random ones around the last winner: pure ε, and for classes that no halfspace
 * can tell apart.
 *
 * <p><b>Claim.</b> The fit meets the allowance's guarantee for the schema's adjacency, δ = 0
 * included; the certificate's event is one exponential choice per round.
 *
 * <p><b>Proof.</b> The projections and the candidates of the first round are drawn from a public
 * number, those of the others from it and from the last winner ({@link NetworkCover}). A row
 * changes each count of mistakes by at most one ({@link NetworkRows}): where it is added or
 * removed, all counts in one direction; where it or its label is replaced, up or down. {@link
 * Exponential} makes of this, given the earlier winners, a choice of bounded range ε_r. The
 * accountant prices the composition of all rounds, which is at most their number times ε_r ({@link
 * PureChoices}). The model is the last winner. ∎
 *
 * <p><b>Sampling.</b> Exact, by {@link Exponential}; a round keeps the leader and the candidates
 * that are being tried, whatever their number.
 *
 * <p><b>Relies on.</b> Ranges, labels and settings chosen without the data; one row per person.
 *
 * <p><b>Source.</b> Bassily, Mohri and Suresh (2022), section 5. We depart from it: candidates are
 * a random sample, and not a cover of astronomical size, and choices finds what the sample lacks;
 * layers have an intercept; a projection is used only where it makes a layer's inputs fewer, with a
 * number of directions that is chosen and not the theorem's. The guarantee needs none of this; the
 * paper's bound on the error is not claimed.
 *
 * @param layers how many hidden layers there are
 * @param units in each hidden layer
 * @param candidates in each round
 * @param rounds how many choices; 0 for the rule
 * @param shrinking by what the distance from the last winner is multiplied after each round
 * @param margin by which the right class must win for a row not to be counted
 * @param directions the most inputs that a layer's weights see; 0 for the rule
 * @param draw which public draw
 */
public record NetworkChoice(
    int layers,
    int units,
    long candidates,
    int rounds,
    double shrinking,
    double margin,
    int directions,
    int draw)
    implements Learner {

  private static final int MOST_LAYERS = 8;
  private static final int MOST_UNITS = 1024;
  private static final int MOST_ROUNDS = 1000;
  private static final long MOST_CANDIDATES = 1_000_000_000_000_000L;
  private static final int DIRECTIONS = 16;

  public NetworkChoice {
    Check.between("layers", layers, 1, MOST_LAYERS);
    Check.between("units", units, 1, MOST_UNITS);
    Check.between("candidates", candidates, 2, MOST_CANDIDATES);
    Check.between("rounds", rounds, 0, MOST_ROUNDS);
    if (!(shrinking > 0 && shrinking <= 1)) {
      throw new IllegalArgumentException("shrinking must be above 0 and at most 1: " + shrinking);
    }
    Check.notNegative("margin", margin);
    Check.between("directions", directions, 0, Integer.MAX_VALUE);
    Check.between("draw", draw, 0, Integer.MAX_VALUE);
  }

  /** Returns the learner in its default configuration: one hidden layer of eight units. */
  public static NetworkChoice withDefaults() {
    return new NetworkChoice(1, 8, 2_000, 0, 0.8, 0, 0, 0);
  }

  @Override
  public String name() {
    return "network-choice";
  }

  @Override
  public String summary() {
    return "a small network, chosen among public random ones and refined: pure ε, no halfspace"
        + " needed (Bassily, Mohri, Suresh 2022)";
  }

  @Override
  public Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("layers", Integer.toString(layers));
    settings.put("units", Integer.toString(units));
    settings.put("candidates", Long.toString(candidates));
    settings.put("rounds", rounds == 0 ? "auto" : Integer.toString(rounds));
    settings.put("shrinking", Double.toString(shrinking));
    settings.put("margin", LegacySetting.text(margin));
    settings.put(Projection.KEY, new Projection(Projection.Kind.SIGNS, directions, 0).text());
    settings.put("draw", Integer.toString(draw));
    return settings;
  }

  @Override
  public NetworkChoice with(String key, String value) {
    int newLayers = layers;
    int newUnits = units;
    long newCandidates = candidates;
    int newRounds = rounds;
    double newShrinking = shrinking;
    double newMargin = margin;
    int newDirections = directions;
    int newDraw = draw;
    switch (key) {
      case "layers" -> newLayers = LegacySetting.wholeNumber(key, value, 1, MOST_LAYERS);
      case "units" -> newUnits = LegacySetting.wholeNumber(key, value, 1, MOST_UNITS);
      case "candidates" ->
          newCandidates = LegacySetting.largeNumber(key, value, 2, MOST_CANDIDATES);
      case "rounds" -> newRounds = LegacySetting.wholeNumberOrAuto(key, value, MOST_ROUNDS);
      case "shrinking" -> newShrinking = LegacySetting.number(key, value, 0.01, 1);
      case "margin" -> newMargin = LegacySetting.numberOrOff(key, value, 0, 1e6);
      case Projection.KEY -> newDirections = LegacySetting.wholeNumberAutoOrOff(key, value);
      case "draw" -> newDraw = LegacySetting.wholeNumber(key, value, 0, Integer.MAX_VALUE);
      default -> throw LegacySetting.unknown(name(), key, settings());
    }
    return new NetworkChoice(
        newLayers,
        newUnits,
        newCandidates,
        newRounds,
        newShrinking,
        newMargin,
        newDirections,
        newDraw);
  }

  @Override
  public Plan plan(Shape shape, Guarantee guarantee) {
    try {
      return NetworkPlan.of(this, shape, guarantee).describe(name(), shape);
    } catch (DemiluneException e) {
      return new Plan.Refused(name(), e.getMessage());
    }
  }

  @Override
  public RowsNeeded rowsNeeded(Shape shape, Guarantee guarantee, Goal goal) {
    return RowsNeeded.asymptotic(
        java.util.OptionalDouble.empty(),
        "a halfspace's margin does not say how many rows a network needs; the paper's bound is an"
            + " order only (Bassily, Mohri, Suresh 2022, Theorem 5.1)");
  }

  /** Returns how many inputs a layer's weights see at most. */
  int directions(int features) {
    if (directions > 0) {
      return directions;
    }
    // Nearly as many directions as features would cost margin and win nothing.
    return Math.max(features, units) < 2 * DIRECTIONS ? Math.max(features, units) : DIRECTIONS;
  }

  @Override
  public PrivateFit fit(BoundedDataset data, Allowance allowance, Progress progress) {
    allowance.requireAdjacency(data.adjacency());
    NetworkPlan plan =
        ChargedPlan.of(
            data,
            allowance,
            shape -> NetworkPlan.of(this, shape, allowance.guarantee()),
            NetworkPlan::event);
    Randomness randomness = allowance.use(data.adjacency());
    Exponential mechanism = plan.choices().mechanism();
    NetworkClassifier model =
        search(
            data,
            plan.choices().choices(),
            round -> {
              ExponentialRace race = mechanism.race(randomness.stream("round " + round));
              return race::enter;
            },
            progress);
    return new PrivateFit(model, allowance.certify(name(), settings(), plan.event()));
  }

  /** The same search, the best candidate winning every round. */
  @Override
  public UnprotectedFit fitWithoutPrivacy(BoundedDataset data) {
    int all = rounds == 0 ? NetworkPlan.MOST_ROUNDS_BY_RULE : rounds;
    return new UnprotectedFit(search(data, all, round -> new Best(), Progress.NONE));
  }

  /** Says of each candidate whether it now leads. */
  private interface Contest {
    boolean enter(long mistakes);
  }

  private static final class Best implements Contest {
    private long least = Long.MAX_VALUE;

    @Override
    public boolean enter(long mistakes) {
      boolean better = mistakes < least;
      least = Math.min(least, mistakes);
      return better;
    }
  }

  private NetworkClassifier search(
      BoundedDataset data, int all, IntFunction<Contest> contests, Progress progress) {
    NetworkShape shape = NetworkPlan.network(this, Shape.of(data), data.schema().intercept());
    NetworkSearch search = new NetworkSearch(data, shape, margin);
    double[] winner = null;
    double radius = 1;
    for (int round = 1; round <= all; round++) {
      NetworkCover cover =
          round == 1
              ? NetworkCover.everywhere(shape)
              : NetworkCover.around(shape, winner, radius, round);
      Contest contest = contests.apply(round);
      winner = search.winner(cover, candidates, contest::enter);
      radius *= round == 1 ? 1 : shrinking;
      progress.step(round, all);
    }
    return NetworkClassifier.of(data.schema(), shape.network(winner, shape.projections()));
  }
}
