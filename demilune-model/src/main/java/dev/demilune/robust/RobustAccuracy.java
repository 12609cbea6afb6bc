// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.robust;

import dev.demilune.data.Table;
import dev.demilune.internal.ArrayCapacity;
import dev.demilune.internal.Check;
import dev.demilune.model.Classifier;
import dev.demilune.model.LabeledRows;
import java.util.Arrays;

/**
 * The fraction of rows that are classified correctly, even after any small change of the row.
 *
 * <p>The robust accuracy at radius r counts the rows that are classified correctly and whose {@link
 * CertifiedRadius} is at least r. It falls as r grows; at 0 it is the plain accuracy. Memory is one
 * double per row.
 */
public final class RobustAccuracy {

  private final long rows;
  private final double[] radii; // of correctly classified rows, increasing

  private RobustAccuracy(long rows, double[] radii) {
    this.rows = rows;
    this.radii = radii;
  }

  /**
   * Reads a table that the user declares public. The result depends on its rows and is not private.
   *
   * @throws dev.demilune.DemiluneException if the table has no rows, or a row without a known label
   */
  public static RobustAccuracy onPublic(Classifier model, Table table) {
    CertifiedRadius certified = CertifiedRadius.of(model);
    LabeledRows labeled = LabeledRows.of(model.schema(), table);
    double[] scores = new double[model.labels().size()];
    double[] radii = new double[1024];
    int right = 0;
    while (labeled.next()) {
      int predicted = model.predict(labeled.row(), scores);
      if (predicted == labeled.row().label()) {
        if (right == radii.length) {
          radii = Arrays.copyOf(radii, ArrayCapacity.of(right));
        }
        radii[right++] = certified.radius(labeled.row(), predicted);
      }
    }
    double[] sorted = Arrays.copyOf(radii, right);
    Arrays.sort(sorted);
    return new RobustAccuracy(labeled.count(), sorted);
  }

  /** Returns the number of rows. */
  public long rows() {
    return rows;
  }

  /** Returns the plain accuracy. */
  public double accuracy() {
    return at(0);
  }

  /** Returns the robust accuracy at a radius, in the units of the encoded rows. */
  public double at(double radius) {
    Check.notNegative("radius", radius);
    int low = 0;
    int high = radii.length;
    while (low < high) { // finds the first row whose radius is at least this
      int middle = (low + high) >>> 1;
      if (radii[middle] >= radius) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return (double) (radii.length - low) / rows; // over all rows, misclassified ones included
  }

  /**
   * Returns the largest finite radius at which the robust accuracy is at least a given fraction of
   * the plain accuracy: 0.5 gives the median radius of the correctly classified rows, 0 the
   * largest.
   */
  public double radiusKeeping(double share) {
    int finite = radii.length;
    while (finite > 0 && Double.isInfinite(radii[finite - 1])) {
      finite--;
    }
    if (finite == 0) {
      return 0;
    }
    int kept = (int) Math.ceil(share * radii.length); // of the correctly classified rows
    return radii[Math.max(0, Math.min(finite - 1, radii.length - Math.max(kept, 1)))];
  }
}
