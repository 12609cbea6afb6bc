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
package dev.demilune.learn;

import dev.demilune.DemiluneException;
import dev.demilune.mechanism.NoisyIntegerSum;
import dev.demilune.privacy.Guarantee;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Plans of the learners that release noisy sums. */
final class GradientPlans {

  static final String COUNT_IS_BOUGHT =
      "the row count is private and will be bought with 1 % of the budget";

  static final String COUNT_IS_PUBLIC =
      "the row count is public and known once the rows are read: nothing is spent on it";

  private GradientPlans() {}

  static Plan plan(
      String learner, Shape shape, Guarantee guarantee, Schedule schedule, boolean centring) {
    ReleasePlan releases;
    try {
      releases = ReleasePlan.of(shape, guarantee, schedule, centring);
    } catch (DemiluneException e) {
      return Plan.refused(learner, e.getMessage());
    }
    Map<String, String> details = new LinkedHashMap<>();
    details.put("steps", Integer.toString(schedule.steps()));
    if (schedule.sampled()) {
      details.put("rate", Double.toString(schedule.rate()));
    }
    details.put("noiseMultiplier", noise(releases));
    details.put("rows", rows(shape, releases.count().isPresent()));
    return new Plan(learner, true, expectation(releases), Optional.of(releases.event()), details);
  }

  private static String noise(ReleasePlan releases) {
    DoubleSummaryStatistics noise =
        releases.phases().stream()
            .mapToDouble(NoisyIntegerSum::noiseMultiplier)
            .summaryStatistics();
    return noise.getMin() == noise.getMax()
        ? String.format(Locale.ROOT, "%.4g", noise.getMin())
        : String.format(Locale.ROOT, "%.4g to %.4g", noise.getMin(), noise.getMax());
  }

  /** Says where the number of rows comes from. */
  static String rows(Shape shape, boolean bought) {
    if (shape.rows() > 0) {
      return Long.toString(shape.rows());
    }
    return bought ? "bought" : "public, counted when they are read";
  }

  private static String expectation(ReleasePlan releases) {
    if (releases.count().isPresent()) {
      return COUNT_IS_BOUGHT;
    }
    if (releases.rows() == 0) {
      return COUNT_IS_PUBLIC + ", and the noise is then planned for it";
    }
    String signal = String.format(Locale.ROOT, "%.3g", releases.signal());
    if (releases.signal() < 10) {
      return "rows times budget is only "
          + signal
          + ": expect little better than guessing, from about 10 on it gets useful";
    }
    return "rows times budget is "
        + signal
        + " (10 is weak, 1000 comes close to training without privacy)";
  }
}
