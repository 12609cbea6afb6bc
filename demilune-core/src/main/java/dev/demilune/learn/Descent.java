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
 * How weights move along a released pull, besides its step size.
 *
 * @param momentum of the heavy ball
 * @param regularization λ of a penalty λ|w|²/2 beside the mean loss; it pulls at the weights
 *     without looking at a row
 * @param radius after every step weights that are longer are shortened to it
 * @param stopBelow the share of rows at fault below which training stops, as a noisy count in every
 *     step tells; 0 to run all steps and count nothing
 */
record Descent(double momentum, double regularization, double radius, double stopBelow) {

  /** Moves along the pull alone. */
  static final Descent PLAIN = new Descent(0, 0, Double.POSITIVE_INFINITY, 0);

  static Descent withMomentum(double momentum) {
    return new Descent(momentum, 0, Double.POSITIVE_INFINITY, 0);
  }

  static Descent regularized(double regularization) {
    return new Descent(0, regularization, Double.POSITIVE_INFINITY, 0);
  }

  static Descent within(double radius) {
    return new Descent(0, 0, radius, 0);
  }

  static Descent stoppingBelow(double share) {
    return new Descent(0, 0, Double.POSITIVE_INFINITY, share);
  }

  boolean stops() {
    return stopBelow > 0;
  }
}
