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
package dev.demilune.embed;

/**
 * A linear map Φ followed by a clip to the unit ball.
 *
 * <p>The clip is there for the bound, whatever the draw of Φ: a projection keeps lengths with high
 * probability only, and privacy must not depend on that. A vector in the kernel of Φ becomes zero
 * and stays zero: nothing is divided by its length.
 */
public interface LinearEmbedding extends Embedding {

  /**
   * Writes Φᵀw: the weights in the inputs that give Φx·w for every x, so that a linear model of the
   * images is a linear model of the rows (as far as nothing was clipped).
   */
  void pullBack(double[] weights, double[] into);

  /** Shortens a vector to length one if it is longer. */
  static void clip(double[] vector) {
    double squares = 0;
    for (double value : vector) {
      squares += value * value;
    }
    if (squares > 1) {
      double factor = 1 / Math.sqrt(squares);
      for (int i = 0; i < vector.length; i++) {
        vector[i] *= factor;
      }
    }
  }
}
