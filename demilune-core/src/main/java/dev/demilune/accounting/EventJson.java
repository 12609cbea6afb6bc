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
package dev.demilune.accounting;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.demilune.DemiluneException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Events as JSON objects: a {@code kind}, and the fields of that kind and no others.
 *
 * <pre>{@code
 * {"kind": "repeated", "times": 100, "event": {"kind": "gaussian-sum", "noiseMultiplier": 30.5}}
 * }</pre>
 */
public final class EventJson {

  private EventJson() {}

  /** Returns the event as JSON; {@link #read} gives an equal event back. */
  public static JsonObject write(PrivacyEvent event) {
    JsonObject object = new JsonObject();
    if (event instanceof PrivacyEvent.GaussianSum sum) {
      object.addProperty("kind", "gaussian-sum");
      object.addProperty("noiseMultiplier", sum.noiseMultiplier());
    } else if (event instanceof PrivacyEvent.DiscreteGaussianSum sum) {
      object.addProperty("kind", "discrete-gaussian-sum");
      object.addProperty("noiseMultiplier", sum.noiseMultiplier());
    } else if (event instanceof PrivacyEvent.Pure pure) {
      object.addProperty("kind", "pure");
      object.addProperty("epsilon", pure.epsilon());
    } else if (event instanceof PrivacyEvent.Repeated repeated) {
      object.addProperty("kind", "repeated");
      object.addProperty("times", repeated.times());
      object.add("event", write(repeated.event()));
    } else if (event instanceof PrivacyEvent.Composed composed) {
      object.addProperty("kind", "composed");
      JsonArray parts = new JsonArray();
      composed.events().forEach(part -> parts.add(write(part)));
      object.add("events", parts);
    } else {
      throw new IllegalArgumentException("no JSON form is known for " + event);
    }
    return object;
  }

  /**
   * Returns the event that the JSON describes.
   *
   * @throws DemiluneException if it describes none, naming the field at fault
   */
  public static PrivacyEvent read(JsonElement json) {
    return read(json, "event", 1);
  }

  private static PrivacyEvent read(JsonElement json, String where, int depth) {
    if (depth > PrivacyEvent.DEEPEST) {
      throw new DemiluneException(
          "events are nested more than " + PrivacyEvent.DEEPEST + " deep: flatten them");
    }
    if (json == null || !json.isJsonObject()) {
      throw fault(where, "must be a JSON object");
    }
    JsonObject object = json.getAsJsonObject();
    String kind = text(object, "kind", where);
    try {
      return switch (kind) {
        case "gaussian-sum" -> {
          only(object, where, "noiseMultiplier");
          yield new PrivacyEvent.GaussianSum(number(object, "noiseMultiplier", where));
        }
        case "discrete-gaussian-sum" -> {
          only(object, where, "noiseMultiplier");
          yield new PrivacyEvent.DiscreteGaussianSum(number(object, "noiseMultiplier", where));
        }
        case "pure" -> {
          only(object, where, "epsilon");
          yield new PrivacyEvent.Pure(number(object, "epsilon", where));
        }
        case "repeated" -> {
          only(object, where, "times", "event");
          yield new PrivacyEvent.Repeated(
              read(object.get("event"), where + ".event", depth + 1),
              whole(object, "times", where));
        }
        case "composed" -> {
          only(object, where, "events");
          JsonElement parts = object.get("events");
          if (parts == null || !parts.isJsonArray()) {
            throw fault(where + ".events", "must be a JSON array of events");
          }
          List<PrivacyEvent> events = new ArrayList<>();
          for (JsonElement part : parts.getAsJsonArray()) {
            events.add(read(part, where + ".events[" + events.size() + "]", depth + 1));
          }
          yield new PrivacyEvent.Composed(events);
        }
        default ->
            throw fault(
                where + ".kind",
                "must be one of gaussian-sum, discrete-gaussian-sum, pure, repeated, composed");
      };
    } catch (IllegalArgumentException broken) {
      throw fault(where, "is no event: " + broken.getMessage());
    }
  }

  private static void only(JsonObject object, String where, String... fields) {
    Set<String> known = Set.of(fields);
    for (String name : object.keySet()) {
      if (!name.equals("kind") && !known.contains(name)) {
        throw fault(where, "has a field that its kind does not have; it may have " + known);
      }
    }
  }

  private static String text(JsonObject object, String field, String where) {
    JsonElement value = object.get(field);
    if (value == null || !value.isJsonPrimitive() || !value.getAsJsonPrimitive().isString()) {
      throw fault(where + "." + field, "must be a string");
    }
    return value.getAsString();
  }

  private static double number(JsonObject object, String field, String where) {
    return primitive(object, field, where).doubleValue();
  }

  private static long whole(JsonObject object, String field, String where) {
    try {
      return primitive(object, field, where).longValueExact();
    } catch (ArithmeticException tooLongOrBroken) {
      throw fault(where + "." + field, "must be a whole number below 2^63");
    }
  }

  private static BigDecimal primitive(JsonObject object, String field, String where) {
    JsonElement value = object.get(field);
    if (value != null && value.isJsonPrimitive() && value.getAsJsonPrimitive().isNumber()) {
      try {
        return value.getAsBigDecimal();
      } catch (NumberFormatException notFinite) {
        throw fault(where + "." + field, "must be a finite number");
      }
    }
    throw fault(where + "." + field, "must be a number");
  }

  private static DemiluneException fault(String where, String rule) {
    return new DemiluneException("in the privacy event, " + where + " " + rule);
  }
}
