// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.embed;

import com.google.gson.JsonObject;
import dev.demilune.internal.Check;
import java.util.Locale;

/**
 * Random Fourier features: the image of x is m^(-1/2)·(cos ω_i·x, sin ω_i·x) for i = 1, ..., m, and
 * the inner product of two images approximates a {@link Kernel} of the distance of the rows.
 *
 * <p>Every image has norm one, including the image of zero. The error of the approximation is about
 * m^(-1/2) for independent frequencies, and smaller for those of {@link Frequencies}.
 *
 * <p>Training uses images rounded to 16-bit integers, from a table of points of the circle ({@link
 * CircleTable}). Everything else uses images in double precision.
 *
 * <p><b>Source.</b> Rahimi and Recht (2007).
 */
public final class FourierFeatures implements Embedding {

  /** The most frequencies: a table point then still has a radius of 31 grid units. */
  public static final int MOST_FREQUENCIES = 1 << 20;

  /** The most inputs, of the other kernels' features as well. */
  public static final int MOST_INPUTS = 1 << 20;

  static final String KIND = "fourier-features";

  private final Kernel kernel;
  private final double width;
  private final int inputs;
  private final long draw;
  private final Frequencies frequencies;
  private final CircleTable table;

  private FourierFeatures(Kernel kernel, double width, int inputs, int count, long draw) {
    this.kernel = kernel;
    this.width = width;
    this.inputs = inputs;
    this.draw = draw;
    this.frequencies = new Frequencies(kernel, width, inputs, count, draw);
    this.table = new CircleTable(count);
  }

  /**
   * Returns the features drawn from a public number.
   *
   * @param width the kernel's width, for rows in the unit ball
   * @param frequencies m; there are 2m features
   */
  public static FourierFeatures of(
      Kernel kernel, double width, int inputs, int frequencies, long draw) {
    checkWidth(width);
    Check.between("inputs", inputs, 1, MOST_INPUTS);
    Check.between("frequencies", frequencies, 1, MOST_FREQUENCIES);
    return new FourierFeatures(kernel, width, inputs, frequencies, draw);
  }

  static void checkWidth(double width) {
    Check.positive("width", width);
    if (!(width >= 1e-6 && width <= 1e6)) {
      throw new IllegalArgumentException("width must lie between 1e-6 and 1e6, got " + width);
    }
  }

  @Override
  public int inputs() {
    return inputs;
  }

  @Override
  public int outputs() {
    return 2 * frequencies.count();
  }

  public Kernel kernel() {
    return kernel;
  }

  public double width() {
    return width;
  }

  /** Returns m, the number of frequencies. */
  public int frequencies() {
    return frequencies.count();
  }

  /**
   * Returns the number of frequencies in a block. Those of one block are orthogonal, so the norm of
   * their matrix is at most their largest {@link #radius}.
   */
  public int blockSize() {
    return frequencies.blockSize();
  }

  /** Returns an upper bound on the norm of a frequency, in radians per unit. */
  public double radius(int frequency) {
    return frequencies.radius(frequency);
  }

  /** Writes the inner products of all frequencies with a vector, in radians. */
  public void angles(double[] vector, double[] into) {
    frequencies.apply(vector, into, frequencies.scratch());
  }

  /** Writes the sum of all frequencies, each times its coefficient. */
  public void sumOfFrequencies(double[] coefficients, double[] into) {
    frequencies.transpose(coefficients, into, frequencies.scratch());
  }

  @Override
  public void apply(double[] vector, double[] into) {
    double[] angles = new double[frequencies.count()];
    angles(vector, angles);
    double length = 1 / Math.sqrt(angles.length); // m points of norm m^(-1/2): norm one together
    for (int i = 0; i < angles.length; i++) {
      CosineSine.point(angles[i], length, into, 2 * i);
    }
  }

  @Override
  public GridMap gridMap(RowTransforms transforms) {
    return new FourierMap(frequencies, table, transforms);
  }

  @Override
  public JsonObject toJson() {
    JsonObject json = new JsonObject();
    json.addProperty("kind", KIND);
    json.addProperty("kernel", kernel.name().toLowerCase(Locale.ROOT).replace('_', '-'));
    json.addProperty("width", width);
    json.addProperty("inputs", inputs);
    json.addProperty("frequencies", frequencies());
    json.addProperty("draw", draw);
    return json;
  }
}
