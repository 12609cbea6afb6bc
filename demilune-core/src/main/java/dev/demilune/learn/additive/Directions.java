// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.additive;

import dev.demilune.embed.PublicDraw;
import dev.demilune.schema.Monotone;
import dev.demilune.schema.Part;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Random directions for interactions, drawn from a public seed. Each takes two or four numbers of a
 * record, so that it sees how few columns act together: an angle is a sum of normal numbers times
 * 2u - 1.
 */
final class Directions {

  private static final int[] PARTS = {2, 4}; // in turn
  private static final double OF_NUMBERS = 2;

  /**
   * What a part adds to an angle.
   *
   * @param coefficients that of 2u - 1, and what a missing number adds
   */
  @SuppressWarnings("ArrayRecordComponent") // made here, and never written to
  record Term(int part, double[] coefficients) implements Serializable {}

  private Directions() {}

  /**
   * Returns whether a part takes part: numbers only, because values of choices gained nothing in
   * interactions; and none that is declared monotone, which interactions would undo.
   */
  static boolean mayInteract(Part part) {
    return part instanceof Part.Number && part.monotone() == Monotone.NONE;
  }

  /** Draws. */
  static List<List<Term>> draw(List<Part> parts, int count, long draw) {
    PublicDraw numbers = new PublicDraw(draw, "interactions");
    int[] eligible =
        IntStream.range(0, parts.size()).filter(p -> mayInteract(parts.get(p))).toArray();
    if (eligible.length < 2) {
      return List.of();
    }
    List<List<Term>> directions = new ArrayList<>();
    for (int j = 0; j < count; j++) {
      int taken = Math.min(PARTS[j % PARTS.length], eligible.length);
      double scale = Math.sqrt(2.0 / taken);
      List<Term> terms = new ArrayList<>();
      for (int part : numbers.withoutReplacement(taken, eligible.length)) {
        int chosen = eligible[part];
        terms.add(new Term(chosen, coefficients(parts.get(chosen), scale, numbers)));
      }
      directions.add(List.copyOf(terms));
    }
    return directions;
  }

  private static double[] coefficients(Part part, double scale, PublicDraw numbers) {
    return new double[] {
      OF_NUMBERS * scale * numbers.normal(), part.missing() ? scale * numbers.normal() : 0
    };
  }
}
