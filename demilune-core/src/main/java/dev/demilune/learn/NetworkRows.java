/*
 * Copyright 2026 The Demilune Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package dev.demilune.learn;

import dev.demilune.embed.SignProjection;
import dev.demilune.model.NetworkLayer;
import dev.demilune.schema.BoundedDataset;
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
 * label alone, by the same operations in the same order wherever the row stands; the counts are
 * sums of integers. ∎
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
