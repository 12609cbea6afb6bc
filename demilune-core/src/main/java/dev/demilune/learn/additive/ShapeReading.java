// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.additive;

import dev.demilune.internal.Isotonic;
import dev.demilune.model.AdditiveClassifier;
import dev.demilune.model.InteractionAverages;
import dev.demilune.model.Interactions;
import dev.demilune.model.ShapeFunction;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.CellGrid;
import dev.demilune.schema.Monotone;
import dev.demilune.schema.Part;
import dev.demilune.schema.Schema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Reads shape functions off the weights of whitened rows: scores are linear in the encoding, and so
 * are their weights in those of the images.
 *
 * <p>Every shape is centered: less its mean over the rows, as the released center of the encoding
 * knows it, which goes to the bias. Its standard errors are those of the steps' noise ({@link
 * StepNoise}) under the same linear map. All of it is post-processing.
 */
final class ShapeReading {

  private final Schema schema;
  private final PartEncoding encoding;
  private final Ranks[] ranks;
  private final double[] center; // in units of the ball
  private final Whitening whitening;

  ShapeReading(
      Schema schema, PartEncoding encoding, Ranks[] ranks, int[] center, Whitening whitening) {
    this.schema = schema;
    this.encoding = encoding;
    this.ranks = ranks;
    this.whitening = whitening;
    this.center = new double[center.length];
    for (int j = 0; j < center.length; j++) {
      this.center[j] = (double) center[j] / BoundedDataset.GRID_RADIUS;
    }
  }

  /**
   * Returns the model.
   *
   * @param weights of images, feature-major; the last line belongs to the constant
   * @param usual the length of usual images that scores are of
   * @param constant the constant that scores are of
   */
  AdditiveClassifier model(
      double[] weights, int outputs, double usual, double constant, StepNoise noise) {
    int classes = schema.labels().size();
    int features = encoding.features();
    double[][] linear = new double[outputs][];
    double[] biases = new double[classes];
    for (int k = 0; k < outputs; k++) {
      double[] column = new double[features];
      for (int j = 0; j < features; j++) {
        column[j] = usual * weights[j * outputs + k];
      }
      linear[k] = whitening.pullBack(column);
      biases[classOf(k, outputs)] = constant * weights[features * outputs + k];
    }
    double[] deviations = new double[features];
    for (int i = 0; i < features; i++) {
      deviations[i] = usual * noise.deviation(whitening.variance(i));
    }
    List<ShapeFunction> shapes = new ArrayList<>();
    List<Part> parts = encoding.parts();
    for (int p = 0; p < parts.size(); p++) {
      shapes.add(shape(p, parts.get(p), linear, classes));
    }
    AdditiveClassifier model = AdditiveClassifier.of(schema, biases, shapes);
    if (!encoding.directions().isEmpty()) {
      model = centeredInteractions(linear, biases, shapes);
    }
    Optional<InteractionAverages> averages =
        model.interactions().map(some -> InteractionAverages.of(parts, shapes, some));
    for (int p = 0; p < parts.size(); p++) {
      ShapeFunction shape = shapes.get(p);
      model =
          model.withShape(
              p, shape.withStandardErrors(errors(p, shape, averages, outputs, deviations)));
    }
    return model;
  }

  /** One output is the score of the second of two classes; the first scores zero. */
  private static int classOf(int output, int outputs) {
    return outputs == 1 ? 1 : output;
  }

  private ShapeFunction shape(int p, Part part, double[][] linear, int classes) {
    int from = encoding.offset(p);
    int to = encoding.offset(p + 1);
    double[] breakpoints = part instanceof Part.Number number ? breakpoints(p, number) : null;
    List<double[]> points = points(p, part, breakpoints);
    int outputs = linear.length;
    double[][] values = new double[points.size()][classes];
    for (int i = 0; i < values.length; i++) {
      double[] row = points.get(i);
      for (int j = from; j < to; j++) {
        row[j] -= center[j]; // centered, shape by shape
      }
      for (int k = 0; k < outputs; k++) {
        double sum = 0;
        for (int j = from; j < to; j++) {
          sum += linear[k][j] * row[j];
        }
        values[i][classOf(k, outputs)] = sum;
      }
    }
    // A score is w·(a - m) + c: parts are centered, so that the bias is c alone.
    double[] shares = shares(p, part, breakpoints);
    monotone(part, values, breakpoints, shares);
    ShapeFunction shape =
        breakpoints == null
            ? ShapeFunction.choice(values)
            : ShapeFunction.curve(breakpoints, values);
    return shape.withShares(shares);
  }

  /**
   * The standard errors of a part's points, with what interactions add to them on average: both are
   * linear in the same weights.
   */
  private double[][] errors(
      int p,
      ShapeFunction shape,
      Optional<InteractionAverages> averages,
      int outputs,
      double[] deviations) {
    Part part = encoding.parts().get(p);
    List<double[]> points = points(p, part, shape.isCurve() ? shape.breakpoints() : null);
    double[][] errors = new double[points.size()][outputs];
    for (int i = 0; i < errors.length; i++) {
      double[] row = points.get(i);
      for (int j = encoding.offset(p); j < encoding.offset(p + 1); j++) {
        row[j] -= center[j];
      }
      addWaves(averages, p, i, row);
      double[] components = whitening.components(row, 0, row.length);
      double squares = 0;
      for (int j = 0; j < components.length; j++) {
        squares += Math.pow(components[j] * deviations[j], 2);
      }
      Arrays.fill(errors[i], Math.sqrt(squares));
    }
    return errors;
  }

  private void addWaves(Optional<InteractionAverages> averages, int p, int point, double[] row) {
    if (averages.isEmpty()) {
      return;
    }
    int at = encoding.offset(encoding.parts().size());
    for (int j = 0; j < encoding.directions().size(); j++) {
      double[] wave = averages.get().wave(j, p, point);
      row[at + 2 * j] = encoding.angleScale() * wave[0];
      row[at + 2 * j + 1] = encoding.angleScale() * wave[1];
    }
  }

  /** The encodings of the points of a shape. */
  private List<double[]> points(int p, Part part, double[] breakpoints) {
    List<double[]> points = new ArrayList<>();
    if (part instanceof Part.Choice choice) {
      for (int value = 0; value <= choice.values().size(); value++) {
        double[] row = new double[center.length];
        encoding.writeChoice(p, value, row);
        points.add(row);
      }
      return points;
    }
    double[] edges = CellGrid.of((Part.Number) part).edges();
    for (double position : breakpoints) {
      double[] row = new double[center.length];
      encoding.writeNumber(p, Curves.at(edges, encoding.warp(p), position), row);
      points.add(row);
    }
    if (part.missing()) {
      double[] row = new double[center.length];
      encoding.writeMissing(p, row);
      points.add(row);
    }
    return points;
  }

  /** The positions between which a shape is linear: edges of cells, and where u meets a knot. */
  private double[] breakpoints(int p, Part.Number part) {
    double[] edges = CellGrid.of(part).edges();
    double[] warp = encoding.warp(p);
    TreeMap<Double, Boolean> positions = new TreeMap<>();
    for (double edge : edges) {
      positions.put(edge, true);
    }
    for (double knot : encoding.knots(p)) {
      int cell = 0;
      while (cell < CellGrid.CELLS - 1 && warp[cell + 1] < knot) {
        cell++;
      }
      double rise = warp[cell + 1] - warp[cell];
      if (rise > 0) {
        double width = edges[cell + 1] - edges[cell];
        double position = edges[cell] + width * (knot - warp[cell]) / rise;
        double margin = 1e-6 * width; // a knot at an edge is that edge
        if (position > edges[cell] + margin && position < edges[cell + 1] - margin) {
          positions.put(position, true);
        }
      }
    }
    return positions.keySet().stream().mapToDouble(x -> x).toArray();
  }

  /** Shares of the rows, as they were released: of cells by ranks, of values by the center. */
  private double[] shares(int p, Part part, double[] breakpoints) {
    if (part instanceof Part.Choice choice) {
      double[] row = new double[center.length];
      double[] shares = new double[choice.values().size() + 1];
      for (int value = 0; value < shares.length; value++) {
        encoding.writeChoice(p, value, row);
        int j = encoding.offset(p) + value;
        shares[value] = Math.max(1e-9, center[j] / row[j]); // noise may make it negative
      }
      return shares;
    }
    Part.Number number = (Part.Number) part;
    double[] edges = CellGrid.of(number).edges();
    double[] shares = new double[breakpoints.length + (part.missing() ? 1 : 0)];
    for (int i = 0, cell = 0; i < breakpoints.length - 1; i++) {
      while (breakpoints[i] >= edges[cell + 1]) {
        cell++;
      }
      double width = (breakpoints[i + 1] - breakpoints[i]) / (edges[cell + 1] - edges[cell]);
      double share = Math.max(1e-12, ranks[p].shares()[cell] * width);
      double right = right(number, edges[cell], edges[cell + 1]);
      if (right == 0.5) {
        shares[i] += share / 2;
        shares[i + 1] += share / 2;
      } else {
        double end = right == 1 ? edges[cell + 1] : edges[cell];
        shares[Arrays.binarySearch(breakpoints, end)] += share;
      }
    }
    if (part.missing()) {
      double[] row = new double[center.length];
      encoding.writeMissing(p, row);
      int j = encoding.offset(p + 1) - 1;
      shares[shares.length - 1] = Math.max(1e-9, center[j] / row[j]);
    }
    return shares;
  }

  /**
   * Which part of a cell's rows to count at its right end. Rows of a narrow cell at zero are zeros
   * for all that is known, and those of a narrow cell at an end of the range are at that end.
   */
  private static double right(Part.Number number, double from, double to) {
    double low = number.valueAt(from);
    double high = number.valueAt(to);
    if (high - low > 1e-3 * (number.high() - number.low())) {
      return 0.5;
    }
    if (low == 0 || from == 0) {
      return 0;
    }
    return high == 0 || to == 1 ? 1 : 0.5;
  }

  /** Makes the last class's values rise or fall where the schema says so. */
  private static void monotone(
      Part part, double[][] values, double[] breakpoints, double[] shares) {
    if (part.monotone() == Monotone.NONE) {
      return;
    }
    int points =
        breakpoints != null ? breakpoints.length : values.length - 1 - (part.missing() ? 1 : 0);
    int last = values[0].length - 1;
    double sign = part.monotone() == Monotone.INCREASING ? 1 : -1;
    double[] line = new double[points];
    double[] weights = new double[points];
    for (int i = 0; i < points; i++) {
      line[i] = sign * values[i][last];
      weights[i] = Math.max(1e-12, shares[i]); // points without rows follow their neighbors
    }
    double[] risen = Isotonic.increasing(line, weights);
    for (int i = 0; i < points; i++) {
      values[i][last] = sign * risen[i];
    }
  }

  private AdditiveClassifier centeredInteractions(
      double[][] linear, double[] biases, List<ShapeFunction> shapes) {
    List<Part> parts = encoding.parts();
    int classes = biases.length;
    int outputs = linear.length;
    Interactions.Builder builder = Interactions.builder(parts, classes);
    for (int p = 0; p < parts.size(); p++) {
      if (parts.get(p) instanceof Part.Number number) {
        builder.warp(p, CellGrid.of(number).edges(), encoding.warp(p));
      }
    }
    int at = encoding.offset(parts.size());
    double[] shifted = biases.clone();
    for (List<Directions.Term> direction : encoding.directions()) {
      double[] cosine = new double[classes];
      double[] sine = new double[classes];
      for (int k = 0; k < outputs; k++) {
        int row = classOf(k, outputs);
        cosine[row] = encoding.angleScale() * linear[k][at];
        sine[row] = encoding.angleScale() * linear[k][at + 1];
        shifted[row] -= linear[k][at] * center[at] + linear[k][at + 1] * center[at + 1];
      }
      List<Interactions.Term> terms =
          direction.stream()
              .map(
                  term ->
                      new Interactions.Term(
                          term.part(), Arrays.stream(term.coefficients()).boxed().toList()))
              .toList();
      builder.direction(/* offset= */ 0, terms, cosine, sine);
      at += 2;
    }
    return AdditiveClassifier.of(schema, shifted, shapes).withInteractions(builder.build());
  }
}
