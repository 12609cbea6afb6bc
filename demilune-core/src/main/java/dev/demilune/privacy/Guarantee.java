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

/**
 * What is promised to each person, relative to an {@link Adjacency}.
 *
 * <p>The values are plain: they say how much, not how it was reached. Events ({@code accounting})
 * say that.
 */
public sealed interface Guarantee permits PureDp, ApproximateDp, ZeroConcentratedDp, GaussianDp {

  /** Returns the guarantee for a person to read, for example {@code ε = 1, δ = 1.0e-06}. */
  String describe();
}
