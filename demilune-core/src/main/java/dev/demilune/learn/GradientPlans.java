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
    details.put("rows", Outlook.rows(shape, releases.count().isPresent()));
    String outlook = Outlook.of(shape, releases.count().map(c -> "1 %"), releases.signal());
    return new Plan(learner, true, outlook, Optional.of(releases.event()), details);
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
}
