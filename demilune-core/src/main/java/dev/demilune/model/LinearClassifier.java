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
package dev.demilune.model;

import dev.demilune.schema.EncodedRow;
import dev.demilune.schema.Schema;

/** Stub: score_k(x) = w_k . u + b_k with u = schema.rowBound().factor(|x|) * x. */
public final class LinearClassifier implements Classifier {

  /** weights[k][j] multiplies bounded feature j for class k; arrays are copied. */
  public static LinearClassifier of(Schema schema, double[][] weights, double[] biases) {
    return null;
  }

  @Override
  public Schema schema() {
    throw new UnsupportedOperationException();
  }

  @Override
  public void scores(EncodedRow row, double[] into) {
    throw new UnsupportedOperationException();
  }
}
