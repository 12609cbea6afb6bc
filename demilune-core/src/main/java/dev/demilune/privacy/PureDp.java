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
 * Pure differential privacy: probabilities of any set of outputs differ by a factor of at most e^ε.
 */
public record PureDp(double epsilon) implements Guarantee {

  public PureDp {
    Check.positive("epsilon", epsilon);
  }

  /** Returns ε-differential privacy. */
  public static PureDp of(double epsilon) {
    return new PureDp(epsilon);
  }

  @Override
  public String describe() {
    return "ε = " + Numbers.decimal(epsilon);
  }
}
