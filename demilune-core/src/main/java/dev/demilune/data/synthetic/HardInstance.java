// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.data.synthetic;

import dev.demilune.internal.Check;
import java.io.IOException;
import java.util.function.LongSupplier;

/**
 * A distribution from the proof of a lower bound: rows of norm at most one, labels -1 and +1.
 *
 * <p>Everything that all rows share (signs, codewords) is drawn first, from the same bits as the
 * rows: a seed gives the same file on every machine. Values are written as single-precision
 * decimals, so margins and norms hold up to about 1e-7.
 */
public abstract class HardInstance {

  private final int features;
  private final double margin;

  HardInstance(int features, double margin) {
    this.features = features;
    this.margin = margin;
  }

  /** Returns the number of features. */
  public final int features() {
    return features;
  }

  /** Returns the margin with which some halfspace through the origin separates all rows. */
  public final double margin() {
    return margin;
  }

  /** Draws everything that all rows share. */
  abstract Rows start(Draws draws);

  /** Draws one row after the other. */
  interface Rows {
    /** Writes the features into an array of zeros and returns the label, -1 or 1. */
    int next(double[] into);
  }

  /**
   * Writes {@code rows} rows as LIBSVM lines with the labels +1 and -1.
   *
   * @param uniformBits returns 64 uniform bits at each call
   */
  public final void write(Appendable libsvm, long rows, LongSupplier uniformBits)
      throws IOException {
    Check.between("rows", rows, 0, Long.MAX_VALUE);
    Rows drawn = start(new Draws(uniformBits));
    double[] row = new double[features];
    for (long i = 0; i < rows; i++) {
      java.util.Arrays.fill(row, 0);
      libsvm.append(drawn.next(row) < 0 ? "-1" : "+1");
      for (int j = 0; j < features; j++) {
        if (row[j] != 0) {
          libsvm.append(' ').append(Integer.toString(j + 1)).append(':');
          // shorter files; moves a value by 6e-8 of itself
          libsvm.append(Float.toString((float) row[j]));
        }
      }
      libsvm.append('\n');
    }
  }

  /** Checks a margin that must be above 0 and at most a limit. */
  static double checkMargin(double margin, double most) {
    if (!(margin > 0 && margin <= most)) {
      throw new IllegalArgumentException(
          "margin must be above 0 and at most " + most + ", got " + margin);
    }
    return margin;
  }
}
