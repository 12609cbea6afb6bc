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
package dev.demilune.schema;

/** A block whose rows are kept: labels and lengths beside them. */
abstract class StoredBlock extends BoundedDataset.Block {
  private final BlockLabels labels;
  private final int[] squaredNorms;

  StoredBlock(BlockLabels labels, int[] squaredNorms) {
    this.labels = labels;
    this.squaredNorms = squaredNorms;
  }

  @Override
  public int rows() {
    return squaredNorms.length;
  }

  @Override
  public int label(int row) {
    return labels.get(row);
  }

  @Override
  public long squaredNorm(int row) {
    return squaredNorms[row];
  }
}
