// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.model;

import dev.demilune.internal.Check;
import java.io.Serializable;
import java.util.List;
import java.util.Objects;

/**
 * One layer of a network: every unit is a linear function of the layer's inputs plus a bias.
 *
 * <p>Immutable. Sums run over the inputs in order and start with the bias, in plain additions and
 * multiplications: the same bits on every machine.
 */
public final class NetworkLayer implements Serializable {

  private static final long serialVersionUID = 1;

  private final int inputs;
  private final int units;
  private final double[] weights; // weights[unit * inputs + input]
  private final double[] biases;

  private NetworkLayer(int inputs, double[] weights, double[] biases) {
    this.inputs = inputs;
    this.units = biases.length;
    this.weights = weights;
    this.biases = biases;
  }

  /** Returns the layer with weights[unit * inputs + input]; copies the arrays. */
  public static NetworkLayer of(int inputs, double[] weights, double[] biases) {
    Check.atLeastOne("inputs", inputs);
    Check.atLeastOne("units", biases.length);
    long cells = (long) inputs * biases.length;
    Check.between("weights", weights.length, cells, cells);
    LinearClassifier.requireFinite("weight", weights);
    LinearClassifier.requireFinite("bias", biases);
    return new NetworkLayer(inputs, weights.clone(), biases.clone());
  }

  /** Returns the layer with constants added to its units. */
  NetworkLayer shifted(double[] added) {
    return new NetworkLayer(inputs, weights, LinearClassifier.plus(biases, added));
  }

  public int inputs() {
    return inputs;
  }

  public int units() {
    return units;
  }

  /** Returns the weight of an input in a unit. */
  public double weight(int unit, int input) {
    return weights[unit * inputs + Objects.checkIndex(input, inputs)];
  }

  public double bias(int unit) {
    return biases[unit];
  }

  /** Writes the units' linear functions. */
  void apply(double[] from, double[] into) {
    for (int unit = 0; unit < units; unit++) {
      double sum = biases[unit];
      int start = unit * inputs;
      for (int i = 0; i < inputs; i++) {
        sum += weights[start + i] * from[i];
      }
      into[unit] = sum;
    }
  }

  /**
   * Writes the scores of a vector after all layers, rectified in between; a single last unit is the
   * score of the second of two classes.
   */
  public static void scores(List<NetworkLayer> layers, double[] vector, double[] into) {
    double[] values = vector;
    for (int l = 0; l < layers.size(); l++) {
      double[] next = new double[layers.get(l).units];
      layers.get(l).apply(values, next);
      for (int i = 0; i < next.length && l < layers.size() - 1; i++) {
        next[i] = Math.max(next[i], 0);
      }
      values = next;
    }
    if (values.length == 1) {
      into[0] = 0;
      into[1] = values[0];
    } else {
      System.arraycopy(values, 0, into, 0, values.length);
    }
  }
}
