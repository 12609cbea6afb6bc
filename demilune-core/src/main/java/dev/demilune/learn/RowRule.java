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

/**
 * Says how one row pulls at the weights, given its label and its scores.
 *
 * <p>Implementations are stateless: several threads use one at the same time.
 */
@FunctionalInterface
interface RowRule {

  /**
   * Writes the row's coefficients, a vector of length at most one; {@link CentredSum} enforces the
   * length.
   *
   * @param scores the row's scores, one per output, divided by the row's length
   * @return false if the row contributes nothing, in which case nothing need be written
   */
  boolean coefficients(int label, double[] scores, double[] into);
}
