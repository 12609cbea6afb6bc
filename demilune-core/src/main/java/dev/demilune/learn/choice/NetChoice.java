// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.choice;

import dev.demilune.learn.AuditCase;
import dev.demilune.learn.ConfiguredLearner;
import dev.demilune.learn.Goal;
import dev.demilune.learn.LearnerDescription;
import dev.demilune.learn.ModelMemory;
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
import dev.demilune.mechanism.Exponential;
import dev.demilune.mechanism.L2Laplace;
import dev.demilune.model.LinearClassifier;
import dev.demilune.privacy.Guarantee;
import dev.demilune.rows.BoundedDataset;
import java.util.List;

/**
 * Chooses halfspaces by how many rows they get wrong: pure privacy, with δ = 0, after a random
 * projection to few dimensions.
 *
 * <p>The candidates are a net of the unit ball ({@link LatticeNet}); or random directions, of which
 * {@link SphericalCap} says how near one of them is to the best ({@link RandomCover}); or, in
 * several rounds, all directions of a plane, which is spanned by the winner of the round before and
 * a direction that is bought ({@link Refinement}).
 *
 * <p><b>Claim.</b> The fit is ε-DP for the schema's adjacency and the allowance's ε; the
 * certificate's event is the exponential choices that were made, one for each round of each
 * halfspace, and with refinement the noisy sums that were bought.
 *
 * <p><b>Proof.</b> The projection is drawn without the data ({@link Projection}), so it is enough
 * to speak of the images, each brought to unit length by itself ({@link UnitRows}). The candidates
 * of a net or a random cover are public. The plane of a round follows from vectors that earlier
 * choices and sums have paid for. For given candidates a neighbor moves every count of mistakes by
 * at most one, and all of them in one direction where a row is added or removed ({@link
 * MistakeCounts}, {@link CircleChoice}); {@link dev.demilune.mechanism.Exponential} makes of it a
 * choice that is ε'-DP. A sum moves by the length of one row, 2^15, or of two where something is
 * replaced ({@link Refinement}): {@link dev.demilune.mechanism.L2Laplace} makes of it a release
 * that is ε'-DP. With h halfspaces and k rounds there are h·k choices and h·(k - 1) sums, and
 * before them the sums of all classes, which serve all halfspaces and are h·ε'-DP; ε' is ε/(2·h·k),
 * or ε/h where there is one choice for each halfspace and no sum (adaptive composition of pure
 * steps). No row count is needed. ∎
 *
 * <p><b>Sampling.</b> Exact, in one pass over the candidates and in memory that does not grow with
 * their number.
 *
 * <p><b>Relies on.</b> Ranges, labels and settings chosen without the data; one row per person.
 * With refinement the time depends on the rows a little, as the number of arcs does: see
 * docs/limits.md.
 *
 * <p><b>Source.</b> Nguyen, Ullman and Zakynthinou (2020), Algorithm 2, and Bassily, Mohri and
 * Suresh (2022), Algorithm 1, whose score is that of {@code slack=0}. With {@code cover=net} and
 * the other settings left alone we depart from the first in nothing but this: the net is a lattice;
 * an image of length zero stays zero, and changes no choice; a constant may be one more coordinate;
 * for more than two classes there is one halfspace for each, against the others, with its part of
 * ε. The other covers keep the proof of privacy, and replace that of accuracy by a probability, or
 * by experience.
 *
 * @param values of the settings
 */
public record NetChoice(Settings values) implements ConfiguredLearner<NetChoice> {

  /** The lists to choose from. */
  public enum Candidates {
    /** A small net, or else refinement. */
    AUTO,
    /** Lattice points within a tenth of the margin of every point of the ball. */
    NET,
    /** Random directions. */
    RANDOM,
    /** All directions of a plane through the winner of the round before. */
    REFINE
  }

  /** The margin. */
  public static final Setting<Double> MARGIN =
      Setting.number("margin", 1e-3, 1, 0.1, "margin that the rows are expected to keep");

  /** The part of the margin that a row must keep. */
  public static final Setting<Double> SLACK =
      Setting.number(
              "slack",
              0,
              0.99,
              -1,
              "part of the margin that a row must keep not to count as a mistake; by rule 0 for"
                  + " refine, 0.1 for the others")
          .or("auto", -1.0);

  /** Which candidates. */
  public static final Setting<Candidates> COVER =
      Setting.oneOf(
          "cover",
          Candidates.AUTO,
          "which candidates; by rule a net where it is small, and refinement elsewhere");

  /** The number of candidates. */
  public static final Setting<Integer> CANDIDATES =
      Setting.integer(
              "candidates",
              1,
              1_000_000_000,
              0,
              "random directions in the choice of random; by rule 100,000")
          .or("auto", 0);

  /** The number of rounds. */
  public static final Setting<Integer> ROUNDS =
      Setting.integer(
              "rounds",
              1,
              1_000,
              0,
              "choices for one halfspace with refine; by rule from rows times budget, at most 8")
          .or("auto", 0);

  /** Whether halfspaces have an intercept. */
  public static final Setting<Boolean> INTERCEPT =
      Setting.onOff("intercept", true, "whether the schema's constant is one more coordinate");

  private static final LearnerDescription DESCRIPTION =
      new LearnerDescription(
          "net-choice",
          "private choice from a net of halfspaces after a random projection, δ = 0",
          "Nguyen, Ullman, Zakynthinou 2020; Bassily, Mohri, Suresh 2022",
          List.of(
              MARGIN,
              SLACK,
              COVER,
              CANDIDATES,
              ROUNDS,
              Projection.OUTPUTS,
              Projection.DRAW,
              INTERCEPT),
          LearnerDescription.ROW_ADJACENCIES,
          LearnerDescription.ANY_GUARANTEE,
          // The canary splits the candidates into halves of equal weight, of which it makes one
          // e^ε times as likely as the other: at most half of ε shows.
          AuditCase.on(AuditCase.Table.TWO_FEATURES)
              .with("cover", "random")
              .with("candidates", "16")
              .with("slack", "0")
              .withForLaws("cover", "random")
              .withForLaws("candidates", "64")
              .withForLaws("slack", "0")
              .refuting(0.25),
          "pure");

  /** Returns the learner in its default configuration. */
  public static NetChoice withDefaults() {
    return new NetChoice(DESCRIPTION.defaults());
  }

  @Override
  public LearnerDescription description() {
    return DESCRIPTION;
  }

  @Override
  public NetChoice withValues(Settings others) {
    return new NetChoice(others);
  }

  double margin() {
    return values.get(MARGIN);
  }

  /** The projection that is asked for; its draw is that of the candidates, too. */
  Projection projection() {
    return Projection.of(Projection.Kind.SIGNS, values);
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
          NetPlan plan = NetPlan.of(this, shape, guarantee);
          return TrainingPlan.of(
                  this,
                  shape,
                  guarantee,
                  plan.event(),
                  plan.outlook(this, shape),
                  (rows, run) -> TrainedModel.of(train(rows, plan, run)))
              .inOnePlace();
        });
  }

  @Override
  public RowsNeeded rowsNeeded(Shape shape, Guarantee guarantee, Goal goal) {
    return ChoiceRowsNeeded.ofNet(shape, guarantee, goal);
  }

  LinearClassifier train(BoundedDataset rows, NetPlan plan, TrainingRun run) {
    PercentProgress percent = new PercentProgress(run.progress(), plan.choices());
    Exponential mechanism = plan.parts().mechanism(); // the one whose event was planned
    if (plan.cover() == Candidates.REFINE) {
      return refine(
          rows,
          plan,
          new Refinement.Releases() {
            @Override
            public double addToClasses(long[] sums, int classes, String name) {
              L2Laplace noise = plan.classNoise(classes);
              noise.release(sums, run.randomness().stream(name));
              return noise.noiseStandardDeviation(sums.length);
            }

            @Override
            public void add(long[] sum, String name) {
              plan.noise().release(sum, run.randomness().stream(name));
            }

            @Override
            public int[] choose(CircleChoice circle, String name) {
              int[] chosen = circle.choose(mechanism, run.randomness().stream(name));
              percent.next();
              return chosen;
            }
          });
    }
    return search(
        rows,
        plan,
        (counts, cover, name) -> {
          int[] chosen =
              new HalfspaceChoice(counts, mechanism)
                  .from(
                      cover,
                      run.randomness().stream(name),
                      weighed -> percent.within(weighed / cover.size()));
          percent.next();
          return chosen;
        });
  }

  @Override
  public UnprotectedFit fitWithoutPrivacy(BoundedDataset data) {
    return fitWithoutPrivacy(data, NetPlan.withoutPrivacy(this, Shape.of(data)));
  }

  UnprotectedFit fitWithoutPrivacy(BoundedDataset data, NetPlan plan) {
    return new UnprotectedFit(
        plan.cover() == Candidates.REFINE
            ? refine(
                data,
                plan,
                new Refinement.Releases() {
                  @Override
                  public double addToClasses(long[] sums, int classes, String name) {
                    return 0;
                  }

                  @Override
                  public void add(long[] sum, String name) {}

                  @Override
                  public int[] choose(CircleChoice circle, String name) {
                    return circle.best();
                  }
                })
            : search(
                data,
                plan,
                (counts, cover, name) -> HalfspaceChoice.withoutPrivacy(counts, cover)));
  }

  /** Chooses one candidate; the name is that of its noise. */
  private interface Choice {
    int[] of(MistakeCounts counts, Cover cover, String name);
  }

  private LinearClassifier search(BoundedDataset rows, NetPlan plan, Choice choice) {
    ClassHalfspaces halfspaces = halfspaces(rows, plan);
    UnitRows units = units(halfspaces, plan);
    return halfspaces.learn(
        (number, positive) ->
            choice.of(
                new MistakeCounts(units, positive),
                plan.cover(this, units.dimension(), number),
                "halfspace " + number + ", round 1"));
  }

  private LinearClassifier refine(BoundedDataset rows, NetPlan plan, Refinement.Releases releases) {
    ClassHalfspaces halfspaces = halfspaces(rows, plan);
    double factor = plan.inTheBall() ? UnitRows.intoTheBall(constant(rows)) : 1;
    Refinement refinement =
        new Refinement(
            units(halfspaces, plan),
            rows.classes(),
            constant(rows) > 0,
            factor * margin(),
            factor * plan.kept(),
            releases);
    return halfspaces.learn(
        (number, positive) -> refinement.normal(number, positive, plan.rounds()));
  }

  private ClassHalfspaces halfspaces(BoundedDataset rows, NetPlan plan) {
    return ClassHalfspaces.of(rows, plan.projection().map(rows.features(), margin()));
  }

  private UnitRows units(ClassHalfspaces halfspaces, NetPlan plan) {
    int constant = constant(halfspaces.rows());
    return plan.inTheBall()
        ? UnitRows.inTheBall(halfspaces.images(), constant)
        : UnitRows.of(halfspaces.images(), constant);
  }

  private int constant(BoundedDataset rows) {
    return intercept() ? rows.gridIntercept() : 0;
  }
}
