// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.embed;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.demilune.internal.Check;
import dev.demilune.schema.RowGrid;
import java.util.Locale;

/**
 * Random Fourier features of kernels for tables: a radial {@link Kernel} for each group of columns,
 * with a width of its own, and their mean or their product.
 *
 * <p>An additive kernel, the mean over the groups, learns a sum of functions of one group each; a
 * product learns all interactions, and a group of large width hardly counts. The product of
 * Laplacian kernels of single columns is the Laplacian kernel of the L1 distance.
 *
 * <p>A frequency of an additive kernel belongs to one group, in turn, and is drawn from that
 * group's kernel; if their number is no multiple of the groups', the first groups count a little
 * more. A frequency of a product has independent parts for all groups, as the expectation of a
 * product of independent waves is the product of the kernels. Images are m points of a circle
 * either way, as those of {@link FourierFeatures}, and have norm one.
 */
public final class GroupedFeatures implements Embedding {

  /** How the kernels of the groups are combined. */
  public enum Form {
    ADDITIVE,
    PRODUCT
  }

  /** The largest number of entries that frequencies may have together; they take 128 MB. */
  public static final int MOST_ENTRIES = 1 << 24;

  static final String KIND = "grouped-features";

  private final Kernel kernel;
  private final Form form;
  private final int[] sizes;
  private final double[] widths;
  private final int inputs;
  private final long draw;
  private final double[][] frequencies; // without the zeros of an additive kernel
  private final int[] starts; // the first input of each frequency
  private final CircleTable table;

  private GroupedFeatures(
      Kernel kernel, Form form, int[] sizes, double[] widths, int count, long draw) {
    this.kernel = kernel;
    this.form = form;
    this.sizes = sizes.clone();
    this.widths = widths.clone();
    this.inputs = java.util.Arrays.stream(sizes).sum();
    this.draw = draw;
    this.table = new CircleTable(count);
    frequencies = new double[count][];
    starts = new int[count];
    int[] offsets = new int[sizes.length];
    for (int g = 1; g < sizes.length; g++) {
      offsets[g] = offsets[g - 1] + sizes[g - 1];
    }
    PublicDraw numbers = new PublicDraw(draw, KIND);
    for (int i = 0; i < count; i++) {
      if (form == Form.PRODUCT) {
        frequencies[i] = new double[inputs];
        for (int g = 0; g < sizes.length; g++) {
          part(g, numbers, frequencies[i], offsets[g]);
        }
      } else {
        int group = i % sizes.length;
        frequencies[i] = new double[sizes[group]];
        part(group, numbers, frequencies[i], 0);
        starts[i] = offsets[group];
      }
    }
  }

  /** Draws a group's part of a frequency: a uniform direction, and a norm from the kernel's law. */
  private void part(int group, PublicDraw numbers, double[] into, int start) {
    double squares = 0;
    for (int j = start; j < start + sizes[group]; j++) {
      into[j] = numbers.normal();
      squares += into[j] * into[j];
    }
    double norm = kernel.radius(sizes[group], numbers) / widths[group];
    double factor = squares == 0 ? 0 : norm / Math.sqrt(squares);
    for (int j = start; j < start + sizes[group]; j++) {
      into[j] *= factor;
    }
  }

  /**
   * Returns the features drawn from a public number.
   *
   * @param sizes how many consecutive inputs each group has
   * @param widths of each group's kernel, for rows in the unit ball
   * @param frequencies m; there are 2m features, and an additive kernel needs one for each group
   */
  public static GroupedFeatures of(
      Kernel kernel, Form form, int[] sizes, double[] widths, int frequencies, long draw) {
    Check.between("groups", sizes.length, 1, MOST_ENTRIES);
    Check.between("widths", widths.length, sizes.length, sizes.length);
    Check.between(
        "frequencies",
        frequencies,
        form == Form.ADDITIVE ? sizes.length : 1,
        FourierFeatures.MOST_FREQUENCIES);
    long inputs = 0;
    int largest = 0;
    for (int g = 0; g < sizes.length; g++) {
      Check.between("size", sizes[g], 1, MOST_ENTRIES);
      FourierFeatures.checkWidth(widths[g]);
      inputs += sizes[g];
      largest = Math.max(largest, sizes[g]);
    }
    Check.between(
        "frequencies times inputs",
        (form == Form.ADDITIVE ? largest : inputs) * frequencies,
        1,
        MOST_ENTRIES);
    return new GroupedFeatures(kernel, form, sizes, widths, frequencies, draw);
  }

  /** Returns the kernel of two rows. */
  public double kernel(double[] one, double[] other) {
    double sum = 0;
    double product = 1;
    int start = 0;
    for (int g = 0; g < sizes.length; g++) {
      double squares = 0;
      for (int j = start; j < start + sizes[g]; j++) {
        squares += (one[j] - other[j]) * (one[j] - other[j]);
      }
      start += sizes[g];
      double value = kernel.value(Math.sqrt(squares), widths[g]);
      int turns = (frequencies.length - g - 1) / sizes.length + 1;
      sum += value * turns / frequencies.length;
      product *= value;
    }
    return form == Form.ADDITIVE ? sum : product;
  }

  @Override
  public int inputs() {
    return inputs;
  }

  @Override
  public int outputs() {
    return 2 * frequencies.length;
  }

  private void angles(double[] vector, double[] into) {
    for (int i = 0; i < into.length; i++) {
      double[] frequency = frequencies[i];
      int start = starts[i];
      double sum = 0;
      for (int j = 0; j < frequency.length; j++) {
        sum += frequency[j] * vector[start + j];
      }
      into[i] = sum;
    }
  }

  @Override
  public void apply(double[] vector, double[] into) {
    double[] angles = new double[frequencies.length];
    angles(vector, angles);
    double length = 1 / Math.sqrt(angles.length);
    for (int i = 0; i < angles.length; i++) {
      CosineSine.point(angles[i], length, into, 2 * i);
    }
  }

  @Override
  public GridMap gridMap(RowTransforms transforms) {
    double[] vector = new double[inputs];
    double[] angles = new double[frequencies.length];
    return (grid, into) -> {
      for (int j = 0; j < inputs; j++) {
        vector[j] = (double) grid[j] / RowGrid.RADIUS;
      }
      angles(vector, angles);
      table.write(angles, into);
    };
  }

  @Override
  public JsonObject toJson() {
    JsonObject json = new JsonObject();
    json.addProperty("kind", KIND);
    json.addProperty("form", form.name().toLowerCase(Locale.ROOT));
    json.addProperty("kernel", kernel.name().toLowerCase(Locale.ROOT).replace('_', '-'));
    json.addProperty("inputs", inputs);
    JsonArray allSizes = new JsonArray();
    JsonArray allWidths = new JsonArray();
    for (int g = 0; g < sizes.length; g++) {
      allSizes.add(sizes[g]);
      allWidths.add(widths[g]);
    }
    json.add("sizes", allSizes);
    json.add("widths", allWidths);
    json.addProperty("frequencies", frequencies.length);
    json.addProperty("draw", draw);
    return json;
  }
}
