// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.embed;

import com.google.gson.JsonObject;
import dev.demilune.internal.Check;

/**
 * Random features of the arc-cosine kernels, those of a hidden layer of infinitely many units: of
 * steps (order 0) or of ramps, max(0, t) (order 1).
 *
 * <p>Let x' and y' be two rows with their constants ({@link AugmentedRow}) and θ the angle between
 * them. The kernel of order 0 is 1 - θ/π; that of order 1 is |x'||y'|(sin θ + (π - θ)cos θ)/π. A
 * random direction ω has two features: whether ω·x' is positive, and whether it is negative, or how
 * much.
 *
 * <p>The directions are those of {@link Frequencies}, all of the same norm, orthogonal in blocks,
 * and nearly uniform, for which the mean of the inner product is the kernel: the features of order
 * 1 grow with the square of the norm, so it need not be random. Of the two features of a direction
 * one is zero, so an image has norm one for order 0, and norm |x'| ≤ 1 for order 1 and whole
 * blocks. Where a block is cut short it may be longer; it is clipped.
 *
 * <p><b>Source.</b> Cho and Saul (2009).
 */
public final class ArcCosineFeatures implements Embedding {

  static final String KIND = "arc-cosine-features";
  private static final int MOST_OUTPUTS = 1 << 21;

  private final int order;
  private final AugmentedRow augmented;
  private final int inputs;
  private final long draw;
  private final Frequencies directions;

  private ArcCosineFeatures(int order, double offset, int inputs, int outputs, long draw) {
    this.order = order;
    this.augmented = new AugmentedRow(offset);
    this.inputs = inputs;
    this.draw = draw;
    this.directions = Frequencies.onSphere(inputs + 1, outputs / 2, draw);
  }

  /**
   * Returns the features drawn from a public number.
   *
   * @param order 0 for steps, 1 for ramps
   * @param offset c, the square of the constant beside the row
   * @param outputs an even number, two for each direction
   */
  public static ArcCosineFeatures of(int order, double offset, int inputs, int outputs, long draw) {
    Check.between("order", order, 0, 1);
    Check.between("inputs", inputs, 1, FourierFeatures.MOST_INPUTS);
    Check.between("outputs", outputs, 2, MOST_OUTPUTS);
    if (outputs % 2 != 0) {
      throw new IllegalArgumentException("outputs must be even, got " + outputs);
    }
    return new ArcCosineFeatures(order, offset, inputs, outputs, draw);
  }

  /** Returns the kernel of two rows. */
  public double kernel(double[] one, double[] other) {
    double[] x = new double[inputs + 1];
    double[] y = new double[inputs + 1];
    augmented.write(one, x);
    augmented.write(other, y);
    double product = 0;
    double squares = 0;
    double otherSquares = 0;
    for (int j = 0; j <= inputs; j++) {
      product += x[j] * y[j];
      squares += x[j] * x[j];
      otherSquares += y[j] * y[j];
    }
    double lengths = Math.sqrt(squares * otherSquares);
    double cosine = lengths == 0 ? 0 : Math.max(-1, Math.min(product / lengths, 1));
    double angle = StrictMath.acos(cosine);
    double rest = Math.PI - angle;
    return order == 0
        ? rest / Math.PI
        : lengths * (StrictMath.sin(angle) + rest * StrictMath.cos(angle)) / Math.PI;
  }

  @Override
  public int inputs() {
    return inputs;
  }

  @Override
  public int outputs() {
    return 2 * directions.count();
  }

  @Override
  public void apply(double[] vector, double[] into) {
    double[] row = new double[inputs + 1];
    augmented.write(vector, row);
    double[] products = new double[directions.count()];
    directions.apply(row, products, directions.scratch());
    double scale = 1 / Math.sqrt(products.length);
    for (int i = 0; i < products.length; i++) {
      double size = scale * (order == 0 ? 1 : Math.abs(products[i]));
      into[2 * i] = products[i] >= 0 ? size : 0;
      into[2 * i + 1] = products[i] >= 0 ? 0 : size;
    }
    LinearEmbedding.clip(into);
  }

  @Override
  public JsonObject toJson() {
    JsonObject json = new JsonObject();
    json.addProperty("kind", KIND);
    json.addProperty("order", order);
    json.addProperty("offset", augmented.offset());
    json.addProperty("inputs", inputs);
    json.addProperty("outputs", outputs());
    json.addProperty("draw", draw);
    return json;
  }
}
