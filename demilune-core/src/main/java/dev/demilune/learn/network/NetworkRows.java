// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.network;

import dev.demilune.embed.SignProjection;
import dev.demilune.model.NetworkLayer;
import dev.demilune.rows.BoundedDataset;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The rows, projected once and kept in columns, for many networks to be tried on.
 *
 * <p><b>Claim.</b> For a given network, adding, removing or replacing a row, or its label, changes
 * the number of mistakes by at most one.
 *
 * <p><b>Proof.</b> Whether a row is counted is decided from the network, from that row and from its
 * label alone, by the same operations in the same order wherever the row stands ({@link
 * NetworkColumns}); the counts are sums of integers. ∎
 */
final class NetworkRows {

  private final BoundedDataset data;
  private final NetworkColumns[] blocks;

  private NetworkRows(BoundedDataset data, NetworkColumns[] blocks) {
    this.data = data;
    this.blocks = blocks;
  }

  /**
   * Projects the rows.
   *
   * @param projection in front of the first layer, if there is one
   */
  static NetworkRows of(BoundedDataset data, Optional<SignProjection> projection) {
    NetworkColumns[] blocks = new NetworkColumns[data.blocks()];
    IntStream.range(0, blocks.length)
        .parallel()
        .forEach(
            number ->
                blocks[number] =
                    NetworkColumns.of(
                        data.block(number), data.features(), data.classes(), projection));
    return new NetworkRows(data, blocks);
  }

  /**
   * Returns how many rows each network gets wrong: those whose class does not win by more than the
   * margin, a tie going to the first of the classes. The counts are private.
   */
  long[] mistakes(List<List<NetworkLayer>> networks, double margin) {
    return data.foldNumbered(
        () -> new long[networks.size()],
        (sums, number) -> {
          NetworkColumns.Tried tried = new NetworkColumns.Tried();
          for (int i = 0; i < sums.length; i++) {
            sums[i] += blocks[number].mistakes(networks.get(i), margin, tried);
          }
        },
        (a, b) -> {
          long[] sum = new long[a.length];
          for (int i = 0; i < sum.length; i++) {
            sum[i] = a[i] + b[i];
          }
          return sum;
        });
  }
}
