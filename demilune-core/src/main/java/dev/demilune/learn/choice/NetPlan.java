// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.choice;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.embed.PublicDraw;
import dev.demilune.learn.Outlook;
import dev.demilune.learn.Projection;
import dev.demilune.learn.Setting;
import dev.demilune.learn.Shape;
import dev.demilune.learn.perturb.VectorNoise;
import dev.demilune.mechanism.L2Laplace;
import dev.demilune.privacy.Guarantee;
import java.util.ArrayList;
import java.util.List;
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
 * @param halfspaces how many there are
 * @param rounds of choices for one halfspace
 * @param inTheBall whether rows are scored as they are, and not brought to one length
 * @param kept the margin that rows must keep not to count as mistakes
 * @param parts of the budget: one for each choice and, with refinement, as many for noisy sums
 */
record NetPlan(
    NetChoice.Candidates cover,
    Projection projection,
    int dimension,
    double candidates,
    boolean exact,
    int halfspaces,
    int rounds,
    boolean inTheBall,
    double kept,
    PureChoices parts) {

  /** A net is taken unasked where it is as quick as a few rounds. */
  private static final double SMALL_NET = 20_000;

  static final double MOST_POINTS = 1e9;

  /** Multiplications of all choices together; about an hour on two cores. */
  private static final double MOST_WORK = 1e13;

  /** Products of a row and a vector in a round of refinement. */
  private static final double MEETINGS = 4;

  private static final long RANDOM_CANDIDATES = 100_000;

  // Chosen on parts of training rows and on other draws than the benchmarks', see docs/decisions.
  private static final double FACTOR_PER_ROUND = 4;
  private static final int MOST_ROUNDS = 8;
  private static final int ROUNDS_FOR_UNKNOWN_ROWS = 3;
  private static final double SLACK_AS_PUBLISHED = 0.1;

  /**
   * Plans a fit.
   *
   * @throws DemiluneException if it cannot run, with the nearest that can
   */
  static NetPlan of(NetChoice settings, Shape shape, Guarantee guarantee) {
    int halfspaces = Shape.outputs(shape.classes());
    NetChoice.Candidates cover = cover(settings, shape);
    int rounds = cover == NetChoice.Candidates.REFINE ? rounds(settings, shape, guarantee) : 1;
    // With refinement a sum comes before each choice; that of all classes costs what those of a
    // round would, and serves all halfspaces.
    int each = cover == NetChoice.Candidates.REFINE ? 2 * rounds : 1;
    PureChoices parts = PureChoices.of(shape, guarantee, halfspaces * each);
    NetPlan plan = of(settings, shape, cover, rounds, parts);
    plan.projection.images(shape, settings.margin()); // refuses a matrix that is too large
    plan.requireWork(settings, shape);
    double sensitivity = plan.sensitivity();
    if (cover == NetChoice.Candidates.REFINE
        && !(L2Laplace.canBeDrawn(sensitivity, parts.epsilon())
            && L2Laplace.canBeDrawn(sensitivity, halfspaces * parts.epsilon()))) {
      throw VectorNoise.tooLarge(guarantee);
    }
    return plan;
  }

  /**
   * Returns the plan for rows as they are, all brought into the ball by the factor of {@link
   * UnitRows#intoTheBall}: then what a row keeps is a distance in which it may be moved. No row is
   * longer than before, so nothing else changes.
   */
  NetPlan ofRowsInTheBall() {
    return new NetPlan(
        cover, projection, dimension, candidates, exact, halfspaces, rounds, true, kept, parts);
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
      NetChoice settings, Shape shape, NetChoice.Candidates cover, int rounds, PureChoices parts) {
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
        asked >= 0 ? asked : cover == NetChoice.Candidates.REFINE ? 0 : SLACK_AS_PUBLISHED;
    double radius = settings.margin() / 10;
    return new NetPlan(
        cover,
        projection,
        dimension,
        cover == NetChoice.Candidates.NET
            ? LatticeNet.most(dimension, radius)
            : (double) candidates(settings, cover),
        cover != NetChoice.Candidates.NET || LatticeNet.exactSize(dimension, radius).isPresent(),
        Shape.outputs(shape.classes()),
        rounds,
        /* inTheBall= */ false,
        slack * settings.margin(),
        parts);
  }

  private static long candidates(NetChoice settings, NetChoice.Candidates cover) {
    int asked = settings.values().get(NetChoice.CANDIDATES);
    if (cover != NetChoice.Candidates.REFINE) {
      return asked > 0 ? asked : RANDOM_CANDIDATES;
    }
    if (asked > 0) {
      throw new DemiluneException(
          "refine weighs all directions of a plane and takes no number of candidates any more:"
              + " leave candidates out, or set cover to random");
    }
    return PlaneDirections.POINTS;
  }

  private static NetChoice.Candidates cover(NetChoice settings, Shape shape) {
    NetChoice.Candidates asked = settings.values().get(NetChoice.COVER);
    if (asked != NetChoice.Candidates.AUTO) {
      return asked;
    }
    boolean rounds = settings.values().get(NetChoice.ROUNDS) > 0;
    if (settings.values().get(NetChoice.CANDIDATES) > 0 && !rounds) {
      return NetChoice.Candidates.RANDOM;
    }
    int dimension =
        dimension(settings, settings.projection().outputs(shape.features(), settings.margin()));
    return !rounds && LatticeNet.most(dimension, settings.margin() / 10) <= SMALL_NET
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

  /**
   * More rounds find more and pay more: one for each factor of four in rows times budget, for each
   * coordinate of each halfspace.
   */
  private static int rounds(NetChoice settings, Shape shape, Guarantee guarantee) {
    int asked = settings.values().get(NetChoice.ROUNDS);
    if (asked > 0) {
      return asked;
    }
    if (shape.rows() == 0) {
      return ROUNDS_FOR_UNKNOWN_ROWS;
    }
    int dimension =
        dimension(settings, settings.projection().outputs(shape.features(), settings.margin()));
    double each =
        guarantee.epsilon()
            / shape.adjacency().contributionsChanged()
            * shape.rows()
            / ((double) Shape.outputs(shape.classes()) * dimension);
    double rounds = Math.rint(StrictMath.log(each) / StrictMath.log(FACTOR_PER_ROUND));
    return (int) Math.max(1, Math.min(MOST_ROUNDS, rounds));
  }

  /** How many choices there are. */
  int choices() {
    return halfspaces * rounds;
  }

  /** By how much a neighbor moves the columns of a sum: by one row, or by two. */
  private long sensitivity() {
    return (long) UnitRows.LONGEST * parts.scoreRange();
  }

  /** Returns the noise of the sums of all classes. */
  L2Laplace classNoise(int classes) {
    return new L2Laplace(sensitivity(), halfspaces * parts.epsilon(), classes);
  }

  /** Returns the noise of the sum for a later round of a halfspace. */
  L2Laplace noise() {
    return L2Laplace.of(sensitivity(), parts.epsilon());
  }

  /** All that is released. */
  PrivacyEvent event() {
    if (cover != NetChoice.Candidates.REFINE) {
      return parts.event();
    }
    List<PrivacyEvent> events = new ArrayList<>();
    events.add(classNoise(/* classes= */ 1).event());
    if (rounds > 1) {
      events.add(new PrivacyEvent.Repeated(noise().event(), (long) halfspaces * (rounds - 1)));
    }
    events.add(new PrivacyEvent.Repeated(parts.mechanism().event(), choices()));
    return new PrivacyEvent.Composed(events);
  }

  private double work(Shape shape, double some, int inDimensions) {
    return some * choices() * PureChoices.rowsToWeigh(shape) * inDimensions;
  }

  private void requireWork(NetChoice settings, Shape shape) {
    // A round of refinement meets each row a few times, however many directions a plane has.
    double meetings = cover == NetChoice.Candidates.REFINE ? MEETINGS : candidates;
    if (candidates <= MOST_POINTS && work(shape, meetings, dimension) <= MOST_WORK) {
      return;
    }
    if (cover == NetChoice.Candidates.REFINE) {
      throw new DemiluneException(
          String.format(
              Locale.ROOT,
              "%d rounds for %d halfspaces in %d dimensions among %d rows are more than can be"
                  + " weighed: set rounds or projection to less",
              rounds,
              halfspaces,
              dimension,
              shape.rows()));
    }
    if (cover != NetChoice.Candidates.NET) {
      throw new DemiluneException(
          String.format(
              Locale.ROOT,
              "%.3g candidates in %d choices among %d rows are more than can be weighed: set"
                  + " candidates to %.0f or less",
              candidates,
              choices(),
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

  /** Returns the candidates of the one choice for a halfspace. */
  Cover cover(NetChoice settings, int inDimensions, int number) {
    if (cover == NetChoice.Candidates.NET) {
      double radius = settings.margin() / 10;
      return new LatticeNet(inDimensions, radius, LatticeNet.threshold(inDimensions, radius, kept));
    }
    return RandomCover.ofSphere(
        inDimensions,
        (long) candidates,
        kept,
        new PublicDraw(projection.draw(), "cover " + number + ", round 1"));
  }

  /** Returns what to expect. */
  Outlook outlook(NetChoice settings, Shape shape) {
    int outputs = projection.outputs(shape.features(), settings.margin());
    Outlook outlook =
        Outlook.of(parts.outlook(shape, Math.log(candidates)))
            .with("rows", PureChoices.rows(shape))
            .with("cover", Setting.word(cover))
            .with(Projection.KEY, shape.features() + " to " + outputs + " features")
            .with(
                "candidates",
                (exact ? "" : "at most ")
                    + String.format(Locale.ROOT, candidates < 1e9 ? "%.0f" : "%.3g", candidates))
            .with("choices", Integer.toString(choices()))
            .with("epsilonPerChoice", String.format(Locale.ROOT, "%.4g", parts.epsilon()));
    if (cover == NetChoice.Candidates.NET) {
      outlook =
          outlook.with(
              "covering",
              String.format(
                  Locale.ROOT, "every point of the unit ball within %.2g", settings.margin() / 10));
    } else if (cover == NetChoice.Candidates.RANDOM) {
      outlook = outlook.with("covering", covering(settings));
    } else {
      outlook =
          outlook
              .with("covering", "in each round all directions of a plane")
              .with("sums", Integer.toString(1 + halfspaces * (rounds - 1)))
              .withNoise(noise().noiseStandardDeviation(dimension) / UnitRows.LENGTH);
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
