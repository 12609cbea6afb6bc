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

/**
 * Everything a gradient learner learns from the rows: their number, their mean, and one sum per
 * step.
 *
 * <p>Learners see rows only through this interface, so what they release can be counted here.
 * {@link NoisyReleases} is the private form; {@link ExactReleases} has the noise off.
 */
interface Releases {

  /** Returns the number of rows to divide by: declared, public or bought, and at least one. */
  double rows();

  /** Returns the centre on the grid, the origin if the learner does not centre. */
  int[] centre();

  /** Returns the bound on one row's contribution to a step's sum. */
  long contribution();

  /** Returns how many rows a step's sum is divided by: those it is expected to take. */
  double rowsPerStep();

  /**
   * Returns one step's sum, fit to be seen.
   *
   * @param sum the exact sum over a batch of rows
   */
  long[] release(int step, Function<Batch, long[]> sum);

  /** Returns the exact number of rows, which is private under ADD_OR_REMOVE_ONE. */
  static long countRows(BoundedDataset data) {
    long rows = 0;
    for (int b = 0; b < data.blocks(); b++) {
      rows += data.block(b).rows();
    }
    return rows;
  }
}
