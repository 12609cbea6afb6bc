// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.additive;

import dev.demilune.embed.PublicDraw;
import dev.demilune.schema.Monotone;
import dev.demilune.schema.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Random directions for interactions, drawn from a public seed. Each takes two or four parts of a
 * record, so that it sees how few columns act together: an angle is a sum of a normal number times
 * 2u - 1 for each of its numbers, and of a normal number for the value of each of its choices.
 */
final class Directions {

  private static final int[] PARTS = {2, 4}; // in turn
  private static final double OF_NUMBERS = 2;
  private static final double OF_VALUES = 0.7;

  /**
   * What a part adds to an angle.
   *
   * @param coefficients of a number: its coefficient, and what a missing one adds; of a choice: one
   *     for each value, and for none of them
   */
  @SuppressWarnings("ArrayRecordComponent") // made here, and never written to
  record Term(int part, double[] coefficients) {}

  private Directions() {}

  /** Draws. */
  static List<List<Term>> draw(List<Part> parts, int count, long draw) {
    PublicDraw numbers = new PublicDraw(draw, "interactions");
    int[] eligible =
        IntStream.range(0, parts.size())
            .filter(p -> parts.get(p).monotone() == Monotone.NONE)
            .toArray();
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
    if (part instanceof Part.Choice choice) {
      double[] coefficients = new double[choice.values().size() + 1];
      for (int i = 0; i < coefficients.length; i++) {
        coefficients[i] = OF_VALUES * scale * numbers.normal();
      }
      return coefficients;
    }
    return new double[] {
      OF_NUMBERS * scale * numbers.normal(), part.missing() ? scale * numbers.normal() : 0
    };
  }
}
