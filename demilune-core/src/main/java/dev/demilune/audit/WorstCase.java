// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.audit;

import dev.demilune.learn.Learner;
import dev.demilune.model.Classifier;
import dev.demilune.privacy.Adjacency;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleBiFunction;

/**
 * How a learner is attacked: the settings under which a row shows most, two neighbouring tables,
 * and what to look at in a model.
 *
 * @param settings changed from the learner's defaults; whoever starts an audit may change them
 *     again
 * @param tables the neighbours for an adjacency
 * @param score of a model; the canary should move it as far as it can
 */
record WorstCase(
    Map<String, String> settings,
    Function<Adjacency, CanaryTable> tables,
    ToDoubleBiFunction<Classifier, CanaryTable> score) {

  WorstCase {
    settings = new LinkedHashMap<>(settings);
  }

  /** Attacks a linear score by the canary's own score, against the mean of the other classes. */
  static WorstCase byScore(Function<Adjacency, CanaryTable> tables) {
    return new WorstCase(Map.of(), tables, WorstCase::canaryScore);
  }

  WorstCase with(String key, String value) {
    Map<String, String> more = new LinkedHashMap<>(settings);
    more.put(key, value);
    return new WorstCase(more, tables, score);
  }

  WorstCase scoredBy(ToDoubleBiFunction<Classifier, CanaryTable> other) {
    return new WorstCase(settings, tables, other);
  }

  Learner configured(Learner learner) {
    Learner configured = learner;
    for (Map.Entry<String, String> setting : settings.entrySet()) {
      configured = configured.with(setting.getKey(), setting.getValue());
    }
    return configured;
  }

  static double canaryScore(Classifier model, CanaryTable tables) {
    double[] scores = new double[tables.classes()];
    model.scores(tables.canary(), scores);
    double others = 0;
    for (int k = 0; k < scores.length; k++) {
      others += k == 1 ? 0 : scores[k] / (scores.length - 1);
    }
    return scores[1] - others;
  }
}
