// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn;

import dev.demilune.DemiluneException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * One setting of a learner: its name, type, range, default and purpose in one place.
 *
 * <p>Parsing, printing, help and the tables of the documentation derive from it.
 *
 * @param <T> the type of its values
 */
public final class Setting<T> {

  private final String name;
  private final List<String> formerNames;
  private final Values<T> values;
  private final Map<String, T> words;
  private final T byDefault;
  private final String purpose;

  /**
   * The values that a setting takes.
   *
   * @param range in words that follow "must be"
   * @param parse returns null for a text that is not such a value, or not within the range
   * @param listed the values one by one; none where there are too many
   */
  private record Values<T>(
      String range, Function<String, T> parse, Function<T, String> text, List<T> listed) {

    Values(String range, Function<String, T> parse, Function<T, String> text) {
      this(range, parse, text, List.of());
    }
  }

  private Setting(
      String name,
      List<String> formerNames,
      Values<T> values,
      Map<String, T> words,
      T byDefault,
      String purpose) {
    this.name = name;
    this.formerNames = List.copyOf(formerNames);
    this.values = values;
    this.words = words;
    this.byDefault = Objects.requireNonNull(byDefault, name);
    this.purpose = purpose;
  }

  private static <T> Setting<T> of(String name, Values<T> values, T byDefault, String purpose) {
    return new Setting<>(name, List.of(), values, Map.of(), byDefault, purpose);
  }

  /** A whole number between two ends, both included. */
  public static Setting<Integer> integer(
      String name, int low, int high, int byDefault, String purpose) {
    Values<Integer> values =
        new Values<>(
            "a whole number from " + low + " to " + high,
            text -> {
              Long number = wholeNumber(text);
              return number != null && number >= low && number <= high ? number.intValue() : null;
            },
            value -> Integer.toString(value));
    return of(name, values, byDefault, purpose);
  }

  /** A whole number between two ends, both included, that may be larger than an {@code int}. */
  public static Setting<Long> longInteger(
      String name, long low, long high, long byDefault, String purpose) {
    Values<Long> values =
        new Values<>(
            "a whole number from " + low + " to " + high,
            text -> {
              Long number = wholeNumber(text);
              return number != null && number >= low && number <= high ? number : null;
            },
            value -> Long.toString(value));
    return of(name, values, byDefault, purpose);
  }

  private static Long wholeNumber(String text) {
    try {
      return Long.valueOf(text);
    } catch (NumberFormatException notWhole) {
      return null;
    }
  }

  /** A number between two ends, both included. */
  public static Setting<Double> number(
      String name, double low, double high, double byDefault, String purpose) {
    Values<Double> values =
        new Values<>(
            "a number from " + low + " to " + high,
            text -> {
              try {
                double number = Double.parseDouble(text);
                return number >= low && number <= high ? number : null; // NaN fails, too
              } catch (NumberFormatException notANumber) {
                return null;
              }
            },
            value -> Double.toString(value));
    return of(name, values, byDefault, purpose);
  }

  /** One of the constants of an enumeration, written in lower case with hyphens. */
  public static <E extends Enum<E>> Setting<E> oneOf(String name, E byDefault, String purpose) {
    Class<E> type = byDefault.getDeclaringClass();
    List<E> constants = List.of(type.getEnumConstants());
    Values<E> values =
        new Values<>(
            "one of " + constants.stream().map(Setting::word).collect(Collectors.joining(", ")),
            text ->
                constants.stream().filter(some -> word(some).equals(text)).findFirst().orElse(null),
            Setting::word,
            constants);
    return of(name, values, byDefault, purpose);
  }

  /** Returns how a constant is written as a setting. */
  public static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** On or off. */
  public static Setting<Boolean> onOff(String name, boolean byDefault, String purpose) {
    Values<Boolean> values =
        new Values<>(
            "on or off",
            text -> text.equals("on") ? Boolean.TRUE : text.equals("off") ? Boolean.FALSE : null,
            value -> value ? "on" : "off",
            List.of(true, false));
    return of(name, values, byDefault, purpose);
  }

  /**
   * A value of another kind.
   *
   * @param range in words that follow "must be"
   * @param parse returns null for a text that is no such value
   */
  public static <T> Setting<T> value(
      String name,
      String range,
      Function<String, T> parse,
      Function<T, String> text,
      T byDefault,
      String purpose) {
    return of(name, new Values<>(range, parse, text), byDefault, purpose);
  }

  /** A name, of a learner say. */
  public static Setting<String> text(String name, String byDefault, String purpose) {
    return of(name, new Values<>("a name", text -> text, text -> text), byDefault, purpose);
  }

  /** Returns this setting with a word that stands for a value: {@code auto} or {@code off}. */
  public Setting<T> or(String word, T meaning) {
    Map<String, T> more = new LinkedHashMap<>(words);
    more.put(word, meaning);
    return new Setting<>(name, formerNames, values, more, byDefault, purpose);
  }

  /** Returns this setting with former names, which are still accepted. */
  public Setting<T> formerly(String... names) {
    return new Setting<>(name, Arrays.asList(names), values, words, byDefault, purpose);
  }

  /** Returns this setting with another default. */
  public Setting<T> byDefault(T other) {
    return new Setting<>(name, formerNames, values, words, other, purpose);
  }

  /** Returns the name. */
  public String name() {
    return name;
  }

  /** Returns its former names. */
  public List<String> formerNames() {
    return formerNames;
  }

  /** Returns whether this is its name or a former one. */
  public boolean isCalled(String some) {
    return name.equals(some) || formerNames.contains(some);
  }

  /** Returns what it is for, in one line. */
  public String purpose() {
    return purpose;
  }

  /** Returns the value where none is given. */
  public T byDefault() {
    return byDefault;
  }

  /** Returns the default as it is written. */
  public String defaultText() {
    return text(byDefault);
  }

  /** Returns the values it takes, as they are written, where they are few enough to be listed. */
  public List<String> listed() {
    return values.listed.stream().map(this::text).toList();
  }

  /** Returns which values it takes, in words. */
  public String range() {
    List<String> more = new ArrayList<>(words.keySet());
    return switch (more.size()) {
      case 0 -> values.range;
      case 1 -> values.range + " or " + more.get(0);
      default ->
          values.range
              + ", "
              + String.join(", ", more.subList(0, more.size() - 1))
              + " or "
              + more.get(more.size() - 1);
    };
  }

  /**
   * Reads a value.
   *
   * @throws DemiluneException if the text is not a value, listing those there are
   */
  public T parse(String text) {
    String stripped = text.strip();
    T value = words.containsKey(stripped) ? words.get(stripped) : values.parse.apply(stripped);
    if (value == null) {
      throw new DemiluneException(
          "setting '" + name + "' must be " + range() + ", got '" + text + "'");
    }
    return value;
  }

  /** Writes a value as {@link #parse} reads it. */
  public String text(T value) {
    return words.entrySet().stream()
        .filter(word -> word.getValue().equals(value))
        .map(Map.Entry::getKey)
        .findFirst()
        .orElseGet(() -> values.text.apply(value));
  }

  @Override
  public String toString() {
    return name;
  }
}
