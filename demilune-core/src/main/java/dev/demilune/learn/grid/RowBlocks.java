// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.grid;

import dev.demilune.random.Randomness;
import dev.demilune.random.UniformInteger;
import dev.demilune.rows.BoundedDataset;
import java.util.Arrays;

/**
 * The rows of a table, divided by chance into a public number of parts.
 *
 * <p><b>Claim.</b> The number of a row's part is uniform and independent of all rows and of all
 * other numbers. So two neighboring tables can be divided together: the row that is added, removed
 * or replaced has the same number in both, every other row too, and all parts but that one are the
 * same lists of rows.
 *
 * <p><b>Proof.</b> Every row takes one draw of its own. Numbers drawn one after the other are
 * independent and equal in law, whichever rows they are given to: give the rows that two tables
 * share the same draws. ∎ A number that followed from the place in the table or from the row count
 * would move others when a row is removed, and rows sorted by class would make parts of one class.
 *
 * <p>This is no {@link dev.demilune.rows.RowFold}: what is done with a part is an exact search that
 * needs the rows themselves.
 */
final class RowBlocks {

  private final Part[] parts;

  private RowBlocks(Part[] parts) {
    this.parts = parts;
  }

  /**
   * Returns all rows as one part.
   *
   * @param constant one more number of every row in grid units, 0 for none
   */
  static Part all(BoundedDataset data, int constant) {
    return of(data, constant, 1, new int[Math.toIntExact(data.privateSize())]).part(0);
  }

  /** Returns one part alone. */
  static RowBlocks of(Part part) {
    return new RowBlocks(new Part[] {part});
  }

  /**
   * Divides the rows by chance.
   *
   * @param constant one more number of every row in grid units, 0 for none
   */
  static RowBlocks of(BoundedDataset data, int constant, int parts, Randomness randomness) {
    int[] numbers = new int[Math.toIntExact(data.privateSize())];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = (int) UniformInteger.below(parts, randomness);
    }
    return of(data, constant, parts, numbers);
  }

  /** Divides the rows by given numbers, one for each row in the order of the table. */
  static RowBlocks of(BoundedDataset data, int constant, int parts, int[] numbers) {
    int[] sizes = new int[parts];
    for (int number : numbers) {
      sizes[number]++;
    }
    Part[] divided = new Part[parts];
    Arrays.setAll(divided, k -> new Part(new short[sizes[k]][], new int[sizes[k]], constant));
    int[] filled = new int[parts];
    int[] row = new int[data.features()];
    int place = 0;
    for (int index = 0; index < data.blocks(); index++) {
      BoundedDataset.Block block = data.block(index);
      for (int i = 0; i < block.rows(); i++) {
        int number = numbers[place++];
        block.copyTo(i, row);
        short[] copy = new short[row.length];
        for (int j = 0; j < row.length; j++) {
          copy[j] = (short) row[j]; // at most GRID_RADIUS
        }
        divided[number].rows[filled[number]] = copy;
        divided[number].labels[filled[number]++] = block.label(i);
      }
    }
    return new RowBlocks(divided);
  }

  /** Returns the number of parts. */
  int count() {
    return parts.length;
  }

  Part part(int number) {
    return parts[number];
  }

  /**
   * Some rows: private.
   *
   * @param rows integers of the grid
   * @param labels classes by number
   * @param constant one more number of every row
   */
  @SuppressWarnings("ArrayRecordComponent") // arrays that this file fills
  record Part(short[][] rows, int[] labels, int constant) {

    int size() {
      return labels.length;
    }

    /** Returns how many rows a halfspace gets wrong, counted in integers: private. */
    int mistakes(int[] weights, int positive) {
      int wrong = 0;
      for (int i = 0; i < labels.length; i++) {
        wrong += (score(i, weights, weights.length) > 0) == (labels[i] == positive) ? 0 : 1;
      }
      return wrong;
    }

    /** Returns a number of a row, the constant after the features. */
    int value(int row, int unknown) {
      return unknown < rows[row].length ? rows[row][unknown] : constant;
    }

    /** Returns the rows of one or two features, the constant being the second of one. */
    PlaneRows inPlane(int positive) {
      return visitor -> {
        for (int i = 0; i < labels.length; i++) {
          visitor.row(value(i, 0), value(i, 1), labels[i] == positive);
        }
      };
    }

    /** Returns the exact sum of the first products: far below 2^63, weights being of a grid. */
    long score(int row, int[] weights, int count) {
      long sum = 0;
      for (int j = 0; j < count; j++) {
        sum += (long) weights[j] * value(row, j);
      }
      return sum;
    }
  }
}
