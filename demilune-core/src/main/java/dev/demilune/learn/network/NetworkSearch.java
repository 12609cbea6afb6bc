// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.network;

import dev.demilune.embed.SignProjection;
import dev.demilune.model.NetworkLayer;
import dev.demilune.rows.BoundedDataset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongPredicate;

/**
 * Tries candidates on the rows, a few hundred at a time, and keeps the numbers of the one that
 * leads.
 */
final class NetworkSearch {

  private static final int MOST_TOGETHER = 1024;
  private static final int MOST_NUMBERS = 1 << 20; // 8 MB of candidates

  private final NetworkShape shape;
  private final List<Optional<SignProjection>> behindTheRows;
  private final NetworkRows rows;
  private final double margin;

  NetworkSearch(BoundedDataset data, NetworkLabels labels, NetworkShape shape, double margin) {
    this.shape = shape;
    this.margin = margin;
    behindTheRows = new ArrayList<>(shape.projections());
    rows = new NetworkRows(data, labels, behindTheRows.set(0, Optional.empty()));
  }

  /**
   * Returns the numbers of the candidate that leads at the end.
   *
   * @param enters takes the mistakes of a candidate and says whether it leads now
   */
  double[] winner(NetworkCover cover, long candidates, LongPredicate enters) {
    int together = Math.max(1, Math.min(MOST_TOGETHER, MOST_NUMBERS / shape.numbers()));
    double[] leader = null;
    for (long done = 0; done < candidates; ) {
      int now = (int) Math.min(together, candidates - done);
      List<double[]> numbers = new ArrayList<>(now);
      List<List<NetworkLayer>> networks = new ArrayList<>(now);
      for (int i = 0; i < now; i++) {
        numbers.add(cover.next());
        networks.add(shape.network(numbers.get(i), behindTheRows));
      }
      long[] mistakes = rows.mistakes(networks, margin);
      for (int i = 0; i < now; i++) {
        if (enters.test(mistakes[i])) {
          leader = numbers.get(i);
        }
      }
      done += now;
    }
    return leader;
  }
}
