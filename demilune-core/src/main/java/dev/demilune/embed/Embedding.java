// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.embed;

import com.google.gson.JsonObject;
import dev.demilune.schema.RowGrid;

/**
 * A public map of the unit ball into the unit ball, with as many outputs as it likes.
 *
 * <p>Immutable, and defined by the numbers that {@link #toJson} holds: drawing it again from them
 * gives the same map, bit for bit.
 */
public interface Embedding {

  /** Returns the number of features that go in. */
  int inputs();

  /** Returns the number of features that come out. */
  int outputs();

  /** Writes the image of a vector of length at most one; it is no longer than one itself. */
  void apply(double[] vector, double[] into);

  /** Returns what draws the embedding again; {@link Embeddings#fromJson} does. */
  JsonObject toJson();

  /** Returns the map of stored rows, for one thread. */
  default GridMap gridMap() {
    double[] vector = new double[inputs()];
    double[] image = new double[outputs()];
    // Rounding moves an image by at most half the root of its size; see the proof of
    // schema.RowGrid.
    double scale = Math.max(0, RowGrid.RADIUS - Math.sqrt(outputs()) / 2);
    return (grid, into) -> {
      for (int j = 0; j < vector.length; j++) {
        vector[j] = (double) grid[j] / RowGrid.RADIUS;
      }
      apply(vector, image);
      for (int i = 0; i < image.length; i++) {
        into[i] = (short) Math.rint(image[i] * scale);
      }
    };
  }
}
