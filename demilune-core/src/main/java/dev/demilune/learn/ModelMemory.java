// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn;

import dev.demilune.DemiluneException;

/** Whether a linear model fits into memory, known before anything is charged. */
public final class ModelMemory {

  // What a linear model can hold; to find out after training would be too late.
  private static final double MOST_WEIGHTS = 0x1p30;

  private ModelMemory() {}

  /**
   * Refuses a model that does not fit: weights, velocity and average, a sum per processor and the
   * table of margins between classes. Only public sizes are looked at, before anything is charged.
   */
  public static void require(Shape shape) {
    double weights = (shape.features() + 1.0) * Shape.outputs(shape.classes());
    int arrays = 4 + Runtime.getRuntime().availableProcessors();
    double margins = 2.0 * shape.classes() * shape.classes();
    if (8 * (weights * arrays + margins) > Runtime.getRuntime().maxMemory()
        || weights > MOST_WEIGHTS) {
      throw new DemiluneException(
          shape.features()
              + " features times "
              + shape.classes()
              + " classes are more weights than fit in memory: use fewer of either, or give Java"
              + " more memory (-Xmx)");
    }
  }
}
