// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.additive;

import dev.demilune.embed.CodeMap;
import dev.demilune.embed.CosineSine;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.CellGrid;
import dev.demilune.schema.Part;
import dev.demilune.schema.PartCodes;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * The row that the parts of a record become: hat functions of every number's rank, one feature for
 * every value of a choice, and a cosine and a sine for every direction of the interactions.
 *
 * <p>Scores are linear in it, so that weights of hats and values are shape functions, and it is
 * divided by one public constant, the length of the longest row there can be. So no row is longer
 * than one, and none is stretched.
 *
 * <p>The map is a function of one row's codes and of public or released constants.
 */
final class PartEncoding implements Serializable {

  private static final long serialVersionUID = 1;

  static final double COARSE_WEIGHT = 1;
  static final double FINE_WEIGHT = 0.8;

  private static final double[] COARSE = {0, 0.5, 1};
  private static final int FINE_KNOTS = 9;

  private final List<Part> parts;
  private final double[][] warps; // u at the edges of the cells; null for choices
  private final double[][] fine; // knots of the fine hats; none where they are left out
  private final int[] offsets; // first feature of each part, and their number at the end
  private final List<List<Directions.Term>> directions;
  private final double scale; // of hats and values
  private final double angleScale; // of cosines and sines

  /**
   * @param warps of the numbers, by part
   * @param fineHats whether numbers have fine hats beside the coarse ones
   * @param interactionWeight of all directions together, beside one for all parts
   */
  PartEncoding(
      List<Part> parts,
      double[][] warps,
      boolean fineHats,
      List<List<Directions.Term>> directions,
      double interactionWeight) {
    this.parts = List.copyOf(parts);
    this.warps = warps;
    this.directions = directions;
    fine = new double[parts.size()][];
    offsets = new int[parts.size() + 1];
    double squares = 0;
    for (int p = 0; p < parts.size(); p++) {
      if (parts.get(p) instanceof Part.Number number) {
        fine[p] = fineHats ? fineKnots(number, warps[p]) : new double[0];
      }
      offsets[p + 1] = offsets[p] + width(parts.get(p), fine[p]);
      squares += largestSquare(parts.get(p), fineHats);
    }
    double all = directions.isEmpty() ? 1 : Math.sqrt(1 + interactionWeight * interactionWeight);
    scale = 1 / (Math.sqrt(squares) * all);
    angleScale = directions.isEmpty() ? 0 : interactionWeight / all / Math.sqrt(directions.size());
  }

  /** Returns how many features parts and directions become. */
  static int width(List<Part> parts, boolean fineHats, int directions) {
    long width = 2L * directions;
    for (Part part : parts) {
      double[] fine = new double[fineHats ? fineCount(part) : 0];
      width += width(part, fine);
    }
    return (int) Math.min(Integer.MAX_VALUE, width);
  }

  private static int fineCount(Part part) {
    return part instanceof Part.Number number && !number.marks().isEmpty()
        ? number.marks().size() + 2
        : FINE_KNOTS;
  }

  private static int width(Part part, double[] fine) {
    return part instanceof Part.Choice choice
        ? choice.values().size() + 1
        : COARSE.length + fine.length + (part.missing() ? 1 : 0);
  }

  private static double largestSquare(Part part, boolean fineHats) {
    return part instanceof Part.Choice || !fineHats
        ? COARSE_WEIGHT * COARSE_WEIGHT
        : COARSE_WEIGHT * COARSE_WEIGHT + FINE_WEIGHT * FINE_WEIGHT;
  }

  /** Even knots in u, or those that the schema declares. */
  private static double[] fineKnots(Part.Number part, double[] warp) {
    double[] knots = new double[fineCount(part)];
    if (part.marks().isEmpty()) {
      Arrays.setAll(knots, i -> i / (FINE_KNOTS - 1.0));
      return knots;
    }
    CellGrid grid = CellGrid.of(part);
    for (int i = 0; i < part.marks().size(); i++) {
      double u = Curves.at(grid.edges(), warp, part.positionOf(part.marks().get(i)));
      knots[i + 1] = Math.max(u, knots[i]); // marks that fall together share a knot
    }
    knots[knots.length - 1] = 1;
    return knots;
  }

  List<Part> parts() {
    return parts;
  }

  /** Returns the number of features. */
  int features() {
    return offsets[parts.size()] + 2 * directions.size();
  }

  int offset(int part) {
    return offsets[part];
  }

  List<List<Directions.Term>> directions() {
    return directions;
  }

  double angleScale() {
    return angleScale;
  }

  double[] warp(int part) {
    return warps[part];
  }

  /** Returns the values of u between which all hats of a number are linear. */
  double[] knots(int part) {
    return DoubleStream.concat(Arrays.stream(COARSE), Arrays.stream(fine[part]))
        .sorted()
        .distinct()
        .toArray();
  }

  /** Writes the hats of a number at u; all other features of the part are zero. */
  void writeNumber(int part, double u, double[] into) {
    int at = offsets[part];
    hat(COARSE, u, COARSE_WEIGHT * scale, into, at);
    if (fine[part].length > 0) {
      hat(fine[part], u, FINE_WEIGHT * scale, into, at + COARSE.length);
    }
  }

  private static void hat(double[] knots, double u, double weight, double[] into, int at) {
    int left = 0;
    while (left < knots.length - 2 && u >= knots[left + 1]) {
      left++;
    }
    double width = knots[left + 1] - knots[left];
    double right = width > 0 ? Math.max(0, Math.min(1, (u - knots[left]) / width)) : 0;
    into[at + left] = weight * (1 - right);
    into[at + left + 1] = weight * right;
  }

  /** Writes the feature of a missing number, which takes the place of its hats. */
  void writeMissing(int part, double[] into) {
    if (parts.get(part).missing()) {
      into[offsets[part + 1] - 1] = COARSE_WEIGHT * scale;
    }
  }

  /** Writes the feature of a choice. */
  void writeChoice(int part, int value, double[] into) {
    into[offsets[part] + value] = COARSE_WEIGHT * scale;
  }

  /** Returns the map of codes to grid rows, for one thread. */
  CodeMap map() {
    int features = features();
    double[] row = new double[features];
    double[] centered = new double[parts.size()]; // 2u - 1 of numbers
    // Rounding moves a row by at most √d/2: that much shorter, and no row is too long.
    double grid = BoundedDataset.GRID_RADIUS - Math.sqrt(features);
    return (codes, into) -> {
      Arrays.fill(row, 0);
      for (int p = 0; p < centered.length; p++) {
        if (warps[p] == null) {
          writeChoice(p, codes[p], row);
        } else if (codes[p] == PartCodes.MISSING) {
          writeMissing(p, row);
        } else {
          int cell = PartCodes.cell(codes[p]);
          double low = warps[p][cell];
          double u = low + PartCodes.place(codes[p]) * (warps[p][cell + 1] - low);
          centered[p] = 2 * u - 1;
          writeNumber(p, u, row);
        }
      }
      int at = offsets[parts.size()];
      for (List<Directions.Term> direction : directions) {
        CosineSine.point(angle(direction, codes, centered), angleScale, row, at);
        at += 2;
      }
      for (int j = 0; j < features; j++) {
        into[j] = (short) Math.rint(grid * row[j]); // within ±GRID_RADIUS
      }
    };
  }

  private double angle(List<Directions.Term> direction, char[] codes, double[] centered) {
    double angle = 0;
    for (Directions.Term term : direction) {
      double[] coefficients = term.coefficients();
      char code = codes[term.part()];
      angle +=
          warps[term.part()] == null
              ? coefficients[code]
              : code == PartCodes.MISSING
                  ? coefficients[1]
                  : coefficients[0] * centered[term.part()];
    }
    return angle;
  }

  /**
   * Returns the mean squared length of rows if numbers are distributed over their cells like this,
   * and evenly within each.
   */
  double meanSquare(Ranks[] ranks) {
    double sum = 0;
    double[] row = new double[features()];
    for (int p = 0; p < parts.size(); p++) {
      if (warps[p] == null) {
        sum += square(COARSE_WEIGHT * scale);
        continue;
      }
      for (int cell = 0; cell < CellGrid.CELLS; cell++) {
        Arrays.fill(row, offsets[p], offsets[p + 1], 0);
        writeNumber(p, (warps[p][cell] + warps[p][cell + 1]) / 2, row);
        double squares = 0;
        for (int j = offsets[p]; j < offsets[p + 1]; j++) {
          squares += square(row[j]);
        }
        sum += ranks[p].shares()[cell] * squares;
      }
    }
    return sum + directions.size() * square(angleScale);
  }

  private static double square(double x) {
    return x * x;
  }
}
