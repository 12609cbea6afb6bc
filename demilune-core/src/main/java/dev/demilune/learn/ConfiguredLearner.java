// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn;

import java.util.Map;

/**
 * A learner whose configuration is the values of its declared settings, and nothing else that a
 * text could say.
 *
 * @param <L> the learner
 */
public interface ConfiguredLearner<L extends ConfiguredLearner<L>> extends Learner {

  /** Returns the value of every setting. */
  Settings values();

  /** Returns the learner with these values. */
  L withValues(Settings values);

  /** Returns a copy with one setting changed. */
  default <T> L with(Setting<T> setting, T value) {
    return withValues(values().with(setting, value));
  }

  @Override
  default boolean has(String setting) {
    return values().has(setting);
  }

  @Override
  default String nameOf(String setting) {
    return values().nameOf(setting);
  }

  @Override
  default L with(String name, String text) {
    return withValues(values().with(name, text));
  }

  @Override
  default Map<String, String> settings() {
    return values().texts();
  }
}
