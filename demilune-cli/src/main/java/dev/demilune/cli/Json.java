// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.demilune.privacy.Amount;
import dev.demilune.privacy.Notice;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Function;

/** The output for scripts, in the order in which it is added. */
final class Json {

  private Json() {}

  /** An object of names and values in turn. */
  static JsonObject of(Object... namesAndValues) {
    return add(new JsonObject(), namesAndValues);
  }

  /** The same object, with more names and values. */
  static JsonObject add(JsonObject object, Object... namesAndValues) {
    for (int i = 0; i < namesAndValues.length; i += 2) {
      object.add((String) namesAndValues[i], element(namesAndValues[i + 1]));
    }
    return object;
  }

  /** An array of what each value becomes. */
  static <T> JsonArray array(Collection<T> values, Function<? super T, ?> form) {
    JsonArray array = new JsonArray();
    values.forEach(value -> array.add(element(form.apply(value))));
    return array;
  }

  /** Settings, each a text. */
  static JsonObject of(Map<String, String> texts) {
    JsonObject object = new JsonObject();
    texts.forEach(object::addProperty);
    return object;
  }

  /** Notices, each with its level in a word. */
  static JsonArray of(List<Notice> notices) {
    return array(notices, notice -> of("level", notice.level().word(), "text", notice.text()));
  }

  static JsonObject of(Amount amount) {
    return of("epsilon", amount.epsilon(), "delta", amount.delta());
  }

  private static JsonElement element(Object value) {
    if (value == null) {
      return JsonNull.INSTANCE;
    } else if (value instanceof JsonElement made) {
      return made;
    } else if (value instanceof Number number) {
      return new JsonPrimitive(number);
    } else if (value instanceof Boolean truth) {
      return new JsonPrimitive(truth);
    } else if (value instanceof OptionalDouble some) {
      return element(some.isPresent() ? some.getAsDouble() : null);
    } else if (value instanceof Collection<?> several) {
      return array(several, one -> one);
    }
    return new JsonPrimitive(value.toString());
  }
}
