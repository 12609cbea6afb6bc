// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.schema;

import java.util.List;

/**
 * How the {@link Part}s of a row are stored: 16 bits for each.
 *
 * <p>A number is its public cell ({@link CellGrid}) and one of {@value #STEPS} places within it,
 * rounded down; one code is kept for a missing number. A choice is its index, with the number of
 * its values for none of them. A code is a function of one record and the schema.
 */
public final class PartCodes {

  /** The code of a missing number. */
  public static final char MISSING = 0xffff;

  /** Places within a cell: one less than fit, so that no number has the code of a missing one. */
  private static final int STEPS = 1023;

  private static final int BITS = 10; // of a place; the cell is in the bits above

  private final List<Part> parts;
  private final CellGrid[] grids; // null for choices
  private final int[] choices; // how many values they have; 0 for numbers

  private PartCodes(List<Part> parts) {
    this.parts = parts;
    grids = new CellGrid[parts.size()];
    choices = new int[grids.length];
    for (int i = 0; i < grids.length; i++) {
      choices[i] = parts.get(i) instanceof Part.Choice choice ? choice.values().size() : 0;
      grids[i] = parts.get(i) instanceof Part.Number number ? CellGrid.of(number) : null;
    }
  }

  /** Returns the codes of these parts. */
  public static PartCodes of(List<Part> parts) {
    return new PartCodes(List.copyOf(parts));
  }

  /** Returns the number of parts. */
  public int parts() {
    return parts.size();
  }

  /** Returns the parts. */
  public List<Part> all() {
    return parts;
  }

  /** Returns the cells of a number. */
  public CellGrid grid(int part) {
    return grids[part];
  }

  /** Returns the code of a part's value; never throws. */
  public char code(int part, double value) {
    CellGrid grid = grids[part];
    if (grid == null) {
      int values = choices[part];
      return (char) (value >= 0 && value < values ? (int) value : values);
    }
    if (Double.isNaN(value)) {
      return MISSING;
    }
    int cell = grid.cell(value);
    int step = (int) Math.max(0, Math.min(STEPS - 1, grid.place(cell, value) * STEPS));
    return (char) (cell << BITS | step);
  }

  /** Returns whether it is the code of some value. */
  public boolean isCode(int part, char code) {
    return grids[part] == null
        ? code <= choices[part]
        : code == MISSING || step(code) < STEPS; // all cells that fit into the bits above exist
  }

  /** Returns the value that a code stands for, as {@link EncodedRow#part} has it. */
  public double value(int part, char code) {
    CellGrid grid = grids[part];
    if (grid == null) {
      return code < choices[part] ? code : -1;
    }
    if (code == MISSING) {
      return Double.NaN;
    }
    double low = grid.edge(cell(code));
    return low + place(code) * (grid.edge(cell(code) + 1) - low);
  }

  /** Returns the cell of a number that is not missing. */
  public static int cell(char code) {
    return code >> BITS;
  }

  /** Returns the place within its cell of a number that is not missing: at least 0, below 1. */
  public static double place(char code) {
    return step(code) / (double) STEPS;
  }

  private static int step(char code) {
    return code & ((1 << BITS) - 1);
  }
}
