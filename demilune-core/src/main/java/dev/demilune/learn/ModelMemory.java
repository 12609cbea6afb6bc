// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn;

import dev.demilune.DemiluneException;

/**
 * Whether a linear model fits into memory, and how many rows' images beside it: known before
 * anything is charged.
 *
 * <p>Only public sizes and the machine are looked at. Images that do not fit are computed when they
 * are read, with the same bits, so the machine decides about time only.
 */
public final class ModelMemory {

  // What a linear model can hold; to find out after training would be too late.
  private static final double MOST_WEIGHTS = 0x1p30;

  // The other half is for garbage, for what is not counted, and for rows beyond those declared.
  private static final double SHARE_OF_IMAGES = 0.5;
  private static final int BESIDE_A_ROW = 32; // bytes: label, squared norm, codes

  private static final double ROWS_OF_A_WORKER = 4; // dense ones, converted for vectors

  private ModelMemory() {}

  /**
   * Refuses a model that does not fit: weights, velocity and average, exact weights by output and
   * by feature ({@link dev.demilune.rows.ExactWeights}), a sum and four rows as doubles per
   * processor, and the table of margins between classes. Only public sizes are looked at, before
   * anything is charged.
   */
  public static void require(Shape shape) {
    if (bytes(shape) > Runtime.getRuntime().maxMemory() || weights(shape) > MOST_WEIGHTS) {
      throw new DemiluneException(
          shape.features()
              + " features times "
              + shape.classes()
              + " classes are more weights than fit in memory: use fewer of either, or give Java"
              + " more memory (-Xmx)");
    }
  }

  /**
   * Returns how many rows' images to keep: as many as fit in half of the heap beside the rows and
   * the model, or 0 if these are fewer than the declared rows, or if none are declared.
   *
   * @param images the shape of the model's problem
   */
  public static long imagesToKeep(Shape rows, Shape images) {
    return imagesToKeep(rows, images, Runtime.getRuntime().maxMemory());
  }

  static long imagesToKeep(Shape rows, Shape images, long heap) {
    // 16-bit integers; a sparse row takes no more than a dense one
    double each = 2.0 * rows.features() + 2.0 * images.features() + BESIDE_A_ROW;
    double most = Math.floor((SHARE_OF_IMAGES * heap - bytes(images)) / each);
    return rows.rows() > 0 && rows.rows() <= most ? (long) most : 0;
  }

  private static double weights(Shape shape) {
    return (shape.features() + 1.0) * Shape.outputs(shape.classes());
  }

  private static double bytes(Shape shape) {
    int workers = Runtime.getRuntime().availableProcessors();
    int arrays = 7 + workers; // 4 outputs have 8 columns
    double rows = ROWS_OF_A_WORKER * shape.features() * workers;
    double margins = 2.0 * shape.classes() * shape.classes();
    return 8 * (weights(shape) * arrays + rows + margins);
  }
}
