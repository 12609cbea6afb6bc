// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.network;

import dev.demilune.embed.SignProjection;
import dev.demilune.internal.Check;
import dev.demilune.model.NetworkLayer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The networks that are tried: how many layers of how many units, and how a list of numbers becomes
 * one.
 *
 * <p>A layer that has more inputs than {@code directions} sees them through a public random
 * projection Φ, so that its weights are ΦᵀV for a smaller matrix V; the numbers are those of V,
 * unit by unit, the weight of the constant last. Nothing is clipped behind Φ: no sensitivity
 * depends on a row's length here.
 *
 * @param features of a row
 * @param layers how many hidden layers there are
 * @param units of a hidden layer
 * @param outputs of the last layer
 * @param directions the most inputs that a layer's weights see
 * @param constant an input that every layer has beside the others; 0 for none
 * @param draw of the projections
 * @param norm Λ, the length of each layer's numbers; 0 for lengths by rule
 */
record NetworkShape(
    int features,
    int layers,
    int units,
    int outputs,
    int directions,
    double constant,
    int draw,
    double norm) {

  NetworkShape {
    Check.atLeastOne("layers", layers);
    Check.atLeastOne("directions", directions);
  }

  /** How many layers there are, the last one included. */
  int depth() {
    return layers + 1;
  }

  /** How many inputs a layer has before its projection, the constant not counted. */
  private int width(int layer) {
    return layer == 0 ? features : units;
  }

  /** How many inputs a layer's weights see, the constant not counted. */
  int inputs(int layer) {
    return Math.min(width(layer), directions);
  }

  int unitsOf(int layer) {
    return layer < layers ? units : outputs;
  }

  /** How many numbers a layer takes. */
  int numbers(int layer) {
    return Math.multiplyExact(unitsOf(layer), inputs(layer) + (constant > 0 ? 1 : 0));
  }

  /** How many numbers make a network. */
  int numbers() {
    int sum = 0;
    for (int layer = 0; layer < depth(); layer++) {
      sum = Math.addExact(sum, numbers(layer));
    }
    return sum;
  }

  /**
   * The length of a layer's numbers: Λ, or by rule one for each unit of a hidden layer, and one for
   * the last. It matters beside the biases of later layers and beside a margin only, as rectified
   * units scale with their weights.
   */
  double length(int layer) {
    return norm > 0 ? norm : layer < layers ? Math.sqrt(units) : 1;
  }

  /** The projection in front of a layer, where it has more inputs than its weights see. */
  private Optional<SignProjection> projection(int layer) {
    return inputs(layer) == width(layer)
        ? Optional.empty()
        : Optional.of(
            SignProjection.of(width(layer), inputs(layer), ((long) layer << Integer.SIZE) + draw));
  }

  /** The projections in front of all layers. */
  List<Optional<SignProjection>> projections() {
    List<Optional<SignProjection>> all = new ArrayList<>();
    for (int layer = 0; layer < depth(); layer++) {
      all.add(projection(layer));
    }
    return all;
  }

  /**
   * Makes a network of numbers.
   *
   * @param through the projections that become a part of the weights; where there is none, a layer
   *     takes inputs that are projected already
   */
  List<NetworkLayer> network(double[] numbers, List<Optional<SignProjection>> through) {
    List<NetworkLayer> network = new ArrayList<>();
    int start = 0;
    for (int layer = 0; layer < depth(); layer++) {
      network.add(layer(layer, numbers, start, through.get(layer)));
      start += numbers(layer);
    }
    return network;
  }

  private NetworkLayer layer(
      int layer, double[] numbers, int start, Optional<SignProjection> through) {
    int inputs = inputs(layer);
    int stride = inputs + (constant > 0 ? 1 : 0);
    int width = through.isPresent() ? width(layer) : inputs;
    double[] weights = new double[unitsOf(layer) * width];
    double[] biases = new double[unitsOf(layer)];
    double[] row = new double[width];
    for (int unit = 0; unit < biases.length; unit++) {
      int at = start + unit * stride;
      double[] seen = Arrays.copyOfRange(numbers, at, at + inputs);
      if (through.isPresent()) {
        through.get().pullBack(seen, row);
      } else {
        row = seen;
      }
      System.arraycopy(row, 0, weights, unit * width, width);
      biases[unit] = constant > 0 ? constant * numbers[at + inputs] : 0;
    }
    return NetworkLayer.of(width, weights, biases);
  }
}
