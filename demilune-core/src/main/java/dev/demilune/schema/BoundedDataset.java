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

import dev.demilune.privacy.Adjacency;

/** Stub: rows on the integer grid. */
public abstract class BoundedDataset {
  /** Length of the unit ball in grid units. */
  public static final int GRID_RADIUS = 32_000;

  public abstract Schema schema();

  public abstract Adjacency adjacency();

  public abstract int features();

  public abstract int classes();

  /**
   * The row count where it is public (REPLACE_ONE, REPLACE_LABEL); refused under ADD_OR_REMOVE_ONE.
   */
  public abstract long publicSize();

  /** The intercept's constant in grid units: round down of intercept * GRID_RADIUS. */
  public abstract int gridIntercept();

  public abstract int blocks();

  public abstract Block block(int index);

  /** A few thousand rows, dense or sparse inside; the kernels hide which. */
  public abstract static class Block {
    public abstract int rows();

    public abstract int label(int row);

    /** Sum of squares of the row's grid values, at most GRID_RADIUS². */
    public abstract long squaredNorm(int row);

    /** Exact dot product with a grid vector. */
    public abstract long dot(int row, int[] gridVector);

    /**
     * into[k] = sum over features j, in increasing order of j, of value(j) * weights[j * outputs +
     * k]: the same bits whatever the layout.
     */
    public abstract void scores(int row, double[] weights, int outputs, double[] into);

    /** sums[j * outputs + output] += coefficient * value(j) for all features j. */
    public abstract void addTo(int row, long coefficient, long[] sums, int outputs, int output);
  }
}
