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
package dev.demilune.privacy;

import dev.demilune.internal.Check;

/**
 * Approximate differential privacy: P[M(D) in S] ≤ e^ε P[M(D') in S] + δ for every set S of
 * outputs.
 */
public record ApproximateDp(double epsilon, double delta) implements Guarantee {

  public ApproximateDp {
    Check.positive("epsilon", epsilon);
    Check.positive("delta", delta);
    if (delta >= 1) {
      throw new IllegalArgumentException(
          "delta must be below 1 (1 promises nothing), got " + delta);
    }
  }

  /** Returns (ε, δ)-differential privacy. */
  public static ApproximateDp of(double epsilon, double delta) {
    return new ApproximateDp(epsilon, delta);
  }

  @Override
  public String describe() {
    return "ε = " + Numbers.decimal(epsilon) + ", δ = " + Numbers.scientific(delta);
  }
}
