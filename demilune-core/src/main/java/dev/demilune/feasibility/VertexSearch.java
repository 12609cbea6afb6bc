// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.feasibility;

import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.ObjIntConsumer;
import java.util.stream.IntStream;

/**
 * Looks for new depths at the points of a slice whose next coordinate t is least or largest among
 * points of their depth.
 *
 * <p><b>Claim.</b> Let t be within the range of the records, and the least or the largest
 * coordinate of a polyhedron, the points of the slice where all constraints of a set K hold. Then a
 * depth of at least |K| with the slice's constant is offered at t, or was known when it was passed
 * over. Every depth offered is that of a point.
 *
 * <p><b>Proof.</b> Let t be least at a point p, and e the vector with e·x = t. By duality of linear
 * programs e is a combination with positive coefficients of the normals of a set S of independent
 * constraints in K, which are tight at every point with that t, p included (Schrijver 1986, section
 * 7.9); and S alone determines t. If t is largest, the same holds for -e. On the border of a row of
 * S this is still so of the others: normals change by multiples of that row's, and are multiplied
 * by positive numbers ({@link Flat}).
 *
 * <p>Let y be the last unknown that occurs in S. If it is t, then S is one row, and the greatest
 * depth on its border is found. Otherwise coefficients of y cancel, so S has a row where it is
 * positive and one where it is negative. The search makes every row tight in which the last unknown
 * that occurs is positive, and so some row of S, on which the rest of S is looked for. It ends in a
 * plane, where one row of S is a floor and the last one crosses it at t, or is upright: see {@link
 * PlaneSearch}.
 *
 * <p>To find S once, not all rows are open on the border of a row i. With more than three unknowns
 * let i be the first row of S where y is positive: open are later rows, and those where y is not
 * positive. With three unknowns open are only rows where y is not positive. If S has one row i
 * where it is, this holds for the others. If it has two, i and j, then there is one row k where y
 * is negative, and no other. Divide k's normal into two multiples such that one of them cancels y
 * with i and the other with j. These two combinations have e, or -e, as their sum, and are
 * independent: so a second unknown is positive in one and negative in the other. On the border of
 * that row, i or j, it is positive in k, which is open. ∎
 *
 * <p><b>Source.</b> Schrijver, Theory of Linear and Integer Programming (1986).
 */
final class VertexSearch {

  /** Planes of fewer rows are searched segment by segment: dividing them costs more. */
  static final int FEW_ROWS = 400;

  private static final int SLABS = 64; // of a single plane, shared by threads
  private static final int SLABS_OF_MANY = 8; // of each of many planes
  private static final int SEEDS = 32; // rows on whose borders a few segments are looked at first

  private final Slice slice;
  private final DepthRecords records;
  private final double from;
  private final double to;
  private final boolean divides;

  /**
   * @param fewRows below this number of rows no plane is divided into slabs
   */
  VertexSearch(Slice slice, DepthRecords records, Rational from, Rational to, int fewRows) {
    this.slice = slice;
    this.records = records;
    this.from = from.doubleValue();
    this.to = to.doubleValue();
    this.divides = slice.flat().rows() >= fewRows;
  }

  /** A depth that is found elsewhere: of all points of the slice with the t of a row. */
  interface AtThreshold {
    void search(int row);
  }

  /**
   * Searches the slice; its parts are shared among threads.
   *
   * @param atThreshold for rows in which t occurs alone
   */
  void run(AtThreshold atThreshold) {
    Flat flat = slice.flat();
    boolean[] all = new boolean[flat.rows()];
    Arrays.fill(all, true);
    Workers workers = new Workers();
    if (flat.unknowns() == 1) {
      workers.share(1, (worker, i) -> worker.sweep(flat));
    } else if (flat.unknowns() == 2 && divides) {
      PlaneRows plane = new PlaneRows(flat, slice, all);
      double[] ends = PlaneSearch.ends(plane, from, to, SLABS);
      workers.share(
          ends.length - 1, (worker, i) -> worker.planes.seed(plane, ends[i], ends[i + 1]));
      workers.share(
          ends.length - 1, (worker, i) -> worker.planes.over(plane, ends[i], ends[i + 1]));
    } else {
      if (divides) {
        int every = Math.max(1, flat.rows() / SEEDS);
        workers.share(flat.rows() / every, (worker, i) -> worker.seed(flat, i * every, all));
      }
      workers.share(
          flat.rows(),
          (worker, row) -> {
            boolean isAlone = flat.lastUnknown(row, 1) < 0 && flat.unknowns() > 2;
            if (!isAlone) {
              worker.onBorder(flat, row, all);
            } else if (flat.sign(row, 0) != 0 && records.isWithin(flat, row)) {
              atThreshold.search(row);
            }
          });
    }
  }

  /** Threads, whose buffers serve one part after the other. */
  private final class Workers {

    private final Queue<Worker> idle = new ConcurrentLinkedQueue<>();

    void share(int parts, ObjIntConsumer<Worker> work) {
      IntStream.range(0, parts)
          .parallel()
          .forEach(
              part -> {
                Worker worker = idle.poll();
                worker = worker == null ? new Worker() : worker;
                work.accept(worker, part);
                idle.add(worker);
              });
    }
  }

  /** The search of one thread. */
  private final class Worker {

    private final LineSweep sweep = new LineSweep(slice);
    private final PlaneSearch planes = new PlaneSearch(slice, records, sweep);

    void sweep(Flat line) {
      sweep.over(line);
      records.offer(line, sweep, from, to);
    }

    void seed(Flat flat, int row, boolean[] open) {
      int unknown = flat.lastUnknown(row, 1);
      if (unknown < 0) {
        return;
      }
      Flat border = flat.border(row, unknown);
      if (border.unknowns() == 2) {
        PlaneRows plane = new PlaneRows(border, slice, open);
        double[] ends = PlaneSearch.ends(plane, from, to, SLABS_OF_MANY);
        for (int i = 1; i < ends.length; i++) {
          planes.seed(plane, ends[i - 1], ends[i]);
        }
        return;
      }
      int every = Math.max(1, border.rows() / SEEDS);
      for (int next = 0; next < border.rows(); next += every) {
        seed(border, next, open);
      }
    }

    void on(Flat flat, boolean[] open) {
      if (flat.unknowns() == 1) {
        sweep(flat); // a line: all its thresholds
      } else if (flat.unknowns() == 2 && divides) {
        PlaneRows plane = new PlaneRows(flat, slice, open);
        double[] ends = PlaneSearch.ends(plane, from, to, SLABS_OF_MANY);
        for (int i = 1; i < ends.length; i++) {
          planes.over(plane, ends[i - 1], ends[i]);
        }
      } else {
        for (int row = 0; row < flat.rows(); row++) {
          if (open[row]) {
            onBorder(flat, row, open);
          }
        }
      }
    }

    void onBorder(Flat flat, int row, boolean[] open) {
      int unknown = flat.lastUnknown(row, 1); // any but t, which is column 0
      if (unknown < 0) {
        if (flat.sign(row, 0) != 0 && records.isWithin(flat, row)) {
          // t is constant on the border: the greatest depth there is noted for that t
          records.offer(DeepestPoint.depth(slice, flat.border(row, 0), sweep), flat, row);
        }
      } else if (flat.sign(row, unknown) > 0) {
        boolean[] next = new boolean[open.length];
        for (int k = 0; k < next.length; k++) {
          boolean isLater = flat.unknowns() > 3 && k > row;
          next[k] = open[k] && (isLater || flat.sign(k, unknown) <= 0);
        }
        on(flat.border(row, unknown), next);
      }
    }
  }
}
