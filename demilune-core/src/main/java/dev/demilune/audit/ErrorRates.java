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

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** False positive and false negative rates for many thresholds: what a plot of an audit shows. */
public final class ErrorRates {

  private static final int POINTS = 60;

  private ErrorRates() {}

  /**
   * Returns the rates, for as many thresholds as a plot shows.
   *
   * @param above whether scores above a threshold say that the canary is there
   * @param pilots how many runs come first that are not counted
   */
  public static List<AuditResult.Point> of(
      boolean above, int pilots, double[] without, double[] with) {
    double[] negative = Arrays.copyOfRange(without, pilots, without.length);
    double[] positive = Arrays.copyOfRange(with, pilots, with.length);
    double[] sorted = negative.clone();
    Arrays.sort(sorted);
    List<AuditResult.Point> points = new ArrayList<>();
    for (int i = 0; i < POINTS; i++) {
      double threshold = sorted[(int) ((long) i * sorted.length / POINTS)];
      EpsilonAudit.Guess guess = new EpsilonAudit.Guess(threshold, above);
      points.add(
          new AuditResult.Point(
              (double) guess.count(negative) / negative.length,
              1 - (double) guess.count(positive) / positive.length));
    }
    return points;
  }
}
