// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.data.synthetic;

import dev.demilune.internal.Check;
import java.io.IOException;
import java.util.function.LongSupplier;

/**
 * Four square blobs in the corners of the plane, opposite ones of the same class: every line
 * misclassifies at least a quarter of the points.
 *
 * <p>Each coordinate is a fair sign times a uniform number between 0.3 and 1; the class is {@code
 * same} where the signs are equal and {@code different} otherwise. A rule that knows this
 * misclassifies none.
 */
public final class XorBlobs {

  private XorBlobs() {}

  /** Returns a schema for the points. */
  public static String schemaYaml(long rows) {
    return """
    # Four blobs, opposite ones of one class: synthetic points of the plane.
    adjacency: add-or-remove-one
    rows: clip 1.4143
    %scolumns:
      x: number -1..1
      y: number -1..1
      signs: {label: ["same", "different"]}
    """
        .formatted(rows > 0 ? "expected-rows: " + rows + "\n" : "");
  }

  /**
   * Writes a CSV file with a header and {@code rows} points.
   *
   * @param uniformBits returns 64 uniform bits at each call
   */
  public static void write(Appendable csv, long rows, LongSupplier uniformBits) throws IOException {
    Check.between("rows", rows, 0, Long.MAX_VALUE);
    Draws draws = new Draws(uniformBits);
    csv.append("x,y,signs\n");
    for (long row = 0; row < rows; row++) {
      int first = draws.sign();
      int second = draws.sign();
      csv.append(Float.toString((float) (first * (0.3 + 0.7 * draws.uniform())))).append(',');
      csv.append(Float.toString((float) (second * (0.3 + 0.7 * draws.uniform())))).append(',');
      csv.append(first == second ? "same" : "different").append('\n');
    }
  }
}
