// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.gradient;

import dev.demilune.DemiluneException;
import dev.demilune.learn.Plan;
import dev.demilune.learn.RowOutlook;
import dev.demilune.learn.Shape;
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
    details.put("rows", RowOutlook.rows(shape, releases.count().isPresent()));
    String outlook = RowOutlook.of(shape, releases.count().map(c -> "1 %"), releases.signal());
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
