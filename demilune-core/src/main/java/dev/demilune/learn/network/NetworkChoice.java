// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.network;

import dev.demilune.learn.AuditCase;
import dev.demilune.learn.ConfiguredLearner;
import dev.demilune.learn.Goal;
import dev.demilune.learn.LearnerDescription;
import dev.demilune.learn.Plan;
import dev.demilune.learn.Progress;
import dev.demilune.learn.Projection;
import dev.demilune.learn.RowsNeeded;
import dev.demilune.learn.Setting;
import dev.demilune.learn.Settings;
import dev.demilune.learn.Shape;
import dev.demilune.learn.TrainedModel;
import dev.demilune.learn.TrainingPlan;
import dev.demilune.learn.TrainingRun;
import dev.demilune.learn.UnprotectedFit;
import dev.demilune.learn.choice.PureChoices;
import dev.demilune.learn.published.NetworkCoverChoice;
import dev.demilune.mechanism.Exponential;
import dev.demilune.model.NetworkClassifier;
import dev.demilune.model.NetworkLayer;
import dev.demilune.privacy.Guarantee;
import dev.demilune.random.ExponentialRace;
import dev.demilune.rows.BoundedDataset;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.IntFunction;

/**
 * Chooses a small network among public random ones by how many rows they get wrong, and then, round
 * after round, among random ones around the last winner: pure ε, and for classes that no halfspace
 * can tell apart.
 *
 * <p><b>Claim.</b> The fit meets the allowance's guarantee for the schema's adjacency, δ = 0
 * included; the certificate's event is one exponential choice per round.
 *
 * <p>More than two classes have one network with an output for each, chosen by how many rows it
 * gets wrong, or one network for each class against the rest, which share the budget.
 *
 * <p><b>Proof.</b> The projections and the candidates of the first round are drawn from a public
 * number, those of the others from it and from the last winner ({@link NetworkCover}). A row
 * changes each count of mistakes by at most one ({@link NetworkRows}): where it is added or
 * removed, all counts in one direction; where it or its label is replaced, up or down. {@link
 * Exponential} makes of this, given the earlier winners, a choice of bounded range ε_r. The
 * accountant bounds the privacy cost of all rounds, of all networks, which is at most their number
 * times ε_r ({@link PureChoices}). The model is the last winner of each network. ∎
 *
 * <p><b>Sampling.</b> Exact, by {@link Exponential}; a round keeps the leader and the candidates
 * that are being tried, whatever their number.
 *
 * <p><b>Relies on.</b> Ranges, labels and settings chosen without the data; one row per person.
 *
 * <p><b>Source.</b> Bassily, Mohri and Suresh (2022), section 5. We depart from it: candidates are
 * a random sample, and not a cover of astronomical size, and refinement finds what the sample
 * lacks; layers have an intercept; a projection is used only where it makes a layer's inputs fewer,
 * with a number of directions that is chosen and not the theorem's. The guarantee needs none of
 * this; the paper's bound on the error is not claimed.
 *
 * @param values of the settings
 */
public record NetworkChoice(Settings values) implements ConfiguredLearner<NetworkChoice> {

  /** How more than two classes are told apart. */
  public enum Classes {
    /** One network with an output for each class. */
    JOINT,
    /** One network for each class, against all others, with its part of the budget. */
    ONE_VS_REST
  }

  private static final int DIRECTIONS = 16;

  /** The number of hidden layers. */
  public static final Setting<Integer> LAYERS =
      Setting.integer("layers", 1, 8, 1, "number of hidden layers");

  /** The number of units. */
  public static final Setting<Integer> UNITS =
      Setting.integer("units", 1, 1024, 8, "units in each hidden layer");

  /** The number of candidates. */
  public static final Setting<Long> CANDIDATES =
      Setting.longInteger(
          "candidates", 2, 1_000_000_000_000_000L, 2_000, "networks tried in each round");

  /** The number of rounds. */
  public static final Setting<Integer> ROUNDS =
      Setting.integer(
              "rounds",
              1,
              1000,
              0,
              "number of choices; by rule (rows × ε)^0.28, at most 16, and 8 where rows are"
                  + " unknown")
          .or("auto", 0);

  /** How much nearer each round is. */
  public static final Setting<Double> SHRINKING =
      Setting.number(
          "shrinking",
          0.01,
          1,
          0.8,
          "factor on the distance from the last winner after each round");

  /** The margin that a row must keep. */
  public static final Setting<Double> MARGIN =
      Setting.number(
              "margin",
              0,
              1e6,
              0,
              "score by which the right class must win for a row not to count as a mistake")
          .or("off", 0.0);

  /** How many inputs a layer's weights see. */
  public static final Setting<Integer> INPUTS =
      Setting.integer(
              Projection.KEY,
              1,
              Integer.MAX_VALUE,
              0,
              "most inputs that a layer's weights see, behind a public random projection; by rule"
                  + " 16 where there are twice as many or more")
          .or("auto", 0)
          .or("off", Integer.MAX_VALUE);

  /** Which draw of the public random numbers. */
  public static final Setting<Integer> DRAW = Projection.DRAW.byDefault(0);

  /** How more than two classes are told apart. */
  public static final Setting<Classes> CLASSES =
      Setting.oneOf("classes", Classes.JOINT, "how more than two classes are told apart");

  /** The norm of each layer. */
  public static final Setting<Double> NORM =
      Setting.number(
              "norm",
              1e-3,
              1e3,
              0,
              "Λ, the norm of each layer's weights; by rule the root of the units for hidden"
                  + " layers, and 1 for the last")
          .or("auto", 0.0);

  private static final LearnerDescription DESCRIPTION =
      new LearnerDescription(
          "network-choice",
          "a small network, chosen among public random ones and refined: pure ε, no halfspace"
              + " needed",
          "Bassily, Mohri, Suresh 2022",
          List.of(
              LAYERS, UNITS, CANDIDATES, ROUNDS, SHRINKING, MARGIN, INPUTS, DRAW, CLASSES, NORM),
          LearnerDescription.ROW_ADJACENCIES,
          LearnerDescription.ANY_GUARANTEE,
          // The canary splits the candidates into parts of about equal weight, of which it makes
          // one e^ε times as likely as the other: at most half of ε shows.
          AuditCase.on(AuditCase.Table.TWO_FEATURES)
              .with("candidates", "16")
              .with("units", "1")
              .with("rounds", "1")
              .withForLaws("candidates", "300")
              .refuting(0.25)
              .leftToOthers(),
          "networks");

  /** Returns the learner in its default configuration: one hidden layer of eight units. */
  public static NetworkChoice withDefaults() {
    return new NetworkChoice(DESCRIPTION.defaults());
  }

  @Override
  public LearnerDescription description() {
    return DESCRIPTION;
  }

  @Override
  public NetworkChoice withValues(Settings others) {
    return new NetworkChoice(others);
  }

  @Override
  public Plan plan(Shape shape, Guarantee guarantee) {
    return Plan.of(
        this,
        () -> {
          NetworkPlan plan = NetworkPlan.of(this, shape, guarantee);
          return TrainingPlan.of(
              this,
              shape,
              guarantee,
              plan.choices().event(),
              plan.outlook(shape),
              (rows, run) -> TrainedModel.of(train(rows, plan, run)));
        });
  }

  @Override
  public RowsNeeded rowsNeeded(Shape shape, Guarantee guarantee, Goal goal) {
    int layers = values.get(LAYERS) + 1;
    int units = values.get(UNITS);
    return new RowsNeeded(
        OptionalDouble.empty(),
        shape.classes() == 2 && units > 1
            ? NetworkCoverChoice.rows(
                shape.features(),
                layers,
                units,
                NetworkCoverChoice.marginOfHalfspace(goal.margin(), layers),
                goal.error(),
                goal.failure(),
                guarantee.epsilon())
            : OptionalDouble.empty(),
        OptionalDouble.empty(),
        "for the halfspace as a network, by a cover of networks that cannot be searched (Bassily,"
            + " Mohri, Suresh 2022, Theorem 5.1, constants derived here)");
  }

  /** Returns how many inputs a layer's weights see at most. */
  int directions(int features) {
    if (values.get(INPUTS) > 0) {
      return values.get(INPUTS);
    }
    int most = Math.max(features, values.get(UNITS));
    // Nearly as many directions as features would cost margin and win nothing.
    return most < 2 * DIRECTIONS ? most : DIRECTIONS;
  }

  private NetworkClassifier train(BoundedDataset rows, NetworkPlan plan, TrainingRun run) {
    Exponential mechanism = plan.choices().mechanism(); // the one whose event was planned
    return search(
        rows,
        plan.rounds(),
        choice -> {
          ExponentialRace race = mechanism.race(run.randomness().stream("round " + choice));
          return race::enter;
        },
        run.progress());
  }

  /** The same search, the best candidate winning every round. */
  @Override
  public UnprotectedFit fitWithoutPrivacy(BoundedDataset data) {
    int asked = values.get(ROUNDS);
    int all = asked == 0 ? NetworkPlan.MOST_ROUNDS_BY_RULE : asked;
    return new UnprotectedFit(search(data, all, choice -> new Best(), Progress.NONE));
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

  /** Searches a network for all classes, or one for each. */
  private NetworkClassifier search(
      BoundedDataset data, int rounds, IntFunction<Contest> contests, Progress progress) {
    Shape rows = Shape.of(data);
    int networks = NetworkPlan.networks(this, rows);
    NetworkShape shape = NetworkPlan.network(this, rows, data.schema().intercept());
    List<List<NetworkLayer>> found = new ArrayList<>();
    for (int k = 0; k < networks; k++) {
      NetworkLabels labels =
          networks == 1
              ? NetworkLabels.all(data.classes())
              : NetworkLabels.against(k, data.classes());
      NetworkSearch search = new NetworkSearch(data, labels, shape, values.get(MARGIN));
      int before = k * rounds;
      double[] winner =
          winner(
              search,
              shape,
              rounds,
              round -> contests.apply(before + round),
              (round, all) -> progress.step(before + round, networks * all));
      found.add(shape.network(winner, shape.projections()));
    }
    return NetworkClassifier.of(data.schema(), networks == 1 ? found.get(0) : SideBySide.of(found));
  }

  private double[] winner(
      NetworkSearch search,
      NetworkShape shape,
      int rounds,
      IntFunction<Contest> contests,
      Progress progress) {
    double[] winner = null;
    double radius = 1;
    for (int round = 1; round <= rounds; round++) {
      // Candidates depend on the rows by the last winner only, which is paid for.
      NetworkCover cover =
          round == 1
              ? NetworkCover.everywhere(shape)
              : NetworkCover.around(shape, winner, radius, round);
      Contest contest = contests.apply(round);
      winner = search.winner(cover, values.get(CANDIDATES), contest::enter);
      radius *= round == 1 ? 1 : values.get(SHRINKING);
      progress.step(round, rounds);
    }
    return winner;
  }
}
