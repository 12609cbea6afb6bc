// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn;

import dev.demilune.DemiluneException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Values for the settings that a learner declares; immutable and public. */
public final class Settings {

  private final String learner;
  private final Map<Setting<?>, Object> values;

  private Settings(String learner, Map<Setting<?>, Object> values) {
    this.learner = learner;
    this.values = values;
  }

  /** Returns the defaults of a learner's settings, in the order in which they are declared. */
  public static Settings defaults(String learner, List<Setting<?>> declared) {
    Map<Setting<?>, Object> values = new LinkedHashMap<>();
    declared.forEach(setting -> values.put(setting, setting.byDefault()));
    return new Settings(learner, values);
  }

  /** Returns the settings there are. */
  public List<Setting<?>> declared() {
    return List.copyOf(values.keySet());
  }

  /** Returns whether there is a setting of this name, or of this former name. */
  public boolean has(String name) {
    return values.keySet().stream().anyMatch(setting -> setting.isCalled(name));
  }

  /** Returns the current name of a setting that may be given by a former one. */
  public String nameOf(String name) {
    return values.keySet().stream()
        .filter(setting -> setting.isCalled(name))
        .map(Setting::name)
        .findFirst()
        .orElse(name);
  }

  /** Returns the value of a setting. */
  @SuppressWarnings("unchecked") // values are put by settings of their type only
  public <T> T get(Setting<T> setting) {
    Object value = values.get(setting);
    if (value == null) {
      throw new IllegalArgumentException(learner + " has no setting '" + setting + "'");
    }
    return (T) value;
  }

  /**
   * Returns a copy with one value changed.
   *
   * @throws DemiluneException if the setting does not take the value
   */
  public <T> Settings with(Setting<T> setting, T value) {
    get(setting); // refuses a setting of another learner
    Map<Setting<?>, Object> changed = new LinkedHashMap<>(values);
    changed.put(setting, setting.parse(setting.text(value))); // refuses what is out of range
    return new Settings(learner, changed);
  }

  /**
   * Returns a copy with one value changed, both as text.
   *
   * @throws DemiluneException if there is no such setting, or it does not take the value
   */
  public Settings with(String name, String text) {
    for (Setting<?> setting : values.keySet()) {
      if (setting.isCalled(name)) {
        Map<Setting<?>, Object> changed = new LinkedHashMap<>(values);
        changed.put(setting, setting.parse(text));
        return new Settings(learner, changed);
      }
    }
    throw unknown(learner, name, texts());
  }

  /** Returns the refusal of a setting that a learner does not have. */
  public static DemiluneException unknown(
      String learner, String name, Map<String, String> settings) {
    return new DemiluneException(
        learner + " has no setting '" + name + "'; it has " + String.join(", ", settings.keySet()));
  }

  /** Returns names and values as text, in the declared order. */
  public Map<String, String> texts() {
    Map<String, String> texts = new LinkedHashMap<>();
    values.keySet().forEach(setting -> texts.put(setting.name(), text(setting)));
    return Collections.unmodifiableMap(texts);
  }

  private <T> String text(Setting<T> setting) {
    return setting.text(get(setting));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Settings that
        && learner.equals(that.learner)
        && new ArrayList<>(values.values()).equals(new ArrayList<>(that.values.values()));
  }

  @Override
  public int hashCode() {
    return texts().hashCode();
  }

  @Override
  public String toString() {
    return texts().toString();
  }
}
