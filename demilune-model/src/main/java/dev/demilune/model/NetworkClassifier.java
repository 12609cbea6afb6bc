// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.model;

import dev.demilune.internal.Check;
import dev.demilune.schema.EncodedRow;
import dev.demilune.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A network of rectified linear units: the row, mapped into the unit ball, passes through the
 * layers in turn, and negative outputs of all layers but the last become zero.
 *
 * <p>The last layer has one unit for each class, or a single unit for two classes: the score of the
 * second class, while that of the first is zero.
 *
 * <p>Only additions, multiplications and comparisons: a row has the same scores on every machine.
 * The object is immutable and thread-safe; scoring allocates arrays of the layers' sizes.
 */
public final class NetworkClassifier implements Classifier {

  private final Schema schema;
  private final List<NetworkLayer> layers;
  private final Optional<ScoreCalibration> calibration;

  private NetworkClassifier(
      Schema schema, List<NetworkLayer> layers, Optional<ScoreCalibration> calibration) {
    this.schema = schema;
    this.layers = layers;
    this.calibration = calibration;
  }

  /** Returns the network of these layers, the first of which takes the schema's features. */
  public static NetworkClassifier of(Schema schema, List<NetworkLayer> layers) {
    int width = schema.features();
    for (NetworkLayer layer : layers) {
      if (layer.inputs() != width) {
        throw new IllegalArgumentException(
            "a layer takes " + layer.inputs() + " inputs, the one before it has " + width);
      }
      width = layer.units();
    }
    if (layers.isEmpty() || width != outputs(schema.labels().size())) {
      throw new IllegalArgumentException("the last layer must have a unit for each class");
    }
    return new NetworkClassifier(schema, List.copyOf(layers), Optional.empty());
  }

  /** Returns the number of units of the last layer: two classes need one. */
  public static int outputs(int classes) {
    return classes == 2 ? 1 : classes;
  }

  @Override
  public String kind() {
    if (layers.size() == 1) {
      return "linear, as a network of one layer";
    }
    return layers.stream()
        .limit(layers.size() - 1L)
        .map(layer -> Integer.toString(layer.units()))
        .collect(Collectors.joining(" and ", "network of ", " hidden rectified linear units"));
  }

  @Override
  public Schema schema() {
    return schema;
  }

  /** Returns the layers, the first of which takes the row. */
  public List<NetworkLayer> layers() {
    return layers;
  }

  /**
   * Refuses: a network is not a linear function of public features.
   *
   * @throws UnsupportedOperationException always
   */
  @Override
  public LinearClassifier linear() {
    throw new UnsupportedOperationException("a network has no linear part");
  }

  @Override
  public Optional<ScoreCalibration> calibration() {
    return calibration;
  }

  @Override
  public NetworkClassifier calibrated(ScoreCalibration some) {
    int classes = schema.labels().size();
    Check.between("classes of the calibration", some.classes(), classes, classes);
    return new NetworkClassifier(schema, layers, Optional.of(some));
  }

  /** Moves the biases of the last layer; a single unit has the score of the second class. */
  @Override
  public NetworkClassifier shifted(double[] added) {
    int classes = schema.labels().size();
    Check.between("numbers", added.length, classes, classes);
    List<NetworkLayer> moved = new ArrayList<>(layers);
    NetworkLayer last = moved.remove(moved.size() - 1);
    double[] units = last.units() == 1 ? new double[] {added[1] - added[0]} : added;
    moved.add(last.shifted(units));
    return new NetworkClassifier(
        schema, List.copyOf(moved), calibration.map(c -> c.shifted(added)));
  }

  @Override
  public void scores(EncodedRow row, double[] into) {
    scoresOfBounded(bounded(row), into);
  }

  /** Writes the scores of a vector in the unit ball, one entry per feature. */
  public void scoresOfBounded(double[] vector, double[] into) {
    NetworkLayer.scores(layers, vector, into);
  }
}
