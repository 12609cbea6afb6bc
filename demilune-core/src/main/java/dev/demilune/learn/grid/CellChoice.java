// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.grid;

import dev.demilune.mechanism.Exponential;
import dev.demilune.random.ExponentialRace;
import dev.demilune.random.Randomness;
import java.math.BigInteger;
import java.util.function.ToLongFunction;

/**
 * The exponential mechanism over all points of a {@link FaceLattice}, scored by their mistakes,
 * without visiting them one by one.
 *
 * <p><b>Claim.</b> The law of the choice is exactly that of {@link Exponential} among the lattice's
 * points, a public set.
 *
 * <p><b>Proof.</b> {@link CellCounts} has the number of points of each piece that make each number
 * of mistakes. They race as one group of equal candidates, and a number drawn uniformly is one of
 * the group's points, each of which has one number ({@link CellPoints}). ∎
 *
 * <p>The time goes with the square of the number of rows. It hardly depends on what they are: two
 * rows that are no multiples of each other cross at two opposite points of the cube. The second
 * part, the search for the point of a number, takes longer where more crossings have that number of
 * mistakes: see docs/limits.md.
 */
final class CellChoice {

  private final FaceLattice lattice;
  private final SpaceRows rows;

  CellChoice(FaceLattice lattice, SpaceRows rows) {
    this.lattice = lattice;
    this.rows = rows;
  }

  /** Chooses a normal, three coordinates in units of 1/M. */
  long[] choose(Exponential mechanism, Randomness randomness) {
    // What the law of replay compares: the mistakes of any point, named by three longs.
    return lattice.normal(
        named(
            randomness.release(
                mechanism,
                () -> (ToLongFunction<long[]>) name -> rows.mistakes(lattice.normal(named(name))),
                own -> name(draw(mechanism, own)))));
  }

  /** Names a point by numbers whose leading bits are its own. */
  private long[] name(FaceLattice.Point point) {
    return new long[] {
      point.piece(),
      point.column() << (63 - lattice.columnBits()),
      point.height() << (63 - lattice.columnBits() + lattice.shift())
    };
  }

  /** Returns the point of a name, which may be made of any three numbers. */
  private FaceLattice.Point named(long[] name) {
    return new FaceLattice.Point(
        Math.floorMod(name[0], FaceLattice.PIECES),
        (name[1] & Long.MAX_VALUE) >> (63 - lattice.columnBits()),
        name[2] >> (63 - lattice.columnBits() + lattice.shift()));
  }

  FaceLattice.Point draw(Exponential mechanism, Randomness randomness) {
    BigInteger[][] counts = counts();
    ExponentialRace race = mechanism.race(randomness);
    for (BigInteger[] piece : counts) {
      for (int mistakes = 0; mistakes < piece.length; mistakes++) {
        if (piece[mistakes].signum() > 0) {
          race.enter(mistakes, piece[mistakes]); // the leader so far stays secret
        }
      }
    }
    BigInteger left = race.place(); // uniform within the winning group
    for (int piece = 0; ; piece++) {
      for (int mistakes = 0; mistakes < counts[piece].length; mistakes++) {
        if (left.compareTo(counts[piece][mistakes]) < 0) {
          return point(piece, mistakes, left);
        }
        left = left.subtract(counts[piece][mistakes]);
      }
    }
  }

  /** Returns the middle of the points that make fewest mistakes, where most of them are. */
  long[] best() {
    BigInteger[][] counts = counts();
    for (int mistakes = 0; ; mistakes++) {
      int most = 0;
      for (int piece = 1; piece < counts.length; piece++) {
        most = counts[piece][mistakes].compareTo(counts[most][mistakes]) > 0 ? piece : most;
      }
      if (counts[most][mistakes].signum() > 0) {
        return lattice.normal(point(most, mistakes, counts[most][mistakes].shiftRight(1)));
      }
    }
  }

  /** How many points of each piece make how many mistakes: private. */
  BigInteger[][] counts() {
    BigInteger[][] counts = new BigInteger[FaceLattice.PIECES][rows.size() + 1];
    for (int piece = 0; piece < counts.length; piece++) {
      CellCounts found = CellCounts.of(lattice, new FaceLines(lattice, rows, piece));
      for (int mistakes = 0; mistakes <= rows.size(); mistakes++) {
        counts[piece][mistakes] = found.points(mistakes);
      }
    }
    return counts;
  }

  private FaceLattice.Point point(int piece, int mistakes, BigInteger number) {
    return new CellPoints(lattice, new FaceLines(lattice, rows, piece), mistakes)
        .point(piece, number);
  }
}
