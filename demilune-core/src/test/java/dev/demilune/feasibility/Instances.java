// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.feasibility;

import dev.demilune.feasibility.Constraints.Bounds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Random constraints of the kinds on which geometry goes wrong. */
enum Instances {
  /** Many duplicates, parallels and zero normals. */
  TINY {
    @Override
    long number(SplittableRandom random) {
      return random.nextInt(-1, 2);
    }
  },
  /** Ties between different constraints. */
  SMALL {
    @Override
    long number(SplittableRandom random) {
      return random.nextInt(-4, 5);
    }
  },
  /** General position in 64 bits; in three unknowns with products beyond them. */
  MIDDLE {
    @Override
    long number(SplittableRandom random) {
      return random.nextInt(-(1 << 20), (1 << 20) + 1);
    }
  },
  /** Thresholds that differ, but by less than doubles can tell. */
  NEARLY_EQUAL {
    @Override
    long number(SplittableRandom random) {
      long size = (1L << 30) + random.nextInt(-1, 2);
      return random.nextBoolean() ? size : -size;
    }
  },
  /** Beyond 64 bits, at the ends of the range. */
  HUGE {
    @Override
    long number(SplittableRandom random) {
      long size = Long.MAX_VALUE - random.nextInt(2);
      return random.nextInt(4) == 0 ? random.nextInt(-1, 2) : random.nextBoolean() ? size : -size;
    }
  };

  abstract long number(SplittableRandom random);

  Constraints next(SplittableRandom random, int rows, int unknowns) {
    long[][] normals = new long[rows][unknowns];
    long[] rightSides = new long[rows];
    for (int row = 0; row < rows; row++) {
      if (row > 0 && random.nextInt(5) == 0) { // the same again, or a parallel one
        normals[row] = normals[random.nextInt(row)].clone();
        rightSides[row] = random.nextBoolean() ? rightSides[row - 1] : number(random);
      } else if (random.nextInt(8) == 0) { // on one axis only
        normals[row][random.nextInt(unknowns)] = number(random);
        rightSides[row] = number(random);
      } else {
        Arrays.setAll(normals[row], j -> number(random));
        rightSides[row] = random.nextInt(4) == 0 ? 0 : number(random);
      }
    }
    if (random.nextInt(4) == 0) { // normals that do not span the space
      int from = random.nextInt(unknowns);
      int to = random.nextInt(unknowns);
      boolean zero = random.nextBoolean();
      for (long[] normal : normals) {
        normal[to] = zero ? 0 : normal[from];
      }
    }
    return of(normals, rightSides);
  }

  /** With bounds that just hold, so that small numbers are worked on in 64 bits. */
  static Constraints of(long[][] normals, long[] rightSides) {
    long[] columns = new long[normals[0].length];
    for (long[] normal : normals) {
      for (int j = 0; j < columns.length; j++) {
        columns[j] = Math.max(columns[j], Math.abs(normal[j]));
      }
    }
    long right = Arrays.stream(rightSides).map(Math::abs).max().orElse(0);
    return Constraints.of(normals, rightSides, Bounds.of(columns, right));
  }

  /** Some first coordinates, small fractions. */
  static List<Rational> coordinates(SplittableRandom random, int count) {
    List<Rational> coordinates = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      coordinates.add(Rational.of(random.nextInt(-5, 6), random.nextInt(1, 5)));
    }
    return coordinates;
  }
}
