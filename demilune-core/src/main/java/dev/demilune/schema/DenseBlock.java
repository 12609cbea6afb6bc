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

/** All features of every row, one after the other. */
final class DenseBlock extends BoundedDataset.Block {
  private final short[] values;
  private final int features;

  DenseBlock(BlockLabels labels, int[] squaredNorms, short[] values, int features) {
    super(labels, squaredNorms);
    this.values = values;
    this.features = features;
  }

  @Override
  public long dot(int row, int[] gridVector) {
    int start = row * features;
    long sum = 0;
    for (int j = 0; j < features; j++) {
      sum += (long) values[start + j] * gridVector[j];
    }
    return sum;
  }

  @Override
  public void scores(int row, double[] weights, int outputs, double[] into) {
    int start = row * features;
    int k = 0;
    // Four sums at a time stay in registers. Zeros add nothing: sums begin at +0, and +0 ± 0 = +0.
    for (; k + 4 <= outputs; k += 4) {
      double a = 0;
      double b = 0;
      double c = 0;
      double d = 0;
      for (int j = 0, at = k; j < features; j++, at += outputs) {
        double value = values[start + j];
        a += value * weights[at];
        b += value * weights[at + 1];
        c += value * weights[at + 2];
        d += value * weights[at + 3];
      }
      into[k] = a;
      into[k + 1] = b;
      into[k + 2] = c;
      into[k + 3] = d;
    }
    for (; k < outputs; k++) {
      double sum = 0;
      for (int j = 0, at = k; j < features; j++, at += outputs) {
        sum += values[start + j] * weights[at];
      }
      into[k] = sum;
    }
  }

  @Override
  public void addTo(int row, long coefficient, long[] sums, int outputs, int output) {
    int start = row * features;
    for (int j = 0, at = output; j < features; j++, at += outputs) {
      sums[at] += coefficient * values[start + j];
    }
  }

  @Override
  public void addTo(int row, long[] coefficients, long[] sums, int outputs) {
    int start = row * features;
    for (int j = 0, at = 0; j < features; j++, at += outputs) {
      long value = values[start + j];
      if (value != 0) {
        for (int k = 0; k < outputs; k++) {
          sums[at + k] += coefficients[k] * value;
        }
      }
    }
  }

  @Override
  public void copyTo(int row, int[] into) {
    for (int j = 0; j < features; j++) {
      into[j] = values[row * features + j];
    }
  }
}
