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
package dev.demilune.random;

/** Stub: replaced by the random package's author. */
public abstract class Randomness {

  public static Randomness secure() {
    return null;
  }

  public static Randomness reproducible(long seed) {
    return null;
  }

  /** False when seeded: then nothing drawn from it protects anybody. */
  public abstract boolean isSecure();

  /** For the certificate: "AES-256-CTR, seeded by the system" or "not private: seeded". */
  public abstract String describe();

  /**
   * An independent stream for one purpose; not the same bits as this one nor any other purpose's.
   */
  public abstract Randomness stream(String purpose);

  /** 64 uniform bits. Not thread-safe: one stream, one thread. */
  public abstract long nextLong();
}
