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
package dev.demilune.budget;

import dev.demilune.privacy.Guarantee;
import dev.demilune.random.Randomness;

/** Stub: a budget that a ledger has already charged; works once. Only a Ledger can make one. */
public abstract class Allowance {
  public abstract Guarantee guarantee();

  /** Name of the ledger and purpose of the spend, for the certificate. */
  public abstract String ledger();

  public abstract String purpose();

  /** Marks it used and hands out the randomness; a second call throws IllegalStateException. */
  public abstract Randomness use();
}
