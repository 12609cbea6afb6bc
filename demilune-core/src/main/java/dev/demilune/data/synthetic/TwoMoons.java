// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.data.synthetic;

import dev.demilune.internal.Check;
import java.io.IOException;
import java.util.function.LongSupplier;

/**
 * Points of the plane on two interleaved half-circles, with noise: no line tells them apart.
 *
 * <p>Of the moon {@code upper} a point is (cos t, sin t), of the moon {@code lower} it is (1 - cos
 * t, 1/2 - sin t), t being uniform between 0 and π, and both coordinates get normal noise. The
 * moons are equally likely. With noise of 0.2 the best line is right on 87.0 % of the points, and
 * the best rule on about 97 %.
 */
public final class TwoMoons {

  private final double noise;

  /** Points with normal noise of that standard deviation, at most 1. */
  public TwoMoons(double noise) {
    Check.notNegative("noise", noise);
    if (noise > 1) {
      throw new IllegalArgumentException("noise must be at most 1, got " + noise);
    }
    this.noise = noise;
  }

  /** Returns a schema for the points; those few beyond its ranges are brought to their ends. */
  public static String schemaYaml(long rows) {
    return """
    # Two interleaved half-circles: synthetic points of the plane.
    adjacency: add-or-remove-one
    rows: clip 1.4143
    %scolumns:
      x: number -2..3
      y: number -1.5..2
      moon: {label: ["upper", "lower"]}
    """
        .formatted(rows > 0 ? "expected-rows: " + rows + "\n" : "");
  }

  /**
   * Writes a CSV file with a header and that many points.
   *
   * @param uniformBits gives 64 uniform bits at each call
   */
  public void write(Appendable csv, long rows, LongSupplier uniformBits) throws IOException {
    Check.between("rows", rows, 0, Long.MAX_VALUE);
    Draws draws = new Draws(uniformBits);
    csv.append("x,y,moon\n");
    for (long row = 0; row < rows; row++) {
      boolean upper = draws.sign() > 0;
      double t = StrictMath.PI * draws.uniform();
      double x = upper ? StrictMath.cos(t) : 1 - StrictMath.cos(t);
      double y = upper ? StrictMath.sin(t) : 0.5 - StrictMath.sin(t);
      csv.append(Float.toString((float) (x + noise * draws.normal()))).append(',');
      csv.append(Float.toString((float) (y + noise * draws.normal()))).append(',');
      csv.append(upper ? "upper" : "lower").append('\n');
    }
  }
}
