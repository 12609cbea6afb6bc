// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.network;

import dev.demilune.embed.SignProjection;
import dev.demilune.model.NetworkLayer;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.rows.VectorSum;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * The rows behind a projection, for many networks to be tried on.
 *
 * <p><b>Claim.</b> For a given network, adding, removing or replacing a row, or its label, changes
 * the number of mistakes by at most one.
 *
 * <p><b>Proof.</b> Whether a row is counted is decided from the network, from that row and from its
 * label alone, by the same operations in the same order wherever the row stands ({@link
 * NetworkColumns}); so it is where labels are replaced by whether they are a given one ({@link
 * NetworkLabels}). The counts are sums of integers. ∎
 *
 * @param labels what is to be told apart
 * @param projection in front of the first layer, if there is one
 */
record NetworkRows(BoundedDataset data, NetworkLabels labels, Optional<SignProjection> projection) {

  /**
   * Returns how many rows each network gets wrong: those whose class does not win by more than the
   * margin, a tie going to the first of the classes. The counts are private.
   */
  long[] mistakes(List<List<NetworkLayer>> networks, double margin) {
    NetworkLayer[][] layers =
        networks.stream()
            .map(network -> network.toArray(NetworkLayer[]::new))
            .toArray(NetworkLayer[][]::new);
    return data.fold(
        new Mistakes(data.features(), labels, projection.orElse(null), layers, margin));
  }

  /**
   * Projects the rows each time, which is little beside the work of a thousand networks.
   *
   * @param projection null for none
   */
  @SuppressWarnings("ArrayRecordComponent") // nobody else sees the array
  private record Mistakes(
      int features,
      NetworkLabels labels,
      SignProjection projection,
      NetworkLayer[][] networks,
      double margin)
      implements VectorSum {

    @Override
    public int size() {
      return networks.length;
    }

    @Override
    public void add(long[] sums, BoundedDataset.Block block, BitSet rows) {
      NetworkColumns columns = NetworkColumns.of(block, rows, features, labels, projection);
      NetworkColumns.Tried tried = new NetworkColumns.Tried();
      for (int i = 0; i < sums.length; i++) {
        sums[i] += columns.mistakes(List.of(networks[i]), margin, tried);
      }
    }
  }
}
