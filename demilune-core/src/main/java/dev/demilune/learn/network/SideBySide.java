// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.network;

import dev.demilune.model.NetworkLayer;
import java.util.ArrayList;
import java.util.List;

/** Networks for one class each as one network for all: none reads the hidden units of another. */
final class SideBySide {

  private SideBySide() {}

  /** Returns the network whose outputs are those of the networks, in their order. */
  static List<NetworkLayer> of(List<List<NetworkLayer>> networks) {
    List<NetworkLayer> all = new ArrayList<>();
    for (int l = 0; l < networks.get(0).size(); l++) {
      int layer = l;
      all.add(layer(networks.stream().map(network -> network.get(layer)).toList(), l == 0));
    }
    return all;
  }

  /**
   * Returns layers of equal size as one.
   *
   * @param shared whether all have the same inputs; otherwise each has its own
   */
  private static NetworkLayer layer(List<NetworkLayer> layers, boolean shared) {
    int each = layers.get(0).inputs();
    int units = layers.get(0).units();
    int inputs = shared ? each : Math.multiplyExact(each, layers.size());
    double[] weights = new double[Math.multiplyExact(inputs, units * layers.size())];
    double[] biases = new double[units * layers.size()];
    for (int k = 0; k < layers.size(); k++) {
      for (int unit = 0; unit < units; unit++) {
        int row = k * units + unit;
        int start = row * inputs + (shared ? 0 : k * each);
        for (int i = 0; i < each; i++) {
          weights[start + i] = layers.get(k).weight(unit, i);
        }
        biases[row] = layers.get(k).bias(unit);
      }
    }
    return NetworkLayer.of(inputs, weights, biases);
  }
}
