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

  NetworkSearch(BoundedDataset data, NetworkShape shape, double margin) {
    this.shape = shape;
    this.margin = margin;
    behindTheRows = new ArrayList<>(shape.projections());
    rows = NetworkRows.of(data, behindTheRows.set(0, Optional.empty()));
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
