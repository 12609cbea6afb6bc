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

import dev.demilune.internal.Check;

/**
 * How every encoded row is brought into the unit ball: x becomes u = factor(|x|) · x with |u| ≤ 1.
 *
 * <p>Both rules look at one row alone and at public constants, so they cost no privacy.
 */
public record RowBound(Rule rule, double norm) {

  /** The two rules. */
  public enum Rule {
    /** Rows longer than the norm are shortened to it; then all are divided by the norm. */
    CLIP,
    /** Every row is scaled to length one; the zero row stays zero. */
    SCALE
  }

  public RowBound {
    Check.positive("norm", norm);
  }

  public static RowBound clip(double norm) {
    return new RowBound(Rule.CLIP, norm);
  }

  /** Unit rows. */
  public static RowBound scale() {
    return new RowBound(Rule.SCALE, 1);
  }

  /** Returns the factor that brings a row of this length into the unit ball. */
  public double factor(double length) {
    if (!(length > 0)) {
      return 0;
    }
    return rule == Rule.SCALE ? 1 / length : 1 / Math.max(length, norm);
  }
}
