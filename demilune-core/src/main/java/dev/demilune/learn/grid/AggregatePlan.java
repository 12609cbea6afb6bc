// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.grid;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.learn.Outlook;
import dev.demilune.learn.Projection;
import dev.demilune.learn.Shape;
import dev.demilune.learn.choice.PureChoices;
import dev.demilune.mechanism.FlatSearch;
import dev.demilune.mechanism.InteriorPoint;
import dev.demilune.mechanism.ValueShift;
import dev.demilune.privacy.Guarantee;
import java.util.Locale;

/**
 * What a {@link GridAggregate} would do, from public quantities alone, and what it refuses.
 *
 * @param choices one for each weight of each halfspace
 * @param among chooses a weight by those of the blocks, of which a neighbor replaces one, also
 *     where it adds or removes a row: a block is there without rows too
 * @param last chooses the last weight by the rows
 * @param blocks parts into which the rows are divided
 * @param unknowns weights of one halfspace
 */
record AggregatePlan(
    PureChoices choices, InteriorPoint among, FlatSearch last, int blocks, int unknowns) {

  /** With which any of the choices misses what is said of it. */
  static final double FAILURE = 0.05;

  static final int MOST_UNKNOWNS = 64;

  /** Blocks for each one that a choice may lose: a quarter of them may be far off. */
  private static final long BLOCKS_PER_LOSS = 4;

  private static final long MOST_BLOCKS = 1 << 24;
  private static final long ROWS_PER_UNKNOWN = 2;

  // Multiplications: a day of one core.
  private static final double MOST_WORK = 1e14;
  private static final double WORK_PER_SECOND = 1e9; // roughly
  private static final double STEPS = 100; // of Newton's method, for one block and weight

  static AggregatePlan of(GridAggregate learner, Shape shape, PureChoices choices) {
    int unknowns = learner.unknowns(shape.features());
    // Either way, under every adjacency: a block's answer is replaced, never added or removed.
    FlatSearch search = search(learner, choices, ValueShift.EITHER_WAY);
    return new AggregatePlan(
        choices,
        new InteriorPoint(search),
        search(learner, choices, ValueShift.ofCounts(shape.adjacency())),
        blocks(learner, shape, search, unknowns),
        unknowns);
  }

  private static FlatSearch search(GridAggregate learner, PureChoices choices, ValueShift shift) {
    return new FlatSearch(
        learner.grid().size(), shift, choices.epsilon(), FAILURE / choices.choices());
  }

  /** Divides the budget; with a δ this asks an accountant, once. */
  static PureChoices choices(GridAggregate learner, Shape shape, Guarantee guarantee) {
    int unknowns = learner.unknowns(shape.features());
    return PureChoices.composed(shape, guarantee, Shape.outputs(shape.classes()) * unknowns);
  }

  /** Whether there are rows for the blocks of the rule, or nobody knows how many there are. */
  static boolean hasRows(GridAggregate learner, Shape shape, PureChoices choices) {
    int unknowns = learner.unknowns(shape.features());
    long blocks = BLOCKS_PER_LOSS * search(learner, choices, ValueShift.EITHER_WAY).loss() + 1;
    return unknowns == 1
        || shape.rows() == 0
        || (blocks <= MOST_BLOCKS && shape.rows() >= blocks * ROWS_PER_UNKNOWN * unknowns);
  }

  static void requireFew(GridAggregate learner, Shape shape, int unknowns) {
    if (unknowns > MOST_UNKNOWNS) {
      throw new DemiluneException(
          learner.name()
              + " chooses one weight after the other, "
              + MOST_UNKNOWNS
              + " at most, and not "
              + unknowns
              + ": set projection to "
              + (MOST_UNKNOWNS - 1)
              + ", or use net-choice, or with a δ rescaling-perceptron or noisy-descent");
    }
    double work = work(shape, unknowns);
    if (work > MOST_WORK) {
      throw new DemiluneException(
          String.format(
              Locale.ROOT,
              "%d weights of %d rows would take about %.2g days on one core: set projection to 3,"
                  + " or use net-choice, or with a δ noisy-descent",
              unknowns,
              shape.rows(),
              work / WORK_PER_SECOND / 86_400));
    }
  }

  private static double work(Shape shape, int unknowns) {
    return PureChoices.rowsToWeigh(shape)
        * Shape.outputs(shape.classes())
        * STEPS
        * Math.pow(unknowns, 3);
  }

  private static int blocks(GridAggregate learner, Shape shape, FlatSearch search, int unknowns) {
    int wanted = learner.values().get(GridAggregate.BLOCKS);
    if (wanted > 0) {
      return wanted;
    }
    if (unknowns == 1) {
      return 1; // all rows choose the last weight together
    }
    long blocks = BLOCKS_PER_LOSS * search.loss() + 1;
    long needed = blocks * ROWS_PER_UNKNOWN * unknowns;
    if (blocks > MOST_BLOCKS || (shape.rows() > 0 && shape.rows() < needed)) {
      throw new DemiluneException(
          String.format(
              Locale.ROOT,
              "an ε of %.3g for each weight asks for %d blocks, of %d rows at least: bring %d rows,"
                  + " ask for a larger ε, set combine to mean, or use %s",
              search.epsilon(),
              blocks,
              ROWS_PER_UNKNOWN * unknowns,
              needed,
              unknowns == 2 ? "angle-halfspace" : "net-choice, or with a δ noisy-descent"));
    }
    return (int) blocks;
  }

  private long loss() {
    return among.search().loss();
  }

  PrivacyEvent event() {
    return choices.event();
  }

  Outlook outlook(GridAggregate learner, Shape shape) {
    WeightGrid grid = learner.grid();
    Outlook outlook =
        Outlook.of(expectation(shape))
            .inSecretTime() // a block takes as many Newton steps as it needs
            .with("rows", PureChoices.rows(shape))
            .with(
                Projection.KEY,
                shape.features()
                    + " to "
                    + GridSettings.features(learner.values(), shape.features())
                    + " features")
            .with("choices", Integer.toString(choices.choices()))
            .with("epsilonPerChoice", String.format(Locale.ROOT, "%.4g", choices.epsilon()))
            .with(
                "grid",
                String.format(
                    Locale.ROOT,
                    "%d weights from -%.0f to %.0f",
                    grid.size().longValueExact(),
                    grid.largest(),
                    grid.largest()))
            .with("loss", loss() + " blocks of a choice at most, with probability 0.95 for all")
            .with("blocks", Integer.toString(blocks));
    if (shape.rows() > 0) {
      outlook =
          outlook
              .with("rowsPerBlock", Long.toString(shape.rows() / blocks))
              .with(
                  "time",
                  String.format(
                      Locale.ROOT,
                      "about %.2g s on one core",
                      work(shape, unknowns) / WORK_PER_SECOND));
    }
    return outlook.inRandomOrder(); // rows are given to blocks by chance
  }

  private String expectation(Shape shape) {
    String start =
        shape.rows() > 0
            ? String.format(
                Locale.ROOT,
                "rows times budget is %.3g; ",
                choices.choices() * choices.tilt((double) shape.rows()))
            : shape.adjacency().rowCountIsPublic()
                ? "the row count is public and known once the rows are read; "
                : "the row count is private and not needed; ";
    if (blocks < among.rowsNeeded() && unknowns > 1) {
      return start
          + "of so few blocks nothing is promised: a weight lies between theirs from "
          + among.rowsNeeded()
          + " blocks on";
    }
    return start
        + String.format(
            Locale.ROOT,
            "weights have at least %d of %d blocks on either side (with probability 0.95), and the"
                + " last one gets at most %d rows fewer right than the best there is",
            Math.max(0, (blocks + 1) / 2 - loss()),
            blocks,
            last.loss());
  }
}
