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
package dev.demilune.testkit;

import java.util.Locale;

/**
 * One thing that holds for every learner.
 *
 * @param name a sentence
 * @param check throws an {@link AssertionError} where the law is broken
 */
public record Law(String name, Runnable check) {

  /** Returns the sentence, as the name of a test. */
  @Override
  public String toString() {
    return name;
  }

  /** Fails with a sentence unless the condition holds. */
  static void require(boolean holds, String sentence, Object... values) {
    if (!holds) {
      throw new AssertionError(String.format(Locale.ROOT, sentence, values));
    }
  }
}
