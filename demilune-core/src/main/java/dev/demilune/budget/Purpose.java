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

/**
 * What a spend is for.
 *
 * @param what in the words of whoever spends; printed on the certificate
 * @param learner the learner that will use it; empty if it is not known
 */
public record Purpose(String what, String learner) {

  public Purpose {
    Words.checked("purpose", what);
    if (!learner.isEmpty()) {
      Words.checked("learner", learner);
    }
  }

  /** Returns a purpose that says nothing of the learner. */
  public static Purpose of(String what) {
    return new Purpose(what, "");
  }
}
