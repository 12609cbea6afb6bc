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
package dev.demilune.audit;

/**
 * What counts of right and wrong guesses say about ε: how private runs can be at most whose table
 * somebody guesses so well.
 */
public interface EpsilonBound {

  /**
   * Returns a lower bound on ε, at least 0, from a guess that was fixed before these runs.
   *
   * @param truePositives how often the canary was guessed to be there when it was
   * @param falsePositives how often it was guessed to be there when it was not
   * @param runs on each of the two tables
   * @param falseAlarm how often the bound may be wrong: 0.05 for a confidence of 95 %
   */
  double of(int truePositives, int falsePositives, int runs, double falseAlarm);

  /** Returns in a few words what is being tested, for people. */
  String describe();
}
