// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.label;

import dev.demilune.mechanism.Exponential;
import dev.demilune.random.ExponentialRace;
import dev.demilune.random.Randomness;
import dev.demilune.random.UniformInteger;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * All ways in which a line divides rows of one or two public features, as {@link PublicFeatures}
 * rounds them (to 1/16,000 of their largest distance from the mean), of which the exponential
 * mechanism chooses one with few mistakes: the cover of Bassily, Mohri and Suresh (2022, Algorithm
 * 5) written down, for a margin of zero.
 *
 * <p>A candidate is a line through a row, the pivot, turned to anywhere between two neighboring
 * directions in which other rows lie; the pivot goes with either side, and either side is the
 * second class. Lines through the zero row, which have no threshold, are candidates too. They are
 * few, at most two for each row, and together they have the weight of all others: where such a line
 * will do it is found with fewer rows, and where none will, the others lose ln 2.
 *
 * <p><b>Claim.</b> If every row is a pivot, each division of the rows by a line is a candidate's.
 *
 * <p><b>Proof.</b> Two finite sets that a line divides have a common tangent with one on either
 * side; it may touch both. On it the rows of one set come before those of the other. Take as pivot
 * the last row of the first set: turning the line about it, by less than any other row's direction,
 * sends the rows before it to one side and the rows behind it to the other, and of the two senses
 * one is right. The pivot itself goes with the first set. If one of the sets is empty, take a
 * tangent of the other and any of its rows on it that has all others on one side along it. ∎
 *
 * <p>So some candidate has as few mistakes as any line, and the chosen one has more than m more
 * with probability at most 2N·exp(-εm/2) (the weight of all candidates over that of the best), N
 * being the number of candidates: at most 4n(n + 1) for n rows. More than m more than the best of
 * the lines through the zero row it has with probability at most 4n·exp(-εm/2), if no row is zero:
 * of the at most four such candidates for each row, two and two divide alike. Beyond {@value
 * #MOST_PAIRS} pairs of rows, pivots are fewer, evenly spread in the order of rows.
 *
 * <p>Candidates and weights are made of features alone. A label changes each count of mistakes by
 * one, up or down, whatever rounding did to the candidates.
 */
final class LineCover {

  static final int MOST_PAIRS = 1 << 24;

  private static final double TURN = 0x1p38 / Math.PI;
  private static final int ROW_BITS = 24;

  private final PublicFeatures features;
  private final int rows;
  private final int pivots;

  LineCover(PublicFeatures features) {
    this.features = features;
    this.rows = features.rows();
    if (rows >= 1 << ROW_BITS) {
      throw new IllegalArgumentException("too many rows to be numbered: " + rows);
    }
    this.pivots = rows == 0 ? 0 : Math.max(1, Math.min(rows, MOST_PAIRS / rows));
  }

  /** Whether rows have so few features, and are not too many to be numbered. */
  static boolean suits(int features, long rows) {
    return features <= 2 && rows < 1 << ROW_BITS;
  }

  /** Returns weights of images: one for each direction, and the constant's. */
  double[] choose(Labels labels, Exponential mechanism, Randomness randomness) {
    double[] line = rows == 0 ? new double[3] : line(labels.values(), mechanism, randomness);
    double[] weights = Arrays.copyOf(line, features.directions() + 1);
    weights[features.directions()] = line[2];
    return weights;
  }

  private double[] line(int[] labels, Exponential mechanism, Randomness randomness) {
    long chosen =
        randomness.release(
            mechanism, () -> mistakes(labels), own -> candidate(labels, mechanism, own));
    Sweep sweep = new Sweep(); // lines through the zero row come first
    for (int pivot = 0; chosen >= sweep.candidates(); pivot++) {
      chosen -= sweep.candidates();
      sweep = new Sweep(pivot);
    }
    return sweep.line((int) chosen);
  }

  /**
   * Chooses the number of mistakes first, and then one of the candidates that make so many; returns
   * its number among all candidates.
   */
  private long candidate(int[] labels, Exponential mechanism, Randomness randomness) {
    long[] candidates = new long[rows + 1];
    long all = 0;
    for (int pivot = 0; pivot < pivots; pivot++) {
      for (int mistakes : mistakes(pivot, labels)) {
        candidates[mistakes]++;
        all++;
      }
    }
    Sweep central = new Sweep();
    long copies = (all - 1) / central.candidates() + 1; // rounds up
    for (int mistakes : central.mistakes(labels)) {
      candidates[mistakes] += copies;
    }
    ExponentialRace race = mechanism.race(randomness);
    int chosen = 0;
    for (int mistakes = 0; mistakes <= rows; mistakes++) {
      if (candidates[mistakes] > 0
          && race.enter(mistakes, BigInteger.valueOf(candidates[mistakes]))) {
        chosen = mistakes;
      }
    }
    long left = UniformInteger.below(candidates[chosen], randomness);
    long number = 0;
    for (int mistakes : central.mistakes(labels)) {
      left -= mistakes == chosen ? copies : 0;
      if (left < 0) {
        return number;
      }
      number++;
    }
    for (int pivot = 0; ; pivot++) {
      for (int mistakes : mistakes(pivot, labels)) {
        if (mistakes == chosen && left-- == 0) {
          return number;
        }
        number++;
      }
    }
  }

  /** The mistakes of all candidates, those of lines through the zero row first: private. */
  private long[] mistakes(int[] labels) {
    return IntStream.concat(
            Arrays.stream(centralMistakes(labels)),
            IntStream.range(0, pivots).flatMap(pivot -> Arrays.stream(mistakes(pivot, labels))))
        .asLongStream()
        .toArray();
  }

  /** The mistakes of all candidates of a pivot: private. */
  int[] mistakes(int pivot, int[] labels) {
    return new Sweep(pivot).mistakes(labels);
  }

  /** The mistakes of all lines through the zero row: private. */
  int[] centralMistakes(int[] labels) {
    return new Sweep().mistakes(labels);
  }

  /** Weights of all lines through the zero row. */
  double[][] centralLines() {
    return lines(new Sweep());
  }

  /** Weights of the two directions, and of the constant, of all candidates of a pivot. */
  double[][] lines(int pivot) {
    return lines(new Sweep(pivot));
  }

  private static double[][] lines(Sweep sweep) {
    double[][] lines = new double[sweep.candidates()][];
    Arrays.setAll(lines, sweep::line);
    return lines;
  }

  int pivots() {
    return pivots;
  }

  private int rowOf(int pivot) {
    return (int) ((long) pivot * rows / pivots);
  }

  private int across(int row) {
    return features.image(row)[0];
  }

  private int up(int row) {
    return features.directions() == 2 ? features.image(row)[1] : 0;
  }

  /** A line that turns about a pivot by half a circle. */
  private final class Sweep {
    private final int pivotAcross;
    private final int pivotUp;

    /** Rows elsewhere, by the angle of the line that meets them. */
    private final long[] turns;

    /** Where rows of a new angle begin in {@link #turns}, and the end. */
    private final int[] starts;

    Sweep(int number) {
      this(across(rowOf(number)), up(rowOf(number)));
    }

    /** About the zero row, which need not be in the table. */
    Sweep() {
      this(features.origin(0), features.directions() == 2 ? features.origin(1) : 0);
    }

    private Sweep(int pivotAcross, int pivotUp) {
      this.pivotAcross = pivotAcross;
      this.pivotUp = pivotUp;
      long[] keys = new long[rows];
      int count = 0;
      for (int row = 0; row < rows; row++) {
        int x = across(row) - pivotAcross;
        int y = up(row) - pivotUp;
        if (x != 0 || y != 0) {
          // Angles of integers below 2^17 differ by more than one part in 2^38 of half a circle,
          // or are of the same fraction and equal. Seen from a zero row far away, rows may be so
          // near each other that they are passed together.
          double angle = isUpper(x, y) ? StrictMath.atan2(y, x) : StrictMath.atan2(-y, -x);
          keys[count++] = (long) (angle * TURN) << ROW_BITS | row;
        }
      }
      this.turns = Arrays.copyOf(keys, count);
      Arrays.sort(turns);
      int[] found = new int[count + 1];
      int groups = 0;
      for (int i = 0; i < count; i++) {
        if (i == 0 || turns[i] >>> ROW_BITS != turns[i - 1] >>> ROW_BITS) {
          found[groups++] = i;
        }
      }
      found[groups] = count;
      this.starts = Arrays.copyOf(found, groups + 1);
    }

    private static boolean isUpper(int x, int y) {
      return y > 0 || (y == 0 && x > 0);
    }

    private boolean isUpper(int row) {
      return isUpper(across(row) - pivotAcross, up(row) - pivotUp);
    }

    private int row(int turn) {
      return (int) (turns[turn] & ((1 << ROW_BITS) - 1));
    }

    /** One place for the line after each angle; without other rows, one place. */
    private int places() {
      return Math.max(1, starts.length - 1);
    }

    int candidates() {
      return 4 * places();
    }

    /** Mistakes of the candidates, four for each place in this order: see {@link #line}. */
    int[] mistakes(int[] labels) {
      // Rows on the left of the line count 1 if they are of the first class, where the left is the
      // second class, and rows on the right if they are of the second.
      int wrong = 0;
      int pivotSeconds = 0;
      int pivotRows = rows - turns.length;
      for (int row = 0; row < rows; row++) {
        pivotSeconds += labels[row];
      }
      for (int i = 0; i < turns.length; i++) {
        int label = labels[row(i)];
        pivotSeconds -= label;
        wrong += isUpper(row(i)) ? 1 - label : label;
      }
      int[] mistakes = new int[candidates()];
      for (int place = 0; place < places(); place++) {
        if (turns.length > 0) {
          for (int i = starts[place]; i < starts[place + 1]; i++) {
            // A row above the pivot passes from the left to the right.
            int before = isUpper(row(i)) ? 1 - labels[row(i)] : labels[row(i)];
            wrong += 1 - 2 * before;
          }
        }
        int pivotLeft = wrong + pivotRows - pivotSeconds;
        int pivotRight = wrong + pivotSeconds;
        mistakes[4 * place] = pivotLeft;
        mistakes[4 * place + 1] = pivotRight;
        // The same line with the classes exchanged: right becomes wrong.
        mistakes[4 * place + 2] = rows - pivotLeft;
        mistakes[4 * place + 3] = rows - pivotRight;
      }
      return mistakes;
    }

    /**
     * The line of a candidate: the second and fourth of a place have the pivot on the right, the
     * last two have the second class there. It is put in the middle of where it may be.
     */
    double[] line(int candidate) {
      int place = candidate / 4;
      double angle = Math.PI / 2;
      if (turns.length > 0) {
        double from = (turns[starts[place]] >>> ROW_BITS) / TURN;
        double to =
            place + 1 < places()
                ? (turns[starts[place + 1]] >>> ROW_BITS) / TURN
                : (turns[0] >>> ROW_BITS) / TURN + Math.PI;
        angle = (from + to) / 2;
      }
      double x = -StrictMath.sin(angle); // points to the left
      double y = StrictMath.cos(angle);
      boolean pivotOnRight = candidate % 2 == 1;
      boolean pivotIsRow = turns.length < rows;
      double gap = pivotIsRow ? PublicFeatures.GRID : 0; // without such a row, right through it
      for (int i = 0; i < turns.length; i++) {
        int row = row(i);
        double left = x * (across(row) - pivotAcross) + y * (up(row) - pivotUp);
        boolean opposite = pivotOnRight ? left > 0 : left < 0;
        // To the nearest row of the other side; half of it keeps the pivot clear of the line.
        gap = opposite ? Math.min(gap, Math.abs(left)) : gap;
      }
      double offset = x * pivotAcross + y * pivotUp + (pivotOnRight ? gap : -gap) / 2;
      double sign = candidate % 4 < 2 ? 1 : -1;
      double constant = features.image(0)[features.directions()];
      return new double[] {sign * x, sign * y, -sign * offset / constant};
    }
  }
}
