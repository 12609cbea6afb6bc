// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.data.synthetic;

import dev.demilune.internal.Check;
import java.io.IOException;
import java.util.function.LongSupplier;

/**
 * Points of the plane on two interleaved half-circles, with noise: no line separates them.
 *
 * <p>A point of the moon {@code upper} is (cos t, sin t), one of the moon {@code lower} is (1 - cos
 * t, 1/2 - sin t), with t uniform between 0 and π, and both coordinates get normal noise. The moons
 * are equally likely. With noise of 0.2 the best line has an accuracy of 87.0 %, the best rule
 * about 97 %.
 */
public final class TwoMoons {

  private final double noise;

  /** Creates points with normal noise of this standard deviation, at most 1. */
  public TwoMoons(double noise) {
    Check.notNegative("noise", noise);
    if (noise > 1) {
      throw new IllegalArgumentException("noise must be at most 1, got " + noise);
    }
    this.noise = noise;
  }

  /** Returns a schema for the points; it clips the few beyond its ranges. */
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
   * Writes a CSV file with a header and {@code rows} points.
   *
   * @param uniformBits returns 64 uniform bits at each call
   */
  public void write(Appendable csv, long rows, LongSupplier uniformBits) throws IOException {
    Check.between("rows", rows, 0, Long.MAX_VALUE);
    Draws draws = new Draws(uniformBits);
    csv.append("x,y,moon\n");
    for (long row = 0; row < rows; row++) {
      boolean upper = draws.sign() > 0;
      double t = StrictMath.PI * draws.uniform(); // StrictMath: the same file on every machine
      double x = upper ? StrictMath.cos(t) : 1 - StrictMath.cos(t);
      double y = upper ? StrictMath.sin(t) : 0.5 - StrictMath.sin(t);
      csv.append(Float.toString((float) (x + noise * draws.normal()))).append(',');
      csv.append(Float.toString((float) (y + noise * draws.normal()))).append(',');
      csv.append(upper ? "upper" : "lower").append('\n');
    }
  }
}
