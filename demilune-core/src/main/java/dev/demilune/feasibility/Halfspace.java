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
package dev.demilune.feasibility;

import java.math.BigInteger;
import java.util.List;

/**
 * The points x with normal·x ≥ threshold, in exact arithmetic.
 *
 * @param normal one number for each coordinate of a point
 */
public record Halfspace(List<Rational> normal, Rational threshold) {

  public Halfspace {
    normal = List.copyOf(normal);
  }

  /** Returns whether a point with integer coordinates lies in it; the border does. */
  public boolean contains(long... point) {
    if (point.length != normal.size()) {
      throw new IllegalArgumentException("the point must have " + normal.size() + " coordinates");
    }
    Rational product = Rational.ZERO;
    for (int j = 0; j < point.length; j++) {
      product = product.plus(normal.get(j).times(BigInteger.valueOf(point[j])));
    }
    return product.compareTo(threshold) >= 0;
  }

  @Override
  public String toString() {
    return normal + "·x ≥ " + threshold;
  }
}
