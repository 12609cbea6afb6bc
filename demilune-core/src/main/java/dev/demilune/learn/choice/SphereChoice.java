// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.choice;

import dev.demilune.embed.PublicDraw;
import dev.demilune.learn.AuditCase;
import dev.demilune.learn.ConfiguredLearner;
import dev.demilune.learn.Goal;
import dev.demilune.learn.LearnerDescription;
import dev.demilune.learn.ModelMemory;
import dev.demilune.learn.Outlook;
import dev.demilune.learn.Plan;
import dev.demilune.learn.Projection;
import dev.demilune.learn.RowsNeeded;
import dev.demilune.learn.Setting;
import dev.demilune.learn.Settings;
import dev.demilune.learn.Shape;
import dev.demilune.learn.TrainedModel;
import dev.demilune.learn.TrainingPlan;
import dev.demilune.learn.TrainingRun;
import dev.demilune.learn.UnprotectedFit;
import dev.demilune.model.LinearClassifier;
import dev.demilune.privacy.Guarantee;
import dev.demilune.random.Randomness;
import dev.demilune.rows.BoundedDataset;
import java.util.List;

/**
 * The exponential mechanism over all directions of the sphere, scored by how many rows a direction
 * does not keep at a margin: pure privacy, and predictions that withstand perturbation.
 *
 * <p><b>Claim.</b> The fit is ε-DP for the schema's adjacency and the allowance's ε; the
 * certificate's event is one exponential choice for each halfspace or, where these are found in
 * rounds, the choices and noisy sums of all rounds.
 *
 * <p><b>Proof.</b> A row counts as a mistake or not by itself, so a neighbor moves every
 * direction's count by at most one, and all in one direction where a row is added or removed. In
 * two dimensions the choice is {@link dev.demilune.mechanism.Exponential} among finitely many
 * public directions ({@link CircleChoice}); in more it is {@link SphereRejection} from a public
 * measure. Both are of bounded range ε' with the ε' of one halfspace, of which there are as many as
 * parts of ε. Where trials would take too long, the releases are those of {@link NetChoice} with
 * refinement, on rows that are no longer than its own ({@link UnitRows#inTheBall}), and its proof
 * is this one's: its noisy sums are in the event, too. ∎
 *
 * <p><b>Sampling.</b> Exact. No Markov chain: none is known to be near its law after a number of
 * steps that could be proved, for counts of mistakes.
 *
 * <p><b>Relies on.</b> Ranges, labels and settings chosen without the data; one row per person. The
 * number of trials must stay secret: see docs/limits.md.
 *
 * <p><b>Source.</b> Ghazi, Kumar, Manurangsi and Nguyen (2021), Theorem 5, with its score and its
 * 0.95. We depart from it: the uniform measure on the sphere is replaced by public discrete ones,
 * of 2^18 directions in the plane and of rounded normal vectors elsewhere, which leaves privacy
 * exact; in more than two dimensions a coin ends the search, so that a random direction is returned
 * once in 400 times at most where rows keep the margin; where a row is added or removed the factor
 * 1/2 in the exponent is won back; rows may be projected first, and a constant may be one more
 * coordinate; more than two classes have one halfspace each. Where too few directions are good for
 * trials, rounds of choices in planes replace the one choice, and experience the theorem.
 *
 * @param values of the settings
 */
public record SphereChoice(Settings values) implements ConfiguredLearner<SphereChoice> {

  private static final int DIRECTIONS_WITHOUT_PRIVACY = 20_000;

  private static final String SECRET_TRIALS =
      "the number of trials staying secret, and with it the running time";

  /** The margin. */
  public static final Setting<Double> MARGIN = NetChoice.MARGIN;

  /** The part of the margin that a row must keep. */
  public static final Setting<Double> KEPT =
      Setting.number(
              "margin-kept",
              0,
              0.99,
              0.95,
              "part of the margin that a row must keep not to count as a mistake")
          .formerly("kept");

  /** How many directions; none by default. */
  public static final Setting<Integer> OUTPUTS = Projection.OUTPUTS.byDefault(Integer.MAX_VALUE);

  /** Whether halfspaces have an intercept. */
  public static final Setting<Boolean> INTERCEPT = NetChoice.INTERCEPT;

  private static final LearnerDescription DESCRIPTION =
      new LearnerDescription(
          "sphere-choice",
          "private choice from all directions, in rounds where there are many, δ = 0, for"
              + " predictions that withstand perturbation",
          "Ghazi, Kumar, Manurangsi, Nguyen 2021",
          List.of(MARGIN, KEPT, OUTPUTS, Projection.DRAW, INTERCEPT),
          LearnerDescription.ROW_ADJACENCIES,
          LearnerDescription.ANY_GUARANTEE,
          // The law of the choice itself is tested instead.
          AuditCase.on(AuditCase.Table.TWO_FEATURES)
              .with("projection", "1")
              .with("margin", "0.4")
              .refuting(0),
          "pure");

  /** Returns the learner in its default configuration. */
  public static SphereChoice withDefaults() {
    return new SphereChoice(DESCRIPTION.defaults());
  }

  @Override
  public LearnerDescription description() {
    return DESCRIPTION;
  }

  @Override
  public SphereChoice withValues(Settings others) {
    return new SphereChoice(others);
  }

  double margin() {
    return values.get(MARGIN);
  }

  /** The part of the margin that a row must keep not to count as a mistake. */
  double kept() {
    return values.get(KEPT);
  }

  Projection projection() {
    return new Projection(Projection.Kind.SIGNS, values.get(OUTPUTS), values.get(Projection.DRAW));
  }

  boolean intercept() {
    return values.get(INTERCEPT);
  }

  @Override
  public Plan plan(Shape shape, Guarantee guarantee) {
    return Plan.of(
        this,
        () -> {
          ModelMemory.require(shape);
          if (!SpherePlan.isFor(this, shape)) {
            return inRounds(shape, guarantee);
          }
          SpherePlan plan = SpherePlan.of(this, shape, guarantee);
          Outlook outlook = plan.outlook(this, shape);
          return TrainingPlan.of(
                  this,
                  shape,
                  guarantee,
                  plan.choices().event(),
                  outlook,
                  (rows, run) -> TrainedModel.of(train(rows, plan, run)))
              .relyingOn(outlook.secretTime() ? List.of(SECRET_TRIALS) : List.of())
              .inOnePlace();
        });
  }

  /** Where too few directions are good for trials to find one: in planes, as net-choice does. */
  private Plan inRounds(Shape shape, Guarantee guarantee) {
    NetChoice rounds = rounds();
    NetPlan plan = NetPlan.of(rounds, shape, guarantee).ofRowsInTheBall();
    return TrainingPlan.of(
            this,
            shape,
            guarantee,
            plan.event(),
            plan.outlook(rounds, shape).with("sampling", plan.rounds() + " rounds, as net-choice"),
            (rows, run) -> TrainedModel.of(rounds.train(rows, plan, run)))
        .inOnePlace();
  }

  /** The learner whose rounds are taken, with the margin that rows must keep. */
  private NetChoice rounds() {
    return NetChoice.withDefaults()
        .with(NetChoice.COVER, NetChoice.Candidates.REFINE)
        .with(NetChoice.MARGIN, margin())
        .with(NetChoice.SLACK, kept())
        .with(Projection.OUTPUTS, values.get(OUTPUTS))
        .with(Projection.DRAW, values.get(Projection.DRAW))
        .with(NetChoice.INTERCEPT, intercept());
  }

  @Override
  public RowsNeeded rowsNeeded(Shape shape, Guarantee guarantee, Goal goal) {
    return ChoiceRowsNeeded.ofSphere(shape, guarantee, goal, SpherePlan.isFor(this, shape));
  }

  private LinearClassifier train(BoundedDataset rows, SpherePlan plan, TrainingRun run) {
    ClassHalfspaces halfspaces = halfspaces(rows);
    Ball ball = Ball.of(this, halfspaces);
    return halfspaces.learn(
        (number, positive) -> {
          int[] chosen =
              ball.choose(positive, plan, run.randomness().stream("halfspace " + number));
          run.progress().step(number + 1, plan.choices().choices());
          return chosen;
        });
  }

  @Override
  public UnprotectedFit fitWithoutPrivacy(BoundedDataset data) {
    if (!SpherePlan.isFor(this, Shape.of(data))) {
      NetChoice rounds = rounds();
      return rounds.fitWithoutPrivacy(
          data, NetPlan.withoutPrivacy(rounds, Shape.of(data)).ofRowsInTheBall());
    }
    ClassHalfspaces halfspaces = halfspaces(data);
    Ball ball = Ball.of(this, halfspaces);
    return new UnprotectedFit(
        halfspaces.learn(
            (number, positive) ->
                ball.best(
                    positive, new PublicDraw(values.get(Projection.DRAW), "sphere " + number))));
  }

  private ClassHalfspaces halfspaces(BoundedDataset rows) {
    return ClassHalfspaces.of(rows, projection().map(rows.features(), margin()));
  }

  /**
   * The rows as they are scored.
   *
   * @param asked the margin that a row must keep, behind the factor that brings rows into the ball
   */
  private record Ball(UnitRows rows, double asked) {

    static Ball of(SphereChoice settings, ClassHalfspaces halfspaces) {
      int constant = settings.intercept() ? halfspaces.rows().gridIntercept() : 0;
      return new Ball(
          UnitRows.inTheBall(halfspaces.images(), constant),
          settings.kept() * settings.margin() * UnitRows.intoTheBall(constant));
    }

    private int threshold() {
      // Up: never less than the margin is asked for. At least 1: a zero row is a mistake.
      return (int) Math.max(1, Math.ceil(asked * UnitRows.LENGTH));
    }

    int[] choose(int positive, SpherePlan plan, Randomness randomness) {
      if (rows.dimension() == SpherePlan.PLANE) {
        return circle(positive).choose(plan.choices().mechanism(), randomness);
      }
      return new SphereRejection(
              SphereRows.directions(rows.dimension()),
              new SphereRows(rows, positive, threshold()),
              plan.halvings(),
              plan.choices())
          .choose(randomness);
    }

    int[] best(int positive, PublicDraw draw) {
      if (rows.dimension() == SpherePlan.PLANE) {
        return circle(positive).best();
      }
      return HalfspaceChoice.withoutPrivacy(
          new MistakeCounts(rows, positive),
          RandomCover.ofSphere(rows.dimension(), DIRECTIONS_WITHOUT_PRIVACY, asked, draw));
    }

    private CircleChoice circle(int positive) {
      return new CircleChoice(rows, positive, threshold());
    }
  }
}
