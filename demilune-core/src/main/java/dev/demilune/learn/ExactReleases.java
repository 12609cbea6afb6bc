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

import dev.demilune.schema.BoundedDataset;
import java.util.function.Function;

/** The noise off: every sum as it is. Nothing trained with it may be called private. */
final class ExactReleases implements Releases {

  private final BoundedDataset data;
  private final boolean centred;

  ExactReleases(BoundedDataset data, boolean centred) {
    this.data = data;
    this.centred = centred;
  }

  @Override
  public double rows() {
    return Math.max(1, Releases.countRows(data));
  }

  @Override
  public int[] centre() {
    return centred ? Centre.of(Centre.rowSum(data), rows(), 0) : new int[data.features()];
  }

  @Override
  public long contribution() {
    return CentredSum.FINEST;
  }

  @Override
  public double rowsPerStep() {
    return rows();
  }

  @Override
  public long[] release(int step, Function<Batch, long[]> sum) {
    return sum.apply(Batch.ALL); // what a sample would be on average; nothing is added
  }
}
