// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn;

import dev.demilune.DemiluneException;
import java.util.Map;

/** Reads settings given as text, with one sentence for what cannot be read. */
public final class LegacySetting {

  private LegacySetting() {}

  public static DemiluneException unknown(
      String learner, String key, Map<String, String> settings) {
    return new DemiluneException(
        learner + " has no setting '" + key + "'; it has " + String.join(", ", settings.keySet()));
  }

  public static int wholeNumber(String key, String value, int low, int high) {
    return wholeNumber(key, value, low, high, "");
  }

  /** Reads a whole number from 1, or {@code auto} as 0. */
  public static int wholeNumberOrAuto(String key, String value, int high) {
    return value.strip().equals("auto") ? 0 : wholeNumber(key, value, 1, high, " or auto");
  }

  /** Reads a whole number from 1, {@code auto} as 0, or {@code off} as the largest number. */
  public static int wholeNumberAutoOrOff(String key, String value) {
    return switch (value.strip()) {
      case "auto" -> 0;
      case "off" -> Integer.MAX_VALUE;
      default -> wholeNumber(key, value, 1, Integer.MAX_VALUE, ", auto or off");
    };
  }

  private static int wholeNumber(String key, String value, int low, int high, String orElse) {
    return (int) largeNumber(key, value, low, high, orElse);
  }

  /** Reads a whole number that may be larger than an {@code int}. */
  public static long largeNumber(String key, String value, long low, long high) {
    return largeNumber(key, value, low, high, "");
  }

  private static long largeNumber(String key, String value, long low, long high, String orElse) {
    try {
      long number = Long.parseLong(value.strip());
      if (number >= low && number <= high) {
        return number;
      }
    } catch (NumberFormatException e) {
      // said below
    }
    throw new DemiluneException(
        "setting '"
            + key
            + "' must be a whole number from "
            + low
            + " to "
            + high
            + orElse
            + ", got '"
            + value
            + "'");
  }

  /** Reads a number, or {@code auto} as 0. */
  public static double numberOrAuto(String key, String value, double low, double high) {
    return value.strip().equals("auto") ? 0 : number(key, value, low, high, " or auto");
  }

  /** Reads a number, or {@code off} as 0. */
  public static double numberOrOff(String key, String value, double low, double high) {
    return value.strip().equals("off") ? 0 : number(key, value, low, high, " or off");
  }

  public static double number(String key, String value, double low, double high) {
    return number(key, value, low, high, "");
  }

  private static double number(String key, String value, double low, double high, String orElse) {
    try {
      double number = Double.parseDouble(value.strip());
      if (number >= low && number <= high) {
        return number;
      }
    } catch (NumberFormatException e) {
      // said below
    }
    throw new DemiluneException(
        "setting '"
            + key
            + "' must be a number from "
            + low
            + " to "
            + high
            + orElse
            + ", got '"
            + value
            + "'");
  }

  public static String textOrAuto(double number) {
    return number == 0 ? "auto" : Double.toString(number);
  }

  public static <E extends Enum<E>> E oneOf(String key, String value, Class<E> type) {
    for (E constant : type.getEnumConstants()) {
      if (text(constant).equals(value.strip())) {
        return constant;
      }
    }
    throw new DemiluneException(
        "setting '"
            + key
            + "' must be one of "
            + String.join(", ", texts(type))
            + ", got '"
            + value
            + "'");
  }

  public static boolean onOff(String key, String value) {
    return switch (value.strip()) {
      case "on" -> true;
      case "off" -> false;
      default ->
          throw new DemiluneException(
              "setting '" + key + "' must be on or off, got '" + value + "'");
    };
  }

  public static String text(Enum<?> constant) {
    return constant.name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
  }

  /** Writes a number that is off at 0. */
  public static String text(double number) {
    return number == 0 ? "off" : Double.toString(number);
  }

  public static String text(boolean on) {
    return on ? "on" : "off";
  }

  private static <E extends Enum<E>> java.util.List<String> texts(Class<E> type) {
    return java.util.Arrays.stream(type.getEnumConstants()).map(LegacySetting::text).toList();
  }
}
