// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.samples;

import dev.demilune.model.Classifier;
import dev.demilune.model.ModelFile;
import dev.demilune.schema.EncodedRow;
import dev.demilune.score.Scorer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * 5. A scoring service.
 *
 * <p>The trap: a model reads encoded rows, and what a service is asked about is raw values. Years
 * and visits are not features.
 *
 * <p>This file needs {@code demilune-model} only.
 */
public final class Sample05ScoringService {

  private final Scorer scorer;

  private Sample05ScoringService(Path model) {
    scorer = Scorer.of(ModelFile.load(model).model()); // once; any thread may use it
  }

  /** Starts the service. */
  public static Sample05ScoringService start(Path model) {
    return new Sample05ScoringService(model);
  }

  /**
   * Fills the features in by hand, with numbers that the model never saw: ages are features between
   * -1 and 1, a plan is two features, and the next version of the model may have others.
   */
  public static String wrong(Classifier model, double age, boolean pro, double visits) {
    EncodedRow row = new EncodedRow();
    row.start(-1);
    row.add(0, age);
    row.add(pro ? 2 : 1, 1);
    row.add(3, visits);
    return model.labels().name(model.predict(row));
  }

  /** Hands the values over by name; the model's own schema encodes them. */
  public String right(Map<String, ?> customer) {
    return scorer.label(customer);
  }

  /** What a request may be told to mend before it is scored; no value is quoted. */
  public List<String> faults(Map<String, ?> customer) {
    return scorer.faults(customer);
  }
}
