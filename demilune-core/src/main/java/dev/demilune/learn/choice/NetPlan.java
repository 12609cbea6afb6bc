// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.choice;

import dev.demilune.DemiluneException;
import dev.demilune.learn.Outlook;
import dev.demilune.learn.Projection;
import dev.demilune.learn.Setting;
import dev.demilune.learn.Shape;
import dev.demilune.privacy.Guarantee;
import java.util.Locale;

/**
 * What {@link NetChoice} does for a problem of a given size: decided from the settings and from
 * public quantities.
 *
 * @param cover which candidates; never {@code AUTO}
 * @param projection with a fixed number of directions
 * @param dimension of the images with their constant, at most
 * @param candidates of one choice, or an upper bound
 * @param exact whether it is their number, and not just a bound
 * @param rounds of choices for one halfspace
 * @param kept the margin that rows must keep not to count as mistakes
 */
record NetPlan(
    NetChoice.Candidates cover,
    Projection projection,
    int dimension,
    double candidates,
    boolean exact,
    int rounds,
    double kept,
    PureChoices choices) {

  /** A net is taken unasked where it has no more points than a few rounds have candidates. */
  private static final double SMALL_NET = 20_000;

  static final double MOST_POINTS = 1e9;

  /** Multiplications of all choices together; about an hour on two cores. */
  private static final double MOST_WORK = 1e13;

  private static final long RANDOM_CANDIDATES = 100_000;
  private static final long ROUND_CANDIDATES = 1_000;

  // Chosen on draws of large-margin data of other seeds than the benchmarks'.
  private static final double ROOT_PER_ROUND = 8;
  private static final int MOST_ROUNDS = 12;
  private static final int ROUNDS_FOR_UNKNOWN_ROWS = 5;
  private static final double SLACK_OF_REFINEMENT = 0.3;
  private static final double SLACK_AS_PUBLISHED = 0.1;

  /**
   * Plans a fit.
   *
   * @throws DemiluneException if it cannot run, with the nearest that can
   */
  static NetPlan of(NetChoice settings, Shape shape, Guarantee guarantee) {
    int problems = Shape.outputs(shape.classes());
    NetChoice.Candidates cover = cover(settings, shape);
    // Whether any choice can depend on the rows comes first; it does not depend on the rounds much.
    PureChoices one = PureChoices.of(shape, guarantee, problems);
    int rounds = cover == NetChoice.Candidates.REFINE ? rounds(settings, shape, one) : 1;
    NetPlan plan =
        of(settings, shape, cover, rounds, PureChoices.of(shape, guarantee, problems * rounds));
    plan.projection.images(shape, settings.margin()); // refuses a matrix that is too large
    plan.requireWork(settings, shape);
    return plan;
  }

  /** Returns the plan with all the budget there could be, for fits without privacy. */
  static NetPlan withoutPrivacy(NetChoice settings, Shape shape) {
    NetChoice.Candidates cover = cover(settings, shape);
    int asked = settings.values().get(NetChoice.ROUNDS);
    int rounds = asked > 0 ? asked : MOST_ROUNDS;
    return of(
        settings,
        shape,
        cover,
        cover == NetChoice.Candidates.REFINE ? rounds : 1,
        new PureChoices(1, 1, 2));
  }

  private static NetPlan of(
      NetChoice settings,
      Shape shape,
      NetChoice.Candidates cover,
      int rounds,
      PureChoices choices) {
    Projection projection = projection(settings, shape, cover);
    int dimension = dimension(settings, projection.outputs(shape.features(), settings.margin()));
    if (dimension > UnitRows.MOST_DIMENSIONS) {
      throw new DemiluneException(
          dimension
              + " dimensions are more than halfspaces are chosen in: set projection to "
              + (UnitRows.MOST_DIMENSIONS - 1)
              + " or less");
    }
    double asked = settings.values().get(NetChoice.SLACK);
    double slack =
        asked >= 0
            ? asked
            : cover == NetChoice.Candidates.REFINE ? SLACK_OF_REFINEMENT : SLACK_AS_PUBLISHED;
    double radius = settings.margin() / 10;
    return new NetPlan(
        cover,
        projection,
        dimension,
        cover == NetChoice.Candidates.NET
            ? LatticeNet.most(dimension, radius)
            : (double) candidates(settings, cover),
        cover != NetChoice.Candidates.NET || LatticeNet.exactSize(dimension, radius).isPresent(),
        rounds,
        slack * settings.margin(),
        choices);
  }

  private static long candidates(NetChoice settings, NetChoice.Candidates cover) {
    int asked = settings.values().get(NetChoice.CANDIDATES);
    return asked > 0
        ? asked
        : cover == NetChoice.Candidates.RANDOM ? RANDOM_CANDIDATES : ROUND_CANDIDATES;
  }

  private static NetChoice.Candidates cover(NetChoice settings, Shape shape) {
    NetChoice.Candidates asked = settings.values().get(NetChoice.COVER);
    if (asked != NetChoice.Candidates.AUTO) {
      return asked;
    }
    int dimension =
        dimension(settings, settings.projection().outputs(shape.features(), settings.margin()));
    return settings.values().get(NetChoice.CANDIDATES) == 0
            && settings.values().get(NetChoice.ROUNDS) == 0
            && LatticeNet.most(dimension, settings.margin() / 10) <= SMALL_NET
        ? NetChoice.Candidates.NET
        : NetChoice.Candidates.REFINE;
  }

  /**
   * A net has as many directions as the paper's constants ask for, or as there are features: always
   * these where it can be weighed, for the constants ask for 470,000 or more, so that the number of
   * rows does not matter. The other covers have as many as keep margins in practice.
   */
  private static Projection projection(
      NetChoice settings, Shape shape, NetChoice.Candidates cover) {
    Projection asked = settings.projection();
    int outputs = asked.outputs(shape.features(), settings.margin());
    if (asked.outputs() == 0 && cover == NetChoice.Candidates.NET) {
      outputs =
          (int)
              Math.min(shape.features(), PublishedNet.directions(settings.margin(), shape.rows()));
    }
    return new Projection(asked.kind(), outputs, asked.draw());
  }

  private static int dimension(NetChoice settings, int directions) {
    return directions + (settings.intercept() ? 1 : 0);
  }

  /** More rounds find more and pay more; what all rows can say grows with rows times budget. */
  private static int rounds(NetChoice settings, Shape shape, PureChoices one) {
    int asked = settings.values().get(NetChoice.ROUNDS);
    if (asked > 0) {
      return asked;
    }
    if (shape.rows() == 0) {
      return ROUNDS_FOR_UNKNOWN_ROWS;
    }
    double rounds = Math.rint(Math.sqrt(one.tilt((double) shape.rows())) / ROOT_PER_ROUND);
    return (int) Math.max(1, Math.min(MOST_ROUNDS, rounds));
  }

  private double work(Shape shape, double some, int inDimensions) {
    return some * choices.choices() * PureChoices.rowsToWeigh(shape) * inDimensions;
  }

  private void requireWork(NetChoice settings, Shape shape) {
    if (candidates <= MOST_POINTS && work(shape, candidates, dimension) <= MOST_WORK) {
      return;
    }
    if (cover != NetChoice.Candidates.NET) {
      throw new DemiluneException(
          String.format(
              Locale.ROOT,
              "%.3g candidates in %d choices among %d rows are more than can be weighed: set"
                  + " candidates to %.0f or less",
              candidates,
              choices.choices(),
              shape.rows(),
              Math.max(2, Math.floor(MOST_WORK / work(shape, 1, dimension)))));
    }
    throw new DemiluneException(
        String.format(
            Locale.ROOT,
            "a net of 10^%.1f points in %d dimensions is more than can be weighed: %s, or set cover"
                + " to random or refine",
            logPoints(settings) / Math.log(10),
            dimension,
            nearest(settings, shape)));
  }

  private double logPoints(NetChoice settings) {
    return Double.isFinite(candidates)
        ? Math.log(candidates)
        : LatticeNet.logMost(dimension, settings.margin() / 10);
  }

  /** The largest dimension at this margin, and the smallest margin in this dimension. */
  private String nearest(NetChoice settings, Shape shape) {
    StringBuilder text = new StringBuilder();
    int smaller = dimension - 1;
    while (smaller > 1 && !feasible(shape, smaller, settings.margin())) {
      smaller = Math.min(smaller - 1, 64); // no net in more dimensions is small enough
    }
    int directions = smaller - (settings.intercept() ? 1 : 0);
    if (directions >= 1) {
      text.append("set projection to ").append(directions).append(" or less");
    } else {
      text.append("set intercept to off");
    }
    for (double larger = Math.ceil(100 * settings.margin()) / 100; larger <= 1; larger += 0.01) {
      if (feasible(shape, dimension, larger)) {
        return text.append(String.format(Locale.ROOT, " or margin to %.2f or more", larger))
            .toString();
      }
    }
    return text.toString();
  }

  private boolean feasible(Shape shape, int inDimensions, double margin) {
    double points = LatticeNet.most(inDimensions, margin / 10);
    return points <= MOST_POINTS && work(shape, points, inDimensions) <= MOST_WORK;
  }

  /** Returns the candidates of a round. */
  Cover cover(NetChoice settings, int inDimensions, int problem, int round, int[] winner) {
    if (cover == NetChoice.Candidates.NET) {
      double radius = settings.margin() / 10;
      return new LatticeNet(inDimensions, radius, LatticeNet.threshold(inDimensions, radius, kept));
    }
    return RandomCover.of(
        inDimensions, (long) candidates, kept, projection.draw(), problem, round, winner);
  }

  /** Returns what to expect. */
  Outlook outlook(NetChoice settings, Shape shape) {
    int outputs = projection.outputs(shape.features(), settings.margin());
    Outlook outlook =
        Outlook.of(choices.outlook(shape, Math.log(candidates)))
            .with("rows", PureChoices.rows(shape))
            .with("cover", Setting.word(cover))
            .with(Projection.KEY, shape.features() + " to " + outputs + " features")
            .with(
                "candidates",
                (exact ? "" : "at most ")
                    + String.format(Locale.ROOT, candidates < 1e9 ? "%.0f" : "%.3g", candidates))
            .with("choices", Integer.toString(choices.choices()))
            .with("epsilonPerChoice", String.format(Locale.ROOT, "%.4g", choices.epsilon()));
    if (cover == NetChoice.Candidates.NET) {
      outlook =
          outlook.with(
              "covering",
              String.format(
                  Locale.ROOT, "every point of the unit ball within %.2g", settings.margin() / 10));
    } else if (rounds == 1) {
      outlook = outlook.with("covering", covering(settings));
    }
    return outlook.with("asPublished", PublishedNet.describe(settings.margin(), shape));
  }

  private String covering(NetChoice settings) {
    double freedom = SphericalCap.freedom(settings.margin(), kept);
    return String.format(
        Locale.ROOT,
        "a direction within %.1f° of the best one with probability %.3g, and within %.1f°"
            + " with probability 0.95; rows of the margin bear %.1f°",
        Math.toDegrees(freedom),
        SphericalCap.covered(dimension, freedom, candidates),
        Math.toDegrees(SphericalCap.angle(dimension, candidates, 0.95)),
        Math.toDegrees(freedom));
  }
}
